import { migrate } from 'hospital-payments/sql'
import type { RowDataPacket } from 'mysql2/promise'
import { expect, it } from 'vitest'
import { statements } from '../../../src/sql/core/statements.js'
import { tablesOf } from '../../../src/sql/core/tables.js'
import { mysql } from '../../../src/sql/mysql/dialect.js'
import { mariadb, onEach, opened } from '../../support/databases/index.js'
import { sqlOn } from '../../support/databases/repository.js'
import { literal, paymentRow, run } from '../../support/schema-rows.js'

const tenant = 'clinic'

/** Columns in which payments of one tenant differ. */
const perRow: Readonly<Record<string, string>> = {
  tenant: `'${tenant}'`,
  id: "CONCAT('pay_', seq)",
  live_reference: "CONCAT('INV-', seq + 5)",
  provider_transaction_id: "CONCAT('TX-', seq + 5)",
  transaction_key: "CONCAT('tx-', seq + 5)",
  idempotency_key: "CONCAT('key-', seq + 5)",
  fingerprint: "'f'",
}

onEach([mariadb], 'sqlRepository: unique keys', (entry) => {
  const database = opened(entry)

  it('have their holders, and those of lists of receipts, found by an index', async () => {
    const tablePrefix = 'plan_'
    const tables = tablesOf(tablePrefix)
    await migrate(sqlOn(database()), { tablePrefix })
    await run(
      database(),
      `INSERT INTO ${tables.payments} (${Object.keys(paymentRow).join(', ')}) SELECT ${Object.entries(paymentRow)
        .map(([column, value]) => perRow[column] ?? literal(database(), value))
        .join(', ')} FROM seq_1_to_3000`,
    )
    await run(database(), `ANALYZE TABLE ${tables.payments}`)
    const known = statements({ dialect: mysql, tables, tenant })
    const keys = Array.from({ length: 50 }, (_, i) => `TX-${i * 7}`)
    const [receipts] = known.holdersOfTransactions(keys)
    const [live] = known.holdersOfReferences(Array.from({ length: 50 }, (_, i) => `INV-${i * 7}`))
    const plans = {
      'the holder of a key': known.holdersOfKeys(['key-7'])[0]!,
      'the holder of a reference': known.holdersOfReferences(['INV-7'])[0]!,
      'the holders of references': live!,
      'the holders of receipts': receipts!,
    }
    const read: Record<string, unknown> = {}
    for (const [what, { text, values }] of Object.entries(plans)) {
      const [rows] = await database().handle.execute<RowDataPacket[]>(`EXPLAIN ${text}`, [...values])
      read[what] = rows.map(({ type, key }) => `${type} by ${key}`).join(', ')
      expect((await database().handle.execute<RowDataPacket[]>(text, [...values]))[0].length, what).toBeGreaterThan(0)
    }
    expect(read).toEqual({
      'the holder of a key': 'const by plan_payments_unique_key',
      'the holder of a reference': 'const by plan_payments_unique_live',
      'the holders of references': 'range by plan_payments_unique_live',
      'the holders of receipts': 'range by plan_payments_by_transaction',
    })
  })
})
