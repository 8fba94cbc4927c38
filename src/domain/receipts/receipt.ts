/** A numbered receipt of money that came, and what it says of its payments. */
import { formatAmount } from '../money.js'
import { reversalsThatKeepMoney } from '../payments/money-of-lines.js'
import type { Instant, Payment } from '../payments/payment.js'

/** The status of a receipt. It follows from the payment or the movement at the counter. */
export type ReceiptStatus = 'valid' | 'void'

/** A payment's part of a receipt. */
export interface ReceiptAllocation {
  readonly paymentId: string
  readonly reference: string
  /** Integer, minor units. */
  readonly amount: number
  /** The number of the receipt of the deposit that was drawn: this money is not received again. */
  readonly receiptNumber?: number
}

/** A receipt as it is stored. */
export interface StoredReceipt {
  /** `rcp_…` */
  readonly id: string
  /** Year of the hospital's calendar. */
  readonly year: number
  readonly number: number
  readonly lineKey: string | null
  readonly received: number
  readonly currency: string
  readonly tendered: number | null
  readonly change: number | null
  readonly payerId: string | null
  readonly allocations: readonly ReceiptAllocation[]
  readonly issuedAt: Instant
  readonly issuedBy: string | null
  readonly copies: number
  readonly version: number
}

/** A receipt as it is printed. */
export interface Receipt {
  /** The number within the year: 1, 2, 3 … */
  readonly number: number
  /** The year of the hospital's calendar. */
  readonly year: number
  /** The only payment that it is of; `null` for a receipt of several payments, and for a deposit. */
  readonly paymentId: string | null
  /** The reference of the only payment; else `null`. */
  readonly reference: string | null
  /** The line of the movement at the counter; `null` for a receipt that was issued of a payment. */
  readonly lineKey: string | null
  /** The money of this receipt: integer, minor units. */
  readonly received: number
  /** The same as `received`. */
  readonly amount: number
  readonly currency: string
  /** The amount as decimal text by ISO 4217. */
  readonly amountDecimal: string
  /** The money that the payer handed over, in minor units; `null` where it was not noted. */
  readonly tendered: number | null
  /** The money that the payer was handed back; `null` without `tendered`. */
  readonly change: number | null
  /** The payer of the money, where it was named. */
  readonly payerId: string | null
  /**
   * The payments that the money was for; what they leave of `received` is a deposit of the payer. Those with a `receiptNumber`
   * were paid by a deposit, which has that receipt.
   */
  readonly allocations: readonly ReceiptAllocation[]
  /** The number of times that it was printed: one more than its copies, for the first print is the original. */
  readonly copies: number
  /** The channel of the only payment; else `null`. */
  readonly channel: string | null
  /** The time at which the only payment was paid; `null` while it is not, and for several payments. */
  readonly paidAt: Instant | null
  readonly issuedAt: Instant
  /** The actor who issued it. */
  readonly issuedBy: string | null
  readonly status: ReceiptStatus
  /** The reason for which the money was taken back; `null` while the receipt is valid. */
  readonly voidReason: string | null
}

/** Returns the part of a receipt of only one payment; `null` where it has none or several. */
function onlyPartOf({ allocations }: Pick<StoredReceipt, 'allocations'>): ReceiptAllocation | null {
  const [first] = allocations
  return first && allocations.every(({ paymentId }) => paymentId === first.paymentId) ? first : null
}

/** Returns the id of the only payment of a receipt; `null` where it has none or several. */
export function onlyPaymentOf(receipt: Pick<StoredReceipt, 'allocations'>): string | null {
  return onlyPartOf(receipt)?.paymentId ?? null
}

/** Returns true for a payment whose reversal took its money back, so that its receipts are void. */
export function isMoneyTakenBack({ status, statusReason = '' }: Payment): boolean {
  return status === 'reversed' && !reversalsThatKeepMoney.includes(statusReason)
}

/** The status of a receipt, and the reason for which it is void. */
export type ReceiptState = Pick<Receipt, 'status' | 'voidReason'>

/** Makes a receipt of what is stored of it and of its only payment. */
export function receiptOf(
  stored: StoredReceipt,
  { payment, status, voidReason }: ReceiptState & { readonly payment: Payment | null },
): Receipt {
  const { number, year, lineKey, received, currency, tendered, change, payerId, allocations, copies } = stored
  return {
    number,
    year,
    paymentId: onlyPaymentOf(stored),
    reference: onlyPartOf(stored)?.reference ?? null,
    lineKey,
    received,
    amount: received,
    currency,
    amountDecimal: formatAmount(received, currency),
    tendered,
    change,
    payerId,
    allocations,
    copies,
    channel: payment?.channel ?? null,
    paidAt: payment?.paidAt ?? null,
    issuedAt: stored.issuedAt,
    issuedBy: stored.issuedBy,
    status,
    voidReason,
  }
}
