/** Rows of a described aggregate as parameters, and back. */
import type { AnyAggregate, StoredRow } from '../../../repository/aggregates/aggregate.js'
import type { Columns } from '../../../repository/aggregates/column.js'
import { fieldReader, sqlValueOf, valueOf } from '../columns.js'
import type { SqlRow, SqlValue } from '../database.js'

interface RowCodec {
  values(stored: { readonly row: object; readonly beside: object | null }): SqlValue[]
  read(row: SqlRow): StoredRow<object>
}

const codecs = new WeakMap<AnyAggregate, RowCodec>()

/** Returns the functions that write and read rows of an aggregate; they are made once. */
function codecOf(of: AnyAggregate): RowCodec {
  let codec = codecs.get(of)
  if (!codec) codecs.set(of, (codec = makeCodec(of)))
  return codec
}

function makeCodec(of: AnyAggregate): RowCodec {
  const { columns, rowFields, besideFields } = of
  const part = (fields: readonly string[]): Columns => new Map(fields.map((field) => [field, columns.get(field)!]))
  const [readRow, readBeside] = [fieldReader(part(rowFields)), fieldReader(part(besideFields), rowFields.length)]
  return {
    values: ({ row, beside }) => of.fields.map(({ column, read }) => sqlValueOf(column, read(row, beside))),
    read: (row) => ({ row: readRow(row), beside: readBeside(row) }),
  }
}

/** Returns the values of a stored row, in the order of the aggregate's columns. */
export function valuesOfRow(
  of: AnyAggregate,
  stored: { readonly row: object; readonly beside: object | null },
): SqlValue[] {
  return codecOf(of).values(stored)
}

/** Reads a stored row from one that begins with the columns of rows and of what is beside them. */
export function storedRowOf(of: AnyAggregate, row: SqlRow): StoredRow<object> {
  return codecOf(of).read(row)
}

/** Reads a value of a field; `null` where the row has none. */
export function fieldOf(of: AnyAggregate, field: string, value: unknown): unknown {
  return value === null ? null : valueOf(of.columns.get(field)!, value)
}
