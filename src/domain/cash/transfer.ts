/** Transfers of cash: sent as a debit in transit, received or taken back as a credit that settles it. */
import { isSameActor } from '../actor.js'
import { isCashAccount, kindOfAccount } from '../accounts/account-kind.js'
import { invalidRequest } from '../issue.js'
import type { Instant } from '../payments/payment.js'
import {
  type AccountLine,
  type Allocation,
  isOnItsWay,
  type LineChange,
  lineChange,
  storedAllocations,
} from '../reconciliation/account-line.js'
import { balanceOf, type Movement, type MovementOrigin, movementKey, movementLine } from '../accounts/movement.js'
import { type CashActor, type CashWrite, checkHolds, checkMayMove } from './movement.js'
import { anotherPerson, notTheOpener, supervisorsOnly, transferDiffers } from './refusals.js'
import { type CashSession, movementChange } from './session.js'

/** The categories of differences between cash that was counted and cash that was expected. */
export const differenceCategories = { over: 'cash_over', short: 'cash_short' } as const

/**
 * Decides to send cash of a session's drawer to another account.
 *
 * @throws PaymentError `forbidden`, `session_closed`, `invalid_request`, `cash_short`
 */
export function decideSend(
  { amount, to, reference }: { amount: number; to: string; reference: string },
  person: CashActor,
  { session, balance }: { session: CashSession; balance: bigint },
  origin: MovementOrigin,
): CashWrite & { readonly line: AccountLine } {
  checkMayMove(session, person)
  if (to === session.account) throw invalidRequest([{ path: 'to', message: 'names the account of this very session' }])
  if (kindOfAccount(to) === 'waiver')
    throw invalidRequest([{ path: 'to', message: 'names a scheme of waivers, which holds no cash' }])
  checkHolds(session.account, balance, amount)
  const { account, currency, id: sessionId } = session
  const movement: Movement = {
    account,
    currency,
    direction: 'debit',
    amount,
    outcome: 'in_transit',
    allocations: [],
    sessionId,
    transferTo: to,
    reference,
  }
  const change = movementLine(origin, movement)
  const report = { actor: person.actor, lineKey: change.line.key, amount }
  return {
    line: change.line,
    session: movementChange(session, 'session.sent', origin.now, { sum: 'sent', by: amount }, report),
    lines: [change],
    payments: [],
    refunds: [],
    balances: [balanceOf(origin, movement)],
  }
}

/** A transfer with the people who sent it. */
export interface TransferNow {
  readonly line: AccountLine
  /** The opener of the session that sent it, and the person who recorded it. */
  readonly senders: readonly string[]
}

function settledTransit(
  { line }: TransferNow,
  allocations: readonly Allocation[],
  { now, reason }: { now: Instant; reason: string | null },
): LineChange {
  const changes = { allocations: storedAllocations(allocations, 'hand') }
  return lineChange(line, 'line.allocated', now, changes, { reason, allocations })
}

function checkSender({ senders }: TransferNow, actor: string, message: string): void {
  if (senders.some((sender) => isSameActor(sender, actor))) throw anotherPerson(message)
}

/** @throws PaymentError `invalid_request` for a line that is no cash on its way to a place of cash */
function checkOnItsWay(line: AccountLine): void {
  if (!isOnItsWay(line)) throw invalidRequest([{ path: 'lineKey', message: 'names no cash that is on its way' }])
}

interface ReceiveCall {
  readonly counted: number
  readonly accept: boolean
  readonly reason: string | null
}

/** Returns the parts of the transit and of the credit that go to each other, and those that go to a difference. */
function partsOf(transit: AccountLine, counted: number, creditKey: string) {
  const paired = Math.min(transit.amount, counted)
  const difference = counted - transit.amount
  const category = (name: string, amount: number): Allocation => ({ to: 'category', category: name, amount })
  return {
    ofTransit: [
      ...(paired > 0 ? [{ to: 'line', lineKey: creditKey, amount: paired } as const] : []),
      ...(difference < 0 ? [category(differenceCategories.short, -difference)] : []),
    ],
    ofCredit: [
      { to: 'line', lineKey: transit.key, amount: paired } as const,
      ...(difference > 0 ? [category(differenceCategories.over, difference)] : []),
    ],
  }
}

