import type { Payment, PaymentRepository, PaymentTotal } from 'hospital-payments'
import type { Filter, PageQuery, ScanQuery } from 'hospital-payments/repository'
import { inAnyOrder } from './agree.js'
import type { Cast } from './cast.js'
import type { DrawnFilter } from './commands.js'
import { oneOf } from './draw.js'

export function filterOf(cast: Cast, { by, from, before, reference, statuses, channels, flag }: DrawnFilter): Filter {
  return {
    by,
    ...(from !== null && { from: oneOf(cast.instants, from) }),
    ...(before !== null && { before: oneOf(cast.instants, before) }),
    ...(reference !== null && { reference: oneOf(cast.references, reference) }),
    ...(statuses && { statuses }),
    ...(flag && { flag }),
    ...(channels && { channels: channels.map((channel) => oneOf(cast.channels, channel)) }),
  }
}

/** More pages than any sequence has rows: a cursor that does not move on must come to an end, too. */
const maxPages = 40

/** Reads page after page, each going on from the last row of the one before, to the end. */
export async function pagesOf(repository: PaymentRepository, query: PageQuery): Promise<(readonly Payment[])[]> {
  const pages: (readonly Payment[])[] = []
  let after = query.after
  for (;;) {
    const page = await repository.page({ ...query, ...(after && { after }) })
    pages.push(page)
    const last = page.at(-1)
    if (!last || page.length < query.limit || pages.length === maxPages) return pages
    after = { at: last[query.by]!, id: last.id }
  }
}

export async function rowsOf(repository: PaymentRepository, query: ScanQuery): Promise<unknown[]> {
  const rows: unknown[] = []
  for await (const batch of repository.scan(query)) rows.push(...batch)
  return rows
}

export async function totalsOf(repository: PaymentRepository, filter: Filter): Promise<PaymentTotal[]> {
  return inAnyOrder(await repository.totals(filter))
}
