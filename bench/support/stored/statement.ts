import type { StatementLine } from 'hospital-payments'
import { storedRows } from './rows.js'

/** Makes the bank's statement of a hospital's payments: a credit for each of them, in the order of their creation. */
export function* statementOf(payments: number): Generator<StatementLine> {
  let row = 1
  for (const { payment } of storedRows(payments)) {
    const [, , reference, amount, currency, , createdAt] = payment
    yield {
      row: ++row,
      direction: 'credit',
      amount: amount as number,
      currency: currency as string,
      valueDate: new Date(createdAt as number).toISOString().slice(0, 10),
      reference: reference as string,
      narration: 'Pay Bill from 2547****678',
    }
  }
}
