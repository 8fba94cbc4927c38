import { decodeCursor, encodeCursor } from '../domain/cursor.js'
import type { Payment } from '../domain/payments/payment.js'
import type { Page } from '../domain/report.js'
import { PaymentError } from '../errors.js'
import type { Filter, PaymentRepository } from '../repository/port.js'

interface PageRequest {
  /** Names the function: its cursors are no other's. */
  name: string
  /** `null`: nothing can match, which is an empty page. */
  filter: Filter | null
  direction: 'asc' | 'desc'
  cursor?: string | undefined
  limit: number
}

/** What a cursor is bound to: everything but the size of the page. */
function queryText({ name, filter, direction }: PageRequest): string {
  const { by, from, before, reference, statuses, channels } = filter ?? {}
  return JSON.stringify([name, direction, by, from, before, reference, statuses, channels])
}

/** One page by keyset: one row more than asked for shows whether there is a next page. */
export async function readPage(repository: PaymentRepository, request: PageRequest): Promise<Page<Payment>> {
  const { filter, direction, cursor, limit } = request
  const query = queryText(request)
  const after = cursor === undefined ? undefined : decodeCursor(cursor, query)
  if (after === null) {
    throw new PaymentError(
      'invalid_cursor',
      'The cursor is not one that this function gave for these filters; start again without one.',
    )
  }
  if (filter === null) return { items: [], nextCursor: null }
  const found = await repository.page({ ...filter, direction, limit: limit + 1, ...(after && { after }) })
  const items = found.slice(0, limit)
  const last = items.at(-1)
  if (found.length <= limit || !last) return { items, nextCursor: null }
  return { items, nextCursor: encodeCursor({ at: last[filter.by]!, id: last.id }, query) }
}
