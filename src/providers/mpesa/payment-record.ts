/** The line of money that a payer sent to the short code. */
import { instantOf } from '../../domain/instant.js'
import { parseAmount } from '../../domain/money.js'
import type { StatementLine } from '../../domain/reconciliation/statement-line.js'
import { nairobiDay, nairobiMs } from './nairobi-time.js'

/** The fields of a payment as Daraja sends them, each as text; `null` where it is missing. */
interface SentPayment {
  readonly receipt: string | null
  readonly time: string | null
  readonly amount: string | null
  readonly reference: string | null
}

/** Makes the credit of a payment, or says which field cannot be read. The name and phone of the payer are left out. */
export function paymentRecord({ receipt, time, amount, reference }: SentPayment, row: number): StatementLine | string {
  const ms = time === null ? null : nairobiMs(time)
  const minorUnits = amount === null ? null : parseAmount(amount, 'KES')
  if (receipt === null) return 'the receipt is missing'
  if (ms === null) return 'the time cannot be read'
  if (minorUnits === null) return 'the amount cannot be read'
  return {
    row,
    direction: 'credit',
    amount: minorUnits,
    currency: 'KES',
    valueDate: nairobiDay(ms),
    bookedAt: instantOf(ms),
    providerTransactionId: receipt,
    ...(reference !== null && { reference }),
  }
}
