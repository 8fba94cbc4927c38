/**
 * Returns true for a value that can be iterated over, by its shape: streams and generators of other realms are no instances of
 * this realm's classes. Text is none here.
 */
export function isIterable(value: unknown): value is Iterable<unknown> | AsyncIterable<unknown> {
  if (typeof value !== 'object' || value === null) return false
  const { [Symbol.asyncIterator]: later, [Symbol.iterator]: now } = value as Partial<
    AsyncIterable<unknown> & Iterable<unknown>
  >
  return typeof (later ?? now) === 'function'
}

/** Returns the first `limit` rows; a generator is ended, and not read further. */
export function take<Row>(rows: Iterable<Row>, limit: number): Row[] {
  const firstRows: Row[] = []
  if (limit <= 0) return firstRows
  for (const row of rows) {
    firstRows.push(row)
    if (firstRows.length === limit) break
  }
  return firstRows
}
