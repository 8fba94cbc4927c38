import { isSameActor } from '../../domain/actor.js'
import { cashAccountOf } from '../../domain/accounts/account-kind.js'
import type { CashWrite } from '../../domain/cash/movement.js'
import { decideClose, decideExplain, decideOpen } from '../../domain/cash/open-close.js'
import { sessionConflict } from '../../domain/cash/refusals.js'
import type { CashSession } from '../../domain/cash/session.js'
import { sessions } from '../../repository/aggregates/sessions.js'
import type { Context } from '../context.js'
import {
  closeRequest,
  type CloseSessionRequest,
  explainOptions,
  type ExplainOptions,
  idArgument,
  openRequest,
  type OpenSessionRequest,
} from '../input/cash-calls.js'
import { parse } from '../input/parse.js'
import { checkCurrency } from '../payments/check-currency.js'
import { cashActor, mayControl } from './people.js'
import { storeMovement } from '../accounts/store-movement.js'

/** Returns true where the session was opened by this very call, and nothing has moved since. */
function isOpenedAlike(session: CashSession, { float, actor }: OpenSessionRequest): boolean {
  return session.version === 1 && session.float === float && isSameActor(session.openedBy, actor)
}

function alreadyOpen({ id, point }: CashSession) {
  return sessionConflict(id, `A cash session is open at ${point} already; close it, or go on in it.`)
}

export async function openSession(context: Context, input: OpenSessionRequest): Promise<CashSession> {
  const request = parse(openRequest, input)
  const { point, currency, float, reason = null, actor } = request
  checkCurrency(context, currency)
  const account = cashAccountOf(point)
  const id = context.ids.session()
  return storeMovement<CashSession>(context, {
    actor,
    async decide(reads, origin) {
      const { balance, openSessionId, hasLines } = await reads.balance(account, currency)
      if (openSessionId !== null) {
        const session = await reads.session(openSessionId)
        if (isOpenedAlike(session, request)) return { result: session }
        throw alreadyOpen(session)
      }
      const { opened, ...write } = decideOpen(
        { id, point, currency, float, reason, actor },
        { balance, hasLines },
        origin,
      )
      return { write, stored: () => opened }
    },
    refusalOf(conflict) {
      const isTaken = conflict.outcome === 'row_taken' && conflict.of === sessions.name
      if (!isTaken) return null
      const session = conflict.stored.row as CashSession
      // The account's row shows it to the next decision.
      return isOpenedAlike(session, request) ? null : alreadyOpen(session)
    },
  })
}

export async function closeSession(context: Context, input: CloseSessionRequest): Promise<CashSession> {
  const request = parse(closeRequest, input)
  const { sessionId, counted, denominations = null, reason = null, actor } = request
  return storeMovement<CashSession>(context, {
    actor,
    async decide(reads, origin) {
      const session = await reads.session(sessionId)
      const { closedBy } = session
      if (closedBy !== null && session.counted === counted && isSameActor(closedBy, actor)) return { result: session }
      const { balance } = await reads.balance(session.account, session.currency)
      const call = { counted, denominations, reason }
      const { closed, ...write } = decideClose(call, cashActor(context, request), { session, balance }, origin)
      return { write, stored: () => closed }
    },
  })
}

const nothingMoved: Omit<CashWrite, 'session'> = { lines: [], payments: [], refunds: [], balances: [] }

export async function explainDifference(context: Context, id: string, options: ExplainOptions): Promise<CashSession> {
  parse(idArgument, { id })
  const request = parse(explainOptions, options)
  const { reason, actor } = request
  return storeMovement<CashSession>(context, {
    actor,
    async decide(reads, origin) {
      const session = await reads.session(id)
      const person = { actor, isAllowed: mayControl(context, request) }
      const change = decideExplain({ reason }, person, session, origin)
      if (!change) return { result: session }
      return { write: { ...nothingMoved, session: change }, stored: () => change.session }
    },
  })
}
