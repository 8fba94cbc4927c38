/** The search terms of payments that earlier releases have stored, written a part at a time. */
import { searchTermsOf } from '../../domain/payments/search-terms.js'
import type { Customer } from '../../domain/payments/payment.js'
import type { Writable } from '../../internal/writable.js'
import type { Deadline, SqlRow, SqlStatement, SqlValue, WriteStatement } from '../core/database.js'
import type { Dialect } from '../core/dialect.js'
import { indexed, type TermRow } from '../core/finance/terms.js'
import { text } from '../core/row.js'
import { stillFilling } from './failures.js'
import type { SchemaSettings } from './options.js'

/** How the fill reaches the database; `write` is all or nothing. */
export interface FillAccess {
  read(statement: SqlStatement): Promise<readonly SqlRow[]>
  write(statements: readonly WriteStatement[]): Promise<unknown>
}

/** Payments of one part: a write of some 5,000 short rows. */
const partSize = 1000

/** No repository has a tenant of no name. Its rows are the last payments of the parts that were written: tenant and id. */
const ofFill = ''

function rowsOf([id, reference, amount, name, phone, createdAt]: SqlRow): TermRow[] {
  const customer: Writable<Customer> = {}
  if (name !== null) customer.name = text(name)
  if (phone !== null) customer.phone = text(phone)
  const terms = searchTermsOf({ reference: text(reference), amount: Number(amount), customer })
  return [...new Set(terms.map(indexed))].map((term) => [term, Number(createdAt), text(id)])
}

/**
 * Walks all payments in the order of their key. Each part is written with the place that it ends at, so a fill that was cut
 * off goes on from there, and of two at once each does what the other has not done yet, or the same again, which changes
 * nothing. Payments that are made meanwhile bring their own terms.
 */
export async function fillTerms(
  dialect: Dialect,
  { tables }: Pick<SchemaSettings, 'tables'>,
  { read, write }: FillAccess,
  deadline: Deadline,
): Promise<void> {
  const select = (sql: string, values: SqlValue[]) => read({ text: dialect.placeholders(sql), values })
  const termsOf = (tenant: string, rows: readonly TermRow[]) =>
    dialect.finance.lineWrites({ tables, tenant, bound: true }).terms(rows)
  const one = dialect.limit(1)

  const [last] = await select(
    `SELECT term, payment_id FROM ${tables.terms} WHERE tenant = ? ORDER BY term DESC, created_at DESC, payment_id DESC LIMIT ?`,
    [ofFill, one],
  )
  let [tenant, id] = last ? [text(last[0]), text(last[1])] : [ofFill, '']
  let hasPlaces = last !== undefined
  for (;;) {
    if (deadline.remaining() <= 0) throw stillFilling()
    const rows = await select(
      'SELECT id, reference, amount, customer_name, customer_phone, created_at ' +
        `FROM ${tables.payments} WHERE tenant = ? AND id > ? ORDER BY id LIMIT ?`,
      [tenant, id, dialect.limit(partSize)],
    )
    const end = rows.at(-1)
    if (end) {
      id = text(end[0])
      hasPlaces = true
      await write([...termsOf(tenant, rows.flatMap(rowsOf)), ...termsOf(ofFill, [[tenant, 0, id]])])
      continue
    }
    const [next] = await select(`SELECT tenant FROM ${tables.payments} WHERE tenant > ? ORDER BY tenant LIMIT ?`, [
      tenant,
      one,
    ])
    if (!next) break
    tenant = text(next[0])
    id = ''
  }
  // Where there was no payment, a user who may only make tables is enough.
  if (!hasPlaces) return
  await write([{ text: dialect.placeholders(`DELETE FROM ${tables.terms} WHERE tenant = ?`), values: [ofFill] }])
}
