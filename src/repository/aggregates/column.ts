/** Columns as data: what a field's values are, in whichever storage. */

/**
 * The kind of a column's values: `key` is text that is compared, byte for byte; `text` and `long` are text that is only stored;
 * `document` is any value that JSON holds.
 */
export type ColumnType = 'key' | 'text' | 'long' | 'document' | 'integer' | 'instant' | 'flag'

/** A column of an aggregate, as its description has it. */
export interface Column {
  readonly type: ColumnType
  /** Maximum of bytes of a `key`, of characters of a `text`. */
  readonly size: number
  /** The form of a missing value: none may be missing, it is `null`, or its property is left out. */
  readonly empty: 'never' | 'null' | 'omitted'
  /** True where no later version of a row has another value. */
  readonly isFixed: boolean
  /** True for a person's words: once erased they stay away, whatever a later version brings. */
  readonly isErasable: boolean
  /** The only values, where they are few. */
  readonly values: readonly string[] | null
  /** The smallest value of an integer. */
  readonly min: number
  /** The name in SQL, where it is not that of the field. */
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
/** Makes a column of one of these words. */
export const oneOf = (values: readonly string[]): Column => ({ ...key(32), values })
export const orNull = (of: Column): Column => ({ ...of, empty: 'null' })
export const orOmitted = (of: Column): Column => ({ ...of, empty: 'omitted' })
export const fixed = (of: Column): Column => ({ ...of, isFixed: true })
export const erasable = (of: Column): Column => ({ ...of, isErasable: true })
export const named = (name: string, of: Column): Column => ({ ...of, name })

/** Columns by field, in the order in which they are stored. */
export type Columns = ReadonlyMap<string, Column>

/** A column for each field of a row. */
export type ColumnsOf<Row> = { readonly [Field in keyof Required<Row>]: Column }

/** Returns the fields whose values never change. */
export function fixedFields(columns: Columns): string[] {
  return Array.from(columns).flatMap(([field, { isFixed }]) => (isFixed ? [field] : []))
}
