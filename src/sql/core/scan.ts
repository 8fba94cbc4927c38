import { onAbort } from '../../internal/abort.js'
import type { Cell, PageQuery, ScanQuery } from '../../repository/port.js'
import type { SqlContext } from './context.js'
import type { Deadline, Snapshot, SqlRow, SqlStatement } from './database.js'
import { deadlineIn } from './deadline.js'
import { DatabaseFault, paymentErrorOf } from './fault.js'
import { matchesNothing } from './filter.js'
import { instant, text } from './values.js'
import { cellDecoder } from './scan-cells.js'

/** The most rows that the port hands out at a time. */
const batchSize = 1000
/** The number of rows that are read at a time: every statement costs a round trip. */
const partSize = 2000

type Batch = readonly (readonly Cell[])[]

/** The statements of a scan: all rows at once, or one part after the other. */
interface Parts<Position> {
  statement(part?: { after: Position | undefined; limit: number }): SqlStatement
  /** Returns the position of a row that a part has returned. */
  positionOf(row: SqlRow): Position
}

/** Reads all payments of a query, in batches. */
export async function* scan(context: SqlContext, query: ScanQuery, signal?: AbortSignal): AsyncGenerator<Batch> {
  signal?.throwIfAborted()
  if (matchesNothing(query)) return
  const decode = cellDecoder(query.fields, context.dialect)
  const count = query.fields.length
  const parts: Parts<NonNullable<PageQuery['after']>> = {
    statement: (part) => context.statements.scan(query, part),
    positionOf: (row) => ({ at: instant(row[count]), id: text(row[count + 1]) }),
  }
  for await (const rows of scanRows(context, parts, signal)) yield rows.map(decode)
}

/**
 * Reads all matching rows as of one instant. With a connection of its own it holds a part and the next one, which is
 * read while the reader is busy with the first; a reader that stops reading stops the database.
 */
export async function* scanRows<Position>(
  context: SqlContext,
  parts: Parts<Position>,
  signal?: AbortSignal,
): AsyncGenerator<readonly SqlRow[]> {
  signal?.throwIfAborted()
  try {
    for await (const rows of rowsOf(context, parts, signal)) {
      for (let start = 0; start < rows.length; start += batchSize) {
        yield rows.slice(start, start + batchSize)
        signal?.throwIfAborted()
      }
    }
  } catch (fault) {
    if (signal?.aborted) throw signal.reason
    throw fault instanceof DatabaseFault ? paymentErrorOf(fault, false) : fault
  }
}

/** A scan that has begun, with its first part; `parts` gives all that follow. */
interface Begun {
  readonly snapshot: Snapshot
  readonly parts: AsyncGenerator<readonly SqlRow[]>
  readonly first: IteratorResult<readonly SqlRow[]>
}

async function* rowsOf<Position>(
  context: SqlContext,
  query: Parts<Position>,
  signal?: AbortSignal,
): AsyncGenerator<readonly SqlRow[]> {
  const { database, dialect } = context
  let open: Snapshot | null = null
  const abort = () => open?.abort()

  async function begin(deadline: Deadline): Promise<Begun | null> {
    signal?.throwIfAborted()
    const snapshot = (open = await database.snapshot(deadline))
    if (!snapshot) return null
    try {
      if (signal?.aborted) snapshot.abort()
      const read = dialect.name === 'postgres' ? cursor : pages
      const each = read(context, query, snapshot, deadline)
      // Between two parts, a host's connection is the host's: nothing of ours may be under way on it.
      const parts = database.isBound() ? each : requestedAhead(each)
      return { snapshot, parts, first: await parts.next() }
    } catch (fault) {
      // What broke it is the news.
      await snapshot.close().catch(() => undefined)
      throw fault
    }
  }

  const leave = signal && onAbort(signal, abort)
  let begun: Begun | null = null
  let whole = false
  try {
    // Until something is handed out it is a call like any other, and repeated as a whole: later, rows would be of two instants.
    begun = await context.attempt(({ deadline }) => begin(deadline))
    if (!begun) {
      // Without a second connection: in one statement, before anything is handed out.
      yield await context.read(query.statement())
    } else if (!begun.first.done) {
      yield begun.first.value
      yield* begun.parts
    }
    whole = true
  } finally {
    leave?.()
    await begun?.parts.return(undefined)
    await begun?.snapshot.close().catch((fault: unknown) => {
      // Everything was read; and where it was not, what broke it is the news.
      if (whole && !(fault instanceof DatabaseFault)) throw fault
    })
  }
}

/** Requests the next item while the reader is busy with this one. */
async function* requestedAhead<Item>(source: AsyncGenerator<Item>): AsyncGenerator<Item> {
  const requestNext = () => {
    const result = source.next()
    // Where the reader never comes back for it, its failure is nowhere else handled.
    result.catch(() => undefined)
    return result
  }
  let next = requestNext()
  try {
    for (;;) {
      const { done, value } = await next
      if (done) return
      next = requestNext()
      yield value
    }
  } finally {
    // The one that was requested is waited for, so that the connection is idle when it is given back.
    await next.catch(() => undefined)
    await source.return(undefined)
  }
}

async function* cursor<Position>(
  { timeoutMs }: SqlContext,
  query: Parts<Position>,
  snapshot: Snapshot,
  beginning: Deadline,
): AsyncGenerator<readonly SqlRow[]> {
  const name = `hp_scan_${snapshot.cursor}`
  const { text: select, values } = query.statement()
  const run = (text: string, deadline: Deadline, parameters: typeof values = []) =>
    snapshot.read({ text, values: parameters }, deadline)
  try {
    await run(`DECLARE ${name} NO SCROLL CURSOR FOR ${select}`, beginning, values)
    for (let deadline = beginning; ; deadline = deadlineIn(timeoutMs)) {
      const rows = await run(`FETCH ${partSize} FROM ${name}`, deadline)
      if (rows.length > 0) yield rows
      if (rows.length < partSize) break
    }
  } finally {
    await run(`CLOSE ${name}`, deadlineIn(timeoutMs)).catch(() => undefined)
  }
}

async function* pages<Position>(
  { timeoutMs }: SqlContext,
  query: Parts<Position>,
  snapshot: Snapshot,
  beginning: Deadline,
): AsyncGenerator<readonly SqlRow[]> {
  let after: Position | undefined
  for (let deadline = beginning; ; deadline = deadlineIn(timeoutMs)) {
    const rows = await snapshot.read(query.statement({ after, limit: partSize }), deadline)
    const last = rows.at(-1)
    if (!last) return
    yield rows
    if (rows.length < partSize) return
    after = query.positionOf(last)
  }
}
