import { type EndOfChain, linkProblem, noLink } from '../../domain/days/chain.js'
import type { ClosingRecord } from '../../domain/days/closing.js'
import type { ChainState } from '../../repository/day-port.js'
import type { FinanceRepository } from '../../repository/finance-port.js'
import type { Context } from '../context.js'
import { verifyQuery, type VerifyQuery } from '../input/day-calls.js'
import { parse } from '../input/parse.js'
import { financeOf } from '../storage.js'
import { hasArchivedLines } from '../archived/archived-lines.js'
import { chainState } from './chain-state.js'
import { type DayNow, dayNow, dayProblem } from './verify-day.js'

/** The result of computing the closings of one account anew. */
export interface Verification {
  readonly ok: boolean
  /** The number of closings and reopenings in the chain. */
  readonly closings: number
  /**
   * The closed days of which `archive` moved lines to other tables, in their order; absent where there are none. Of these lines
   * keys, versions, digests and sums are compared.
   */
  readonly archived?: readonly string[]
  /**
   * The first difference; `null` where all is as it was stored. `what` is one of these:
   *
   * - `hash`: the closing was changed;
   * - `missing_link`: a closing before that of the day is missing, or one after it where it is the last; `day` is
   *   `null` where none is left;
   * - `previousHash` or `sequence`: the closing does not follow the one before it;
   * - `end`: the row that names the last closing of the chain was changed;
   * - `lines`: what the closing keeps of its lines was changed;
   * - `lines.` and a key: the line was removed, or was changed without an event in its history;
   * - a sum that differs from the sum of the lines, such as `currencies.ETB.credits`.
   */
  readonly firstDifference: { readonly day: string | null; readonly what: string } | null
}

/** Reads a chain, and its end from the row that writes wait for. Both are of one moment, unless others keep adding links. */
async function readChain(
  finance: FinanceRepository,
  account: string,
): Promise<{ links: readonly ClosingRecord[]; state: ChainState }> {
  for (let attempt = 0; ; attempt++) {
    const state = await chainState(finance, account)
    const links: ClosingRecord[] = []
    for await (const batch of finance.scanClosings(account)) links.push(...batch)
    const { sequence } = await chainState(finance, account)
    if (sequence === state.sequence) return { links, state }
    // Days are being closed: those that were when this began are verified.
    if (attempt === maxLooks) return { links: links.filter((link) => link.sequence <= state.sequence), state }
  }
}

const maxLooks = 5

export async function verifyChain(context: Context, query: VerifyQuery): Promise<Verification> {
  const { account } = parse(verifyQuery, query)
  const finance = financeOf(context)
  const { links, state } = await readChain(finance, account)
  const hasArchived = await hasArchivedLines(finance)
  const archived = new Set<string>()
  const result = (firstDifference: Verification['firstDifference']): Verification => ({
    ok: firstDifference === null,
    closings: links.length,
    ...(archived.size > 0 && { archived: [...archived].sort() }),
    firstDifference,
  })
  const differs = (day: string | null, what: string) => result({ day, what })
  // A day that was reopened has several closings: its lines are read once, and held until the last of them.
  const lastOfDay = new Map(links.map((link) => [link.day, link]))
  const days = new Map<string, DayNow>()
  let before: EndOfChain = noLink
  for (const link of links) {
    const { day } = link
    const broken = linkProblem(link, before)
    if (broken !== null) return differs(day, broken)
    const now = days.get(day) ?? (await dayNow(finance, link, hasArchived))
    if (now.archived.size > 0) archived.add(day)
    if (lastOfDay.get(day) === link) days.delete(day)
    else days.set(day, now)
    const what = await dayProblem(finance, link, now)
    if (what !== null) return differs(day, what)
    before = link
  }
  const last = links.at(-1)?.day ?? null
  if (state.sequence > before.sequence) return differs(last, 'missing_link')
  if (state.sequence < before.sequence || state.hash !== before.hash) return differs(last, 'end')
  return result(null)
}
