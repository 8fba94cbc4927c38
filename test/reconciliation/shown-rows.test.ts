import { memoryRepository, type Payment, type Refund } from 'hospital-payments'
import type { FinanceRepository, ReplaceOutcome } from 'hospital-payments/repository'
import { describe, expect, it } from 'vitest'
import { altered } from '../support/repositories.js'
import { refusal } from '../support/service.js'
import { credit, debit, file, hospital } from './support/hospital.js'
import { refundsRead, staleRefund, storedRefund } from '../support/refund-rows.js'

const reference = 'INV-0001'

/**
 * Returns a desk, and a bank's run inside a host's open transaction: `lookup` keeps answering what was there when it
 * began.
 */
function hospitals() {
  const original = memoryRepository()
  const desk = hospital({ repository: original, referencePolicy: 'one-live' })
  const bankSeeing = (...seen: readonly Payment[]) =>
    hospital({
      repository: altered(original, () => ({
        lookup: async () => ({ payments: structuredClone(seen) as Payment[], lines: [] }),
      })),
      referencePolicy: 'one-live',
    })
  return { original, desk, bankSeeing }
}

describe('reconcile: rows that a conflict showed', () => {
  it('are preferred when they are newer than those read', async () => {
    const { desk, bankSeeing } = hospitals()
    const open = await desk.bill({ reference })
    await desk.payments.confirmPayment(open.id)
    expect(await bankSeeing(open).outcomes([credit({ reference })])).toEqual(['matched'])
    expect(await desk.now(open)).toMatchObject({ amountReconciled: 150_000, version: 3 })
  })

  it('count although they were not read at all, whoever holds the reference', async () => {
    const { desk, bankSeeing } = hospitals()
    const expired = await desk.bill({ reference })
    const ended = await desk.payments.expirePayment(expired.id)
    const holder = await desk.bill({ reference })
    expect(await bankSeeing(ended).outcomes([credit({ reference })])).toEqual(['confirmed'])
    expect(await desk.now(holder)).toMatchObject({ status: 'succeeded', amountReconciled: 150_000 })
    expect(await desk.now(expired)).toStrictEqual(ended)
  })

  it('count although they were not read at all, whoever has the transaction', async () => {
    const { desk, bankSeeing } = hospitals()
    const paid = await desk.bill({ reference })
    const open = await desk.bill({ reference: 'INV-0002' })
    await desk.payments.confirmPayment(paid.id, { providerTransactionId: 'TX-1' })
    const line = credit({ reference: 'INV-0002', providerTransactionId: 'TX-1' })
    const { lines } = await bankSeeing(open).apply([line])
    expect(lines[0]).toMatchObject({
      outcome: 'ambiguous',
      rule: 'transaction_id',
      allocations: [{ reference }, { reference: 'INV-0002' }],
    })
    expect(await desk.now(open)).toStrictEqual(open)
  })

  it('stay for the lines below', async () => {
    const { desk, bankSeeing } = hospitals()
    const open = await desk.bill({ reference, amount: 300 })
    await desk.payments.confirmPayment(open.id)
    const parts = file(...[100, 200, 50].map((amount) => credit({ reference, amount })))
    expect(await bankSeeing(open).outcomes(parts)).toEqual(['under_paid', 'matched', 'duplicate_credit'])
    expect(await desk.now(open)).toMatchObject({ amountReconciled: 300, version: 4 })
  })

  it('are not preferred when what is read is newer', async () => {
    const { original, desk } = hospitals()
    const open = await desk.bill({ reference })
    let answers = 0
    const repository = altered(original, () => ({
      replace: async (group) => {
        if (++answers > 1) return original.replace(group)
        await desk.payments.confirmPayment(open.id)
        return { outcome: 'stale', current: open }
      },
    }))
    expect(await hospital({ repository }).outcomes([credit({ reference })])).toEqual(['matched'])
    expect(answers).toBe(2)
  })
})

