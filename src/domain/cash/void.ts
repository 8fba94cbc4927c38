/** The voiding of a take or a payout: its allocations are taken back, and a counter-line takes its cash back. */
import { isSameActor } from '../actor.js'
import { invalidRequest } from '../issue.js'
import type { Payment } from '../payments/payment.js'
import { amountOfRefunds } from '../payments/money-of-lines.js'
import { checkReversible } from '../payments/reversible.js'
import { type AccountLine, lineChange, storedAllocations, withoutBy } from '../reconciliation/account-line.js'
import { reservedByRefund } from '../reconciliation/line-refusals.js'
import {
  isLiving,
  provedOf,
  type UndoContext,
  undoneChange,
  undonePayouts,
  type UndoFacts,
} from '../reconciliation/unallocate-line.js'
import { PaymentsOfRefunds } from '../refunds/refund-change.js'
import { balanceOf, type Movement, movementKey, type MovementOrigin, movementLine } from '../accounts/movement.js'
import { type CashWrite, checkHolds } from './movement.js'
import { anotherPerson, sessionClosed, supervisorsOnly } from './refusals.js'
import { type CashSession, movementChange } from './session.js'

/** The rows that a void depends on. */
interface VoidFacts extends Pick<UndoFacts, 'payments' | 'refundsOfLine' | 'payouts' | 'successOf'> {
  readonly line: AccountLine
  readonly session: CashSession
  readonly balance: bigint
  /** The person who recorded the movement. */
  readonly maker: string | null
}

/** Checks that a line is a take or a payout; other movements at the counter are not voided. */
export function isVoidable({ sessionId, outcome }: AccountLine): boolean {
  return sessionId !== null && (outcome === 'recorded' || outcome === 'refund_paid')
}

/** The outcome of a movement that was voided, and of its counter-line. */
const voided = 'voided'

export function isVoided({ outcome }: Pick<AccountLine, 'outcome'>): boolean {
  return outcome === voided
}

interface VoidCall {
  readonly reason: string
  readonly actor: string
  /** True where the person may void: a supervisor, where the host names them. */
  readonly isAllowed: boolean
}

function checkPerson({ actor, isAllowed }: VoidCall, { session, maker }: VoidFacts): void {
  const isOwn = [session.openedBy, maker].some((person) => person !== null && isSameActor(person, actor))
  if (isOwn) throw anotherPerson('You opened this session or made this movement; another person has to void it.')
  if (!isAllowed) throw supervisorsOnly('Voiding a movement')
}

/** Checks that no refund depends on the money of the payments or of the line. */
function checkFreeOfRefunds(payments: readonly Payment[], { refundsOfLine }: VoidFacts): void {
  if (refundsOfLine.some(isLiving)) throw reservedByRefund()
  const refused = payments.filter((payment) => amountOfRefunds(payment) > 0)
  const refusal = refused.length > 0 ? checkReversible(refused) : null
  if (refusal) throw refusal
}

/**
 * Decides to void a take or a payout of an open session.
 *
 * @throws PaymentError `self_approval`, `forbidden`, `session_closed`, `invalid_request`, `refund_exceeds`,
 *   `invalid_transition`, `cash_short`
 */
export function decideVoid(
  call: VoidCall,
  facts: VoidFacts,
  origin: MovementOrigin,
  context: UndoContext,
): CashWrite & { readonly line: AccountLine } {
  const { line, session, balance } = facts
  const { now } = origin
  checkPerson(call, facts)
  if (session.status === 'closed') throw sessionClosed(session.id)
  if (!isVoidable(line))
    throw invalidRequest([{ path: 'lineKey', message: 'names no take and no payout; only these are voided' }])
  if (line.allocations.some(({ to }) => to === 'line'))
    throw invalidRequest([{ path: 'lineKey', message: 'names a movement that is joined with a line; undo that first' }])
  const proved = provedOf(line, facts.payments)
  checkFreeOfRefunds(
    proved.map(({ payment }) => payment),
    facts,
  )
  const isTake = line.direction === 'credit'
  if (isTake) checkHolds(session.account, balance, line.amount)
  const { reason, actor } = call
  const counter = {
    account: line.account,
    currency: line.currency,
    direction: isTake ? 'debit' : 'credit',
    amount: line.amount,
    outcome: voided,
    allocations: [{ to: 'line', lineKey: line.key, amount: line.amount }],
    sessionId: session.id,
    reason,
  } as const satisfies Movement
  const toCounter = [{ to: 'line', lineKey: movementKey(origin, counter), amount: line.amount } as const]
  const change = lineChange(
    line,
    'line.voided',
    now,
    { allocations: storedAllocations(toCounter, 'hand'), outcome: voided, held: false },
    { reason, allocations: line.allocations.map(withoutBy) },
  )
  const payments = proved.map((proof) => {
    const success = facts.successOf(proof.payment.id)
    const isConfirmedByLine = success?.kind === 'statement' && success.lineKey === line.key
    return undoneChange(line, proof, { reason, payments: isConfirmedByLine ? 'reverse' : 'keep' }, facts, context)
  })
  const payouts = undonePayouts(line, new PaymentsOfRefunds(payments), facts, now)
  const report = { actor, reason, lineKey: line.key, amount: line.amount }
  const by = { sum: isTake ? 'received' : 'paidOut', by: -line.amount } as const
  return {
    line: change.line,
    session: movementChange(session, 'session.voided', now, by, report),
    lines: [change, movementLine(origin, counter), ...payouts.flatMap((payout) => payout.line ?? [])],
    payments,
    refunds: payouts.map((payout) => payout.change),
    balances: [balanceOf(origin, counter)],
  }
}
