/** Checkout Sessions of Stripe: the request for one, and the outcome that one has. */
import type { AttemptRequest, Outcome } from '../../domain/attempts/provider.js'
import { instantOf, millisecondsOf } from '../../domain/instant.js'
import { fieldOf, textOf } from '../json.js'
import { failed } from '../judgement.js'
import { minorUnitsOf, stripeUnits } from './units.js'

/** The time for which a page can be paid at: the shortest that Stripe takes is half of it. */
export const sessionSeconds = 3_600

/** Converts an instant to Unix seconds, as Stripe has times. */
export function secondsOf(ms: number): number {
  return Math.floor(ms / 1_000)
}

/**
 * Makes the form of a request for a session, the same to the byte for the same attempt; `null` for an attempt that Stripe
 * cannot take.
 */
export function sessionForm({ id, reference, amount, currency, returnUrl, createdAt }: AttemptRequest): string | null {
  const units = stripeUnits(amount, currency)
  if (units === null || returnUrl === null) return null
  return new URLSearchParams({
    mode: 'payment',
    client_reference_id: id,
    'line_items[0][quantity]': '1',
    'line_items[0][price_data][currency]': currency.toLowerCase(),
    'line_items[0][price_data][unit_amount]': String(units),
    'line_items[0][price_data][product_data][name]': reference,
    'payment_intent_data[description]': reference,
    success_url: returnUrl,
    cancel_url: returnUrl,
    expires_at: String(secondsOf(millisecondsOf(createdAt)) + sessionSeconds),
  }).toString()
}

/** Returns the receipt of a session: its PaymentIntent, which is in balance transactions too. */
function receiptOf(session: unknown): string | null {
  return textOf(session, 'payment_intent') ?? textOf(session, 'payment_intent', 'id')
}

/** Returns the fee and the time of the charge, where the session was read with it. */
function chargeOf(session: unknown, currency: string) {
  const charge = fieldOf(session, 'payment_intent', 'latest_charge')
  const transaction = fieldOf(charge, 'balance_transaction')
  const isSameCurrency = textOf(transaction, 'currency')?.toUpperCase() === currency
  const fee = isSameCurrency ? minorUnitsOf(fieldOf(transaction, 'fee'), currency) : null
  const created = fieldOf(charge, 'created')
  return {
    ...(fee !== null && fee > 0 && { fee }),
    ...(Number.isSafeInteger(created) && { bookedAt: instantOf((created as number) * 1_000) }),
  }
}

function paidOutcome(session: unknown): Outcome | null {
  const currency = textOf(session, 'currency')?.toUpperCase() ?? ''
  const amount = minorUnitsOf(fieldOf(session, 'amount_total'), currency)
  const receipt = receiptOf(session)
  if (amount === null || amount <= 0) return null
  return {
    state: 'paid',
    amount,
    currency,
    ...(receipt !== null && { providerTransactionId: receipt }),
    ...chargeOf(session, currency),
  }
}

/** Returns the outcome that a session has; `null` where it says nothing. One that is complete may still be unpaid. */
export function outcomeOfSession(session: unknown): Outcome | null {
  switch (textOf(session, 'status')) {
    case 'complete':
      return textOf(session, 'payment_status') === 'paid' ? paidOutcome(session) : { state: 'pending' }
    case 'open':
      return { state: 'pending' }
    case 'expired':
      return failed('expired', true)
    default:
      return null
  }
}
