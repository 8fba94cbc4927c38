import { dayOf } from '../../domain/calendar.js'
import { isPaymentId } from '../../domain/id.js'
import { paymentNotFound } from '../../domain/not-found.js'
import { type Receipt, receiptOf } from '../../domain/receipts/receipt.js'
import { isPaymentError, PaymentError } from '../../errors.js'
import { receipts, type StoredReceipt } from '../../repository/aggregates/receipts.js'
import { newRow } from '../../repository/aggregates/rows.js'
import type { FinanceRepository } from '../../repository/finance-port.js'
import type { Context } from '../context.js'
import * as field from '../input/fields.js'
import { parse, parseOptions } from '../input/parse.js'
import type { ActorOption } from '../input/payment-calls.js'
import { financeOf } from '../storage.js'
import { storedReceipt } from './find-receipts.js'

const issueOptions = field.object({ actor: field.actor.optional() })
const idArgument = field.object({ id: field.text })

export async function issueReceipt(context: Context, id: string, options?: ActorOption): Promise<Receipt> {
  parse(idArgument, { id })
  const { actor = null } = parseOptions(issueOptions, options)
  const finance = financeOf(context)
  const payment = isPaymentId(id) ? await finance.get(id) : null
  if (!payment) throw paymentNotFound(id)
  const earlierReceipt = await storedReceipt(finance, id)
  if (earlierReceipt) return receiptOf(payment, earlierReceipt)
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
  const issued = await store(finance, { paymentId: id, year, issuedAt, issuedBy: actor })
  // Reversed meanwhile: what is printed says so.
  const now = await finance.get(id).catch(failIssued)
  return receiptOf(now ?? payment, issued)
}

/** Stores a receipt under the next number of its year; a payment that has one keeps it. */
async function store(finance: FinanceRepository, receipt: Omit<StoredReceipt, 'number'>): Promise<StoredReceipt> {
  const row = newRow(receipts, { ...receipt, number: 0 })
  const answer = await finance.replace({ changes: [], lines: [], rows: [row] })
  // What another call has stored meanwhile, the transaction of a host may not see by a plain read.
  if (answer.outcome === 'row_stale' && answer.stored) return answer.stored.row as StoredReceipt
  const stored = await storedReceipt(finance, receipt.paymentId).catch(failIssued)
  if (stored) return stored
  throw new PaymentError('internal_error', 'The receipt is not stored; the tables were changed by hand.')
}

/** Throws a failure that came after the receipt had its number: it must not say that nothing was stored. */
function failIssued(failure: unknown): never {
  if (!isPaymentError(failure, 'storage_unavailable') && !isPaymentError(failure, 'concurrent_update')) throw failure
  const message = 'The receipt was issued and could not be read again: issue it again, and it has the same number.'
  throw new PaymentError('outcome_unknown', message, { cause: failure.cause ?? failure })
}
