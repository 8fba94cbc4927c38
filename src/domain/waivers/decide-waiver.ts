/** Decisions of people about a waiver, from the waiver and its payment as they are now: pure, so that a lost race is decided again. */
import { PaymentError } from '../../errors.js'
import { type MovementOrigin, movementKey } from '../accounts/movement.js'
import { isSameActor } from '../actor.js'
import { invalidRequest } from '../issue.js'
import { invalidTransition } from '../payments/invalid-transition.js'
import { openAmount } from '../payments/open-amount.js'
import type { Payment } from '../payments/payment.js'
import { checkReversible } from '../payments/reversible.js'
import { reversedChange } from '../payments/state-change.js'
import { succeed } from '../payments/success.js'
import { type AccountLine, lineChange, storedAllocations, withoutBy } from '../reconciliation/account-line.js'
import { type LineContext, siblingsFor } from '../reconciliation/allocation.js'
import { allocationExceeds } from '../reconciliation/line-refusals.js'
import { invalidWaiverTransition } from './transitions.js'
import {
  accountOfScheme,
  lineOfScheme,
  nextWaiver,
  waiverChange,
  type WaiverNow,
  type WaiverWrite,
} from './waiver-change.js'
import type { Waiver } from './waiver.js'

/** A decision about a waiver. `unchanged`: the waiver has the status already. */
export type WaiverDecision = { readonly write: WaiverWrite } | { readonly unchanged: Waiver }

/** A request for a waiver, with all that the library adds to it. */
export type NewWaiver = Pick<Waiver, 'id' | 'amount' | 'scheme' | 'reason' | 'note' | 'requestedBy'>

/** The rows on which the success of a payment depends. */
export type WaiverContext = Pick<LineContext, 'policy' | 'siblingsOf' | 'contested'>

function anotherPerson(message: string): PaymentError<'self_approval'> {
  return new PaymentError('self_approval', message)
}

/** @throws PaymentError `invalid_transition` for a payment that is not pending, `allocation_exceeds` */
function checkWaivable(payment: Payment, amount: number): void {
  if (payment.status !== 'pending') {
    const message = `Only a pending payment can be waived; this one is ${payment.status}. Nothing was changed.`
    throw invalidTransition(payment, 'succeeded', message)
  }
  const open = openAmount(payment)
  if (amount > open) throw allocationExceeds([{ path: 'amount', open, asked: `${amount}` }])
}

/** Makes a waiver in its first state, before it is decided whether a second person has to approve it. */
export function draftWaiver(request: NewWaiver, payment: Payment, { now }: Pick<MovementOrigin, 'now'>): Waiver {
  const { id, amount, scheme, reason, note, requestedBy } = request
  return {
    id,
    status: 'requested',
    paymentId: payment.id,
    reference: payment.reference,
    amount,
    currency: payment.currency,
    scheme,
    reason,
    ...(note !== undefined && { note }),
    requestedBy,
    decidedBy: null,
    decidedAt: null,
    revokedBy: null,
    revokedAt: null,
    lineKey: null,
    createdAt: now,
    updatedAt: now,
    version: 1,
  }
}

/**
 * Makes the write of a grant: a credit on the scheme's account that pays the payment. Where nothing stays open, the payment
 * succeeds behind it.
 */
function grant(
  granted: Omit<Waiver, 'lineKey'>,
  from: Waiver['status'] | null,
  payment: Payment,
  origin: MovementOrigin,
  context: WaiverContext,
): WaiverWrite {
  const { now } = origin
  const { paymentId, amount } = granted
  const { change, evidence, balance } = lineOfScheme({ ...granted, lineKey: null }, origin, {
    direction: 'credit',
    outcome: 'recorded',
    allocations: [{ to: 'payment', paymentId, amount }],
  })
  const waiver = { ...granted, lineKey: change.line.key }
  const ofWaiver = waiverChange(waiver, from, payment, { now, evidence, waived: amount })
  const isWhole = openAmount(ofWaiver.payment) === 0
  const payments = isWhole
    ? succeed(
        ofWaiver.payment,
        { paidAt: now, evidence },
        { now, policy: context.policy, siblings: siblingsFor(ofWaiver.payment, context) },
      )
    : []
  return { waiver: ofWaiver, payments, lines: [change], balances: [balance] }
}

/**
 * Decides a request: the waiver waits for a second person, or is granted at once where none is needed.
 *
 * @throws PaymentError `invalid_transition`, `allocation_exceeds`
 */
export function requestWaiver(
  draft: Waiver,
  payment: Payment,
  origin: MovementOrigin,
  context: WaiverContext & { readonly needsApproval: (draft: Waiver) => boolean },
): WaiverWrite {
  checkWaivable(payment, draft.amount)
  if (!context.needsApproval(draft))
    return grant({ ...draft, status: 'granted', decidedAt: origin.now }, null, payment, origin, context)
  return { waiver: waiverChange(draft, null, payment, { now: origin.now }), payments: [], lines: [], balances: [] }
}

/**
 * Decides the approval by a second person.
 *
 * @throws PaymentError `invalid_transition`, `self_approval`, and `allocation_exceeds` where less is open now
 */
