/** The opening, the close and the explanation of a session: what was counted stands, and a difference is a line. */
import { isSameActor } from '../actor.js'
import { cashAccountOf } from '../accounts/account-kind.js'
import { invalidRequest } from '../issue.js'
import { balanceOf, type Movement, type MovementOrigin, movementLine } from '../accounts/movement.js'
import { type CashActor, type CashWrite, checkMayMove } from './movement.js'
import { anotherPerson, supervisorsOnly } from './refusals.js'
import { type CashSession, type CashSessionChange, hasUnexplainedDifference, sessionChange } from './session.js'
import { differenceCategories } from './transfer.js'

/** The category of the first cash that a point begins with. */
const floatCategory = 'float'

/** Makes the line that brings a balance to what was counted, or `null` where it is that. */
function lineOfDifference(
  origin: MovementOrigin,
  {
    session,
    difference,
    category,
    reason,
  }: { session: CashSession; difference: bigint; category: string; reason: string | null },
) {
  if (difference === 0n) return null
  const amount = Number(difference < 0n ? -difference : difference)
  if (!Number.isSafeInteger(amount))
    throw invalidRequest([{ path: 'float', message: 'differs by more than can be counted' }])
  const movement: Movement = {
    account: session.account,
    currency: session.currency,
    direction: difference > 0n ? 'credit' : 'debit',
    amount,
    outcome: 'set_aside',
    allocations: [{ to: 'category', category, amount }],
    sessionId: session.id,
    reason,
  }
  return { change: movementLine(origin, movement), balance: balanceOf(origin, movement) }
}

function differenceCategory(difference: bigint): string {
  return difference > 0n ? differenceCategories.over : differenceCategories.short
}

/** The facts of an opening. */
interface OpenCall {
  readonly id: string
  readonly point: string
  readonly currency: string
  readonly float: number
  readonly reason: string | null
  readonly actor: string
}

/** Decides to open a session. `hasLines`: the account has a line in this currency already. */
export function decideOpen(
  { id, point, currency, float, reason, actor }: OpenCall,
  { balance, hasLines }: { balance: bigint; hasLines: boolean },
  origin: MovementOrigin,
): CashWrite & { readonly opened: CashSession } {
  const { now } = origin
  const difference = BigInt(float) - balance
  const opened: CashSession = {
    id,
    point,
    account: cashAccountOf(point),
    currency,
    status: 'open',
    openedBy: actor,
    openedAt: now,
    float,
    floatDifference: hasLines ? Number(difference) : 0,
    floatReason: hasLines && difference !== 0n ? reason : null,
    received: 0,
    paidOut: 0,
    sent: 0,
    confirmed: [],
    closedBy: null,
    closedAt: null,
    expected: null,
    counted: null,
    difference: null,
    denominations: null,
    reason: null,
    version: 1,
  }
  const category = hasLines ? differenceCategory(difference) : floatCategory
  const line = lineOfDifference(origin, { session: opened, difference, category, reason })
  const { account } = opened
  return {
    opened,
    session: {
      session: opened,
      type: 'session.opened',
      at: now,
      report: { actor, reason, lineKey: line?.change.line.key ?? null, amount: float },
    },
    lines: line ? [line.change] : [],
    payments: [],
    refunds: [],
    balances: [{ account, currency, change: 0n, day: null, ...line?.balance, openSessionId: id }],
  }
}

/** The facts of a close. */
interface CloseCall {
  readonly counted: number
  readonly denominations: Readonly<Record<string, number>> | null
  readonly reason: string | null
}

/**
 * Decides to close a session. What was counted stands; a difference is recorded as a line.
 *
 * @throws PaymentError `forbidden`, `session_closed`
 */
export function decideClose(
  { counted, denominations, reason }: CloseCall,
  person: CashActor,
  { session, balance }: { session: CashSession; balance: bigint },
  origin: MovementOrigin,
): CashWrite & { readonly closed: CashSession } {
  checkMayMove(session, person)
  const difference = BigInt(counted) - balance
  const { now } = origin
  const line = lineOfDifference(origin, { session, difference, category: differenceCategory(difference), reason })
  const { actor } = person
  const { account, currency } = session
  const change = sessionChange(
    session,
    'session.closed',
    now,
    {
      status: 'closed',
      closedBy: actor,
      closedAt: now,
      expected: Number(balance),
      counted,
      difference: Number(difference),
      denominations,
      reason: difference === 0n ? null : reason,
    },
    { actor, reason, lineKey: line?.change.line.key ?? null, amount: counted },
  )
  return {
    closed: change.session,
    session: change,
    lines: line ? [line.change] : [],
    payments: [],
    refunds: [],
    balances: [{ account, currency, change: 0n, day: null, ...line?.balance, openSessionId: null }],
  }
}

/**
 * Decides to explain the differences of a session that have no reason yet; `null` where there are none.
 *
 * @throws PaymentError `self_approval`, `forbidden`
 */
export function decideExplain(
  { reason }: { reason: string },
  { actor, isAllowed }: { actor: string; isAllowed: boolean },
  session: CashSession,
  { now }: MovementOrigin,
): CashSessionChange | null {
  const isOwn = [session.openedBy, session.closedBy].some((person) => person !== null && isSameActor(person, actor))
  if (isOwn) throw anotherPerson('You opened or closed this session; another person has to explain its difference.')
  if (!isAllowed) throw supervisorsOnly('Explaining a difference')
  if (!hasUnexplainedDifference(session)) return null
  const { floatDifference, floatReason, difference } = session
  const isOfClose = (difference ?? 0) !== 0 && session.reason === null
  return sessionChange(
    session,
    'session.explained',
    now,
    {
      floatReason: floatDifference !== 0 && floatReason === null ? reason : floatReason,
      reason: isOfClose ? reason : session.reason,
    },
    { actor, reason },
  )
}
