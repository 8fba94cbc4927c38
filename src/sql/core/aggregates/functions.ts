/** The functions of the port for aggregates over a database, and the part of a group's write that is about their rows. */
import {
  type Aggregate,
  type AnyAggregate,
  claimedKeys,
  type Beside,
  fieldsOf,
  keyTextOf,
  type StoredRow,
  type Value,
  uniqueTextOf,
} from '../../../repository/aggregates/aggregate.js'
import type {
  AggregateStorage,
  RowConflict,
  RowEntry,
  RowGuard,
  RowQuery,
} from '../../../repository/aggregates/port.js'
import { rowConflict } from '../../../repository/aggregates/row-conflict.js'
import { checkKeys, checkSuccessorOfRow } from '../../../repository/checks.js'
import { readAll, type SqlContext } from '../context.js'
import type { Deadline, SqlRow, WriteStatement } from '../database.js'
import { inOneOrder, inOrderOf } from '../one-order.js'
import { text } from '../values.js'
import { scanRows } from '../scan.js'
import { exactSum } from '../sums.js'
import { fieldOf, storedRowOf, valuesOfRow } from './stored-rows.js'
import { rowEventOf } from './row-events.js'
import type { RowPart } from './statements.js'
import { groupedBy } from '../../../internal/grouped-by.js'

/** Groups entries by their aggregates, in the order of the names, so that groups which share rows lock them in one order. */
function byAggregate<Entry extends { readonly of: AnyAggregate }>(
  entries: readonly Entry[],
): Map<AnyAggregate, Entry[]> {
  return groupedBy(
    inOneOrder(entries, ({ of }) => of.name),
    ({ of }) => of,
  )
}

/** Returns the statements that write rows and check guards, all or nothing with the others of the group. */
export function rowWrites(
  { aggregates, rowEvents }: SqlContext,
  { rows, guards }: { readonly rows: readonly RowEntry[]; readonly guards: readonly RowGuard[] },
  lockMs: number,
): WriteStatement[] {
  const events = rows.flatMap((entry) => entry.events)
  return [
    ...Array.from(byAggregate(guards)).flatMap(([of, group]) => group.map(aggregates(of).guard)),
    ...Array.from(byAggregate(rows)).flatMap(([of, group]) =>
      aggregates(of).writes(
        inOneOrder(group, ({ row }) => keyTextOf(of, row)),
        lockMs,
      ),
    ),
    ...(events.length > 0 ? rowEvents.insert(events) : []),
  ]
}

/** Returns the first conflict of a group's rows and guards, read as they are now; `null` where there is none. */
export async function conflictOfRows(
  context: SqlContext,
  entries: readonly RowEntry[],
  guards: readonly RowGuard[],
  deadline: Deadline,
): Promise<RowConflict | null> {
  if (entries.length + guards.length === 0) return null
  const rows = new Map<string, StoredRow<object>>()
  const holders = new Map<string, StoredRow<object>>()
  const keep = (of: AnyAggregate, stored: SqlRow) => {
    const row = storedRowOf(of, stored)
    rows.set(`${of.name}\0${keyTextOf(of, row.row)}`, row)
    return row
  }
  for (const [of, group] of byAggregate(entries)) {
    const statements = context.aggregates(of)
    const lock = context.dialect.lockingRead
    for (const [unique, uniqueKey] of claimedKeys(of)) {
      const [field = '', ...others] = uniqueKey.fields
      const isAlone = others.length === 0 && !uniqueKey.whileOneOf
      const taking = group
        .map((entry) => fieldsOf(of, entry))
        .filter((fields) => uniqueTextOf(uniqueKey, fields) !== null)
      const reads = isAlone
        ? statements.withValues(
            field,
            taking.map((fields) => fields[field] as Value),
            lock,
          )
        : taking.map((fields) => statements.holder(unique, fields))
      for (const stored of await readAll(context, reads, deadline)) {
        const holder = keep(of, stored)
        holders.set(`${of.name}\0${unique}\0${uniqueTextOf(uniqueKey, fieldsOf(of, holder))}`, holder)
      }
    }
    const changed = group.map(({ row }) => row)
    const [key = '', ...others] = of.key
    const current =
      others.length === 0
        ? statements.withValues(
            key,
            changed.map((row) => (row as Record<string, Value>)[key]!),
            lock,
          )
        : statements.current(changed)
    for (const row of await readAll(context, current, deadline)) keep(of, row)
  }
  for (const [of, group] of byAggregate(guards)) {
    const keys = group.map(({ key }) => Object.fromEntries(of.key.map((field, i) => [field, key[i]])))
    for (const row of await readAll(context, context.aggregates(of).current(keys), deadline)) keep(of, row)
  }
  const conflict = rowConflict(entries, guards, {
    row: (of, keyText) => rows.get(`${of.name}\0${keyText}`),
    holder: (of, unique, uniqueText) => holders.get(`${of.name}\0${unique}\0${uniqueText}`),
  })
  if (conflict) return conflict
  for (const { of, row } of entries) {
    const former = rows.get(`${of.name}\0${keyTextOf(of, row)}`)
    if (former) checkSuccessorOfRow(of, former.row, row)
  }
  return null
}

