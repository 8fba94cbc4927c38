/** The search for groups of rows that may be moved, from some of their rows on. */
import type { StoredEvent } from '../../domain/event-stream.js'
import { placeOf } from '../../domain/event-stream.js'
import type { AccountLine, LineEvent } from '../../domain/reconciliation/account-line.js'
import type { Instant } from '../../domain/payments/payment.js'
import { groupedBy } from '../../internal/grouped-by.js'
import type { Aggregate, Beside } from '../../repository/aggregates/aggregate.js'
import { attempts } from '../../repository/aggregates/attempts.js'
import { receiptParts, receipts } from '../../repository/aggregates/receipts.js'
import { refunds } from '../../repository/aggregates/refunds.js'
import { waivers } from '../../repository/aggregates/waivers.js'
import type { FinanceRepository } from '../../repository/finance-port.js'
import { readAll, type SqlContext } from '../../sql/core/context.js'
import { paymentOf } from '../../sql/core/row.js'
import { text } from '../../sql/core/values.js'
import { isFinalAttempt, isFinalLine, isFinalPayment, isFinalReceipt, isFinalRefund, isFinalWaiver } from './final.js'
import {
  type Link,
  LinkedGroups,
  type LinkedKind,
  type LinkedRows,
  linksOfAttempt,
  linksOfEvent,
  linksOfLine,
  linksOfPayment,
  linksOfReceipt,
  linksOfRefund,
  linksOfWaiver,
  nameOfLink,
  noRows,
} from './linked-rows.js'

/** The rules by which rows may be moved. */
export interface ArchiveRules {
  /** The instant before which all of a payment lies. */
  readonly before: Instant
  /** Returns true for a line of a month that is closed, on an account that is asked for. */
  isOfClosedMonth(line: AccountLine): boolean
}

/** A group of rows that may be moved. */
export interface MovableGroup {
  readonly links: readonly Link[]
}

/** The groups that were found, with their rows and the events of these. */
export interface FoundGroups {
  readonly groups: readonly MovableGroup[]
  readonly rows: LinkedRows
  /** The events by stream: of payments, and of refunds of lines. */
  readonly events: ReadonlyMap<string, readonly StoredEvent[]>
  /** The rows that were seen and stay, so that they are not read again. */
  readonly stayed: readonly Link[]
}

/** The most rows of which groups are made at once: a group that is larger stays where it is. */
const maxRows = 30_000

/** The limit of the port for histories. */
const rowsAtOnce = 1000

/** A row with what it names; it stays where the row is not over. */
interface ReadRow {
  readonly row: Link
  readonly stays: boolean
  readonly links: readonly Link[]
}

/** Reads rows of which each names others, until whole groups are known. */
class GroupSearch {
  readonly groups = new LinkedGroups()
  readonly rows = noRows()
  readonly events = new Map<string, readonly StoredEvent[]>()
  private frontier: Link[] = []

  constructor(
    private readonly context: SqlContext,
    private readonly finance: FinanceRepository,
    private readonly rules: ArchiveRules,
    private readonly stayed: ReadonlySet<string>,
  ) {}

  add(row: Link): void {
    if (!this.groups.add(row)) return
    if (this.stayed.has(nameOfLink(row))) this.groups.stay(row)
    else this.frontier.push(row)
  }

  async run(): Promise<void> {
    while (this.frontier.length > 0) {
      const open = this.frontier.filter((row) => !this.groups.stays(row))
      this.frontier = open.slice(rowsAtOnce)
      if (this.groups.size > maxRows) {
        for (const row of open) this.groups.stay(row)
        return
      }
      for (const [kind, links] of groupedBy(open.slice(0, rowsAtOnce), ({ kind }) => kind)) {
        const ids = links.map(({ id }) => id)
        for (const read of await this.read(kind, ids)) this.put(read)
      }
    }
  }

  private put({ row, stays, links }: ReadRow): void {
    if (stays) this.groups.stay(row)
    for (const other of links) {
      this.add(other)
      this.groups.join(row, other)
    }
  }

  private read(kind: LinkedKind, ids: readonly string[]): Promise<ReadRow[]> {
    const { before } = this.rules
    switch (kind) {
      case 'payment':
        return this.payments(ids)
      case 'line':
        return this.lines(ids)
      case 'receipt':
        return this.ofAggregate(receipts, 'receipt', ids, (row) => isFinalReceipt(row, before), linksOfReceipt)
      case 'refund':
        return this.refunds(ids)
      case 'waiver':
        return this.ofAggregate(waivers, 'waiver', ids, (row) => isFinalWaiver(row, before), linksOfWaiver)
      case 'attempt':
        return this.ofAggregate(attempts, 'attempt', ids, (row) => isFinalAttempt(row, before), linksOfAttempt)
    }
  }

  /** Reads the events of streams, and which of these have an event that waits for its delivery. */
  private async streams(ids: readonly string[]): Promise<{ waiting: ReadonlySet<string> }> {
    const ofStream = groupedBy(await this.finance.histories(ids), (event) => placeOf(event).stream)
    for (const id of ids) this.events.set(id, ofStream.get(id) ?? [])
    const { dialect, tables, tenant } = this.context
    const rows = await this.context.attempt(({ deadline }) =>
      readAll(
        this.context,
        dialect.batches(ids).map((part) => {
          const { text: isOne, values } = dialect.oneOf('payment_id', part)
          const select = `SELECT DISTINCT payment_id FROM ${tables.deliveries} WHERE tenant = ? AND ${isOne}`
          return { text: dialect.placeholders(select), values: [tenant, ...values] }
        }),
        deadline,
      ),
    )
    return { waiting: new Set(rows.map(([id]) => text(id))) }
  }

