import { isPlainObject, unknownNames } from '../../internal/option-checks.js'
import { collapsed, folded } from './text.js'

/** A column of a mapping, ready to be looked for in a header. */
export interface Column {
  /** The same for the same column of a mapping, and for no other. */
  readonly key: string
  /** Its number, counted from 0; `null` for one that is known by name. */
  readonly at: number | null
  readonly name: string
  /** The ordinal among the columns of its name, counted from 1. */
  readonly nth: number
}

/** The highest number of a column, beyond that of any export. */
export const maxColumns = 9999

function isNumber(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 1 && (value as number) <= maxColumns
}

function byNumber(number: number): Column {
  return { key: JSON.stringify({ at: number }), at: number - 1, name: '', nth: 1 }
}

/** Returns the column that a mapping names; for any other value, what it must be. */
export function columnIn(value: unknown, hasHeader: boolean): Column | string {
  if (isPlainObject(value)) {
    if ('at' in value) {
      const isRight = isNumber(value['at']) && unknownNames(value, ['at']).length === 0
      return isRight ? byNumber(value['at'] as number) : `must be { at }, a whole number of 1 to ${maxColumns}`
    }
    const { name, nth } = value
    if (
      !hasHeader ||
      typeof name !== 'string' ||
      name.trim() === '' ||
      !isNumber(nth) ||
      unknownNames(value, ['name', 'nth'])[0]
    )
      return 'must be { name, nth } in a file with a header row, or { at }'
    const one = collapsed(name)
    return { key: nth === 1 ? one : JSON.stringify({ name: one, nth }), at: null, name: one, nth }
  }
  if (typeof value !== 'string' || value.trim() === '') return 'must be the name of a column'
  if (hasHeader) return { key: collapsed(value), at: null, name: collapsed(value), nth: 1 }
  return /^[1-9]\d{0,3}$/.test(value) ? byNumber(Number(value)) : "must be '1', '2', … in a file without a header row"
}

/** Returns a column as an error names it. */
export function shownColumn({ at, name, nth }: Column): string {
  if (at !== null) return `column ${at + 1}`
  return nth === 1 ? JSON.stringify(name) : `${nth} columns ${JSON.stringify(name)}`
}

/** Returns a name so that spellings which differ by letter case, blanks and punctuation alone are one. */
export function spelling(name: string): string {
  return folded(name.replace(/[^\p{L}\p{N}]+/gu, '')) || folded(name)
}

/** Returns the position of the n-th cell with that name; -1 where there are fewer. */
function nthOf(cells: readonly string[], nth: number, isIt: (cell: string) => boolean): number {
  let count = 0
  return cells.findIndex((cell) => isIt(cell) && ++count === nth)
}

/** Returns the position of the column among the cells of a header, collapsed; -1 where it is not among them. */
export function positionOf(
  { at, name, nth }: Column,
  cells: readonly string[],
  spellings: ReadonlySet<string> | undefined,
): number {
  if (at !== null) return at < cells.length ? at : -1
  const exact = nthOf(cells, nth, (cell) => cell === name)
  return exact >= 0 || !spellings ? exact : nthOf(cells, nth, (cell) => spellings.has(spelling(cell)))
}
