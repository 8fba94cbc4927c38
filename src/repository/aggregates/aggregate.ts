/**
 * Small aggregates, each described once, as data. From a description follow its table and indexes, the way in which its rows
 * are read and written, in memory and in SQL.
 */
import { copyPlain } from '../copy.js'
import type { Column, Columns, ColumnsOf } from './column.js'

/**
 * A value of a column by which rows are compared, sorted and found: text, an integer (money in minor units), a flag, an instant
 * as ISO 8601 text in UTC with milliseconds, or `null` where the row has none.
 */
export type Value = string | number | boolean | null

/**
 * Fields of which no two rows of a tenant have the same values, such as `{ fields: ['requestKey'] }`. A row without a value of
 * one of the fields is never a conflict.
 */
export interface UniqueKey {
  /** One field or more, compared byte for byte. */
  readonly fields: readonly string[]
  /**
   * The field and the values with which the key applies, such as `{ field: 'status', values: ['open'] }`; a row with another value
   * is never a conflict. Without it the key always applies.
   */
  readonly whileOneOf?: { readonly field: string; readonly values: readonly string[] }
}

/**
 * An order in which an index reads rows: those with the same values of the fields `equal`, ascending by the fields `order`. The
 * last field of `order` is unique among them, so that pages neither repeat nor lose a row. An example is
 * `{ equal: ['status'], order: ['createdAt', 'id'] }`.
 */
export interface List {
  readonly equal?: readonly string[]
  readonly order: readonly string[]
  /** True where many rows have the same value of the first of two fields of `order`. */
  readonly hasManyTies?: boolean
}

/**
 * Rows that wait for work from a time on, such as `{ field: 'receivedAt', whileOneOf: { field: 'status', values: ['new'] } }`.
 * Those with another value of the field of `whileOneOf` do not wait, nor do those without a time.
 */
export interface DueRows {
  readonly field: string
  readonly whileOneOf?: UniqueKey['whileOneOf']
}

/**
 * A rule about one row, as a function for the storage in memory and as the condition of a CHECK for tables, such as `amount > 0`.
 * Both must accept the same rows.
 */
export interface Rule<Row, Extra> {
  /** The condition in SQL, with names of columns (`given_back`), not of fields (`givenBack`). */
  readonly sql: string
  /** Returns true where the row keeps to the rule; `beside` is `null` for a later version. */
  holds(row: Row, beside: Extra | null): boolean
}

/**
 * Values that are stored with a row and are not a part of it, such as the idempotency key of the call that made it. They are
 * written with its first version and never change.
 */
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
  /** The time of rows that wait for work, by which an index finds them over all tenants. */
  readonly due?: DueRows
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
  /** True where triggers refuse to change the key and the fixed fields of a stored row, and to delete it. */
  readonly isGuarded?: boolean
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

/**
 * A small aggregate as data: all that a storage needs to make its table, and to read and write its rows. Rows with a field
 * `version` (1, 2, 3 …) change, each time to the next version. Rows without it stay as they were stored first.
 */
export interface Aggregate<Row extends object = object, Extra extends Beside = object> {
  /** The name of the table, behind the prefix of all tables, such as `refunds`. */
  readonly name: string
  /** The fields of a row, in the order of their columns. */
  readonly rowFields: readonly string[]
  /** The fields of what is stored beside a row. */
  readonly besideFields: readonly string[]
  /** All columns by field: those of rows, beside them, derived. */
  readonly columns: Columns
  /** The same, each with the function that reads it, which is made once: a run writes thousands of rows. */
  readonly fields: readonly FieldOfRow[]
  /** The functions that compute the derived columns from a row. */
  readonly derived: Readonly<Record<string, (row: object) => Value>>
  /** The fields that a row is known by; their values never change. */
  readonly key: readonly string[]
  /** The unique keys by name. */
  readonly unique: Readonly<Record<string, UniqueKey>>
  /** The orders in which rows are read, by the name that a `RowQuery` gives. */
  readonly lists: Readonly<Record<string, List>>
  /** Further indexes by name, each with its fields. */
  readonly indexes: Readonly<Record<string, readonly string[]>>
  /** The time of rows that wait for work, by which an index finds them over all tenants; `null` where none wait. */
  readonly due: DueRows | null
  /** The fields by whose values `findRows` finds rows, beside the first one of the key. */
  readonly lookups: readonly string[]
  /** The fields by whose values `sumRows` adds up the amounts, which are integers in minor units. */
  readonly sums: readonly string[]
  /** The rules that every stored row keeps. */
  readonly rules: readonly { readonly sql: string; holds(row: object, beside: object | null): boolean }[]
  /** True where `leaseRows` leases rows. */
  readonly leases: boolean
  /** The field that the write numbers 1, 2, 3 … without a gap, in each value of the field `per`; else `null`. */
  readonly counter: { readonly field: string; readonly per: string } | null
  /** True where a row changes, from version to version. */
  readonly hasVersion: boolean
  /** The statements that change stored rows; triggers refuse the others. */
  readonly changes: readonly ('UPDATE' | 'DELETE')[]
  /** True where triggers refuse to change the key and the fixed fields of a stored row, and to delete it. */
  readonly isGuarded: boolean
  /** True where SQLite keeps the rows within the index of their key. */
  readonly isShort: boolean
  /** The types alone; there is no such value. */
  readonly types?: { readonly row: Row; readonly beside: Extra }
}

