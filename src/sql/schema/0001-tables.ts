import type { Tables } from '../core/tables.js'
import { closingTables } from './closing-tables.js'
import type { ColumnTypes } from './column-types.js'
import { lineTables } from './line-tables.js'
import { paymentTables } from './payment-tables.js'
import { receiptTables } from './receipt-tables.js'
import { refundTables } from './refund-tables.js'

/** Returns the statements that make all tables. Until the first release it is edited in place. */
export function tables(types: ColumnTypes, names: Tables): string[] {
  return [paymentTables, lineTables, refundTables, closingTables, receiptTables].flatMap((make) => make(types, names))
}
