import { type EndOfChain, linkProblem, noLink } from '../../domain/days/chain.js'
import { sumsProblem } from '../../domain/days/day-sums.js'
import { marksHash } from '../../domain/days/line-mark.js'
import type { ChainState, ClosingLink } from '../../repository/day-port.js'
import type { FinanceRepository } from '../../repository/finance-port.js'
import type { Context } from '../context.js'
import { verifyQuery, type VerifyQuery } from '../input/day-calls.js'
import { parse } from '../input/parse.js'
import { financeOf } from '../storage.js'
import { chainState } from './chain-state.js'
import { dayNow } from './changed-since.js'

/** What the closings of one account come to when they are computed anew. */
export interface Verification {
  readonly ok: boolean
  /** How many links the chain has, reopenings included. */
  readonly closings: number
  /**
   * `what`: `hash` of a link that is not what it was; `previousHash` or `sequence` of one that does not follow the one before
   * it; `end` where links behind the last one are missing, with no day where none is left; `lines` where those that were kept with it are not what they were; or the
   * first sum that the lines no longer come to, such as `currencies.ETB.credits`.
   */
  readonly firstDifference: { readonly day: string | null; readonly what: string } | null
}

/** Of a closing by itself: its lines, and its sums where no line has changed since. */
async function dayProblem(finance: FinanceRepository, link: ClosingLink): Promise<string | null> {
  const { changedSince, sums, marks } = await dayNow(finance, link)
  if (marksHash(marks) !== link.linesHash) return 'lines'
  if (link.kind === 'reopening' || changedSince.length > 0) return null
  return sumsProblem(link.currencies, sums.currencies())
}

/** A chain, and where it ends by the row that writes wait for: of one moment, as far as others let it be. */
async function readChain(
  finance: FinanceRepository,
  source: string,
): Promise<{ links: readonly ClosingLink[]; state: ChainState }> {
  for (let attempt = 0; ; attempt++) {
    const state = await chainState(finance, source)
    const links: ClosingLink[] = []
    for await (const batch of finance.scanClosings(source)) links.push(...batch)
    const { sequence } = await chainState(finance, source)
    if (sequence === state.sequence) return { links, state }
    // Days are being closed: those that were when this began are verified.
    if (attempt === mostLooks) return { links: links.filter((link) => link.sequence <= state.sequence), state }
  }
}

const mostLooks = 5

export async function verifyChain(context: Context, query: VerifyQuery): Promise<Verification> {
  const { source } = parse(verifyQuery, query)
  const finance = financeOf(context)
  const { links, state } = await readChain(finance, source)
  const differs = (day: string | null, what: string) => ({
    ok: false,
    closings: links.length,
    firstDifference: { day, what },
  })
  let before: EndOfChain = noLink
  for (const link of links) {
    const what = linkProblem(link, before) ?? (await dayProblem(finance, link))
    if (what !== null) return differs(link.day, what)
    before = link
  }
  const isWhole = state.sequence === before.sequence && state.hash === before.hash
  if (!isWhole) return differs(links.at(-1)?.day ?? null, 'end')
  return { ok: true, closings: links.length, firstDifference: null }
}
