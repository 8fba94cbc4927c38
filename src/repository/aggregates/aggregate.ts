/**
 * Small aggregates, each described once, as data. From a description follow its table and indexes, the way in which its rows
 * are read and written, in memory and in SQL.
 */

import type { Column, Columns, ColumnsOf } from './column.js'

/** A value of a column as rows are compared, sorted and found by it. */
export type Value = string | number | boolean | null

/** Fields of which no two rows of a tenant have the same values; a row that lacks one of them is in no other's way. */
export interface UniqueKey {
  readonly fields: readonly string[]
  /** The values of a field while which they must be unique; left out: always. */
  readonly whileOneOf?: { readonly field: string; readonly values: readonly string[] }
}

/** An order in which rows are read, by an index: those with the same values of `equal`, sorted by `order`, whose last makes it total. */
export interface List {
  readonly equal?: readonly string[]
  readonly order: readonly string[]
  /** True for an order of two fields in which many rows share the first one's value. */
  readonly hasManyTies?: boolean
}

/** A rule about one row, for the storage in memory and as the CHECK of a table. */
export interface Rule<Row, Extra> {
  readonly sql: string
  /** Returns true where the row keeps to the rule; `beside` is `null` for a later version. */
  holds(row: Row, beside: Extra | null): boolean
}

/** Values that are stored beside a row and are no part of it: written with its first version, and kept by all others. */
export type Beside = object

export interface Description<Row extends object, Extra extends Beside = object> {
  /** Name of the table, behind the prefix of all tables. */
  readonly name: string
  readonly columns: ColumnsOf<Row>
  /** Columns of what is stored beside the row. */
  readonly beside: ColumnsOf<Extra>
  /** Columns that follow from a row, by which rows are found. */
  readonly derived?: Readonly<Record<string, { readonly column: Column; of(row: Row): Value }>>
  /** Fields that a row is known by; their values never change. */
  readonly key: readonly (keyof Row & string)[]
  readonly unique?: Readonly<Record<string, UniqueKey>>
  readonly lists?: Readonly<Record<string, List>>
  /** Indexes for statements that are written by hand. */
  readonly indexes?: Readonly<Record<string, readonly string[]>>
  /** Fields by whose values rows are looked up in batches. */
  readonly lookups?: readonly string[]
  /** Fields by whose values amounts are added up. */
  readonly sums?: readonly string[]
  readonly rules?: readonly Rule<Row, Extra>[]
  /** True where rows are leased, so that of several processes one works on a row at a time. */
  readonly leases?: boolean
  /** A field that the write numbers 1, 2, 3 … without a gap, whatever fails, in each value of another field. */
  readonly counter?: { readonly field: keyof Row & string; readonly per: keyof Row & string }
  /** The statements that change stored rows, UPDATE where left out; where there are none, triggers refuse both. */
  readonly changes?: Aggregate['changes']
  /** True where rows are short: SQLite keeps them within the index of their key, so that there is one less to write to. */
  readonly isShort?: boolean
}

/** A column of an aggregate, and how its value is read from a stored row. */
export interface FieldOfRow {
  readonly field: string
  readonly column: Column
  /** True for a value that is stored beside the row. */
  readonly isBeside: boolean
  read(row: object, beside: object | null): unknown
}

/** A described aggregate; rows that have a `version` change, all others stay as they were stored first. */
export interface Aggregate<Row extends object = object, Extra extends Beside = object> {
  readonly name: string
  readonly rowFields: readonly string[]
  readonly besideFields: readonly string[]
  /** All columns by field: those of rows, beside them, derived. */
  readonly columns: Columns
  /** The same, each with the function that reads it, which is made once: a run writes thousands of rows. */
  readonly fields: readonly FieldOfRow[]
  readonly derived: Readonly<Record<string, (row: object) => Value>>
  readonly key: readonly string[]
  readonly unique: Readonly<Record<string, UniqueKey>>
  readonly lists: Readonly<Record<string, List>>
  readonly indexes: Readonly<Record<string, readonly string[]>>
  readonly lookups: readonly string[]
  readonly sums: readonly string[]
  readonly rules: readonly { readonly sql: string; holds(row: object, beside: object | null): boolean }[]
  readonly leases: boolean
  readonly counter: { readonly field: string; readonly per: string } | null
  readonly hasVersion: boolean
  readonly changes: readonly ('UPDATE' | 'DELETE')[]
  readonly isShort: boolean
  /** The types alone; there is no such value. */
  readonly types?: { readonly row: Row; readonly beside: Extra }
}

/** Any aggregate, whatever its rows are. */
export type AnyAggregate = Aggregate

/**
 * Makes an aggregate of its description.
 *
 * @throws RangeError for rows that would be found by text that is only stored, and for a number that could change
 */
