import { type ClosingContent, nextLink } from '../../domain/days/chain.js'
import type { ClosingRecord } from '../../domain/days/closing.js'
import { type LineMark, lineMarks, marksHash } from '../../domain/days/line-mark.js'
import { PaymentError } from '../../errors.js'
import type { ChainState } from '../../repository/day-port.js'
import type { FinanceRepository } from '../../repository/finance-port.js'
import type { Context } from '../context.js'
import type { DayOfAccount } from '../input/day-calls.js'
import { chainState } from './chain-state.js'
import { linkIsMissing } from '../../domain/days/day-refusals.js'

/** A month of days may be closed at once, and each waits for the others on one chain. */
const maxTries = 100

/** A link to be stored, with the lines that it was read from; or a result for which nothing is stored. */
type LinkDecision<Result> =
  | { readonly content: Omit<ClosingContent, 'timeZone' | 'linesHash'>; readonly lines: readonly LineMark[] }
  | { readonly result: Result }

/** Adds the next link of an account's chain. `decide` is called again where another link came first. */
export async function addLink<Result>(
  { logger, timeZone }: Pick<Context, 'logger' | 'timeZone'>,
  finance: FinanceRepository,
  { account, day }: DayOfAccount,
  decide: (last: ClosingRecord | null, state: ChainState) => Promise<LinkDecision<Result>>,
): Promise<ClosingRecord | Result> {
  for (let attempt = 0; attempt < maxTries; attempt++) {
    // The chain first: what is read behind it is as new, or newer.
    const state = await chainState(finance, account)
    if (state.links !== state.sequence) throw linkIsMissing(state)
    const [last = null] = await finance.findClosings([{ account, day }])
    const decision = await decide(last, state)
    if ('result' in decision) return decision.result
    const lines = lineMarks(decision.lines)
    const record = nextLink(state, { ...decision.content, timeZone, linesHash: marksHash(lines) })
    const { outcome } = await finance.addClosing({ ...record, lines }, state.takenBack)
    if (outcome === 'added') return record
    logger.debug('Another closing or an undo was stored first; the closing of a day is decided again.', {
      day,
      attempt,
    })
  }
  throw new PaymentError(
    'concurrent_update',
    'Write conflict with other closings of this account; nothing was stored. Try again.',
  )
}
