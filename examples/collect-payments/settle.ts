import type { HospitalPayments, Payment } from 'hospital-payments'
import type { Callback } from './read-callbacks.js'
import { type Refusal, refusalOf } from './refusal.js'

export type Settlement = { readonly payment: Payment; readonly repeated: boolean } | Refusal

/**
 * Chooses the payment of a callback. A bill may have been created again after expiry: the same receipt wins, then a
 * pending payment, then the newest.
 */
function paymentMeant(callback: Callback, newestFirst: readonly Payment[]): Payment | undefined {
  const receipt = callback.outcome === 'paid' ? callback.proof.providerTransactionId : undefined
  return (
    newestFirst.find(({ providerTransactionId }) => receipt !== undefined && providerTransactionId === receipt) ??
    newestFirst.find(({ status }) => status === 'pending') ??
    newestFirst[0]
  )
}

function apply(payments: HospitalPayments, id: string, callback: Callback): Promise<Payment> {
  const actor = `callback:${callback.provider}`
  switch (callback.outcome) {
    case 'paid':
      return payments.confirmPayment(id, { ...callback.proof, actor })
    case 'failed':
      return payments.failPayment(id, { reason: callback.reason, actor })
    case 'reversed':
      return payments.reversePayment(id, { reason: callback.reason, actor })
  }
}

/**
 * Applies a callback. Providers repeat themselves, come late and err; whatever they send, a payment changes only by the
 * allowed transitions.
 */
export async function settle(payments: HospitalPayments, callback: Callback): Promise<Settlement> {
  const { items } = await payments.findByReference(callback.reference)
  const meant = paymentMeant(callback, items)
  if (!meant) return { row: callback.row, code: 'unknown_reference', reason: 'No payment has this reference.' }
  try {
    const payment = await apply(payments, meant.id, callback)
    return { payment, repeated: payment.version === meant.version }
  } catch (error) {
    return refusalOf(callback.row, error)
  }
}
