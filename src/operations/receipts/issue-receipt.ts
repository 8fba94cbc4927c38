import { dayOf } from '../../domain/calendar.js'
import { isPaymentId } from '../../domain/id.js'
import { paymentNotFound } from '../../domain/payments/not-found.js'
import { type Receipt, receiptOf } from '../../domain/receipts/receipt.js'
import { PaymentError } from '../../errors.js'
import type { Context } from '../context.js'
import * as field from '../input/fields.js'
import { parse, parseOptions } from '../input/parse.js'
import type { ActorOption } from '../payments/transitions.js'
import { financeOf } from '../storage.js'

const issueOptions = field.object({ actor: field.actor.optional() })
const idArgument = field.object({ id: field.text })

export async function issueReceipt(context: Context, id: string, options?: ActorOption): Promise<Receipt> {
  parse(idArgument, { id })
  const { actor = null } = parseOptions(issueOptions, options)
  const finance = financeOf(context)
  const payment = isPaymentId(id) ? await finance.get(id) : null
  if (!payment) throw paymentNotFound(id)
  const known = await finance.getReceipt(id)
  if (known) return receiptOf(payment, known)
  if (payment.status !== 'succeeded') {
    throw new PaymentError(
      'invalid_transition',
      `A receipt is of money that came; this payment is ${payment.status}.`,
      {
        details: { paymentId: id, from: payment.status, to: 'succeeded' },
      },
    )
  }
  const now = context.now()
  const year = Number(dayOf(now, context.timeZone).slice(0, 4))
  const issued = await finance.issueReceipt({ paymentId: id, year, issuedAt: now, issuedBy: actor })
  // Reversed meanwhile: what is printed says so.
  return receiptOf((await finance.get(id)) ?? payment, issued)
}
