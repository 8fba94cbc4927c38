/** Rows in the order of (at, id), in chunks, so that an insertion among a million of them takes microseconds. */

export interface Bound {
  at: string
  id: string
}

export interface SortKey<Row> {
  at(row: Row): string
  id(row: Row): string
}

interface Chunk<Row> {
  rows: Row[]
  /** Epoch in which the chunk was made. Views of a later epoch share the chunk: it is copied before it is written to. */
  epoch: number
}

const chunkSize = 512

/** Rows as of one instant; those of `SortedRows`, as they are now. */
export class SortedView<Row> {
  constructor(
    protected readonly key: SortKey<Row>,
    protected chunks: Chunk<Row>[],
  ) {}

  protected isBefore(row: Row, { at, id }: Bound): boolean {
    const rowAt = this.key.at(row)
    return rowAt < at || (rowAt === at && this.key.id(row) < id)
  }

  /** Finds the first row that is not before `bound`, and returns its chunk and its place there. */
  protected find(bound: Bound): [number, number] {
    const last = this.chunks.at(-1)?.rows.at(-1)
    // Most rows come in order.
    if (last === undefined || this.isBefore(last, bound)) return [this.chunks.length, 0]
    let chunk = 0
    for (let high = this.chunks.length; chunk < high;) {
      const middle = (chunk + high) >>> 1
      if (this.isBefore(this.chunks[middle]!.rows.at(-1)!, bound)) chunk = middle + 1
      else high = middle
    }
    const rows = this.chunks[chunk]?.rows ?? []
    let place = 0
    for (let high = rows.length; place < high;) {
      const middle = (place + high) >>> 1
      if (this.isBefore(rows[middle]!, bound)) place = middle + 1
      else high = middle
    }
    return [chunk, place]
  }

  /** Yields rows from `bound` (inclusive) upwards. */
  *ascending(bound: Bound): Generator<Row> {
    const [first, start] = this.find(bound)
    let place = start
    for (let chunk = first; chunk < this.chunks.length; chunk++) {
      const { rows } = this.chunks[chunk]!
      for (; place < rows.length; place++) yield rows[place]!
      place = 0
    }
  }

  /** Yields rows below `bound` (exclusive) downwards; from the last one where `bound` is `null`. */
  *descending(bound: Bound | null): Generator<Row> {
    const [last, end] = bound ? this.find(bound) : [this.chunks.length, 0]
    let place = end - 1
    for (let chunk = last; chunk >= 0; chunk--) {
      const { rows } = this.chunks[chunk] ?? { rows: [] }
      for (; place >= 0; place--) yield rows[place]!
      place = (this.chunks[chunk - 1]?.rows.length ?? 0) - 1
    }
  }
}

export class SortedRows<Row> extends SortedView<Row> {
  private epoch = 0

  constructor(key: SortKey<Row>) {
    super(key, [])
  }

  /** Returns the rows as they are now, whatever is written later; it costs a word a chunk. */
  snapshot(): SortedView<Row> {
    this.epoch++
    return new SortedView(this.key, this.chunks.slice())
  }

  add(row: Row): void {
    const [chunkIndex, place] = this.find(this.boundOf(row))
    const index = Math.min(chunkIndex, this.chunks.length - 1)
    if (index < 0) {
      this.chunks.push({ rows: [row], epoch: this.epoch })
      return
    }
    const { rows } = this.writable(index)
    rows.splice(chunkIndex > index ? rows.length : place, 0, row)
    if (rows.length > chunkSize) this.split(index)
  }

  delete(row: Row): void {
    const [index, place] = this.find(this.boundOf(row))
    const chunk = this.writable(index)
    chunk.rows.splice(place, 1)
    if (chunk.rows.length === 0) this.chunks.splice(index, 1)
  }

  private boundOf(row: Row): Bound {
    return { at: this.key.at(row), id: this.key.id(row) }
  }

  private writable(index: number): Chunk<Row> {
    const chunk = this.chunks[index]!
    if (chunk.epoch === this.epoch) return chunk
    return (this.chunks[index] = { rows: chunk.rows.slice(), epoch: this.epoch })
  }

  /** Splits a chunk. A full last chunk stays full: rows mostly come in order, and half-empty chunks would double the memory. */
  private split(index: number): void {
    const { rows } = this.chunks[index]!
    const keep = index === this.chunks.length - 1 ? chunkSize : chunkSize / 2
    this.chunks.splice(index + 1, 0, { rows: rows.splice(keep), epoch: this.epoch })
  }
}

/** Merges several sorted sequences into one, in the order of `isFirst`. */
export function* merge<Row>(sources: readonly Iterator<Row>[], isFirst: (a: Row, b: Row) => boolean): Generator<Row> {
  // Sorted by row: a source that gave one mostly gives one of the next, so its new row does not go far back.
  const heads: { source: Iterator<Row>; row: Row }[] = []
  for (const source of sources) {
    const { done, value: row } = source.next()
    if (!done) heads.push({ source, row })
  }
  heads.sort((a, b) => (isFirst(a.row, b.row) ? -1 : 1))
  while (heads.length > 0) {
    const first = heads[0]!
    yield first.row
    const { done, value: row } = first.source.next()
    if (done) {
      heads.shift()
      continue
    }
    first.row = row
    let place = 0
    for (; place + 1 < heads.length && isFirst(heads[place + 1]!.row, row); place++) heads[place] = heads[place + 1]!
    heads[place] = first
  }
}
