import type { Tables } from '../core/tables.js'
import type { ColumnTypes } from './column-types.js'
import { check, createTable } from './table.js'

/**
 * Makes the tables of receipts, and of the last number of each year: it rises in the transaction that stores the receipt, and is undone with it. A
 * sequence of the database would leave a gap for each transaction that is undone.
 */
export function receiptTables(types: ColumnTypes, names: Tables): string[] {
  const { key, text, int64, int32 } = types
  return [
    ...createTable(types, names.receiptNumbers, {
      rows: 'short',
      columns: [
        `tenant ${key(255)} NOT NULL`,
        `year ${int32} NOT NULL`,
        `last ${int64} NOT NULL`,
        'PRIMARY KEY (tenant, year)',
        check('last >= 0'),
      ],
    }),
    ...createTable(types, names.receipts, {
      rows: 'short',
      columns: [
        `tenant ${key(255)} NOT NULL`,
        `payment_id ${key(64)} NOT NULL`,
        `year ${int32} NOT NULL`,
        `number ${int64} NOT NULL`,
        `issued_at ${int64} NOT NULL`,
        `issued_by ${text(255)}`,
        'PRIMARY KEY (tenant, payment_id)',
        check('number >= 1'),
      ],
      indexes: [{ name: 'by_number', columns: 'tenant, year, number', unique: true }],
    }),
  ]
}
