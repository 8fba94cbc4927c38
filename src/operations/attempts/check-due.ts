import type { StoredAttempt } from '../../domain/attempts/attempt.js'
import { isLeased } from '../../domain/attempts/report.js'
import { instantOf, millisecondsOf } from '../../domain/instant.js'
import { forEachAtMost } from '../../internal/for-each-at-most.js'
import { attempts } from '../../repository/aggregates/attempts.js'
import type { Context } from '../context.js'
import { checkDueOptions, type CheckDueOptions } from '../input/attempt-calls.js'
import { parseOptions } from '../input/parse.js'
import { financeOf } from '../storage.js'
import { shownError } from './call-provider.js'
import { askLeased, leaseAttempt } from './check.js'
import { workOffLeft } from './receive.js'
import { checkOutsideTransaction } from './outside-transaction.js'

/** The calls of providers that one call of `checkDue` has under way. */
const callsAtOnce = 8
const rowsAtOnce = 200

/** Yields due attempts that no other caller asks about now, the longest due first, in pages. */
async function* dueAttempts(context: Context, names: readonly string[]): AsyncGenerator<readonly StoredAttempt[]> {
  const finance = financeOf(context)
  const now = context.now()
  let after: readonly [string, string] | undefined
  for (;;) {
    const page = await finance.pageRows(attempts, {
      list: 'due',
      where: { provider: names },
      // `before` is exclusive, and what is due just now is due.
      before: instantOf(millisecondsOf(now) + 1),
      direction: 'asc',
      limit: rowsAtOnce,
      after,
    })
    yield page.filter((attempt) => !isLeased(attempt, now))
    const last = page.at(-1)
    if (!last || page.length < rowsAtOnce) return
    after = [last.nextCheckAt!, last.id]
  }
}

export async function checkDue(context: Context, options?: CheckDueOptions): Promise<{ checked: number }> {
  checkOutsideTransaction(context, 'checkDue')
  const { limit } = parseOptions(checkDueOptions, options)
  const { providers, logger } = context
  await workOffLeft(context)
  let checked = 0
  for await (const page of dueAttempts(context, [...providers.keys()])) {
    await forEachAtMost(callsAtOnce, page.slice(0, limit - checked), async (attempt) => {
      try {
        const leased = await leaseAttempt(context, attempt)
        if (!leased) return
        await askLeased(context, leased, providers.get(attempt.provider)!)
        checked++
      } catch (error) {
        // Its lease ends, and it is asked about again. The others are asked about now.
        const fields = { provider: attempt.provider, attemptId: attempt.id, ...shownError(error) }
        logger.warn('An attempt could not be checked; it is asked about again.', fields)
      }
    })
    if (checked >= limit) break
  }
  return { checked }
}
