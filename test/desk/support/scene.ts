/** A payment that people worked on: proved in part by a line, with a refund that was paid out, and a receipt. */
import { minute, request } from '../../support/service.js'
import { deskOf, openLine } from './desk.js'

export async function workedOn() {
  const desk = deskOf({}, { refundApproval: () => true })
  const { payments, clock } = desk
  const bill = request({
    customer: { name: 'Abebe Kebede', phone: '+251911223344' },
    description: 'X-ray',
    metadata: { ward: 'A 3' },
  })
  const { id } = await payments.createPayment(bill)
  clock.advance(minute)
  await payments.confirmPayment(id, { providerTransactionId: 'FT1', actor: 'selam' })
  const line = await openLine(payments, { amount: 100_000, reference: 'OTHER' })
  await payments.lines.allocate(line.key, {
    expectedVersion: 1,
    actor: 'hana',
    reason: 'by phone',
    allocations: [{ to: 'payment', paymentId: id, amount: 90_000 }],
  })
  await payments.lines.assign(line.key, { expectedVersion: 2, assignee: 'selam', actor: 'hana' })
  const refund = await payments.refunds.create(
    { paymentId: id, amount: 50_000, reason: 'duplicate', note: 'twice' },
    { actor: 'almaz' },
  )
  clock.advance(minute)
  await payments.refunds.approve(refund.id, { actor: 'hana' })
  await payments.refunds.confirm(refund.id, { actor: 'selam', providerTransactionId: 'OUT1' })
  const other = await payments.createPayment(request())
  await payments.receipts.issue(id, { actor: 'almaz' })
  return { ...desk, id, refund, other, line, linePath: `/lines/${encodeURIComponent(line.key)}` }
}
