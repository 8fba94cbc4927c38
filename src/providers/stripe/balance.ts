/** Balance transactions of Stripe, as lines of the statement of its account. */
import { instantOf, millisecondsOf } from '../../domain/instant.js'
import type { Instant } from '../../domain/payments/payment.js'
import type { StatementLine, StatementRecord } from '../../domain/reconciliation/statement-line.js'
import { fieldOf, textOf } from '../json.js'
import { secondsOf } from './session.js'
import { minorUnitsOf } from './units.js'

/** Returns the number that all transactions of one movement have: the PaymentIntent, else the source, else its own. */
function receiptOf(transaction: unknown): string | null {
  const source = fieldOf(transaction, 'source')
  return (
    textOf(source, 'payment_intent') ??
    textOf(source, 'id') ??
    textOf(transaction, 'source') ??
    textOf(transaction, 'id')
  )
}

/** Returns true for the transactions of a payer's payment; refunds name the same PaymentIntent. */
function isPayment(type: string | null): boolean {
  return type === 'charge' || type === 'payment'
}

/** Makes the lines of a transaction: its amount, and its fee as one of its own under the same number. */
function linesOf(transaction: unknown, row: number): readonly StatementLine[] | string {
  const currency = textOf(transaction, 'currency')?.toUpperCase() ?? ''
  const type = textOf(transaction, 'type')
  const amount = minorUnitsOf(fieldOf(transaction, 'amount'), currency)
  const fee = minorUnitsOf(fieldOf(transaction, 'fee') ?? 0, currency)
  const created = fieldOf(transaction, 'created')
  const source = fieldOf(transaction, 'source')
  const receipt = isPayment(type) ? receiptOf(transaction) : (textOf(source, 'id') ?? textOf(transaction, 'id'))
  if (amount === null || fee === null) return 'the amount cannot be read'
  if (!Number.isSafeInteger(created)) return 'the time cannot be read'
  if (receipt === null) return 'the id is missing'
  const bookedAt = instantOf((created as number) * 1_000)
  const reference = isPayment(type) ? textOf(transaction, 'description') : null
  const line = (signed: number, narration: string | null): StatementLine => ({
    row,
    direction: signed > 0 ? 'credit' : 'debit',
    amount: Math.abs(signed),
    currency,
    valueDate: bookedAt.slice(0, 10),
    bookedAt,
    providerTransactionId: receipt,
    ...(reference !== null && { reference }),
    ...(narration !== null && { narration }),
  })
  const feeLine = { ...line(-fee, `${type} fee`), ...(fee > 0 && { isFee: true }) }
  return [...(amount === 0 ? [] : [line(amount, type)]), ...(fee === 0 ? [] : [feeLine])]
}

/** Yields the lines of balance transactions, each with its fee behind it. */
export async function* balanceLines(transactions: AsyncIterable<unknown>): AsyncGenerator<StatementRecord> {
  let row = 0
  for await (const transaction of transactions) {
    row++
    const lines = linesOf(transaction, row)
    if (typeof lines === 'string') yield { row, rejected: lines }
    else yield* lines
  }
}

/** Makes the query of the balance transactions of a range of time. */
export function balanceQuery({ from, to }: { readonly from: Instant; readonly to: Instant }): Record<string, string> {
  return {
    'created[gte]': String(secondsOf(millisecondsOf(from))),
    'created[lte]': String(secondsOf(millisecondsOf(to))),
    'expand[]': 'data.source',
  }
}
