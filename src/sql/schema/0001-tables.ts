import { aggregates } from '../../repository/aggregates/index.js'
import type { Tables } from '../core/tables.js'
import { aggregateTable, sharedTables } from './aggregate-tables.js'
import { closingTables } from './closing-tables.js'
import type { ColumnTypes } from './column-types.js'
import { lineTables } from './line-tables.js'
import { paymentTables } from './payment-tables.js'

/** Returns the statements that make all tables. Until the first release it is edited in place. */
export function tables(types: ColumnTypes, names: Tables): string[] {
  const made = [paymentTables, lineTables, closingTables, sharedTables]
  return [
    ...made.flatMap((make) => make(types, names)),
    ...aggregates.flatMap((of) => aggregateTable(types, names, of)),
  ]
}
