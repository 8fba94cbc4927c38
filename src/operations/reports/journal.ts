/** The journal: every movement of money that was recorded on some local days, as balanced pairs of rows in CSV. */
import { type JournalPair, journalPairs } from '../../domain/books/journal.js'
import { dayOf } from '../../domain/calendar.js'
import { visibleText } from '../../domain/csv.js'
import { isPaymentEvent } from '../../domain/event-stream.js'
import type { AccountLine, Allocation, LineEvent } from '../../domain/reconciliation/account-line.js'
import { decimalOf, exportRows, type RowColumn, rowColumn } from '../../domain/row-export.js'
import { pacer, recordsAtOnce } from '../../internal/event-loop.js'
import type { LineMovement } from '../../repository/event-port.js'
import type { FinanceRepository } from '../../repository/finance-port.js'
import type { Context } from '../context.js'
import { eventPeriod, type JournalOptions, journalOptions, type JournalQuery, journalQuery } from '../input/book-calls.js'
import { parse, parseOptions } from '../input/parse.js'
import { eventsOf } from '../lines/payments-of-lines.js'
import { findRefunds } from '../refunds/stored-refunds.js'
import { financeOf } from '../storage.js'

/** A pair of the journal with the line and the event that it is of. */
interface Posting {
  readonly pair: JournalPair
  readonly line: AccountLine
  readonly event: LineEvent
  /** The local day of the event. */
  readonly date: string
  readonly reference: string | null
}

/** One row of the CSV: one side of a pair. */
interface JournalRow extends Posting {
  readonly side: 'debit' | 'credit'
}

const column = rowColumn<JournalRow>
const amountOn = (side: JournalRow['side']) => (row: JournalRow) =>
  row.side === side ? decimalOf({ amount: row.pair.amount, currency: row.line.currency }) : null

/** Returns the columns in the documented order. */
function columnsOf(hasMemo: boolean): RowColumn<JournalRow>[] {
  return [
    column('date', 'plain', ({ date }) => date),
    column('valueDate', 'plain', ({ line }) => line.valueDate),
    column('line', 'text', ({ line }) => line.key),
    column('account', 'callerText', ({ pair, side }) => pair[side]),
    column('counterAccount', 'callerText', ({ pair, side }) => pair[side === 'debit' ? 'credit' : 'debit']),
    column('debit', 'plain', amountOn('debit')),
    column('credit', 'plain', amountOn('credit')),
    column('currency', 'plain', ({ line }) => line.currency),
    column('reference', 'callerText', ({ reference }) => visibleText(reference)),
    column('memo', 'callerText', ({ line }) => (hasMemo ? visibleText(line.narration) : null)),
    column('entry', 'plain', ({ event, pair }) => `${event.id}.${pair.position}`),
  ]
}

/** Returns the id of the payment that an allocation is about. */
function paymentOf(allocation: Allocation): string | undefined {
  return allocation.to === 'payment' || allocation.to === 'category' ? allocation.paymentId : undefined
}

function refundOf(allocation: Allocation): string | undefined {
  return allocation.to === 'refund' ? allocation.refundId : undefined
}

/** The limit of the port for one read. */
const refundsAtOnce = 5000

/** Returns the references of the payments and refunds of allocations, by their ids; a reference never changes. */
async function referencesOf(
  finance: FinanceRepository,
  allocations: readonly Allocation[],
): Promise<ReadonlyMap<string, string>> {
  const idsBy = (idOf: (allocation: Allocation) => string | undefined) => [
    ...new Set(allocations.flatMap((allocation) => idOf(allocation) ?? [])),
  ]
  const references = new Map<string, string>()
  for (const event of await eventsOf(finance, idsBy(paymentOf)))
    if (isPaymentEvent(event)) references.set(event.data.paymentId, event.data.reference)
  const refundIds = idsBy(refundOf)
  for (let first = 0; first < refundIds.length; first += refundsAtOnce) {
    const refunds = await findRefunds(finance, { ids: refundIds.slice(first, first + refundsAtOnce) })
    for (const { id, reference } of refunds) references.set(id, reference)
  }
  return references
}

/** Makes the rows of some movements, in their order. */
async function rowsOf(context: Context, movements: readonly LineMovement[]): Promise<JournalRow[]> {
  const posted = movements.map((movement) => ({ movement, pairs: journalPairs(movement) }))
  const allocations = posted.flatMap(({ pairs }) => pairs.flatMap(({ of }) => of ?? []))
  const references = await referencesOf(financeOf(context), allocations)
  return posted.flatMap(({ movement: { event, line }, pairs }) => {
    if (pairs.length === 0) return []
    const date = dayOf(event.createdAt, context.timeZone)
    return pairs.flatMap((pair): JournalRow[] => {
      const id = pair.of && (paymentOf(pair.of) ?? refundOf(pair.of))
      const reference = (id && references.get(id)) ?? line.reference ?? null
      const posting: Posting = { pair, line, event, date, reference }
      return [
        { ...posting, side: 'debit' },
        { ...posting, side: 'credit' },
      ]
    })
  })
}

/** The allocations after which no more movements are looked at together: one line may pay thousands of bills. */
const allocationsAtOnce = 500
const rowsAtOnce = 500

/** Cuts movements into groups of few allocations, or of a single movement. */
function* groupsOf(movements: readonly LineMovement[]): Generator<LineMovement[]> {
  let group: LineMovement[] = []
  let size = 0
  for (const movement of movements) {
    group.push(movement)
    size += 1 + movement.event.allocations.length
    if (size < allocationsAtOnce) continue
    yield group
    group = []
    size = 0
  }
  if (group.length > 0) yield group
}

async function* scanRows(
  context: Context,
  movements: AsyncIterable<readonly LineMovement[]>,
): AsyncGenerator<readonly JournalRow[]> {
  const pace = pacer(recordsAtOnce)
  for await (const batch of movements) {
    for (const group of groupsOf(batch)) {
      const rows = await rowsOf(context, group)
      for (let first = 0; first < rows.length; first += rowsAtOnce) {
        const part = rows.slice(first, first + rowsAtOnce)
        yield part
        const turn = pace(part.length)
        if (turn) await turn
      }
    }
  }
}

export async function* journal(
  context: Context,
  query: JournalQuery,
  options?: JournalOptions,
): AsyncGenerator<string> {
  const { accounts, ...days } = parse(journalQuery, query)
  const { memo, ...written } = parseOptions(journalOptions, options, 1)
  const period = eventPeriod(days, context.timeZone)
  const finance = financeOf(context)
  const scan = () =>
    scanRows(context, finance.scanLineMovements({ ...period, ...(accounts && { accounts }) }, written.signal))
  yield* exportRows({ columns: columnsOf(memo), ...written, signal: written.signal, scan })
}
