/** One line may pay thousands of bills: other work of the host runs before they are written, which is one write all the same. */
import { memoryRepository } from 'hospital-payments'
import type { FinanceRepository } from 'hospital-payments/repository'
import { afterEach, expect, it, vi } from 'vitest'
import { request } from '../../support/service.js'
import { counter, toPayment } from './support/counter.js'

afterEach(() => vi.restoreAllMocks())

/** A storage in memory, and whether the event loop had a turn between what was read last and each write. */
function watched() {
  const repository = memoryRepository()
  const turns: boolean[] = []
  let hasTurned = false
  const read = async <Answer>(call: Promise<Answer>): Promise<Answer> => {
    const answer = await call
    hasTurned = false
    setImmediate(() => (hasTurned = true))
    return answer
  }
  const storage: FinanceRepository = {
    ...repository,
    lookup: (keys) => read(repository.lookup(keys)),
    histories: (ids) => read(repository.histories(ids)),
    findLines: (keys) => read(repository.findLines(keys)),
    findRefunds: (keys) => read(repository.findRefunds(keys)),
    replace(group) {
      turns.push(hasTurned)
      return repository.replace(group)
    },
  }
  return { storage, turns }
}

async function desk(count: number) {
  const { storage, turns } = watched()
  const { payments, line } = counter({ repository: storage })
  const references = Array.from({ length: count }, (_, n) => `INV-${n}`)
  const made = await payments.createPayments(
    references.map((reference) => ({ request: request({ reference, amount: 100 }) })),
  )
  return {
    payments,
    references,
    bills: made.map(({ payment }) => payment!),
    transfer: () => line({ amount: 100 * count }),
    turns,
  }
}

it('lines.allocate and lines.unallocate: other work runs before the write of a line that pays 600 bills', async () => {
  const { payments, bills, transfer, turns } = await desk(600)
  const { key } = await transfer()
  turns.length = 0
  const { version } = await payments.lines.allocate(key, {
    expectedVersion: 1,
    shares: bills.map((bill) => toPayment(bill)),
  })
  await payments.lines.unallocate(key, { expectedVersion: version, payments: 'reverse', reason: 'a mistake' })
  expect(turns).toEqual([true, true])
})

it('statements.import: other work runs before the write of a line that pays 600 bills', async () => {
  const { payments, references, turns } = await desk(600)
  turns.length = 0
  const stated = { row: 2, direction: 'credit', amount: 60_000, currency: 'ETB', valueDate: '2026-11-20' } as const
  const { lines } = await payments.statements.import([stated], {
    source: 'cbe-1000',
    referencesOf: () => references,
  })
  expect(lines).toMatchObject([{ outcome: 'confirmed', count: 1 }])
  expect(turns).toEqual([true])
})

it('lines.allocate: a line that pays few bills is written without a turn', async () => {
  const { payments, bills, transfer, turns } = await desk(50)
  const { key } = await transfer()
  turns.length = 0
  await payments.lines.allocate(key, { expectedVersion: 1, shares: bills.map((bill) => toPayment(bill)) })
  expect(turns).toEqual([false])
})

it('lines.allocate: looks up once where the value date of a line starts, however many bills it pays', async () => {
  const { payments, bills, transfer } = await desk(50)
  const { key } = await transfer()
  // An accessor, which the types do not show.
  const formats = vi.spyOn(Intl.DateTimeFormat.prototype as { format: unknown }, 'format', 'get')
  await payments.lines.allocate(key, { expectedVersion: 1, shares: bills.map((bill) => toPayment(bill)) })
  expect(formats.mock.calls.length).toBeGreaterThan(0)
  expect(formats.mock.calls.length).toBeLessThan(50)
})