  private async payments(ids: readonly string[]): Promise<ReadRow[]> {
    const { context } = this
    const stored = (
      await context.attempt(({ deadline }) => readAll(context, context.finance.paymentsOf(ids), deadline))
    ).map(paymentOf)
    const byId = new Map(stored.map((payment) => [payment.id, payment]))
    const { waiting } = await this.streams(ids)
    const naming = [
      await this.naming(receiptParts, 'paymentId', ids, ({ receiptId }) => ({ kind: 'receipt', id: receiptId })),
      await this.naming(refunds, 'paymentId', ids, ({ id }) => ({ kind: 'refund', id })),
      await this.naming(waivers, 'paymentId', ids, ({ id }) => ({ kind: 'waiver', id })),
      await this.naming(attempts, 'paymentId', ids, ({ id }) => ({ kind: 'attempt', id })),
    ]
    return ids.map((id): ReadRow => {
      const row: Link = { kind: 'payment', id }
      const payment = byId.get(id)
      if (!payment) return { row, stays: true, links: [] }
      this.rows.payment.set(id, payment)
      const stays = !isFinalPayment(payment, this.rules.before) || waiting.has(id)
      const links = stays
        ? []
        : [...linksOfPayment(payment, this.events.get(id)!), ...naming.flatMap((links) => links.get(id) ?? [])]
      return { row, stays, links }
    })
  }

  private async lines(keys: readonly string[]): Promise<ReadRow[]> {
    const { finance, rules } = this
    const stored = new Map((await finance.findLines(keys)).map((line) => [line.key, line]))
    const events = groupedBy(await finance.lineHistories(keys), ({ lineKey }) => lineKey)
    const naming = [
      await this.naming(receipts, 'lineKey', keys, ({ id }) => ({ kind: 'receipt', id })),
      await this.naming(refunds, 'lineKey', keys, ({ id }) => ({ kind: 'refund', id })),
      await this.naming(attempts, 'lineKey', keys, ({ id }) => ({ kind: 'attempt', id })),
      await this.naming(attempts, 'feeKey', keys, ({ id }) => ({ kind: 'attempt', id })),
    ]
    return keys.flatMap((key): ReadRow[] => {
      const line = stored.get(key)
      // A key alone is of a line that was never stored whole, or was moved before.
      if (!line) return []
      this.rows.line.set(key, line)
      const row: Link = { kind: 'line', id: key }
      const stays = !isFinalLine(line) || !rules.isOfClosedMonth(line)
      const links: Link[] = [
        ...linksOfLine(line, (events.get(key) ?? []) as readonly LineEvent[]),
        ...naming.flatMap((links) => links.get(key) ?? []),
      ]
      return [{ row, stays, links: stays ? [] : links }]
    })
  }

  /** Finds the rows of an aggregate that name any of these ids in a field, as links by that id. */
  private async naming<Row extends object, Extra extends Beside>(
    of: Aggregate<Row, Extra>,
    field: keyof Row & string,
    ids: readonly string[],
    linkOf: (row: Row) => Link,
  ): Promise<ReadonlyMap<string, readonly Link[]>> {
    const links = new Map<string, Link[]>()
    for (const [id, rows] of groupedBy(await this.finance.findRows(of, field, ids), ({ row }) => row[field] as string))
      links.set(
        id,
        rows.map(({ row }) => linkOf(row)),
      )
    return links
  }

  private async refunds(ids: readonly string[]): Promise<ReadRow[]> {
    const { before } = this.rules
    const read = await this.ofAggregate(refunds, 'refund', ids, (row) => isFinalRefund(row, before), linksOfRefund)
    const { waiting } = await this.streams(ids)
    return read.map(({ row, stays, links }) => ({
      row,
      stays: stays || waiting.has(row.id),
      links: [...links, ...this.events.get(row.id)!.flatMap(linksOfEvent)],
    }))
  }

  private async ofAggregate<Row extends { id: string }>(
    of: Aggregate<Row>,
    kind: Exclude<LinkedKind, 'payment' | 'line'>,
    ids: readonly string[],
    isFinal: (row: Row) => boolean,
    linksOf: (row: Row) => Link[],
  ): Promise<ReadRow[]> {
    const stored = new Map((await this.finance.findRows(of, 'id', ids)).map(({ row }) => [row.id, row]))
    return ids.map((id): ReadRow => {
      const row = stored.get(id)
      if (!row) return { row: { kind, id }, stays: true, links: [] }
      ;(this.rows[kind] as unknown as Map<string, Row>).set(id, row)
      const stays = !isFinal(row)
      return { row: { kind, id }, stays, links: stays ? [] : linksOf(row) }
    })
  }
}

/** Finds the groups of some rows, whole, and leaves out those that stay. */
export async function findGroups(
  context: SqlContext,
  finance: FinanceRepository,
  seeds: readonly Link[],
  rules: ArchiveRules,
  stayed: ReadonlySet<string>,
): Promise<FoundGroups> {
  const search = new GroupSearch(context, finance, rules, stayed)
  for (const seed of seeds) search.add(seed)
  await search.run()
  const { groups, rows, events } = search
  return { groups: groups.groups().map((links) => ({ links })), rows, events, stayed: groups.stayed() }
}
