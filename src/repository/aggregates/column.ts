/** Columns as data: what a field's values are, in whichever storage. */

/**
 * The kind of a column's values. `key` is text that is compared byte for byte; `text` and `long` are text that is only stored.
 * `document` is any JSON value. `integer` is a whole number up to 2^53-1, which for money is minor units. `instant` is ISO 8601
 * text in UTC with milliseconds, `flag` is true or false.
 */
export type ColumnType = 'key' | 'text' | 'long' | 'document' | 'integer' | 'instant' | 'flag'

/** The description of a column: which values it has, and which of them may change. */
export interface Column {
  readonly type: ColumnType
  /** The maximum of bytes of a `key`, or of characters of a `text`; 0 for the other types. */
  readonly size: number
  /** The form of a missing value: none may be missing, it is `null`, or its property is left out. */
  readonly empty: 'never' | 'null' | 'omitted'
  /** True where no later version of a row has another value. */
  readonly isFixed: boolean
  /** True for a person's words: once erased they stay away, whatever a later version brings. */
  readonly isErasable: boolean
  /** The only values that are allowed; `null` for any. */
  readonly values: readonly string[] | null
  /** The smallest value of an `integer`. */
  readonly min: number
  /** The name of the column in SQL; `null` for the field's name in snake case. */
  readonly name: string | null
}

const column = (type: ColumnType, size = 0): Column => ({
  type,
  size,
  empty: 'never',
  isFixed: false,
  isErasable: false,
  values: null,
  min: 0,
  name: null,
})

export const key = (bytes: number): Column => column('key', bytes)
export const text = (characters: number): Column => column('text', characters)
export const longText: Column = column('long')
export const document: Column = column('document')
export const instant: Column = column('instant')
export const flag: Column = column('flag')
/** A count, 0 or more; so is money in minor units. */
export const integer: Column = column('integer')
/** A count, 1 or more. */
export const positive: Column = { ...integer, min: 1 }
/** A difference of counts, below 0 too. */
export const signed: Column = { ...integer, min: Number.MIN_SAFE_INTEGER }
/** Makes a column of one of these words. */
export const oneOf = (values: readonly string[]): Column => ({ ...key(32), values })
export const orNull = (of: Column): Column => ({ ...of, empty: 'null' })
export const orOmitted = (of: Column): Column => ({ ...of, empty: 'omitted' })
export const fixed = (of: Column): Column => ({ ...of, isFixed: true })
export const erasable = (of: Column): Column => ({ ...of, isErasable: true })
export const named = (name: string, of: Column): Column => ({ ...of, name })

/** Columns by the names of their fields, in the order in which they are stored. */
export type Columns = ReadonlyMap<string, Column>

/** A column for each field of a row. */
export type ColumnsOf<Row> = { readonly [Field in keyof Required<Row>]: Column }

/** Returns the fields whose values never change. */
export function fixedFields(columns: Columns): string[] {
  return Array.from(columns).flatMap(([field, { isFixed }]) => (isFixed ? [field] : []))
}
