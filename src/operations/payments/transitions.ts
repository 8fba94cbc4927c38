/** The five transitions that a host asks for: their decisions. */
import { cancel, confirm, expire, fail, reverse } from '../../domain/payments/transitions.js'
import { isPaidByCash, paidByCash } from '../../domain/cash/paid-by-cash.js'
import { isPaymentEvent } from '../../domain/event-stream.js'
import type { Payment } from '../../domain/payments/payment.js'
import { needsSiblings } from '../../domain/payments/success.js'
import type { Context } from '../context.js'
import { checkCurrency } from './check-currency.js'
import * as field from '../input/fields.js'
import { parse, parseOptions } from '../input/parse.js'
import {
  type ActorOption,
  type CancelOptions,
  cancelOptions,
  type ConfirmOptions,
  confirmOptions,
  expireOptions,
  type FailOptions,
  failOptions,
  type ReverseOptions,
  reverseOptions,
} from '../input/payment-calls.js'
import { transitionPayment } from './transition-payment.js'

const idArgument = field.object({ id: field.text })

/** Returns true where cash pays a payment that succeeded; only one with money of lines has such events. */
async function isPaidAtCounter({ repository }: Context, { id, status, amountReconciled }: Payment): Promise<boolean> {
  if (status !== 'succeeded' || amountReconciled === 0) return false
  return isPaidByCash((await repository.history(id)).filter(isPaymentEvent))
}

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
  const { actor = null, reason, attempts } = parseOptions(failOptions, options)
  return transitionPayment(context, id, {
    actor,
    decide: (payment, context) => fail(payment, reason, context, { attempts }),
  })
}

export async function expirePayment(context: Context, id: string, options?: ActorOption): Promise<Payment> {
  parse(idArgument, { id })
  const { actor = null } = parseOptions(expireOptions, options)
  return transitionPayment(context, id, { actor, decide: expire })
}

export async function cancelPayment(context: Context, id: string, options: CancelOptions): Promise<Payment> {
  parse(idArgument, { id })
  const { actor = null, reason, attempts } = parseOptions(cancelOptions, options)
  return transitionPayment(context, id, {
    actor,
    decide: (payment, context) => cancel(payment, reason, context, { attempts }),
  })
}

export async function reversePayment(context: Context, id: string, options: ReverseOptions): Promise<Payment> {
  parse(idArgument, { id })
  const { actor = null, ...report } = parseOptions(reverseOptions, options)
  return transitionPayment(context, id, {
    actor,
    refusalOf: async (payment) => ((await isPaidAtCounter(context, payment)) ? paidByCash(payment) : null),
    decide: (payment, context) => reverse(payment, report, context),
  })
}
