import { decideVoid, isVoidable, isVoided } from '../../domain/cash/void.js'
import { invalidRequest } from '../../domain/issue.js'
import { paymentNotFound } from '../../domain/not-found.js'
import type { AccountLine } from '../../domain/reconciliation/account-line.js'
import type { Context } from '../context.js'
import { cashLineRequest, type CashLineRequest } from '../input/cash-calls.js'
import { parse } from '../input/parse.js'
import { refundsOfLine } from '../lines/refunds-of-lines.js'
import { isTornUndo, paymentIdsOf, payoutsOf } from '../lines/unallocate.js'
import { readPayments } from '../lines/payments-of-lines.js'
import { mayControl } from './people.js'
import { storeMovement } from '../accounts/store-movement.js'
import { makerOf, type MovedCash } from './transfer.js'

export async function voidCash(context: Context, input: CashLineRequest): Promise<MovedCash> {
  const request = parse(cashLineRequest, input)
  const { lineKey, reason, actor } = request
  return storeMovement<MovedCash>(context, {
    actor,
    async decide(reads, origin) {
      const line = await reads.line(lineKey)
      if (isVoidedTake(line)) return { result: { line } }
      if (line.sessionId === null)
        throw invalidRequest([{ path: 'lineKey', message: 'names no movement of a session' }])
      const session = await reads.session(line.sessionId)
      const { balance } = await reads.balance(line.account, line.currency)
      const ids = isVoidable(line) ? paymentIdsOf(line) : []
      const read = await readPayments(reads.finance, { ids, shownPayments: reads.shownPayments })
      const missing = ids.find((id) => !read.payments.has(id))
      if (missing !== undefined) throw paymentNotFound(missing)
      if (isTornUndo(line, ids, read)) return 'again'
      const payouts = await payoutsOf(line, reads)
      if (!payouts) return 'again'
      const { line: voided, ...write } = decideVoid(
        { reason, actor, isAllowed: mayControl(context, request) },
        {
          line,
          session,
          balance,
          maker: await makerOf(reads.finance, lineKey),
          payments: read.payments,
          refundsOfLine: await refundsOfLine(reads.finance, lineKey),
          payouts,
          successOf: read.successOf,
        },
        origin,
        { now: origin.now, contested: reads.contested },
      )
      return { write, stored: () => ({ line: voided }) }
    },
  })
}

/** Returns true for a take or a payout that was voided, not for its counter-line, which no call names. */
function isVoidedTake(line: AccountLine): boolean {
  return isVoided(line) && line.version > 1
}
