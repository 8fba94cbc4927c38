import type { Tables } from '../core/tables.js'
import type { ColumnTypes } from './column-types.js'
import { check, createTable } from './table.js'

/**
 * Makes the tables of closings. A row of `closing_chains` is where a chain ends, and what two writes wait for each other by;
 * the links stand in a table of their own, each fact once: what pages and look-ups go by in columns, the rest as the document.
 * The lines of a link are cut into parts, so that none is larger than a statement may be.
 */
export function closingTables(types: ColumnTypes, names: Tables): string[] {
  const { key, json, int64, int32 } = types
  return [
    ...createTable(types, names.closingChains, {
      rows: 'short',
      columns: [
        `tenant ${key(255)} NOT NULL`,
        `account ${key(1020)} NOT NULL`,
        `sequence ${int32} NOT NULL`,
        `hash ${key(64)}`,
        `taken_back ${int64} NOT NULL`,
        'PRIMARY KEY (tenant, account)',
        check('sequence >= 0', 'taken_back >= 0'),
      ],
    }),
    ...createTable(types, names.closings, {
      rows: 'long',
      columns: [
        `tenant ${key(255)} NOT NULL`,
        `account ${key(1020)} NOT NULL`,
        `sequence ${int32} NOT NULL`,
        `day ${key(10)} NOT NULL`,
        `kind ${key(16)} NOT NULL`,
        `created_at ${int64} NOT NULL`,
        `hash ${key(64)} NOT NULL`,
        `lines_hash ${key(64)} NOT NULL`,
        `document ${json} NOT NULL`,
        `line_count ${int64} NOT NULL`,
        `line_versions ${int64} NOT NULL`,
        'PRIMARY KEY (tenant, account, sequence)',
        check('sequence >= 1', "kind IN ('closing', 'reopening')"),
      ],
      indexes: [
        { name: 'by_day', columns: 'tenant, account, day, sequence' },
        { name: 'by_created', columns: 'tenant, created_at, sequence, hash' },
        // Without these the newest closings of one account, and those of a day, are found among the newest of all accounts.
        { name: 'by_account', columns: 'tenant, account, created_at, sequence, hash' },
        { name: 'by_date', columns: 'tenant, day, created_at, sequence, hash' },
      ],
    }),
    ...createTable(types, names.closingLines, {
      rows: 'short',
      columns: [
        `tenant ${key(255)} NOT NULL`,
        `account ${key(1020)} NOT NULL`,
        `sequence ${int32} NOT NULL`,
        `part ${int32} NOT NULL`,
        `document ${json} NOT NULL`,
        'PRIMARY KEY (tenant, account, sequence, part)',
      ],
    }),
  ]
}
