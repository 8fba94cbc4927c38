/** By shape: streams and generators of other realms are no instances of this realm's classes. Text is none here. */
export function isIterable(value: unknown): value is Iterable<unknown> | AsyncIterable<unknown> {
  if (typeof value !== 'object' || value === null) return false
  const { [Symbol.asyncIterator]: later, [Symbol.iterator]: now } = value as Partial<
    AsyncIterable<unknown> & Iterable<unknown>
  >
  return typeof (later ?? now) === 'function'
}

/** The first `limit` of them; the generator is left, not read to its end. */
export function take<Row>(rows: Iterable<Row>, limit: number): Row[] {
  const taken: Row[] = []
  if (limit <= 0) return taken
  for (const row of rows) {
    taken.push(row)
    if (taken.length === limit) break
  }
  return taken
}