export function approveWaiver(
  { waiver, payment }: WaiverNow,
  actor: string,
  origin: MovementOrigin,
  context: WaiverContext,
): WaiverDecision {
  if (waiver.status === 'granted') return { unchanged: waiver }
  if (waiver.status !== 'requested') throw invalidWaiverTransition(waiver, 'granted')
  if (isSameActor(waiver.requestedBy, actor))
    throw anotherPerson('The person who requested a waiver cannot approve it. Another person must approve it.')
  checkWaivable(payment, waiver.amount)
  const { now } = origin
  const granted = nextWaiver(waiver, now, { status: 'granted', decidedBy: actor, decidedAt: now })
  return { write: grant(granted, waiver.status, payment, origin, context) }
}

/** A decision that ends a waiver, by a person and for a reason. */
export interface EndCall {
  readonly actor: string
  readonly reason: string
}

/** Decides the rejection by a second person. @throws PaymentError `invalid_transition`, `self_approval` */
export function rejectWaiver(
  { waiver, payment }: WaiverNow,
  { actor, reason }: EndCall,
  { now }: Pick<MovementOrigin, 'now'>,
): WaiverDecision {
  if (waiver.status === 'rejected') return { unchanged: waiver }
  if (waiver.status !== 'requested') throw invalidWaiverTransition(waiver, 'rejected')
  if (isSameActor(waiver.requestedBy, actor))
    throw anotherPerson('The person who requested a waiver cannot reject it. Cancel it, or ask another person.')
  const rejected = nextWaiver(waiver, now, { status: 'rejected', decidedBy: actor, decidedAt: now })
  return ended(rejected, { waiver, payment }, { now, reason })
}

/** Decides the withdrawal by its requester. @throws PaymentError `invalid_transition`, `forbidden` */
export function cancelWaiver(
  { waiver, payment }: WaiverNow,
  { actor, reason }: EndCall,
  { now }: Pick<MovementOrigin, 'now'>,
): WaiverDecision {
  if (!isSameActor(waiver.requestedBy, actor))
    throw new PaymentError('forbidden', 'Another person requested this waiver; reject it instead.')
  if (waiver.status === 'canceled') return { unchanged: waiver }
  if (waiver.status !== 'requested') throw invalidWaiverTransition(waiver, 'canceled')
  return ended(nextWaiver(waiver, now, { status: 'canceled' }), { waiver, payment }, { now, reason })
}

function ended(
  next: Waiver,
  { waiver, payment }: WaiverNow,
  report: { readonly now: string; readonly reason: string },
): WaiverDecision {
  const change = waiverChange(next, waiver.status, payment, report)
  return { write: { waiver: change, payments: [], lines: [], balances: [] } }
}

/** `statusReason` of a payment whose waiver was revoked. */
const waiverRevoked = 'waiver_revoked'

/** The call that revokes a waiver; `payments` is the decision about a payment that succeeded. */
export interface RevokeCall extends EndCall {
  readonly payments?: 'reverse' | undefined
}

/**
 * Decides to revoke a grant: a counter-line takes the scheme's money back, and what was waived is open again. A payment that
 * succeeded is reversed.
 *
 * @throws PaymentError `invalid_transition`, `self_approval`, `invalid_request`
 */
export function revokeWaiver(
  { waiver, payment }: WaiverNow,
  line: AccountLine | null,
  { actor, reason, payments }: RevokeCall,
  origin: MovementOrigin,
): WaiverDecision {
  const { now } = origin
  if (waiver.status === 'revoked') return { unchanged: waiver }
  if (waiver.status !== 'granted' || !line) throw invalidWaiverTransition(waiver, 'revoked')
  const isOwn = [waiver.requestedBy, waiver.decidedBy].some((person) => person !== null && isSameActor(person, actor))
  if (isOwn) throw anotherPerson('You requested or granted this waiver; another person has to revoke it.')
  const isReversed = payment.status === 'succeeded'
  if (isReversed) {
    const refusal = checkReversible([payment])
    if (refusal) throw refusal
    if (payments !== 'reverse') {
      const message = "must be 'reverse', because the payment succeeded"
      throw invalidRequest([{ path: 'payments', message }])
    }
  }
  const { amount, currency, scheme } = waiver
  const counter = { direction: 'debit', outcome: 'voided', amount } as const
  const counterKey = movementKey(origin, { ...counter, account: accountOfScheme(scheme), currency })
  const back = lineOfScheme(waiver, origin, {
    ...counter,
    allocations: [{ to: 'line', lineKey: line.key, amount }],
    reason,
  })
  const voided = lineChange(
    line,
    'line.voided',
    now,
    {
      allocations: storedAllocations([{ to: 'line', lineKey: counterKey, amount }], 'hand'),
      outcome: counter.outcome,
      held: false,
    },
    { reason, allocations: line.allocations.map(withoutBy) },
  )
  const { evidence } = back
  const revoked = nextWaiver(waiver, now, { status: 'revoked', revokedBy: actor, revokedAt: now })
  const ofWaiver = waiverChange(revoked, waiver.status, payment, { now, reason, evidence, waived: -amount })
  const reversal = { reason: waiverRevoked, reversedAt: now, moneyReturned: false } as const
  return {
    write: {
      waiver: ofWaiver,
      payments: isReversed ? [reversedChange(ofWaiver.payment, reversal, now, evidence)] : [],
      lines: [voided, back.change],
      balances: [back.balance],
    },
  }
}
