/** The audit: who did what, and when, over all streams of events, by the time of the action. */
import { isRefundEvent, isWaiverEvent, type StoredEvent } from '../../domain/event-stream.js'
import { byInstant } from '../../domain/cursor.js'
import type { ClosingRecord } from '../../domain/days/closing.js'
import { isEventId } from '../../domain/id.js'
import type { Instant } from '../../domain/payments/payment.js'
import type { Page } from '../../domain/report.js'
import { decimalOf, exportRows, type RowColumn, rowColumn } from '../../domain/row-export.js'
import { visibleText } from '../../domain/csv.js'
import type { RowEvent } from '../../repository/aggregates/port.js'
import type { EventPageQuery, EventPeriod, LineMovement } from '../../repository/event-port.js'
import type { FinanceRepository } from '../../repository/finance-port.js'
import type { Context } from '../context.js'
import {
  type AuditFilter,
  auditFilter,
  auditQuery,
  type AuditQuery,
  eventPeriod,
  exportOptions,
} from '../input/book-calls.js'
import type { RowExportOptions } from '../input/csv.js'
import { parse, parseOptions } from '../input/parse.js'
import { readRows } from '../paging.js'
import { placeOfLink } from '../days/find-closings.js'
import { financeOf } from '../storage.js'

/** The kinds of rows whose events are a part of the audit, beside payments, lines, refunds, waivers and closings. */
const rowKinds = ['session', 'attempt', 'rule'] as const

/** The kind of what an entry of the audit is about. */
export type AuditKind = 'payment' | 'line' | 'refund' | 'waiver' | (typeof rowKinds)[number] | 'closing'

/** One action: an event of one thing, with who did it. */
export interface AuditEntry {
  readonly at: Instant
  /** The person or system; `null` for what the library did by itself. */
  readonly actor: string | null
  readonly kind: AuditKind
  /** The id of what it is about: of a line its key, of a closing the account and the day, such as `cbe-1000/2026-11-20`. */
  readonly id: string
  /** The type of the event, such as `payment.succeeded` or `day.closed`. */
  readonly type: string
  /**
   * Integer, minor units: the amount of the payment, line, refund, waiver, attempt or rule, or the cash that a session moved;
   * `null` where there is none.
   */
  readonly amount: number | null
  readonly currency: string | null
  readonly reason: string | null
}

/** An entry with its place in the order, newest first. */
interface PlacedEntry {
  readonly entry: AuditEntry
  /** The place among those of one instant: the event's id, or the sequence and the hash of a closing, which come behind all events. */
  readonly place: string
}

function ofEvent(event: StoredEvent): PlacedEntry {
  const { id: place, createdAt: at, actor, type, reason } = event
  const { amount, currency } = event.data
  const subject = isRefundEvent(event)
    ? ({ kind: 'refund', id: event.data.refundId } as const)
    : isWaiverEvent(event)
      ? ({ kind: 'waiver', id: event.data.waiverId } as const)
      : ({ kind: 'payment', id: event.data.paymentId } as const)
  return { place, entry: { at, actor, ...subject, type, amount, currency, reason } }
}

function ofLine({ event, line: { key: id, amount, currency } }: LineMovement): PlacedEntry {
  const { id: place, createdAt: at, actor, type, reason } = event
  return { place, entry: { at, actor, kind: 'line', id, type, amount, currency, reason } }
}

function ofRow({ id: place, createdAt: at, stream: id, type, actor, reason, data }: RowEvent): PlacedEntry {
  const kind = type.split('.', 1)[0] as (typeof rowKinds)[number]
  const amount = (data['amount'] ?? null) as number | null
  const currency = (data['currency'] ?? null) as string | null
  return { place, entry: { at, actor, kind, id, type, amount, currency, reason } }
}

function ofClosing({ createdAt: at, actor, account, day, kind, reason, sequence, hash }: ClosingRecord): PlacedEntry {
  const type = kind === 'closing' ? 'day.closed' : 'day.reopened'
  const about = { kind: 'closing', id: `${account}/${day}`, type, amount: null, currency: null } as const
  return { place: `${sequence}.${hash}`, entry: { at, actor, ...about, reason } }
}

/** The place of a closing; digits come before the letters with which ids of events begin. */
const closingPlace = /^([1-9]\d{0,9})\.([0-9a-f]{64})$/
/** A place behind no closing of its instant. */
const aboveAllClosings = { sequence: 2 ** 31 - 1, hash: '~' }

const position = byInstant((place) => isEventId(place) || closingPlace.test(place))

interface Position {
  readonly at: string
  readonly id: string
}

