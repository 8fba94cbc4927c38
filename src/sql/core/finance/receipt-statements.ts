/** Every statement about receipts. */
import { millisecondsOf } from '../../../domain/instant.js'
import type { ReceiptPageQuery, StoredReceipt } from '../../../repository/receipt-port.js'
import type { SqlStatement, WriteStatement } from '../database.js'
import type { Condition } from '../dialect.js'
import { insertText } from '../row-statements.js'
import type { StatementSettings } from '../statements.js'

const columns = ['payment_id', 'year', 'number', 'issued_at', 'issued_by'].join(', ')

export function receiptStatements({ dialect, tables, tenant }: StatementSettings) {
  const { receipts, receiptNumbers } = tables
  const withPlaceholders = (text: string) => dialect.placeholders(text)
  const counted = (text: string) => withPlaceholders(text + dialect.finance.counted)
  const raise = counted(`UPDATE ${receiptNumbers} SET last = last + 1 WHERE tenant = ? AND year = ?`)
  const insert = counted(
    `INSERT INTO ${receipts} (tenant, ${columns}) ` +
      `VALUES (?, ?, ?, (SELECT last FROM ${receiptNumbers} WHERE tenant = ? AND year = ?), ?, ?)`,
  )
  const begin = withPlaceholders(
    insertText(receiptNumbers, ['year', 'last'], 1) + dialect.finance.orNothing('tenant, year'),
  )
  const select = `SELECT ${columns} FROM ${receipts} WHERE tenant = ? AND payment_id = ?`
  const [ofPayment, ofPaymentNow] = [withPlaceholders(select), withPlaceholders(select + dialect.lockingRead)]

  return {
    /**
     * Returns the statements that issue a receipt. The number rises and the receipt has it, or neither: both are undone
     * where the payment has a receipt.
     */
    issue: ({ paymentId, year, issuedAt, issuedBy }: Omit<StoredReceipt, 'number'>): WriteStatement[] => [
      { text: raise, values: [tenant, year], mustChange: 1 },
      {
        text: insert,
        values: [tenant, paymentId, year, tenant, year, millisecondsOf(issuedAt), issuedBy],
        mustChange: 1,
      },
    ],
    /** Returns the statement that gives a year its number 0, from which the first receipt's number rises. */
    begin: (year: number): WriteStatement => ({ text: begin, values: [tenant, year, 0] }),
    ofPayment: (paymentId: string): SqlStatement => ({ text: ofPayment, values: [tenant, paymentId] }),
    /** Returns the statement for a receipt as it is now, whatever the host's transaction has read before. */
    ofPaymentNow: (paymentId: string): SqlStatement => ({ text: ofPaymentNow, values: [tenant, paymentId] }),
    page({ year, after, limit }: ReceiptPageQuery): SqlStatement {
      const conditions: Condition[] = []
      if (year !== undefined) conditions.push({ text: 'year = ?', values: [year] })
      if (after && year === after.year) conditions.push({ text: 'number > ?', values: [after.number] })
      else if (after) {
        const values = [after.year, after.number]
        conditions.push(dialect.rowsAfter({ columns: ['year', 'number'], values, direction: 'asc', hasManyTies: true }))
      }
      const where = ['tenant = ?', ...conditions.map((one) => one.text)].join(' AND ')
      return {
        text: withPlaceholders(`SELECT ${columns} FROM ${receipts} WHERE ${where} ORDER BY year, number LIMIT ?`),
        values: [tenant, ...conditions.flatMap(({ values }) => values), dialect.limit(limit)],
      }
    },
  }
}

export type ReceiptStatements = ReturnType<typeof receiptStatements>
