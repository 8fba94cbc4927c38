import { decodeCursor, encodeCursor, paymentPosition, type Position, type PositionRule } from '../domain/cursor.js'
import type { Payment } from '../domain/payments/payment.js'
import type { Page } from '../domain/report.js'
import { PaymentError } from '../errors.js'
import type { Filter, PaymentRepository } from '../repository/port.js'

/** A page of any rows, and what its cursor is bound to. */
interface RowRequest<Row> {
  /** The function and all its filters, everything but the size of the page: a cursor of another query is refused. */
  query: string
  cursor: string | undefined
  limit: number
  rule: PositionRule
  positionOf(row: Row): Position
  /** At most `limit` rows behind `after`; `null`: nothing can match, which is an empty page. */
  read: ((after: Position | undefined, limit: number) => Promise<readonly Row[]>) | null
}

/** Reads one page by keyset: one row more than the page holds shows that there is a next page. */
export async function readRows<Row>(request: RowRequest<Row>): Promise<Page<Row>> {
  const { query, cursor, limit, rule, positionOf, read } = request
  const after = cursor === undefined ? undefined : decodeCursor(cursor, query, rule)
  if (after === null) {
    throw new PaymentError(
      'invalid_cursor',
      'The cursor does not belong to this function and these filters. Start again without a cursor.',
    )
  }
  if (read === null) return { items: [], nextCursor: null }
  const rows = await read(after, limit + 1)
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  if (rows.length <= limit || !last) return { items, nextCursor: null }
  return { items, nextCursor: encodeCursor(positionOf(last), query) }
}

interface PageRequest {
  /** Names the function. */
  name: string
  /** `null`: nothing can match. */
  filter: Filter | null
  direction: 'asc' | 'desc'
  cursor?: string | undefined
  limit: number
}

function queryText({ name, filter, direction }: PageRequest): string {
  const { by, from, before, reference, statuses, channels, flag, customerId, metadata } = filter ?? {}
  const parts: unknown[] = [name, direction, by, from, before, reference, statuses, channels]
  // Cursors without these conditions are what they were before there were any of them.
  if (flag !== undefined) parts.push(flag)
  if (customerId !== undefined || metadata) parts.push({ customerId, metadata })
  return JSON.stringify(parts)
}

/** Reads a page of payments, by the time and in the direction that the request names. */
export function readPage(repository: PaymentRepository, request: PageRequest): Promise<Page<Payment>> {
  const { filter, direction, cursor, limit } = request
  return readRows({
    query: queryText(request),
    cursor,
    limit,
    rule: paymentPosition,
    positionOf: (payment) => ({ at: payment[filter!.by]!, id: payment.id }),
    read: filter && ((after, limit) => repository.page({ ...filter, direction, limit, ...(after && { after }) })),
  })
}
