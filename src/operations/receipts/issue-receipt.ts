import { dayOf } from '../../domain/calendar.js'
import { isPaymentId } from '../../domain/id.js'
import { paymentNotFound } from '../../domain/payments/not-found.js'
import { type Receipt, receiptOf } from '../../domain/receipts/receipt.js'
import { isPaymentError, PaymentError } from '../../errors.js'
import type { Context } from '../context.js'
import * as field from '../input/fields.js'
import { parse, parseOptions } from '../input/parse.js'
import type { ActorOption } from '../input/payment-calls.js'
import { financeOf } from '../storage.js'

const issueOptions = field.object({ actor: field.actor.optional() })
const idArgument = field.object({ id: field.text })

export async function issueReceipt(context: Context, id: string, options?: ActorOption): Promise<Receipt> {
  parse(idArgument, { id })
  const { actor = null } = parseOptions(issueOptions, options)
  const finance = financeOf(context)
  const payment = isPaymentId(id) ? await finance.get(id) : null
  if (!payment) throw paymentNotFound(id)
  const storedReceipt = await finance.getReceipt(id)
  if (storedReceipt) return receiptOf(payment, storedReceipt)
  if (payment.status !== 'succeeded') {
    throw new PaymentError(
      'invalid_transition',
      `A receipt is of money that came; this payment is ${payment.status}.`,
      {
        details: { paymentId: id, from: payment.status, to: 'succeeded' },
      },
    )
  }
  const issuedAt = context.now()
  const year = Number(dayOf(issuedAt, context.timeZone).slice(0, 4))
  const issued = await finance.issueReceipt({ paymentId: id, year, issuedAt, issuedBy: actor })
  // Reversed meanwhile: what is printed says so.
  const now = await finance.get(id).catch(failIssued)
  return receiptOf(now ?? payment, issued)
}

/** Throws a failure that came after the receipt had its number: it must not say that nothing was stored. */
function failIssued(failure: unknown): never {
  if (!isPaymentError(failure, 'storage_unavailable') && !isPaymentError(failure, 'concurrent_update')) throw failure
  const message = 'The receipt was issued and could not be read again: issue it again, and it has the same number.'
  throw new PaymentError('outcome_unknown', message, { cause: failure.cause ?? failure })
}