/** An aggregate of any rows. */
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
  const { unique = {} } = description
  const lookups = withLookupOfErasure(description, allColumns)
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
    due: description.due ?? null,
    lookups,
    sums: description.sums ?? [],
    rules: rules as Aggregate['rules'],
    leases: description.leases ?? false,
    counter: counter ?? null,
    hasVersion: 'version' in columns,
    changes: description.changes ?? ['UPDATE'],
    isGuarded: description.isGuarded ?? false,
    isShort: description.isShort ?? false,
  }
}

/** The fields that say whose payment or line a row is about. */
const subjects = ['paymentId', 'lineKey'] as const

/** Returns the look-ups of an aggregate: rows with erasable text are found by their payment too, or else by their line. */
function withLookupOfErasure(
  { key: [first = ''], lookups = [] }: Pick<AnyAggregate, 'key'> & { lookups?: readonly string[] },
  columns: Columns,
): readonly string[] {
  const subject = subjects.find((field) => columns.has(field))
  const isErasable = [...columns.values()].some((column) => column.isErasable)
  const isFound = subject === undefined || subject === first || lookups.includes(subject)
  return isErasable && !isFound ? [...lookups, subject] : lookups
}

/** Returns the names of the fields that an erasure empties; a row of which one must not be empty is deleted. */
export function erasableFields({ columns }: AnyAggregate): readonly string[] {
  return Array.from(columns).flatMap(([field, { isErasable }]) => (isErasable ? [field] : []))
}

/** Returns the fields by whose values the erasable text of an aggregate's rows is erased; none where it has no such text. */
export function erasedBy(of: AnyAggregate): readonly (typeof subjects)[number][] {
  if (erasableFields(of).length === 0) return []
  return subjects.filter((field) => of.key[0] === field || of.lookups.includes(field))
}

/** Returns true where a row is deleted with its erasable text, because it is nothing without it. */
export function isDeletedWhenErased(of: AnyAggregate): boolean {
  return erasableFields(of).some((field) => of.columns.get(field)!.empty === 'never')
}

/** A row as it is stored, with the values beside it; both are plain objects by field. */
export interface StoredRow<Row extends object, Extra extends Beside = object> {
  readonly row: Row
  readonly beside: Extra
}

/** Returns all fields of a row, those beside it and the derived ones: the row itself where it has no others. */
export function fieldsOf(
  of: AnyAggregate,
  { row, beside }: { readonly row: object; readonly beside: object | null },
): Readonly<Record<string, unknown>> {
  const derivedFields = Object.entries(of.derived)
  if (of.besideFields.length + derivedFields.length === 0) return row as Readonly<Record<string, unknown>>
  const fields: Record<string, unknown> = { ...row, ...beside }
  for (const [field, derive] of derivedFields) fields[field] = derive(row)
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
    if (type === 'document' && field in copy) copy[field] = copyPlain(copy[field])
  return copy as Part
}

/** Returns a row's next version as it is stored after `former`: words that are erased do not come back. */
export function storableRow<Row extends object>(of: AnyAggregate, former: object | undefined, next: Row): Row {
  return former
    ? emptied(of, next, (field) => ((former as Record<string, unknown>)[field] ?? null) === null)
    : copyRow(of, next)
}

/** Returns a row without its erasable text. */
export function withoutErasable<Row extends object>(of: AnyAggregate, row: Row): Row {
  return emptied(of, row, () => true)
}

/** Copies a row without the text of those erasable fields that a condition is true of. */
function emptied<Row extends object>(of: AnyAggregate, row: Row, isEmpty: (field: string) => boolean): Row {
  const copy = copyRow(of, row) as Record<string, unknown>
  for (const [field, { isErasable, empty }] of of.columns) {
    if (!isErasable || !isEmpty(field)) continue
    if (empty === 'omitted') delete copy[field]
    else copy[field] = null
  }
  return copy as Row
}
