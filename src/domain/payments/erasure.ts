/** The erasure of what a payment says of its payer. Amounts, references, ids and history stay. */
import { searchTermsOf } from './search-terms.js'
import type { Instant, Payment } from './payment.js'
import { nextVersion, type StateChange } from './state-change.js'

/** Returns a payment without what it says of its payer; the payer's id stays. */
function withoutPayer({ customer, description: _, metadata: __, instructions, ...payment }: Payment): Payment {
  return {
    ...payment,
    ...(customer?.id !== undefined && { customer: { id: customer.id } }),
    instructions: { ...instructions, message: payment.reference },
  }
}

/** Returns true where a payment says of its payer more than an id. */
export function namesPayer({ customer, description, metadata, instructions, reference }: Payment): boolean {
  const { name, phone } = customer ?? {}
  return [name, phone, description, metadata].some((text) => text !== undefined) || instructions.message !== reference
}

/** Makes the change that erases what a payment says of its payer. */
export function erasedChange(former: Payment, reason: string, now: Instant): StateChange {
  const { statusReason } = former
  const payment = nextVersion(withoutPayer(former), now, statusReason === undefined ? {} : { statusReason })
  return { payment, former, type: 'payment.erased', previousStatus: former.status, reason, evidence: null }
}

/** Lists the search terms that a payment has of its payer. */
export function termsOfPayer(payment: Payment): string[] {
  const others = new Set(searchTermsOf({ reference: payment.reference, amount: payment.amount }))
  return searchTermsOf(payment).filter((term) => !others.has(term))
}
