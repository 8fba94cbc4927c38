/** Rule 1 of statement lines as a query that finance could ask of each database, over the allocations as they are stored. */
import { expect } from 'vitest'
import type { TestDatabase } from '../../../support/databases/index.js'

/** A row for each allocation of each line, as the database itself reads JSON. */
const allocations: Record<TestDatabase['dialect'], (line: string) => string> = {
  postgres: (line) =>
    `SELECT line.*, allocation."to" AS allocation_to, allocation.amount AS allocation, allocation."paymentId" AS payment_id FROM ${line} AS line
     CROSS JOIN LATERAL jsonb_to_recordset(line.allocations::jsonb) AS allocation("to" text, amount bigint, "paymentId" text)`,
  mysql: (line) =>
    `SELECT line.*, allocation.allocation_to, allocation.amount AS allocation, allocation.payment_id FROM ${line} AS line
     JOIN JSON_TABLE(CONVERT(line.allocations USING utf8mb4), '$[*]' COLUMNS (allocation_to VARCHAR(16) PATH '$.to',
       amount BIGINT PATH '$.amount', payment_id VARCHAR(64) PATH '$.paymentId')) AS allocation`,
  sqlite: (line) =>
    `SELECT line.*, json_extract(allocation.value, '$.to') AS allocation_to, json_extract(allocation.value, '$.amount') AS allocation,
       json_extract(allocation.value, '$.paymentId') AS payment_id FROM ${line} AS line JOIN json_each(line.allocations) AS allocation`,
}

const textOf = (value: unknown) => (Buffer.isBuffer(value) ? value.toString() : String(value))

/**
 * Checks that for each account, currency and day credits less debits equal the sum of allocations and open money, and that each
 * payment has been proved the sum that credits allocate to it. Returns the number of allocations.
 */
export async function expectTieOut(database: TestDatabase, tenant: string): Promise<number> {
  const lines = `(SELECT line_key, account, currency, value_date, amount, allocated, allocations,
    CASE direction WHEN 'credit' THEN 1 ELSE -1 END AS sign FROM hp_account_lines WHERE tenant = '${tenant}')`
  const each = allocations[database.dialect](lines)
  const days = await database.rows(`
    SELECT account, currency, value_date, SUM(moved) AS moved, SUM(accounted) AS accounted FROM (
      SELECT account, currency, value_date, sign * amount AS moved, sign * (amount - allocated) AS accounted
      FROM ${lines} AS line
      UNION ALL
      SELECT account, currency, value_date, 0 AS moved, sign * allocation AS accounted FROM (${each}) AS shared
    ) AS entry GROUP BY account, currency, value_date`)
  expect(days.length).toBeGreaterThan(0)
  for (const day of days) expect(textOf(day['accounted'])).toBe(textOf(day['moved']))
  const payments = await database.rows(`
    SELECT payment.id, payment.amount_reconciled AS proved, COALESCE(SUM(shared.allocation), 0) AS shared
    FROM hp_payments AS payment LEFT JOIN (${each}) AS shared
      ON shared.payment_id = payment.id AND shared.allocation_to = 'payment' AND shared.sign = 1
    WHERE payment.tenant = '${tenant}' GROUP BY payment.id, payment.amount_reconciled`)
  expect(payments.length).toBeGreaterThan(0)
  for (const payment of payments) expect(textOf(payment['shared'])).toBe(textOf(payment['proved']))
  const [all] = await database.rows(`SELECT COUNT(*) AS n FROM (${each}) AS shared`)
  return Number(all!['n'])
}
