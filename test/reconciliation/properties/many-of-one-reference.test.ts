/** References with so many payments that an index of them is kept: what lines come to must not depend on it. */
import fc from 'fast-check'
import type { LineItem, Payment } from 'hospital-payments'
import { describe, expect, it } from 'vitest'
import { contents } from '../../support/service.js'
import { Model, type LineResult } from '../support/model.js'
import { type Bill, built, line, runs } from '../support/random-hospital.js'

const bill = fc.record(
  {
    reference: fc.constantFrom('INV-0001', 'INV-0001', 'INV-0001', 'INV-0001', 'INV-0002'),
    amount: fc.constantFrom(100, 200, 300),
    currency: fc.constantFrom('ETB', 'ETB', 'ETB', 'USD'),
    channel: fc.constantFrom('mobile-banking', 'cash'),
    status: fc.constantFrom<Bill['status'][]>('pending', 'pending', 'succeeded', 'failed', 'expired', 'reversed'),
    receipt: fc.option(fc.constantFrom('TX-1', 'TX-2', 'TX-3', 'TX-4', 'TX-5', 'TX-6')),
  },
  { noNullPrototype: true },
)

const resultOf = ({ outcome, rule, allocations }: LineItem | LineResult) => ({
  outcome,
  rule,
  allocations: allocations
    .map(({ paymentId, amount, late }) => ({ paymentId, amount, late }))
    .sort((a, b) => (a.paymentId < b.paymentId ? -1 : 1)),
})

const essence = ({ id, status, amountReconciled, statusReason, providerTransactionId }: Payment) => ({
  id,
  status,
  amountReconciled,
  statusReason,
  providerTransactionId,
})

describe('reconcile: a statement over a reference of dozens of payments', () => {
  it('comes to what the plain rules say, in a preview and when it is applied', async () => {
    const bills = fc.array(bill, { minLength: 22, maxLength: 45 })
    const statement = fc.array(line, { minLength: 1, maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(bills, statement, async (drawnBills, lines) => {
        const service = await built({ policy: 'allow', bills: drawnBills, before: [] })
        const stored = async () => (await contents(service.repository)).map(({ payment }) => payment)
        const model = new Model(await stored(), 'allow', new Date(service.clock()).toISOString())
        const expected = model.run(lines).map(resultOf)
        const preview = await service.preview(lines)
        expect(preview.lines.map(resultOf)).toEqual(expected)
        const applied = await service.apply(lines)
        expect(applied.lines.map(resultOf)).toEqual(expected)
        expect(applied.lines.map(({ allocations }) => allocations)).toEqual(
          preview.lines.map(({ allocations }) => allocations),
        )
        expect((await stored()).map(essence)).toEqual(model.payments.map(essence))
      }),
      runs(50),
    )
  }, 300_000)
})
