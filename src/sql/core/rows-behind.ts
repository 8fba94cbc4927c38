import type { Condition } from './condition.js'
import type { SqlValue } from './database.js'
import type { PagePosition } from './dialect.js'

const signOf = ({ direction }: PagePosition) => (direction === 'asc' ? '>' : '<')

/** Returns the condition for the rows behind one of a sorted page, as a comparison of rows. */
export function rowValueBehind(place: PagePosition): Condition {
  const { columns, values } = place
  return { text: `(${columns.join(', ')}) ${signOf(place)} (${columns.map(() => '?').join(', ')})`, values }
}

/** Returns the same condition as ranges of the columns, for databases whose planner reads no index for a comparison of rows. */
export function rowRangeBehind(place: PagePosition): Condition {
  const { columns, values, hasManyTies = false } = place
  const sign = signOf(place)
  const [first = '', second = ''] = columns
  const [at = null, next = null] = values
  // Two ranges of the index; the other form reads the rows that are equal from their first on.
  if (hasManyTies) {
    return { text: `((${first} = ? AND ${second} ${sign} ?) OR ${first} ${sign} ?)`, values: [at, next, at] }
  }
  return behind(columns, values, sign)
}

function behind(
  [column = '', ...others]: readonly string[],
  [value = null, ...rest]: readonly SqlValue[],
  sign: string,
): Condition {
  if (others.length === 0) return { text: `${column} ${sign} ?`, values: [value] }
  const condition = behind(others, rest, sign)
  const isLast = others.length === 1
  return {
    text: `${column} ${sign}= ? AND (${column} ${sign} ? OR ${isLast ? condition.text : `(${condition.text})`})`,
    values: [value, value, ...condition.values],
  }
}
