/** Rule 1 of statement lines as a query that finance could ask of each database, over the shares as they are stored. */
import { expect } from 'vitest'
import type { TestDatabase } from '../../../support/databases/index.js'

/** A row for each share of each line, as the database itself reads JSON. */
const shares: Record<TestDatabase['dialect'], (line: string) => string> = {
  postgres: (line) =>
    `SELECT line.*, share."to" AS share_to, share.amount AS share, share."paymentId" AS payment_id FROM ${line} AS line
     CROSS JOIN LATERAL jsonb_to_recordset(line.shares::jsonb) AS share("to" text, amount bigint, "paymentId" text)`,
  mysql: (line) =>
    `SELECT line.*, share.share_to, share.amount AS share, share.payment_id FROM ${line} AS line
     JOIN JSON_TABLE(CONVERT(line.shares USING utf8mb4), '$[*]' COLUMNS (share_to VARCHAR(16) PATH '$.to',
       amount BIGINT PATH '$.amount', payment_id VARCHAR(64) PATH '$.paymentId')) AS share`,
  sqlite: (line) =>
    `SELECT line.*, json_extract(share.value, '$.to') AS share_to, json_extract(share.value, '$.amount') AS share,
       json_extract(share.value, '$.paymentId') AS payment_id FROM ${line} AS line JOIN json_each(line.shares) AS share`,
}

const shown = (value: unknown) => (Buffer.isBuffer(value) ? value.toString() : String(value))

/**
 * For each source, currency and day credits less debits are what shares and open money add up to, and each payment has been
 * proved what the credits share to it. Answers how many shares there are.
 */
export async function expectTieOut(database: TestDatabase, tenant: string): Promise<number> {
  const lines = `(SELECT line_key, source, currency, value_date, amount, allocated, shares,
    CASE direction WHEN 'credit' THEN 1 ELSE -1 END AS sign FROM hp_bank_lines WHERE tenant = '${tenant}')`
  const each = shares[database.dialect](lines)
  const days = await database.rows(`
    SELECT source, currency, value_date, SUM(moved) AS moved, SUM(accounted) AS accounted FROM (
      SELECT source, currency, value_date, sign * amount AS moved, sign * (amount - allocated) AS accounted
      FROM ${lines} AS line
      UNION ALL
      SELECT source, currency, value_date, 0 AS moved, sign * share AS accounted FROM (${each}) AS shared
    ) AS entry GROUP BY source, currency, value_date`)
  expect(days.length).toBeGreaterThan(0)
  for (const day of days) expect(shown(day['accounted'])).toBe(shown(day['moved']))
  const payments = await database.rows(`
    SELECT payment.id, payment.amount_reconciled AS proved, COALESCE(SUM(shared.share), 0) AS shared
    FROM hp_payments AS payment LEFT JOIN (${each}) AS shared
      ON shared.payment_id = payment.id AND shared.share_to = 'payment' AND shared.sign = 1
    WHERE payment.tenant = '${tenant}' GROUP BY payment.id, payment.amount_reconciled`)
  expect(payments.length).toBeGreaterThan(0)
  for (const payment of payments) expect(shown(payment['shared'])).toBe(shown(payment['proved']))
  const [all] = await database.rows(`SELECT COUNT(*) AS n FROM (${each}) AS shared`)
  return Number(all!['n'])
}