export function aggregate<Row extends object, Extra extends Beside = object>(
  description: Description<Row, Extra>,
): Aggregate<Row, Extra> {
  const { name, columns, beside, derived = {}, key: keyFields, rules = [] } = description
  const derivedFields = Object.entries(derived)
  const allColumns = new Map<string, Column>([
    ...Object.entries<Column>(columns),
    ...Object.entries<Column>(beside),
    ...derivedFields.map(([field, { column: of }]) => [field, of] as const),
  ])
  const { unique = {}, lookups = [] } = description
  for (const field of [...keyFields, ...lookups, ...Object.values(unique).flatMap(({ fields }) => fields)]) {
    const { type } = allColumns.get(field)!
    const isComparable = lookups.includes(field) ? type === 'key' : type === 'key' || type === 'integer'
    if (!isComparable) throw new RangeError(`${name}.${field} is no column to find rows by`)
  }
  const { counter } = description
  if (counter && 'version' in columns && !columns[counter.field].isFixed)
    throw new RangeError(`${name}.${counter.field} is a number that a later version could change`)
  const fields = Array.from(allColumns, ([field, of]): FieldOfRow => {
    const isBeside = field in beside
    const derive = derived[field]?.of
    const read: FieldOfRow['read'] = derive
      ? (row) => derive(row as Row)
      : isBeside
        ? (_, values) => (values as Readonly<Record<string, unknown>> | null)?.[field]
        : (row) => (row as Readonly<Record<string, unknown>>)[field]
    return { field, column: of, isBeside, read }
  })
  return {
    name,
    rowFields: Object.keys(columns),
    besideFields: Object.keys(beside),
    columns: allColumns,
    fields,
    derived: Object.fromEntries(derivedFields.map(([field, { of }]) => [field, of as (row: object) => Value])),
    key: keyFields,
    unique,
    lists: description.lists ?? {},
    indexes: description.indexes ?? {},
    lookups,
    sums: description.sums ?? [],
    rules: rules as Aggregate['rules'],
    leases: description.leases ?? false,
    counter: counter ?? null,
    hasVersion: 'version' in columns,
    changes: description.changes ?? ['UPDATE'],
    isShort: description.isShort ?? false,
  }
}

/** A row with what is stored beside it. */
export interface StoredRow<Row extends object, Extra extends Beside = object> {
  readonly row: Row
  readonly beside: Extra
}

/** Returns all fields of a row, those beside it and the derived ones. */
export function fieldsOf(
  of: AnyAggregate,
  { row, beside }: { readonly row: object; readonly beside: object | null },
): Readonly<Record<string, unknown>> {
  const fields: Record<string, unknown> = { ...row, ...beside }
  for (const [field, derive] of Object.entries(of.derived)) fields[field] = derive(row)
  return fields
}

/** Returns one text of the values of fields; `null` where one of them is missing. */
export function textOfFields(fields: Readonly<Record<string, unknown>>, names: readonly string[]): string | null {
  const values = names.map((name) => fields[name] ?? null)
  return values.includes(null) ? null : values.map(String).join('\0')
}

/** Returns what a row is known by, as one text. */
export function keyTextOf(of: AnyAggregate, row: object): string {
  return textOfFields(row as Record<string, unknown>, of.key)!
}

/** Lists the unique keys that a write decides on; those of a counter's numbers are the counter's own. */
export function claimedKeys({ unique, counter }: AnyAggregate): [string, UniqueKey][] {
  return Object.entries(unique).filter(([, { fields }]) => !counter || !fields.includes(counter.field))
}

/** Returns what must be unique of a row under a key, as one text; `null` where the row is in no other's way. */
export function uniqueTextOf(
  { fields: names, whileOneOf }: UniqueKey,
  fields: Readonly<Record<string, unknown>>,
): string | null {
  if (whileOneOf && !whileOneOf.values.includes(String(fields[whileOneOf.field]))) return null
  return textOfFields(fields, names)
}

/** Copies a row, so that stored and returned ones are independent. */
export function copyRow<Part extends object>(of: AnyAggregate, part: Part): Part {
  const copy = { ...part } as Record<string, unknown>
  for (const [field, { type }] of of.columns)
    if (type === 'document' && field in copy) copy[field] = structuredClone(copy[field])
  return copy as Part
}

/** Returns a row's next version as it is stored after `former`: words that are erased do not come back. */
export function storableRow<Row extends object>(of: AnyAggregate, former: object | undefined, next: Row): Row {
  const copy = copyRow(of, next) as Record<string, unknown>
  for (const [field, { isErasable, empty }] of former ? of.columns : []) {
    if (!isErasable || ((former as Record<string, unknown>)[field] ?? null) !== null) continue
    if (empty === 'omitted') delete copy[field]
    else copy[field] = null
  }
  return copy as Row
}