/** Returns true for a query that nothing can match: one of no values. */
function matchesNoRow({ where = {} }: RowQuery): boolean {
  return Object.values(where).some((value) => Array.isArray(value) && value.length === 0)
}

async function* scanAggregate<Row extends object>(
  context: SqlContext,
  of: Aggregate<Row>,
  query: RowQuery,
  signal?: AbortSignal,
): AsyncGenerator<readonly Row[]> {
  signal?.throwIfAborted()
  if (matchesNoRow(query)) return
  const { order } = of.lists[query.list]!
  const parts = {
    statement: (part?: RowPart) => context.aggregates(of).scan(query, part),
    positionOf(row: SqlRow): readonly Value[] {
      const fields = fieldsOf(of, storedRowOf(of, row))
      return order.map((field) => fields[field] as Value)
    },
  }
  for await (const rows of scanRows(context, parts, signal)) yield rows.map((row) => storedRowOf(of, row).row as Row)
}

export function aggregateFunctions(context: SqlContext): AggregateStorage {
  const { aggregates } = context
  return {
    async findRows<Row extends object, Extra extends Beside>(
      of: Aggregate<Row, Extra>,
      field: string,
      values: readonly Value[],
    ) {
      checkKeys(values)
      const rows = await context.attempt(({ deadline }) =>
        readAll(context, aggregates(of).withValues(field, values), deadline),
      )
      return rows.map((row) => storedRowOf(of, row) as StoredRow<Row, Extra>)
    },
    async pageRows(of, query) {
      if (query.limit < 1 || matchesNoRow(query)) return []
      return (await context.read(aggregates(of).page(query))).map((row) => storedRowOf(of, row).row as never)
    },
    scanRows: (of, query, signal) => scanAggregate(context, of, query, signal),
    leaseRows: (of, claim) =>
      context.attempt(async ({ deadline }) => {
        if (claim.limit < 1 || matchesNoRow(claim)) return []
        const { free, lease, leased } = aggregates(of)
        const keys = (await context.database.read(free(claim), deadline)).map((row) => row.map(text))
        if (keys.length > 0) await context.database.write(lease(keys, claim), deadline)
        const rows = await readAll(context, leased(keys, claim), deadline)
        return rows.map((row) => storedRowOf(of, row).row as never)
      }),
    async deleteRows(of, field, values) {
      checkKeys(values)
      if (values.length === 0) return
      await context.attempt(({ deadline }) => context.database.write(aggregates(of).delete(field, values), deadline))
    },
    async sumRows(of, query) {
      if (matchesNoRow(query)) return []
      return (await context.read(aggregates(of).sum(query))).map((row) => ({
        by: Object.fromEntries(of.sums.map((field, i) => [field, fieldOf(of, field, row[i]) as string | null])),
        count: Number(row[of.sums.length]),
        amount: exactSum(row.slice(of.sums.length + 1)),
      }))
    },
    async rowHistories(streams) {
      checkKeys(streams)
      const rows = await context.attempt(({ deadline }) =>
        readAll(context, context.rowEvents.histories([...new Set(streams)]), deadline),
      )
      return inOrderOf(streams, rows.map(rowEventOf), ({ stream }) => stream)
    },
    async pageRowEvents(query) {
      if (query.limit < 1 || query.streams?.length === 0 || query.kinds?.length === 0) return []
      return (await context.read(context.rowEvents.page(query))).map(rowEventOf)
    },
  }
}

/** Returns true where an earlier try of this very call has stored its rows: the first is there as the call has it. */
export async function areStoredRows(
  context: SqlContext,
  [entry]: readonly RowEntry[],
  deadline: Deadline,
): Promise<boolean> {
  if (!entry) return false
  const { of, row, beside, events } = entry
  const { database } = context
  const [event] = events
  if (event) {
    const [stored] = await database.read(context.rowEvents.stored(event.stream, event.version), deadline)
    return stored !== undefined && text(stored[0]) === event.id
  }
  const [stored] = await readAll(context, context.aggregates(of).current([row]), deadline)
  if (!stored) return false
  const now = storedRowOf(of, stored)
  const [before, after] = [now, { row, beside: beside ?? now.beside }].map((each) => valuesOfRow(of, each))
  return Array.from(of.columns.keys()).every((field, i) => field === of.counter?.field || before![i] === after![i])
}
