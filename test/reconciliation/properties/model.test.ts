import fc from 'fast-check'
import type { LineItem, Payment } from 'hospital-payments'
import { describe, expect, it } from 'vitest'
import { isShort } from '../../support/rounds.js'
import { contents } from '../../support/service.js'
import { Model, type LineResult } from '../support/model.js'
import { apart, built, line, runs, setting } from '../support/random-hospital.js'

const bySmallestId = (a: { paymentId: string }, b: { paymentId: string }) => (a.paymentId < b.paymentId ? -1 : 1)

function resultOf({ outcome, rule, allocations }: LineItem | LineResult): LineResult {
  const paid = allocations.map(({ paymentId, amount, late }) => ({ paymentId, amount, late }))
  return { outcome, rule, allocations: paid.sort(bySmallestId) }
}

const essence = ({ id, status, amountReconciled, paidAt, late, statusReason, providerTransactionId }: Payment) => ({
  id,
  status,
  amountReconciled,
  paidAt,
  late,
  statusReason,
  providerTransactionId,
})

describe.each([
  ['in one batch', false, 140],
  ['each line in a batch of its own', true, 35],
] as const)('reconcile: apply, %s', (_, isApart, count) => {
  it('is left out of payment and evidence where no payment could have it (%j), and the money counts', async () => {
    const seen = new Map<string, number>()
    const statement = fc.array(line, { minLength: 1, maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(setting, statement, async (drawn, lines) => {
        const service = await built(drawn)
        const stored = async () => (await contents(service.repository)).map(({ payment }) => payment)
        const now = new Date(service.clock()).toISOString()
        const elsewhere = (await service.payments.lines.list({ limit: 500 })).items
        const model = new Model(await stored(), drawn.policy, now, elsewhere)
        for (const run of ['first', 'second']) {
          const records = isApart ? apart(lines) : lines
          const items = (await service.apply(records)).lines.filter((_, index) => !('rejected' in records[index]!))
          expect(items.map(resultOf), run).toEqual(model.run(lines).map(resultOf))
          expect((await stored()).map(essence), run).toEqual(model.payments.map(essence))
          for (const { outcome } of items) seen.set(outcome, (seen.get(outcome) ?? 0) + 1)
        }
      }),
      runs(count),
    )
    // Settings so narrow that an outcome never came would prove nothing of it.
    if (!isApart && !isShort) expect(seen.size).toBe(14)
  }, 300_000)
})
