/** The five transitions that a host asks for: their options, and their decisions. */
import { cancel, confirm, expire, fail, reverse } from '../../domain/payments/transitions.js'
import type { Instant, Payment } from '../../domain/payments/payment.js'
import { needsSiblings } from '../../domain/payments/success.js'
import type { Context } from '../context.js'
import { checkCurrency } from '../input/currency.js'
import * as field from '../input/fields.js'
import { parse, parseOptions } from '../input/parse.js'
import { transitionPayment } from './transition-payment.js'

/** The person or program that calls. */
export interface ActorOption {
  /** The person or program, for the history. */
  actor?: string | undefined
}

/** The data of the money that came; all fields are optional. */
export interface ConfirmOptions extends ActorOption {
  /** The time at which the money moved; default the clock. */
  paidAt?: Instant | undefined
  /** The paid amount, in minor units; left out: the full amount. */
  amount?: number | undefined
  currency?: string | undefined
  /** The provider's receipt; unique in a channel. */
  providerTransactionId?: string | undefined
}

/** The reason for which an attempt failed; it is required. */
export interface FailOptions extends ActorOption {
  reason: string
}

/** The reason for which a payment is no longer wanted; it is required. */
export interface CancelOptions extends ActorOption {
  reason: string
}

/** The reason for which a payment was undone, which is required, and the time. */
export interface ReverseOptions extends ActorOption {
  reason: string
  /** The time of the reversal; default the clock. */
  reversedAt?: Instant | undefined
  /** False where no money went back to the payer, so that a line that had paid it can be given back. Default true. */
  moneyReturned?: boolean | undefined
}

const actor = field.actor.optional()
const idArgument = field.object({ id: field.text })
const confirmOptions = field.object({
  paidAt: field.instant.optional(),
  amount: field.amount.optional(),
  currency: field.currency.optional(),
  providerTransactionId: field.reference.optional(),
  actor,
})
const failOptions = field.object({ reason: field.reason, actor })
const cancelOptions = field.object({ reason: field.reason, actor })
const expireOptions = field.object({ actor })
const reverseOptions = field.object({
  reason: field.reason,
  reversedAt: field.instant.optional(),
  moneyReturned: field.truth.optional(),
  actor,
})

export async function confirmPayment(context: Context, id: string, options?: ConfirmOptions): Promise<Payment> {
  parse(idArgument, { id })
  const { actor = null, ...confirmation } = parseOptions(confirmOptions, options)
  if (confirmation.currency !== undefined) checkCurrency(context, confirmation.currency)
  return transitionPayment(context, id, {
    actor,
    decide: (payment, context) => confirm(payment, confirmation, context),
    needsSiblings,
  })
}

export async function failPayment(context: Context, id: string, options: FailOptions): Promise<Payment> {
  parse(idArgument, { id })
  const { actor = null, reason } = parseOptions(failOptions, options)
  return transitionPayment(context, id, {
    actor,
    decide: (payment, context) => fail(payment, reason, context),
  })
}

export async function expirePayment(context: Context, id: string, options?: ActorOption): Promise<Payment> {
  parse(idArgument, { id })
  const { actor = null } = parseOptions(expireOptions, options)
  return transitionPayment(context, id, { actor, decide: expire })
}

export async function cancelPayment(context: Context, id: string, options: CancelOptions): Promise<Payment> {
  parse(idArgument, { id })
  const { actor = null, reason } = parseOptions(cancelOptions, options)
  return transitionPayment(context, id, {
    actor,
    decide: (payment, context) => cancel(payment, reason, context),
  })
}

export async function reversePayment(context: Context, id: string, options: ReverseOptions): Promise<Payment> {
  parse(idArgument, { id })
  const { actor = null, ...report } = parseOptions(reverseOptions, options)
  return transitionPayment(context, id, {
    actor,
    decide: (payment, context) => reverse(payment, report, context),
  })
}
