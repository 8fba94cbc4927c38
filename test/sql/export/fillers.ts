/** Payments that are not changed, so many that an export comes in several parts. */
import { paymentFixture } from 'hospital-payments/testing'
import { paymentValues } from '../../../src/sql/core/row.js'
import { paymentColumns } from '../../../src/sql/core/tables.js'
import type { TestDatabase } from '../../support/databases/index.js'
import { at, hour } from '../../support/service.js'
import { dice } from '../../support/turns.js'

const rowsAtOnce = 500

/** Stores payments within a day, without their events: that many could not be made one by one. */
export async function fill(database: TestDatabase, tenant: string, count: number): Promise<void> {
  const roll = dice(count)
  const columns = ['tenant', ...paymentColumns].join(', ')
  for (let start = 0; start < count; start += rowsAtOnce) {
    const rows = Array.from({ length: Math.min(rowsAtOnce, count - start) }, () =>
      [tenant, ...paymentValues(paymentFixture({ createdAt: at(roll(24 * hour)) }))].map(literal).join(', '),
    )
    await run(database, `INSERT INTO hp_payments (${columns}) VALUES (${rows.join('), (')})`)
  }
}

function literal(value: string | number | null): string {
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value)
}

async function run(database: TestDatabase, sql: string): Promise<void> {
  if (database.dialect === 'sqlite') database.handle.exec(sql)
  else await database.rows(sql)
}
