/** One refund, pages of them, and their events. */
import { byInstant } from '../../domain/cursor.js'
import { isRefundId } from '../../domain/id.js'
import type { RefundEvent } from '../../domain/refunds/event.js'
import type { Refund } from '../../domain/refunds/refund.js'
import type { Page } from '../../domain/report.js'
import type { Context } from '../context.js'
import { object } from '../input/fields.js'
import { pageFields, type PageOptions } from '../input/page.js'
import { parseOptions } from '../input/parse.js'
import { portRefundFilter, type RefundFilter, refundFilterFields } from '../input/refund-filter.js'
import { readRows } from '../paging.js'
import { financeOf } from '../storage.js'
import { eventsOfRefund, findRefund, pageRefunds } from './stored-refunds.js'

/** The refunds of a page; all fields are optional. */
export interface RefundsQuery extends RefundFilter, PageOptions {}

const refundsQuery = object({ ...refundFilterFields, ...pageFields })

/** Finds a refund; `null` for an unknown id and for text that is no id at all. */
export async function getRefund(context: Context, id: string): Promise<Refund | null> {
  return findRefund(financeOf(context), id)
}

export async function refundHistory(context: Context, id: string): Promise<readonly RefundEvent[]> {
  const finance = financeOf(context)
  const refund = await findRefund(finance, id)
  return refund ? eventsOfRefund(finance, refund) : []
}

export async function listRefunds(context: Context, query?: RefundsQuery): Promise<Page<Refund>> {
  const { cursor, limit, ...read } = parseOptions(refundsQuery, query)
  const filter = portRefundFilter(read, context.timeZone)
  const finance = financeOf(context)
  const { by = read.basis, from, before, statuses, paymentId } = filter ?? {}
  return readRows({
    query: JSON.stringify(['refunds.list', by, from, before, statuses, paymentId]),
    cursor,
    limit,
    rule: byInstant(isRefundId),
    positionOf: (refund) => ({ at: refund[by]!, id: refund.id }),
    read: filter && ((after, limit) => pageRefunds(finance, { ...filter, limit, ...(after && { after }) })),
  })
}
