import { type AnyAggregate, keyTextOf } from './aggregate.js'
import type { Column } from './column.js'
import type { RowEntry } from './port.js'

/** Maximum of rows in one write. */
const maxRows = 5000

function problemOfValue(column: Column, value: unknown): boolean {
  if (value === null || value === undefined) return column.empty === 'never'
  if (column.type === 'integer') return !Number.isSafeInteger(value) || (value as number) < column.min
  return column.values !== null && !column.values.includes(String(value))
}

function problemOfEntry({ of, row, beside, expected, events }: RowEntry): string | null {
  if ((beside === null) !== (typeof expected === 'number'))
    return `a row of ${of.name} with what is beside it out of place`
  for (const { field, column, isBeside, read } of of.fields) {
    if (beside === null && isBeside) continue
    const isCounted = of.counter?.field === field && expected === 'nothing'
    if (!isCounted && problemOfValue(column, read(row, beside))) return `a row of ${of.name} with a wrong ${field}`
  }
  if (of.rules.some(({ holds }) => !holds(row, beside))) return `a row of ${of.name} that breaks a rule of it`
  if (of.hasVersion !== (expected !== 'anything') && expected !== 'nothing')
    return `a row of ${of.name} with a wrong expectation`
  const { version } = row as { version?: number }
  const isFollowing = version === (typeof expected === 'number' ? expected : 0) + 1
  if (of.hasVersion && !isFollowing) return `a row of ${of.name} whose version does not follow`
  if (events.some(({ stream, version: place }) => stream === '' || place < 1)) return 'an event of no place'
  return null
}

/** Returns true where a text stands in a list more than once. */
export function hasTwice(texts: readonly string[]): boolean {
  return new Set(texts).size < texts.length
}

/** Returns what is wrong with the rows of a write; `null` where the core may send them. */
export function problemOfRows(entries: readonly RowEntry[]): string | null {
  if (entries.length > maxRows) return `more than ${maxRows} rows in one group`
  for (const entry of entries) {
    const problem = problemOfEntry(entry)
    if (problem !== null) return problem
  }
  if (hasTwice(entries.map(({ of, row }) => `${of.name}\0${keyTextOf(of, row)}`))) return 'a row twice in one group'
  return null
}

/** Returns what is wrong with a row's next version: a field that never changes has; `null` where nothing is. */
export function problemOfSuccessor(of: AnyAggregate, former: object, next: object): string | null {
  for (const field of of.rowFields) {
    const { isFixed, type } = of.columns.get(field)!
    const [before, after] = [former, next].map((row) => {
      const value = (row as Record<string, unknown>)[field] ?? null
      return type === 'document' ? JSON.stringify(value) : value
    })
    if (isFixed && before !== after) return `a change of ${field} of a row of ${of.name}`
  }
  return null
}
