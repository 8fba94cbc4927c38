/** One reference, such as a ward's, with thousands of payments and thousands of lines: work grows with both, not with their product. */
import { memoryRepository, type StatementLine } from 'hospital-payments'
import { describe, expect, it } from 'vitest'
import { wrapped } from '../support/repositories.js'
import { credit, hospital, type Hospital } from './support/hospital.js'

const reference = 'WARD-7'
const day = '2026-11-20'

/** Counts the payments that the storage returns. */
function counted() {
  const read = { payments: 0 }
  const repository = wrapped(memoryRepository(), async (name, proceed) => {
    const answer = await proceed()
    if (name === 'lookup') read.payments += (answer as { payments: unknown[] }).payments.length
    return answer
  })
  return { read, repository }
}

type Prepare = (service: Hospital, count: number) => Promise<unknown>

const pending: Prepare = async ({ payments }, count) => {
  for (let n = 0; n < count; n++) {
    await payments.createPayment({ amount: 1 + (n % 7), currency: 'ETB', reference, channel: 'cash' })
  }
}

const expired: Prepare = async (service, count) => {
  await pending(service, count)
  for (let cursor: string | undefined; ;) {
    const page = await service.payments.findByReference(reference, { limit: 500, cursor })
    for (const { id } of page.items) await service.payments.expirePayment(id)
    if (page.nextCursor === null) return
    cursor = page.nextCursor
  }
}

const lineOf = (row: number, more: Partial<StatementLine>) =>
  credit({ row, lineId: `L-${row}`, valueDate: day, amount: 1 + (row % 7), ...more })

/** Measures the milliseconds of work, and the payments read, of a statement of `count` lines over as many payments. */
async function measured(count: number, prepare: Prepare, way: 'preview' | 'apply', more: Partial<StatementLine>) {
  const { read, repository } = counted()
  const service = hospital({ repository })
  await prepare(service, count)
  const lines = Array.from({ length: count }, (_, row) => lineOf(row, more))
  read.payments = 0
  const start = process.cpuUsage()
  const { summary } = await service[way](lines)
  const { user } = process.cpuUsage(start)
  return { ms: user / 1000, read: read.payments, outcomes: summary.lines.map(({ outcome }) => outcome) }
}

const few = 1_000
const many = 8_000
/** Eight times the lines may take twenty-four times as long, to leave room for a busy machine; a square takes sixty-four. */
const max = 24

describe.each<[string, Prepare, Partial<StatementLine>, string]>([
  ['that confirm pending payments', pending, { reference }, 'confirmed'],
  ['that confirm expired payments', expired, { reference }, 'confirmed'],
  ['that name the reference in their narration', pending, { narration: `for ${reference}` }, 'confirmed'],
])('reconcile: lines %s', (_, prepare, more, outcome) => {
  it.each(['preview', 'apply'] as const)(
    'take work in proportion to their number: %s',
    async (way) => {
      const time = async (count: number) => {
        const { ms, outcomes } = await measured(count, prepare, way, more)
        expect(outcomes).toEqual([outcome])
        return ms
      }
      const small = Math.min(await time(few), await time(few), await time(few))
      let large = await time(many)
      // Once more where the machine was busy with something else, perhaps.
      if (large / small >= max) large = Math.min(large, await time(many))
      expect(large / small).toBeLessThan(max)
    },
    120_000,
  )
})

describe('reconcile: lines that write nothing', () => {
  it('read few payments each again, not all of their reference', async () => {
    // Over-paid: only one payment of the reference is open, and no line is as small as that.
    const prepare: Prepare = async (service, count) => {
      await expired(service, count)
      await service.payments.createPayment({ amount: 1, currency: 'ETB', reference, channel: 'cash' })
    }
    const count = 2_000
    const { read, outcomes } = await measured(count, prepare, 'apply', { reference, amount: 50 })
    expect(outcomes).toEqual(['over_paid'])
    // Each of the two batches reads all of them once.
    expect(read).toBeLessThan(2 * (count + 1) + 65 * count)
  })

  it('are looked at anew where their reference has few payments', async () => {
    const { read, repository } = counted()
    const service = hospital({ repository })
    await pending(service, 2)
    read.payments = 0
    await service.apply([1, 2, 3].map((row) => lineOf(row, { reference, amount: 50 })))
    // Once for the batch, and once a line.
    expect(read.payments).toBe(2 + 3 * 2)
  })
})
