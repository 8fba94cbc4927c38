/** One waiver, pages and exports of them, and their events. */
import { byInstant } from '../../domain/cursor.js'
import { visibleText } from '../../domain/csv.js'
import { isWaiverEvent } from '../../domain/event-stream.js'
import { isWaiverId } from '../../domain/id.js'
import type { Page } from '../../domain/report.js'
import { exportRows, type RowColumn, rowColumn } from '../../domain/row-export.js'
import type { WaiverEvent } from '../../domain/waivers/event.js'
import type { Waiver } from '../../domain/waivers/waiver.js'
import { waivers } from '../../repository/aggregates/waivers.js'
import type { Context } from '../context.js'
import { rowExportOf, type RowExportOptions } from '../input/csv.js'
import { parseOptions } from '../input/parse.js'
import {
  rowsOfWaivers,
  type WaiversExportQuery,
  waiversExportQuery,
  type WaiversQuery,
  waiversQuery,
} from '../input/waiver-calls.js'
import { readRows } from '../paging.js'
import { financeOf } from '../storage.js'
import { findWaiver } from './find-waiver.js'

export async function getWaiver(context: Context, id: string): Promise<Waiver | null> {
  return findWaiver(financeOf(context), id)
}

export async function waiverHistory(context: Context, id: string): Promise<readonly WaiverEvent[]> {
  const finance = financeOf(context)
  const waiver = await findWaiver(finance, id)
  const events = waiver ? await finance.history(waiver.paymentId) : []
  return events.filter(isWaiverEvent).filter(({ data }) => data.waiverId === id)
}

export async function listWaivers(context: Context, query?: WaiversQuery): Promise<Page<Waiver>> {
  const { cursor, limit, ...filter } = parseOptions(waiversQuery, query)
  const finance = financeOf(context)
  const rows = rowsOfWaivers(filter, context.timeZone)
  const { paymentId, status, scheme } = filter
  return readRows({
    query: JSON.stringify(['waivers.list', paymentId, status, scheme, rows.from, rows.before]),
    cursor,
    limit,
    rule: byInstant(isWaiverId),
    positionOf: ({ createdAt, id }) => ({ at: createdAt, id }),
    read: (after, limit) =>
      finance.pageRows(waivers, { ...rows, direction: 'desc', limit, after: after && [after.at, after.id] }),
  })
}

const column = rowColumn<Waiver>

/** The columns in the documented order. */
const waiverColumns: readonly RowColumn<Waiver>[] = [
  column('id', 'plain', ({ id }) => id),
  column('createdAt', 'plain', ({ createdAt }) => createdAt),
  column('paymentId', 'plain', ({ paymentId }) => paymentId),
  column('reference', 'callerText', ({ reference }) => reference),
  column('scheme', 'plain', ({ scheme }) => scheme),
  column('reason', 'plain', ({ reason }) => reason),
  column('status', 'plain', ({ status }) => status),
  column('amount', 'plain', ({ amount }) => amount),
  column('currency', 'plain', ({ currency }) => currency),
  column('requestedBy', 'callerText', ({ requestedBy }) => visibleText(requestedBy)),
  column('decidedBy', 'callerText', ({ decidedBy }) => decidedBy),
  column('decidedAt', 'plain', ({ decidedAt }) => decidedAt),
  column('lineKey', 'text', ({ lineKey }) => lineKey),
]

export async function* exportWaivers(
  context: Context,
  query?: WaiversExportQuery,
  options?: RowExportOptions,
): AsyncGenerator<string> {
  const { mode, bom, ...filter } = parseOptions(waiversExportQuery, query)
  const written = rowExportOf({ mode, bom }, options)
  const rows = rowsOfWaivers(filter, context.timeZone)
  const finance = financeOf(context)
  yield* exportRows({
    columns: waiverColumns,
    ...written,
    scan: () => finance.scanRows(waivers, rows, written.signal),
  })
}
