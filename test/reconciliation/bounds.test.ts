/** Limits of what one line may mean, change and hold in memory. */
import { type ReconciliationItem, reconciliationCsv } from 'hospital-payments'
import { seededRandom } from 'hospital-payments/testing'
import { describe, expect, it } from 'vitest'
import { wrapped } from '../support/repositories.js'
import { collect, testService } from '../support/service.js'
import { credit, hospital } from './support/hospital.js'

const names = (count: number) => Array.from({ length: count }, (_, n) => `INV-${10_000 + n}`)

describe('reconcile: a line that names more than 5,000 references', () => {
  it.each([
    ['in its narration', 5_001, undefined],
    ['by referencesOf', 5_001, (): string[] => names(5_001)],
  ])('%s means none of them, and none is looked up', async (_, count, referencesOf) => {
    let keys = 0
    const repository = wrapped(testService().repository, (name, proceed, argument) => {
      if (name === 'lookup') keys += (argument as { references: readonly string[] }).references.length
      return proceed()
    })
    const { bill, preview, apply } = hospital({ repository })
    await bill({ reference: 'INV-10000', amount: 100 })
    const line = credit({ narration: names(count).join(' '), amount: 100 })
    for (const run of [preview, apply]) {
      expect((await run([line], { referencesOf })).lines[0]).toMatchObject({
        outcome: 'ambiguous',
        rule: 'narration',
        reason: 'names more than 5000 references',
        allocations: [],
      })
    }
    expect(keys).toBe(0)
  })

  it('is one more than 5,000: that many are looked up and paid', async () => {
    const { bill, outcomes } = hospital()
    for (const reference of ['INV-10000', 'INV-14999']) await bill({ reference, amount: 100 })
    expect(await outcomes([credit({ narration: names(5_000).join(','), amount: 200 })])).toEqual(['confirmed'])
  })
})

describe('reconcile: a line that would change more than 5,000 payments', () => {
  it('changes none: each of its bills would supersede another', async () => {
    const bills = 2_501
    const service = hospital({ referencePolicy: 'one-live' })
    for (const reference of names(bills)) {
      const { id } = await service.payments.createPayment({ amount: 1, currency: 'ETB', reference, channel: 'cash' })
      await service.payments.failPayment(id, { reason: 'declined' })
      await service.payments.createPayment({ amount: 1, currency: 'USD', reference, channel: 'cash' })
    }
    const { lines } = await service.apply([credit({ narration: names(bills).join(' '), amount: bills })])
    expect(lines[0]).toMatchObject({
      outcome: 'ambiguous',
      applied: false,
      reason: 'would change more payments than one write may',
    })
    expect(lines[0]!.allocations).toHaveLength(bills)
    expect(lines[0]!.allocations.every(({ amount }) => amount === 0)).toBe(true)
    expect((await service.payments.totals({ status: 'succeeded' })).items).toEqual([])
  })
})

describe('reconcile: a hospital that takes up one-live with more than a hundred pending payments of one reference', () => {
  const reference = 'WARD-7'

  it.each([
    [100, 'failed'],
    [101, 'pending'],
  ] as const)('when one is paid beside %i others: they are %s', async (others, status) => {
    const { repository, clock, payments } = hospital()
    for (let n = 0; n < others; n++) {
      await payments.createPayment({ amount: 100 + n, currency: 'ETB', reference, channel: 'cash' })
    }
    const paid = await payments.createPayment({ amount: 7, currency: 'ETB', reference, channel: 'cash' })
    const service = hospital({ repository, clock, random: seededRandom(2), referencePolicy: 'one-live' })
    const line = credit({ reference, amount: 7 })
    const previewed = await service.preview([line])
    expect(previewed.lines[0]).toMatchObject({ outcome: 'confirmed', allocations: [{ paymentId: paid.id, amount: 7 }] })
    expect((await service.apply([line])).lines[0]).toStrictEqual({ ...previewed.lines[0], applied: true })
    const counts = (await service.payments.totals()).items.map(({ status, count }) => [status, count])
    expect(new Map(counts as [string, number][])).toEqual(
      new Map<string, number>([
        [status, others],
        ['succeeded', 1],
      ]),
    )
  })
})

describe('reconcile: a batch of lines', () => {
  it('ends where its narrations come to a million characters', async () => {
    const read: number[] = []
    let lines = 0
    const repository = wrapped(testService().repository, (name, proceed) => {
      if (name === 'lookup') read.push(lines)
      return proceed()
    })
    function* statement() {
      for (let row = 0; row < 30; row++) {
        lines++
        yield credit({ row, lineId: `L-${row}`, narration: 'x'.repeat(100_000) })
      }
    }
    await hospital({ repository }).preview(statement())
    expect([...new Set(read)]).toEqual([11, 22, 30])
  })
})

describe('reconciliationCsv', () => {
  it('writes a line with a hundred thousand candidates piece by piece', async () => {
    const count = 150_000
    const allocation = { paymentId: 'pay_1', reference: 'INV-1', amount: 0, late: false }
    const item: ReconciliationItem = {
      kind: 'line',
      row: 2,
      outcome: 'ambiguous',
      applied: false,
      rule: 'reference',
      line: credit(),
      reason: 'x',
      allocations: Array<typeof allocation>(count).fill(allocation),
    }
    const pieces = await collect(reconciliationCsv([item]))
    expect(pieces.join('').split('\r\n')).toHaveLength(count + 2)
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(100_000)
  })
})
