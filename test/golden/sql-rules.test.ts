/** That every statement of the golden files can be sent to the one server, or read from the one partition, of its tenant. */
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { rules, statementsIn } from './sql-rules.js'

const folder = new URL('./', import.meta.url)
const files = readdirSync(folder).filter((name) => name.endsWith('.sql'))

/** By rule, statements that break it. */
const wrong: Readonly<Record<string, readonly string[]>> = {
  'names the tenant of every table': [
    'SELECT id FROM hp_payments WHERE id = $1',
    'SELECT id FROM hp_payments AS payment JOIN hp_payment_events AS event ON event.tenant = payment.tenant WHERE payment.tenant = ?',
    'SELECT CASE WHEN EXISTS (SELECT 1 FROM hp_line_notes AS note WHERE note.tenant = line.tenant) THEN 1 END FROM hp_account_lines AS line WHERE tenant = $1',
    'WITH free AS (SELECT tenant FROM hp_deliveries WHERE tenant = $1) UPDATE hp_deliveries AS delivery SET owner = $2 FROM free WHERE delivery.tenant = free.tenant',
    'DELETE FROM hp_deliveries WHERE event_id = ?',
    'INSERT INTO hp_payments (id, tenant) VALUES ($1, $2)',
    'INSERT INTO hp_receipts (tenant, id) SELECT id, $1 FROM entry',
    'SELECT 1 FROM hp_payments WHERE tenant = $1 UNION ALL SELECT 2 FROM hp_closings WHERE account = $2',
  ],
  'has no query within VALUES': [
    'INSERT INTO hp_receipts (tenant, number) VALUES (?, (SELECT last FROM hp_counters WHERE tenant = ?))',
    'INSERT INTO hp_receipts (tenant, number) VALUES (?, ?), (?, COALESCE((SELECT last FROM hp_counters WHERE tenant = ?), 0))',
  ],
  'compares by CASE WHEN': ['UPDATE hp_deliveries SET attempts = CASE dead WHEN 1 THEN 0 END WHERE tenant = ?'],
  'returns a row for each row of an INSERT … SELECT': [
    'WITH event AS (INSERT INTO hp_payment_events (tenant, id) SELECT $1::text, id FROM entry) SELECT 1 RETURNING 1',
    'INSERT INTO hp_payment_terms (tenant, term) SELECT $1::text, term FROM entry ON CONFLICT DO NOTHING',
  ],
  'changes a table by one action': ['ALTER TABLE hp_payments ADD COLUMN a text, ADD COLUMN b text'],
}

describe('test/golden: a statement', () => {
  it.each(rules)('keeps its rule: $name', ({ dialect = '', faults }) => {
    for (const file of files.filter((name) => name.startsWith(dialect))) {
      const statements = statementsIn(readFileSync(new URL(file, folder), 'utf8'))
      expect(statements.length).toBeGreaterThan(50)
      expect([file, statements.flatMap(faults)]).toEqual([file, []])
    }
  })

  it.each(rules)('is found by its rule where it breaks it: $name', ({ name, faults }) => {
    const statements = wrong[name]!
    expect(statements.filter((sql) => faults(sql).length === 0)).toEqual([])
  })
})
