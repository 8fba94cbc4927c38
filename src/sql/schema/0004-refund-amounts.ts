import type { DialectName } from '../core/database.js'
import type { Tables } from '../core/tables.js'
import type { ColumnTypes } from './column-types.js'

// Released migrations are never edited: databases exist that were made by them. What is to change is another migration.

const isWithinPayment =
  'CHECK (amount_refunding >= 0 AND amount_refunded >= 0 AND amount_refunding + amount_refunded <= amount)'

/**
 * What refunds reserve of a payment and have paid back of it: together never more than the payment, whoever writes.
 *
 * A column with a constant default is added in no time, whatever the table holds. The CHECK is new with the columns, and every
 * row that is there satisfies it: PostgreSQL does not look (NOT VALID), MariaDB does not look where the CHECK stands behind
 * a new column. MySQL refuses that for a CHECK of several columns, and copies the table for one that stands by itself; SQLite
 * reads the table once.
 *
 * On MySQL one statement, which is done as a whole or not at all, because it has no `ADD COLUMN IF NOT EXISTS`; SQLite adds
 * one column at a time. Of the two comments MariaDB runs the first, and MySQL the second.
 */
export const refundAmounts: Readonly<Record<DialectName, (types: ColumnTypes, names: Tables) => string[]>> = {
  postgres: (types, { payments }) => [
    alter(payments, [
      ...['amount_refunding', 'amount_refunded'].map((name) => column(types, name)),
      `ADD CONSTRAINT ${payments}_refunds ${isWithinPayment} NOT VALID`,
    ]),
  ],
  mysql: (types, { payments }) => [
    alter(payments, [
      column(types, 'amount_refunding'),
      `${column(types, 'amount_refunded')}\n    /*M! ${isWithinPayment} */\n` +
        `    /*!80016 , ADD CONSTRAINT ${payments}_refunds ${isWithinPayment} */`,
    ]),
  ],
  sqlite: (types, { payments }) => [
    `ALTER TABLE ${payments} ${column(types, 'amount_refunding')}`,
    `ALTER TABLE ${payments} ${column(types, 'amount_refunded')} ${isWithinPayment}`,
  ],
}

function column({ int64 }: ColumnTypes, name: string): string {
  return `ADD COLUMN ${name} ${int64} NOT NULL DEFAULT 0`
}

function alter(table: string, changes: readonly string[]): string {
  return `ALTER TABLE ${table}\n${changes.map((change) => `  ${change}`).join(',\n')}`
}
