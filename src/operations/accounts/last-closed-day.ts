import type { ClosingRecord } from '../../domain/days/closing.js'
import { plusDays } from '../../domain/calendar.js'
import type { FinanceRepository } from '../../repository/finance-port.js'

const linksAtOnce = 100

/** Returns the newest day of these links, newest first, whose last link is a closing; `seen` has the days of newer links. */
function newestClosed(links: readonly ClosingRecord[], seen: Set<string>): string | null {
  let newest: string | null = null
  for (const { day, kind } of links) {
    if (seen.has(day)) continue
    seen.add(day)
    if (kind === 'closing' && (newest === null || day > newest)) newest = day
  }
  return newest
}

/**
 * Finds the newest day of an account that is closed; `null` where none is. Days are closed in their order as a rule, so that the
 * newest links have it; whether a later day was closed before them is looked up behind.
 */
export async function lastClosedDay(
  finance: Pick<FinanceRepository, 'pageClosings'>,
  account: string,
): Promise<string | null> {
  let closed: string | null = null
  for (;;) {
    const from: string | undefined = closed === null ? undefined : plusDays(closed, 1)
    const later = await newestClosedFrom(finance, account, from)
    if (later === null) return closed
    closed = later
  }
}

async function newestClosedFrom(
  finance: Pick<FinanceRepository, 'pageClosings'>,
  account: string,
  from: string | undefined,
): Promise<string | null> {
  const seen = new Set<string>()
  let after: { at: string; sequence: number; hash: string } | undefined
  for (;;) {
    const links = await finance.pageClosings({
      account,
      limit: linksAtOnce,
      ...(from !== undefined && { from }),
      ...(after && { after }),
    })
    const closed = newestClosed(links, seen)
    const last = links.at(-1)
    if (closed !== null || !last || links.length < linksAtOnce) return closed
    after = { at: last.createdAt, sequence: last.sequence, hash: last.hash }
  }
}
