import type { PaymentRepository } from 'hospital-payments'
import { insertFixture, paymentFixture } from 'hospital-payments/testing'
import { paymentColumns } from '../../../src/sql/core/tables.js'
import { run } from '../schema-rows.js'
import type { TestDatabase } from './database.js'
import { insertOne } from '../writes.js'

const digits = Array.from({ length: 10 }, (_, digit) => `SELECT ${digit} AS n`).join(' UNION ALL ')
const places = ['ones', 'tens', 'hundreds', 'thousands']

/** Stores up to 10,000 pending payments of amount 1 by one statement, where one after another would take a minute. */
export async function storeMany(
  database: TestDatabase,
  { repository, tenant, count, reference }: ManyPayments,
): Promise<string[]> {
  const joined = (...parts: string[]) =>
    database.dialect === 'mysql' ? `CONCAT(${parts.join(', ')})` : parts.join(' || ')
  const template = paymentFixture({ amount: 1, reference })
  await insertOne(repository, insertFixture(template))
  const from = places.map((place) => `(${digits}) AS ${place}`).join(' CROSS JOIN ')
  // From 10,000 on, so that all have as many digits.
  const number = '(10000 + ones.n + 10 * tens.n + 100 * hundreds.n + 1000 * thousands.n)'
  const text = `CAST(${number} AS CHAR(5))`
  const expressions: Record<string, string> = { id: joined('id', text), reference: joined('reference', text) }
  const columns = ['tenant', ...paymentColumns]
  await run(
    database,
    `INSERT INTO hp_payments (${columns.join(', ')}) ` +
      `SELECT ${columns.map((column) => expressions[column] ?? `stored.${column}`).join(', ')} ` +
      `FROM hp_payments AS stored CROSS JOIN ${from} ` +
      `WHERE tenant = '${tenant}' AND id = '${template.id}' AND ${number} < ${10_000 + count}`,
  )
  return Array.from({ length: count }, (_, i) => `${reference}${10_000 + i}`)
}

interface ManyPayments {
  readonly repository: PaymentRepository
  readonly tenant: string
  readonly count: number
  /** Each payment has this with its own number behind it. */
  readonly reference: string
}