/**
 * Decides the arrival of cash, which another person than the sender has counted.
 *
 * @throws PaymentError `invalid_request`, `self_approval`, `forbidden`, `session_closed`, `transfer_differs`
 */
export function decideReceive(
  { counted, accept, reason }: ReceiveCall,
  person: CashActor,
  { transfer, session }: { transfer: TransferNow; session: CashSession | null },
  origin: MovementOrigin,
): CashWrite & { readonly line: AccountLine } {
  const { line: transit } = transfer
  checkSender(transfer, person.actor, 'You sent this cash; another person has to count and receive it.')
  if (session) checkMayMove(session, person)
  else if (!person.isSupervisor) throw supervisorsOnly('Receiving cash where no session is open')
  checkOnItsWay(transit)
  const account = transit.transferTo ?? ''
  if (!isCashAccount(account))
    throw invalidRequest([{ path: 'lineKey', message: 'names cash for a bank; its statement shows that it arrived' }])
  if (counted !== transit.amount) {
    if (!accept) throw transferDiffers(transit.key)
    if (!person.isSupervisor) throw notTheOpener()
    if (reason === null)
      throw invalidRequest([{ path: 'reason', message: 'is required where another amount is accepted' }])
  }
  const { currency } = transit
  const movement = {
    account,
    currency,
    direction: 'credit',
    amount: counted,
    outcome: 'transfer_received',
    sessionId: session?.id ?? null,
    reason,
    ...(transit.reference !== undefined && { reference: transit.reference }),
  } as const
  const { now } = origin
  const parts = partsOf(transit, counted, counted > 0 ? movementKey(origin, movement) : '')
  const settled = settledTransit(transfer, parts.ofTransit, { now, reason })
  const credit = counted > 0 ? movementLine(origin, { ...movement, allocations: parts.ofCredit }) : null
  const report = { actor: person.actor, reason, lineKey: credit?.line.key ?? transit.key, amount: counted }
  return {
    line: credit?.line ?? settled.line,
    session: session && movementChange(session, 'session.received', now, { sum: 'received', by: counted }, report),
    lines: credit ? [credit, settled] : [settled],
    payments: [],
    refunds: [],
    balances: [balanceOf(origin, movement)],
  }
}

/** The session in which cash is taken back: the one that sent it, while it is open; else the one that is open there now. */
interface RecallSession {
  readonly session: CashSession
  readonly isSender: boolean
}

/**
 * Decides to take back cash that is on its way.
 *
 * @throws PaymentError `self_approval`, `forbidden`, `invalid_request`
 */
export function decideRecall(
  { reason }: { reason: string },
  person: CashActor,
  { transfer, recall }: { transfer: TransferNow; recall: RecallSession | null },
  origin: MovementOrigin,
): CashWrite & { readonly line: AccountLine } {
  const { line: transit } = transfer
  checkSender(transfer, person.actor, 'You sent this cash; a supervisor has to take it back.')
  if (!person.isSupervisor) throw supervisorsOnly('Taking cash back that is on its way')
  checkOnItsWay(transit)
  const { account, currency, amount } = transit
  const movement: Movement = {
    account,
    currency,
    direction: 'credit',
    amount,
    outcome: 'transfer_received',
    allocations: [{ to: 'line', lineKey: transit.key, amount }],
    sessionId: recall?.session.id ?? null,
    reason,
    ...(transit.reference !== undefined && { reference: transit.reference }),
  }
  const credit = movementLine(origin, movement)
  const { now } = origin
  const settled = settledTransit(transfer, [{ to: 'line', lineKey: credit.line.key, amount }], { now, reason })
  const report = { actor: person.actor, reason, lineKey: credit.line.key, amount }
  const by = recall?.isSender ? ({ sum: 'sent', by: -amount } as const) : ({ sum: 'received', by: amount } as const)
  return {
    line: credit.line,
    session: recall && movementChange(recall.session, 'session.recalled', now, by, report),
    lines: [credit, settled],
    payments: [],
    refunds: [],
    balances: [balanceOf(origin, movement)],
  }
}
