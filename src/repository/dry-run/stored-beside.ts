/** Reads of what is stored beside what a dry run has changed. */

const scanBatch = 1000

/** Returns a page of stored rows without those that were changed, and of the changed ones in `changedRows`. */
export async function pageBeside<Row, Position>({
  changedRows,
  read,
  positionOf,
  isChanged,
  isBefore,
  after,
  limit,
}: {
  /** Changed rows that match and are behind `after`, in any order. */
  changedRows: readonly Row[]
  read(after: Position | undefined, limit: number): Promise<readonly Row[]>
  positionOf(row: Row): Position
  isChanged(row: Row): boolean
  isBefore(a: Row, b: Row): boolean
  after: Position | undefined
  limit: number
}): Promise<Row[]> {
  const rows = [...changedRows]
  let last = after
  for (let more = limit; more > 0;) {
    const batch = await read(last, limit)
    for (const row of batch) {
      last = positionOf(row)
      if (isChanged(row)) continue
      rows.push(row)
      more--
    }
    if (batch.length < limit) break
  }
  rows.sort((a, b) => (isBefore(a, b) ? -1 : 1))
  return rows.slice(0, limit)
}

/** Yields all stored rows without those that were changed, and the changed ones, in the order of their places. */
export async function* scanBeside<Row>({
  stored,
  placeOf,
  isChanged,
  entering,
  enteringAt,
  signal,
}: {
  stored: AsyncIterable<readonly Row[]>
  /** Returns a text that sorts as the rows do. */
  placeOf(row: Row): string
  isChanged(row: Row): boolean
  /** Places of the changed rows, sorted; the rows themselves are made when their turn comes. */
  entering: readonly string[]
  enteringAt(place: string): Row
  signal: AbortSignal | undefined
}): AsyncGenerator<Row[]> {
  let next = 0
  let batch: Row[] = []
  function* add(row: Row): Generator<Row[]> {
    batch.push(row)
    if (batch.length < scanBatch) return
    yield batch
    batch = []
    signal?.throwIfAborted()
  }
  for await (const rows of stored) {
    for (const row of rows) {
      if (isChanged(row)) continue
      const place = placeOf(row)
      while (next < entering.length && entering[next]! < place) yield* add(enteringAt(entering[next++]!))
      yield* add(row)
    }
  }
  while (next < entering.length) yield* add(enteringAt(entering[next++]!))
  if (batch.length > 0) yield batch
  signal?.throwIfAborted()
}