interface Query extends EventPeriod {
  readonly actor?: string
}

/** Reads closings until there are enough of the person: there are few of them, and no index is of their actors. */
async function closingsOf(
  finance: FinanceRepository,
  { from: createdFrom, before: createdBefore, actor }: Query,
  after: Position | undefined,
  limit: number,
): Promise<PlacedEntry[]> {
  const [, sequence, hash = ''] = (after && closingPlace.exec(after.id)) ?? []
  const start = sequence === undefined ? aboveAllClosings : { sequence: Number(sequence), hash }
  let place = after && { at: after.at, ...start }
  const entries: PlacedEntry[] = []
  for (;;) {
    const links = await finance.pageClosings({ createdFrom, createdBefore, limit, ...(place && { after: place }) })
    entries.push(...links.filter((link) => actor === undefined || link.actor === actor).map(ofClosing))
    const last = links.at(-1)
    if (!last || links.length < limit || entries.length >= limit) return entries.slice(0, limit)
    place = placeOfLink(last)
  }
}

function isNewer(a: PlacedEntry, b: PlacedEntry): boolean {
  return a.entry.at > b.entry.at || (a.entry.at === b.entry.at && a.place > b.place)
}

/** Reads the next entries of all streams, newest first: as many of each as there may be in all. */
async function entriesOf(
  finance: FinanceRepository,
  query: Query,
  after: Position | undefined,
  limit: number,
): Promise<PlacedEntry[]> {
  const page: EventPageQuery = { ...query, limit, ...(after && { after }) }
  const entries = [
    ...(await finance.pageEvents(page)).map(ofEvent),
    ...(await finance.pageLineMovements(page)).map(ofLine),
    ...(await finance.pageRowEvents({ ...page, kinds: rowKinds })).map(ofRow),
    ...(await closingsOf(finance, query, after, limit)),
  ]
  return entries.sort((a, b) => (isNewer(a, b) ? -1 : 1)).slice(0, limit)
}

const positionOf = ({ entry, place }: PlacedEntry): Position => ({ at: entry.at, id: place })

function queryOf({ from, to, actor }: AuditFilter, timeZone: string): Query {
  return { ...eventPeriod({ from, to }, timeZone), ...(actor !== undefined && { actor }) }
}

export async function audit(context: Context, query: AuditQuery): Promise<Page<AuditEntry>> {
  const { cursor, limit, ...filter } = parse(auditQuery, query)
  const read = queryOf(filter, context.timeZone)
  const finance = financeOf(context)
  const { items, nextCursor } = await readRows({
    query: JSON.stringify(['reports.audit', read.from, read.before, read.actor]),
    cursor,
    limit,
    rule: position,
    positionOf,
    read: (after, maxEntries) => entriesOf(finance, read, after, maxEntries),
  })
  return { items: items.map(({ entry }) => entry), nextCursor }
}

const column = rowColumn<AuditEntry>

/** The columns in the documented order. */
const auditColumns: readonly RowColumn<AuditEntry>[] = [
  column('at', 'plain', ({ at }) => at),
  column('actor', 'callerText', ({ actor }) => actor),
  column('kind', 'plain', ({ kind }) => kind),
  column('id', 'callerText', ({ id }) => id),
  column('type', 'plain', ({ type }) => type),
  column('amount', 'plain', ({ amount, currency }) =>
    amount === null || currency === null ? null : decimalOf({ amount, currency }),
  ),
  column('currency', 'plain', ({ currency }) => currency),
  column('reason', 'callerText', ({ reason }) => visibleText(reason)),
]

const entriesAtOnce = 500

async function* scanEntries(
  finance: FinanceRepository,
  query: Query,
  signal: AbortSignal | undefined,
): AsyncGenerator<readonly AuditEntry[]> {
  for (let after: Position | undefined; ;) {
    signal?.throwIfAborted()
    const entries = await entriesOf(finance, query, after, entriesAtOnce)
    yield entries.map(({ entry }) => entry)
    const last = entries.at(-1)
    if (!last || entries.length < entriesAtOnce) return
    after = positionOf(last)
  }
}

export async function* exportAudit(
  context: Context,
  query: AuditFilter,
  options?: RowExportOptions,
): AsyncGenerator<string> {
  const filter = queryOf(parse(auditFilter, query), context.timeZone)
  const { signal, ...written } = parseOptions(exportOptions, options, 1)
  const finance = financeOf(context)
  yield* exportRows({ columns: auditColumns, ...written, signal, scan: () => scanEntries(finance, filter, signal) })
}
