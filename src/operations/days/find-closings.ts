import { checkDateRange } from '../../domain/calendar.js'
import type { PositionRule } from '../../domain/cursor.js'
import type { Closing, ClosingRecord } from '../../domain/days/closing.js'
import { instantLength, parseInstant } from '../../domain/instant.js'
import type { Page } from '../../domain/report.js'
import { isPossibleReference } from '../../domain/text.js'
import type { ClosingPageQuery } from '../../repository/day-port.js'
import type { FinanceRepository } from '../../repository/finance-port.js'
import type { Context } from '../context.js'
import { closingsQuery, type ClosingsQuery, dayOfAccount, type DayOfAccount } from '../input/day-calls.js'
import { parse, parseOptions } from '../input/parse.js'
import { readRows } from '../paging.js'
import { financeOf } from '../storage.js'
import { closingWithChanges, closingsWithChanges } from './changed-since.js'

export async function getClosing(context: Context, query: DayOfAccount): Promise<Closing | null> {
  const accountDay = parse(dayOfAccount, query)
  const finance = financeOf(context)
  const [link] = await finance.findClosings([accountDay])
  return link ? closingWithChanges(finance, link) : null
}

/** The id of a position, a sequence and a hash: of one instant, the later link of a chain is the newer one. */
const idShape = /^([1-9]\d{0,9})\.([0-9a-f]{64})$/

const closingPosition: PositionRule = {
  length: instantLength,
  isPosition: ({ at, id }) => parseInstant(at) === at && idShape.test(id),
}

function positionOf(after: { at: string; id: string }) {
  const [, sequence, hash] = idShape.exec(after.id)!
  return { at: after.at, sequence: Number(sequence), hash: hash! }
}

/** The closings of a list or an export; all fields are optional. */
export interface ClosingFilter {
  readonly account?: string | undefined
  /** Days, both inclusive. */
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** Returns a filter as the port takes it. */
function filterOf({ account, from, to }: ClosingFilter) {
  return {
    ...(account !== undefined && { account }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  }
}

/** Returns the place of a link, behind which the next page begins. */
export function placeOfLink({ createdAt: at, sequence, hash }: ClosingRecord): NonNullable<ClosingPageQuery['after']> {
  return { at, sequence, hash }
}

const linksAtOnce = 500

/** Reads all links of a filter, newest first, in batches. Links are never changed: those that are added meanwhile are left out. */
export async function* linksOf(
  finance: Pick<FinanceRepository, 'pageClosings'>,
  filter: ClosingFilter,
): AsyncGenerator<readonly ClosingRecord[]> {
  for (let after: ClosingPageQuery['after'] | null; after !== null;) {
    const page: readonly ClosingRecord[] = await finance.pageClosings({
      ...filterOf(filter),
      limit: linksAtOnce,
      ...(after && { after }),
    })
    if (page.length > 0) yield page
    const last = page.at(-1)
    after = last && page.length === linksAtOnce ? placeOfLink(last) : null
  }
}

/** Reads a page of links as they are stored, newest first. */
async function pageOfLinks(context: Context, query: ClosingsQuery | undefined): Promise<Page<ClosingRecord>> {
  const { cursor, limit, ...read } = parseOptions(closingsQuery, query)
  const { account, from, to } = read
  checkDateRange({ from, to })
  const finance = financeOf(context)
  const filter = filterOf(read)
  const isPossible = account === undefined || isPossibleReference(account)
  return readRows<ClosingRecord>({
    query: JSON.stringify(['days.list', account, from, to]),
    cursor,
    limit,
    rule: closingPosition,
    positionOf: ({ createdAt, sequence, hash }) => ({ at: createdAt, id: `${sequence}.${hash}` }),
    read: isPossible
      ? (after, limit) => finance.pageClosings({ ...filter, limit, ...(after && { after: positionOf(after) }) })
      : null,
  })
}

export async function listClosings(context: Context, query?: ClosingsQuery): Promise<Page<Closing>> {
  const { items, nextCursor } = await pageOfLinks(context, query)
  return { items: await closingsWithChanges(financeOf(context), items), nextCursor }
}

/** Reads a page of links without `changedSince`, so that no line is read, however many the days have. */
export async function listRecords(context: Context, query?: ClosingsQuery): Promise<Page<ClosingRecord>> {
  const { items, nextCursor } = await pageOfLinks(context, query)
  return { items, nextCursor }
}
