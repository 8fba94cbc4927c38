import type { Tables } from '../core/tables.js'
import type { ColumnTypes } from './column-types.js'
import { check, createTable, largest } from './table.js'

/** The columns that sums of lines take, in the order in which lines are summed up: no line itself is read. */
const summed = 'account, currency, direction, outcome, value_date, amount, allocated'

/**
 * Makes the tables of lines, of their history and of accounts. The keys of lines stand in a table of their own, which decides which
 * line counts.
 *
 * A narration and what it is searched by stand in columns of their own, so that both are erased by one statement. The row of
 * the file has a name that no database reserves.
 */
export function lineTables(types: ColumnTypes, names: Tables): string[] {
  const { key, text, json, int64, int32, flag, hasPartialIndexes } = types
  return [
    ...createTable(types, names.accountLines, {
      rows: 'long',
      columns: [
        `tenant ${key(255)} NOT NULL`,
        `line_key ${key(1020)} NOT NULL`,
        `account ${key(1020)} NOT NULL`,
        `direction ${key(6)} NOT NULL`,
        `amount ${int64} NOT NULL`,
        `currency ${key(3)} NOT NULL`,
        `value_date ${key(10)} NOT NULL`,
        `import_id ${key(64)}`,
        `file_row ${int64} NOT NULL`,
        `booked_at ${int64}`,
        `reference ${json}`,
        `provider_transaction_id ${json}`,
        `narration ${json}`,
        `outcome ${key(32)} NOT NULL`,
        `status ${key(16)} NOT NULL`,
        `held ${flag} NOT NULL`,
        `allocated ${int64} NOT NULL`,
        `given_back ${int64} NOT NULL DEFAULT 0`,
        `allocations ${json} NOT NULL`,
        `assignee ${key(1020)}`,
        `version ${int32} NOT NULL`,
        `created_at ${int64} NOT NULL`,
        `updated_at ${int64} NOT NULL`,
        `search_text ${json} NOT NULL`,
        `narration_text ${json}`,
        `identity_mark ${key(64)}`,
        `receipt_mark ${key(64)}`,
        `entry_mark ${key(64)}`,
        'PRIMARY KEY (tenant, line_key)',
        check(
          "line_key <> ''",
          "direction IN ('credit', 'debit')",
          `amount BETWEEN 1 AND ${largest}`,
          'allocated BETWEEN 0 AND amount',
          `given_back BETWEEN 0 AND ${largest}`,
          "status IN ('open', 'settled')",
          "(status = 'settled') = (allocated = amount)",
          'held IN (0, 1)',
          'version >= 1',
        ),
      ],
      indexes: [
        { name: 'by_date', columns: 'tenant, value_date, line_key' },
        { name: 'by_status', columns: 'tenant, status, value_date, line_key' },
        { name: 'by_account', columns: 'tenant, account, value_date, line_key' },
        { name: 'by_import', columns: 'tenant, import_id, value_date, line_key', where: 'import_id IS NOT NULL' },
        ...['identity', 'receipt', 'entry'].map((name) => {
          return { name: `by_${name}`, columns: `tenant, ${name}_mark`, where: `${name}_mark IS NOT NULL` }
        }),
        // Settled lines, which are most, cost a sum of open ones nothing.
        hasPartialIndexes
          ? { name: 'open', columns: `tenant, ${summed}`, where: "status = 'open'" }
          : { name: 'open', columns: `tenant, status, ${summed}` },
      ],
    }),
    ...createTable(types, names.lineEvents, {
      rows: 'short',
      columns: [
        `tenant ${key(255)} NOT NULL`,
        `line_key ${key(1020)} NOT NULL`,
        `version ${int32} NOT NULL`,
        `id ${key(64)} NOT NULL`,
        `type ${key(64)} NOT NULL`,
        `created_at ${int64} NOT NULL`,
        `actor ${text(255)}`,
        `reason ${text(500)}`,
        `allocations ${json} NOT NULL`,
        'PRIMARY KEY (tenant, line_key, version)',
        check('version >= 1'),
      ],
    }),
    // What writes that are decided on the lines of an account wait for each other by.
    ...createTable(types, names.accounts, {
      rows: 'short',
      columns: [
        `tenant ${key(255)} NOT NULL`,
        `account ${key(1020)} NOT NULL`,
        `currency ${key(3)} NOT NULL`,
        `version ${int64} NOT NULL`,
        'PRIMARY KEY (tenant, account, currency)',
        check('version >= 0'),
      ],
    }),
  ]
}
