export type { ClosingRecord } from '../domain/days/closing.js'
export type { LineMark, LineVersion } from '../domain/days/line-mark.js'
export { hasFlag } from '../domain/payments/flags.js'
export type { ReceiptAllocation, StoredReceipt } from '../domain/receipts/receipt.js'
export type { LineMarks, MarkKind } from '../domain/reconciliation/line-key.js'
export type {
  Aggregate,
  AnyAggregate,
  Beside,
  List,
  Rule,
  StoredRow,
  DueRows,
  UniqueKey,
  Value,
} from './aggregates/aggregate.js'
export type { Column, Columns, ColumnType } from './aggregates/column.js'
export type * from './aggregates/port.js'
export type { ImportRow, StoredImport } from './aggregates/imports.js'
export type { StoredNote } from './aggregates/notes.js'
export type { ReceiptPart } from './aggregates/receipts.js'
export type * from './day-port.js'
export type * from './event-port.js'
export type * from './finance-port.js'
export type * from './host-transaction.js'
export type * from './port.js'
