/** A numbered receipt of a payment. The payment's facts on it are read from the payment. */
import { formatAmount } from '../money.js'
import type { Instant, Payment } from '../payments/payment.js'

/** The status of a receipt: `void` exactly while the payment is reversed. */
export type ReceiptStatus = 'valid' | 'void'

/** A receipt as it is printed. */
export interface Receipt {
  /** The number within the year: 1, 2, 3 … */
  readonly number: number
  /** The year of the hospital's calendar. */
  readonly year: number
  readonly paymentId: string
  readonly reference: string
  /** Integer, minor units. */
  readonly amount: number
  readonly currency: string
  /** Decimal text by ISO 4217. */
  readonly amountDecimal: string
  readonly channel: string
  /** The time at which the payment was paid. */
  readonly paidAt: Instant
  readonly issuedAt: Instant
  /** The actor who issued it. */
  readonly issuedBy: string | null
  readonly status: ReceiptStatus
  /** The reason for the payment's reversal; `null` while the receipt is valid. */
  readonly voidReason: string | null
}

/** The part of a receipt that is stored by itself. */
type ReceiptNumber = Pick<Receipt, 'number' | 'year' | 'issuedAt' | 'issuedBy'>

/**
 * Makes the receipt of a payment. Its status follows from the payment, so that the write that reverses the payment also
 * makes the receipt void.
 */
export function receiptOf(payment: Payment, { number, year, issuedAt, issuedBy }: ReceiptNumber): Receipt {
  const { id: paymentId, reference, amount, currency, channel, paidAt, status, statusReason = null } = payment
  if (paidAt === null) throw new RangeError('a receipt is of a payment that was paid')
  const isVoid = status === 'reversed'
  return {
    number,
    year,
    paymentId,
    reference,
    amount,
    currency,
    amountDecimal: formatAmount(amount, currency),
    channel,
    paidAt,
    issuedAt,
    issuedBy,
    status: isVoid ? 'void' : 'valid',
    voidReason: isVoid ? statusReason : null,
  }
}
