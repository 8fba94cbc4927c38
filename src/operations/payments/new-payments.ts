import { paymentEvent } from '../../domain/payments/event.js'
import { instantOf, millisecondsOf } from '../../domain/instant.js'
import { liveReference } from '../../domain/payments/reference-policy.js'
import type { CreatePaymentRequest, Instant, Instructions, Payment } from '../../domain/payments/payment.js'
import { PaymentError } from '../../errors.js'
import { sha256 } from '../../internal/crypto.js'
import { hex } from '../../internal/encoding.js'
import type { InsertEntry } from '../../repository/port.js'
import type { Context } from '../context.js'
import {
  type CheckedRequest,
  type CreatePaymentOptions,
  createOptions,
  createRequest,
} from '../input/create-request.js'
import { checkCurrency } from '../input/currency.js'
import { parse, parseOptions } from '../input/parse.js'
import { makeInstructions } from './instructions.js'

/** An id is taken only when random sources repeat themselves, as seeded ones in tests do. */
const maxIds = 5

/** The caller's own fields in one spelling, so that a retry is recognised and a changed request is, too. */
function fingerprintOf(request: CheckedRequest): string {
  const { amount, currency, reference, channel, description, customer, metadata, expiresAt } = request
  const payer = customer && [customer.name ?? null, customer.phone ?? null]
  const pairs = metadata && Object.entries(metadata).sort(([a], [b]) => (a < b ? -1 : 1))
  const fields = [amount, currency, reference, channel, description, payer, pairs, expiresAt].map(
    (value) => value ?? null,
  )
  return hex(sha256(JSON.stringify(fields)))
}

function newPayment(
  id: string,
  now: Instant,
  { amount, currency, reference, channel, expiresAt, ...optional }: CheckedRequest,
  instructions: Instructions,
  defaultTtlMs: number | null,
): Payment {
  const fallback = defaultTtlMs === null ? null : instantOf(millisecondsOf(now) + defaultTtlMs)
  return {
    id,
    status: 'pending',
    reference,
    amount,
    currency,
    channel,
    instructions,
    createdAt: now,
    updatedAt: now,
    expiresAt: expiresAt ?? fallback,
    paidAt: null,
    reversedAt: null,
    late: false,
    amountReconciled: 0,
    version: 1,
    ...optional,
  }
}

export async function createPayment(
  context: Context,
  input: CreatePaymentRequest,
  options?: CreatePaymentOptions,
): Promise<Payment> {
  const request = parse(createRequest, input)
  const { idempotencyKey, actor = null } = parseOptions(createOptions, options)
  checkCurrency(context, request.currency)
  const instructions = await makeInstructions(context, request)
  const idempotency = idempotencyKey === undefined ? null : { key: idempotencyKey, fingerprint: fingerprintOf(request) }

  for (let attempt = 1; attempt <= maxIds; attempt++) {
    const now = context.now()
    const payment = newPayment(context.ids.payment(), now, request, instructions, context.defaultTtlMs)
    const change = { id: context.ids.event(), at: now, actor, reason: null, evidence: null }
    const entry: InsertEntry = {
      payment,
      event: paymentEvent('payment.created', payment, null, change),
      liveReference: liveReference(payment, context.referencePolicy),
      idempotency,
    }
    const answer = (await context.repository.insert([entry]))[0]!
    if (answer.outcome === 'inserted') return payment
    if (answer.outcome === 'key_taken') {
      if (answer.fingerprint === idempotency?.fingerprint) return answer.payment
      throw new PaymentError(
        'idempotency_conflict',
        'This idempotency key was used for a different request; use a new key.',
      )
    }
    if (answer.outcome === 'reference_taken') {
      throw new PaymentError('reference_conflict', 'A live payment holds this reference; show that one to the payer.', {
        details: { existingPaymentId: answer.payment.id },
      })
    }
  }
  throw new PaymentError('internal_error', 'No free payment id was found: the random source repeats itself.')
}
