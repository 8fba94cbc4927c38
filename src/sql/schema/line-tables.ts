import type { Tables } from '../core/tables.js'
import type { ColumnTypes } from './column-types.js'
import { writtenLineColumns, writtenLineEventColumns } from '../../repository/aggregates/line-columns.js'
import { describedChecks, describedColumns } from './described-columns.js'
import { check, createTable } from './table.js'

/** The columns that sums of lines take, in the order in which lines are summed up: no line itself is read. */
const summed = 'account, currency, direction, outcome, value_date, amount, allocated'

/**
 * Makes the tables of lines and of their history. The keys of lines stand in a table of their own, which decides which
 * line counts.
 *
 * A narration and what it is searched by stand in columns of their own, so that both are erased by one statement. The row of
 * the file has a name that no database reserves.
 */
export function lineTables(types: ColumnTypes, names: Tables): string[] {
  const { key, hasPartialIndexes } = types
  return [
    ...createTable(types, names.accountLines, {
      rows: 'long',
      columns: [
        `tenant ${key(255)} NOT NULL`,
        ...describedColumns(types, writtenLineColumns),
        'PRIMARY KEY (tenant, line_key)',
        check(
          "line_key <> ''",
          ...describedChecks(writtenLineColumns),
          'allocated <= amount',
          "(status = 'settled') = (allocated = amount)",
        ),
      ],
      indexes: [
        { name: 'by_date', columns: 'tenant, value_date, line_key' },
        // Of many settled lines, the few of an outcome are found without a look at the others.
        { name: 'by_status', columns: 'tenant, status, value_date, line_key, outcome' },
        // With the versions, which show by this index alone whether a closed day has changed.
        { name: 'by_account', columns: 'tenant, account, value_date, line_key, version' },
        { name: 'by_import', columns: 'tenant, import_id, value_date, line_key', where: 'import_id IS NOT NULL' },
        { name: 'by_session', columns: 'tenant, session_id, value_date, line_key', where: 'session_id IS NOT NULL' },
        { name: 'by_payer', columns: 'tenant, payer_id, status, value_date, line_key', where: 'payer_id IS NOT NULL' },
        {
          name: 'by_payer_time',
          columns: 'tenant, payer_id, created_at, line_key',
          where: 'payer_id IS NOT NULL',
        },
        // Of all money that was ever sent to an account, most has arrived.
        {
          name: 'by_transfer',
          columns: 'tenant, transfer_to, status, value_date, line_key',
          where: 'transfer_to IS NOT NULL',
        },
        ...['identity', 'receipt', 'entry', 'reference'].map((name) => {
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
        ...describedColumns(types, writtenLineEventColumns),
        'PRIMARY KEY (tenant, line_key, version)',
        check(...describedChecks(writtenLineEventColumns)),
      ],
      indexes: [{ name: 'by_time', columns: 'tenant, created_at, id' }],
    }),
  ]
}