describe('reconcile: a conflict that says no more than that something changed', () => {
  /**
   * Returns a bank whose first write is refused in any case, and whose second, of the line by itself, is answered by
   * `second`.
   */
  function refusedBank(original: FinanceRepository, second: () => Promise<ReplaceOutcome | void>) {
    let writes = 0
    const repository: FinanceRepository = {
      ...original,
      replace: async (group) => {
        writes++
        if (writes === 1) return { outcome: 'stale', current: null }
        return (writes === 2 && (await second())) || original.replace(group)
      },
    }
    return { bank: hospital({ repository }), writes: () => writes }
  }

  it.each([
    ['the line', async (key: string) => ({ outcome: 'line_stale', key, line: null }) as const],
    ['a payment', async () => ({ outcome: 'stale', current: null }) as const],
    ['a refund', async () => staleRefund(null)],
  ])('has a line decided again that is stored open: %s', async (_, conflict) => {
    const original = memoryRepository()
    const desk = hospital({ repository: original })
    const line = credit({ reference })
    expect(await desk.outcomes([line])).toEqual(['unmatched_line'])
    const { key } = (await desk.payments.lines.list()).items[0]!
    const bill = await desk.bill({ reference })
    const { bank, writes } = refusedBank(original, () => conflict(key))
    expect(await bank.outcomes([line])).toEqual(['confirmed'])
    expect(writes()).toBe(3)
    expect(await desk.now(bill)).toMatchObject({ status: 'succeeded', amountReconciled: 150_000 })
  })

  it('has a line reported as on hold that another run stored and a person holds meanwhile', async () => {
    const original = memoryRepository()
    const desk = hospital({ repository: original })
    const line = credit({ narration: 'a gift' })
    const { bank, writes } = refusedBank(original, async () => {
      await desk.apply([line])
      const { key } = (await desk.payments.lines.list()).items[0]!
      await desk.payments.lines.hold(key, { expectedVersion: 1 })
    })
    expect(await bank.outcomes([line])).toEqual(['on_hold'])
    expect(writes()).toBe(2)
  })
})

describe('reconcile: a conflict in a run that goes on reading what was there', () => {
  /** Returns a run that reads lines and refunds as they were when it began. */
  async function frozenBank(
    original: FinanceRepository,
    keys: readonly string[] = [],
    refunds: readonly Refund[] = [],
  ) {
    const lines = await original.findLines(keys)
    const groups: unknown[] = []
    const repository: FinanceRepository = {
      ...original,
      lookup: async (keys) => {
        const answer = await original.lookup(keys)
        return { ...answer, lines: answer.lines.filter(({ key }) => lines.some((line) => line.key === key)) }
      },
      findLines: async (lineKeys) => structuredClone(lines.filter(({ key }) => lineKeys.includes(key))),
      ...refundsRead(original, () => refunds.map(storedRefund)),
      replace: async (group) => {
        groups.push(group)
        return original.replace(group)
      },
    }
    return { bank: hospital({ repository }), groups }
  }

  it('makes it count a line that another run stored since', async () => {
    const original = memoryRepository()
    const { bank, groups } = await frozenBank(original)
    const line = credit({ narration: 'a gift' })
    expect(await hospital({ repository: original }).outcomes([line])).toEqual(['unmatched_line'])
    expect(await bank.outcomes([line])).toEqual(['already_reconciled'])
    // With its group, and once by itself.
    expect(groups).toHaveLength(2)
  })

  it('makes it leave a line that a person holds since', async () => {
    const original = memoryRepository()
    const desk = hospital({ repository: original })
    const line = credit({ reference })
    await desk.apply([line])
    const { key } = (await desk.payments.lines.list()).items[0]!
    const bill = await desk.bill({ reference })
    const { bank } = await frozenBank(original, [key])
    const held = await desk.payments.lines.hold(key, { expectedVersion: 1 })
    expect(await bank.outcomes([line])).toEqual(['on_hold'])
    expect(await desk.payments.lines.get(key)).toStrictEqual(held)
    expect(await desk.now(bill)).toStrictEqual(bill)
  })

  it('makes it pay no refund out that was canceled since', async () => {
    const original = memoryRepository()
    const desk = hospital({ repository: original })
    await desk.apply([credit({ amount: 9000, narration: 'surplus' })])
    const surplus = (await desk.payments.lines.list()).items[0]!
    const refund = await desk.payments.refunds.create({ lineKey: surplus.key, amount: 9000, reason: 'overpayment' })
    const { bank } = await frozenBank(original, [surplus.key], [refund])
    const canceled = await desk.payments.refunds.cancel(refund.id, { reason: 'not wanted' })
    // The line, which has its money back, is read as it was: the two do not fit together, and the run must begin anew.
    await refusal(bank.apply([debit({ amount: 9000, reference: refund.reference })]), 'concurrent_update')
    expect(await desk.payments.refunds.get(refund.id)).toStrictEqual(canceled)
  })
})
