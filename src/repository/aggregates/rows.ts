import type { Aggregate, AnyAggregate } from './aggregate.js'
import type { RowEntry, RowQuery, RowSum } from './port.js'

/** Makes the entry of a row that is stored for the first time, with nothing beside it and without an event. */
export function newRow<Row extends object>(of: Aggregate<Row>, row: Row): RowEntry<Row> {
  return { of, row, beside: {}, expected: 'nothing', events: [] }
}

/** Returns true where a row's fields meet the conditions of a query beside its bounds. */
export function matchesRow(
  fields: Readonly<Record<string, unknown>>,
  { where = {}, has = [] }: Pick<RowQuery, 'where' | 'has'>,
): boolean {
  const hasAll = has.every((field) => (fields[field] ?? null) !== null)
  return (
    hasAll &&
    Object.entries(where).every(([field, condition]) => {
      if (condition === undefined) return true
      const value = fields[field] ?? null
      return Array.isArray(condition) ? condition.includes(value) : condition === value
    })
  )
}

/** Adds up the amounts of rows, one sum for each value of the fields that the aggregate names. */
export function sumsOfRows(of: AnyAggregate, rows: readonly Readonly<Record<string, unknown>>[]): RowSum[] {
  const sums = new Map<string, { by: Record<string, string | null>; count: number; amount: bigint }>()
  for (const fields of rows) {
    const by = Object.fromEntries(of.sums.map((field) => [field, (fields[field] ?? null) as string | null]))
    const place = JSON.stringify(by)
    let sum = sums.get(place)
    if (!sum) sums.set(place, (sum = { by, count: 0, amount: 0n }))
    sum.count++
    sum.amount += BigInt(fields['amount'] as number)
  }
  return Array.from(sums.values(), ({ amount, ...sum }) => ({ ...sum, amount: amount.toString() }))
}
