import { type Period, periodOf } from '../../domain/calendar.js'
import { byInstant, type Position, type PositionRule } from '../../domain/cursor.js'
import { isPaymentId, isReceiptId } from '../../domain/id.js'
import type { Receipt, StoredReceipt } from '../../domain/receipts/receipt.js'
import type { Page } from '../../domain/report.js'
import type { RowQuery } from '../../repository/aggregates/port.js'
import { receipts } from '../../repository/aggregates/receipts.js'
import { matchesRow } from '../../repository/aggregates/rows.js'
import type { FinanceRepository } from '../../repository/finance-port.js'
import type { Context } from '../context.js'
import { parse, parseOptions } from '../input/parse.js'
import { type ReceiptFilter, receiptNumber, receiptsQuery, type ReceiptsQuery } from '../input/receipt-calls.js'
import { readRows } from '../paging.js'
import { financeOf } from '../storage.js'
import { findReceipts, partsOf, receiptOfNumber, viewOf, viewsOf } from './stored-receipts.js'

export async function getReceipt(context: Context, paymentId: string): Promise<Receipt | null> {
  const finance = financeOf(context)
  const last = isPaymentId(paymentId) ? (await partsOf(finance, paymentId)).at(-1) : undefined
  const stored = last && (await findReceipts(finance, [last.receiptId])).get(last.receiptId)
  return stored ? viewOf(finance, stored) : null
}

/** Finds the receipt that has a number of a year; `null` where none has it. */
export async function receiptByNumber(
  context: Context,
  { number, year }: Pick<Receipt, 'number' | 'year'>,
): Promise<Receipt | null> {
  parse(receiptNumber, { number, year })
  const finance = financeOf(context)
  const stored = await receiptOfNumber(finance, { year, number })
  return stored && viewOf(finance, stored)
}

/** The receipts of a read, and the place of each in its order. */
export interface ReceiptSelection {
  readonly query: RowQuery
  /** The only payment whose receipts are read. */
  readonly paymentId: string | undefined
}

/** Returns the receipts that a filter selects, by the list whose index has the fewest others. */
export function selectionOf(
  { year, paymentId, payerId, actor, from, to }: ReceiptFilter,
  timeZone: string,
): ReceiptSelection {
  const period: Period = periodOf({ from, to }, timeZone)
  const where = {
    ...(year !== undefined && { year }),
    ...(payerId !== undefined && { payerId }),
    ...(actor !== undefined && { issuedBy: actor }),
  }
  const conditions = { ...(Object.keys(where).length > 0 && { where }), ...period }
  return { query: { list: listOf({ year, payerId, actor, from, to }), ...conditions }, paymentId }
}

function listOf({ year, payerId, actor, from, to }: ReceiptFilter): string {
  if (from !== undefined || to !== undefined) return 'issued'
  if (payerId !== undefined) return 'payer'
  if (actor !== undefined) return 'actor'
  return year === undefined ? 'number' : 'ofYear'
}

/** Compares receipts in the order of a list. */
function compare({ list }: RowQuery, a: StoredReceipt, b: StoredReceipt): number {
  if (list !== 'issued') return a.year - b.year || a.number - b.number
  return a.issuedAt === b.issuedAt ? (a.id < b.id ? -1 : 1) : a.issuedAt < b.issuedAt ? -1 : 1
}

/** Reads the selected receipts of one payment, in the order of the list. */
export async function receiptsOfPayment(
  finance: FinanceRepository,
  paymentId: string,
  query: RowQuery,
): Promise<StoredReceipt[]> {
  const { from, before } = query
  const parts = isPaymentId(paymentId) ? await partsOf(finance, paymentId) : []
  const stored = await findReceipts(
    finance,
    parts.map(({ receiptId }) => receiptId),
  )
  return [...stored.values()]
    .filter((receipt) => matchesRow({ ...receipt }, query))
    .filter(({ issuedAt }) => (from === undefined || issuedAt >= from!) && (before === undefined || issuedAt < before!))
    .sort((a, b) => compare(query, a, b))
}

const numberPosition: PositionRule = {
  length: 'YYYY'.length,
  isPosition: ({ at, id }) => /^[1-9]\d{3}$/.test(at) && /^[1-9]\d{0,14}$/.test(id),
}
const timePosition = byInstant(isReceiptId)

function positionOf({ list }: RowQuery, { year, number, issuedAt, id }: StoredReceipt): Position {
  return list === 'issued' ? { at: issuedAt, id } : { at: String(year), id: String(number) }
}

/** Returns the values of a position in the order of a list. */
function placeOf({ list }: RowQuery, { at, id }: Position): (string | number)[] {
  if (list === 'issued') return [at, id]
  return list === 'ofYear' ? [Number(id)] : [Number(at), Number(id)]
}

export async function listReceipts(context: Context, query?: ReceiptsQuery): Promise<Page<Receipt>> {
  const { cursor, limit, ...filter } = parseOptions(receiptsQuery, query)
  const { query: rows, paymentId } = selectionOf(filter, context.timeZone)
  const finance = financeOf(context)
  async function read(after: Position | undefined, limit: number): Promise<readonly StoredReceipt[]> {
    const place = after && placeOf(rows, after)
    if (paymentId === undefined) return finance.pageRows(receipts, { ...rows, direction: 'asc', after: place, limit })
    const all = await receiptsOfPayment(finance, paymentId, rows)
    const start = after ? all.findIndex((row) => isSame(positionOf(rows, row), after)) + 1 : 0
    return all.slice(start, start + limit)
  }
  const page = await readRows<StoredReceipt>({
    query: queryText(filter),
    cursor,
    limit,
    rule: rows.list === 'issued' ? timePosition : numberPosition,
    positionOf: (receipt) => positionOf(rows, receipt),
    read,
  })
  return { items: await viewsOf(finance, page.items), nextCursor: page.nextCursor }
}

function isSame(a: Position, b: Position): boolean {
  return a.at === b.at && a.id === b.id
}

function queryText({ year, paymentId, payerId, actor, from, to }: ReceiptFilter): string {
  return JSON.stringify(['receipts.list', year, paymentId, payerId, actor, from, to])
}
