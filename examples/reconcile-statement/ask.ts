import type { HospitalPayments } from 'hospital-payments'
import type { ManualClock } from 'hospital-payments/testing'
import { isRefusal, type Refusal, refusalOf } from '../collect-payments/refusal.js'
import type { Bill } from './read-bills.js'

export interface CreatedBills {
  bills: number
  readonly refused: Refusal[]
}

/** Makes the change that the bill had before any statement was read: callbacks came, or the time was up. */
async function change(payments: HospitalPayments, id: string, bill: Bill): Promise<void> {
  const { status, paidAt, providerTransactionId, reversedAt } = bill
  const actor = 'callback'
  if (status === 'succeeded' || status === 'reversed') {
    await payments.confirmPayment(id, { paidAt, actor, ...(providerTransactionId && { providerTransactionId }) })
  }
  if (status === 'reversed') await payments.reversePayment(id, { reason: 'sent back to the payer', reversedAt, actor })
  if (status === 'failed') await payments.failPayment(id, { reason: 'the provider said so', actor })
  if (status === 'expired') await payments.expirePayment(id, { actor: 'sweep' })
}

/** Creates the payment of each bill at the time at which it was made out. `name` is the file's own. */
export async function ask(
  payments: HospitalPayments,
  clock: ManualClock,
  bills: AsyncIterable<Bill | Refusal>,
  name: string,
): Promise<CreatedBills> {
  const created: CreatedBills = { bills: 0, refused: [] }
  for await (const bill of bills) {
    if (isRefusal(bill)) {
      created.refused.push(bill)
      continue
    }
    const { row, createdAt, request, paidAt, reversedAt } = bill
    try {
      clock.set(new Date(createdAt).toISOString())
      // The row is the key: whoever runs this twice over one database asks for nothing twice.
      const idempotencyKey = `${encodeURIComponent(name).slice(-200)}:${row}`
      const { id, status } = await payments.createPayment(request, { idempotencyKey, actor: 'billing' })
      const last = [createdAt, ...[request.expiresAt, paidAt, reversedAt].map((text) => Date.parse(text ?? ''))]
      clock.set(new Date(Math.max(...last.filter((ms) => !Number.isNaN(ms)))).toISOString())
      if (status === 'pending') await change(payments, id, bill)
      created.bills++
    } catch (error) {
      created.refused.push(refusalOf(row, error))
    }
  }
  return created
}
