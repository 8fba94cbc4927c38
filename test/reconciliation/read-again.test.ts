/** Writes of others between a run's look at a line and its decision. */
import type { PaymentRepository, ReconciliationItem } from 'hospital-payments'
import { describe, expect, it } from 'vitest'
import { wrapped } from '../support/repositories.js'
import { collect, hour, request, testService } from '../support/service.js'

/** Wraps a storage where something happens once, when so many look-ups have been answered. */
function interrupted(repository: PaymentRepository, lookUps: number, happens: () => Promise<unknown>) {
  let count = 0
  return wrapped(repository, async (name, proceed) => {
    const answer = await proceed()
    if (name === 'lookup' && ++count === lookUps) await happens()
    return answer
  })
}

const lineItems = (items: readonly ReconciliationItem[]) => items.filter((item) => item.kind === 'line')

describe('reconcile: a line that the rules would leave to people', () => {
  /** Keys, the payment of its reference, and keys again: the line is decided on these. */
  const seen = 3
  const credit = { row: 1, direction: 'credit', amount: 100, currency: 'ETB', valueDate: '2026-11-20' } as const
  const again = { ...credit, lineId: 'B', reference: 'INV-0001' }
  const account = 'cbe-1000'

  /** Makes a bill that another line has paid already. */
  async function paidBill() {
    const service = testService()
    await service.payments.createPayment(request({ reference: 'INV-0001', amount: 100 }))
    await service.payments.statements.import([{ ...again, lineId: 'A' }], { account })
    const run = async (happens: () => Promise<unknown>, apply = true) => {
      const slow = interrupted(service.repository, seen, happens)
      const payments = service.payments.using(slow)
      const [item] = lineItems(await collect(payments.reconcile([again], { account, apply })))
      return { outcome: item!.outcome, rule: item!.rule, paid: item!.allocations.map(({ paymentId }) => paymentId) }
    }
    return { ...service, run }
  }

  it('pays the bill that was asked for again meanwhile', async () => {
    const { payments, run } = await paidBill()
    let id = ''
    const item = await run(async () => {
      ;({ id } = await payments.createPayment(request({ reference: 'INV-0001', amount: 100 })))
    })
    expect(item).toEqual({ outcome: 'confirmed', rule: 'reference', paid: [id] })
  })

  it('means the payment that was confirmed with its receipt meanwhile, too', async () => {
    const { payments, repository, clock } = await paidBill()
    const { id } = await payments.createPayment(request({ reference: 'INV-0002', amount: 100 }))
    const slow = interrupted(repository, seen + 1, () => payments.confirmPayment(id, { providerTransactionId: 'TX-1' }))
    clock.advance(hour)
    const line = { ...again, providerTransactionId: 'TX-1' }
    const items = await collect(payments.using(slow).reconcile([line], { account, apply: true }))
    expect(lineItems(items)).toMatchObject([
      { outcome: 'ambiguous', rule: 'transaction_id', allocations: [{}, { paymentId: id }] },
    ])
  })

  it('is on hold in a preview, where another run stored it and a person holds it meanwhile', async () => {
    const { payments, run } = await paidBill()
    const item = await run(async () => {
      await payments.statements.import([again], { account })
      const { key } = (await payments.lines.list({ status: 'open' })).items[0]!
      await payments.lines.hold(key, { expectedVersion: 1 })
    }, false)
    expect(item).toEqual({ outcome: 'on_hold', rule: null, paid: [] })
  })

  it('pays the refund out that was approved meanwhile', async () => {
    const { payments, repository } = testService({ refundApproval: () => true })
    const { id } = await payments.createPayment(request({ reference: 'INV-0001', amount: 100 }))
    await payments.confirmPayment(id)
    const requested = { paymentId: id, amount: 100, reason: 'duplicate', reference: 'BACK-0001' } as const
    const refund = await payments.refunds.create(requested, { actor: 'amina' })
    const slow = interrupted(repository, seen, () => payments.refunds.approve(refund.id, { actor: 'dawit' }))
    const line = { ...credit, direction: 'debit', reference: 'BACK-0001' } as const
    const items = await collect(payments.using(slow).reconcile([line], { account, apply: true }))
    expect(lineItems(items)).toMatchObject([{ outcome: 'refund_paid', applied: true }])
    expect(await payments.refunds.get(refund.id)).toMatchObject({ status: 'succeeded', version: 3 })
  })
})
