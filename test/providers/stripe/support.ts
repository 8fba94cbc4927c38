import { stripe, type StripeOptions } from 'hospital-payments/providers'
import { attemptRequest, nowMs } from '../support/attempt.js'
import { type Scripted, scriptedFetch, type Sent } from '../support/scripted-fetch.js'

export const secrets = { secretKey: 'sk_test_CANARY', webhookSecrets: ['whsec_CANARY', 'whsec_OLDER'] }

export const attempt = attemptRequest({ currency: 'USD', returnUrl: 'https://h.example/paid?x=1&y=2' })

/** Makes Stripe over a script. */
export function scriptedStripe(answer: (sent: Sent) => Scripted, options: Partial<StripeOptions> = {}) {
  const { fetch, sent } = scriptedFetch(answer)
  return { provider: stripe({ ...secrets, fetch, clock: () => nowMs, ...options }), sent }
}

/** Makes a Checkout Session as Stripe returns it. */
export const sessionOf = (changes: object = {}) => ({
  id: 'cs_test_a1',
  object: 'checkout.session',
  amount_total: 150_000,
  client_reference_id: attempt.id,
  created: 1_795_165_201,
  currency: 'usd',
  payment_intent: 'pi_1',
  payment_status: 'unpaid',
  status: 'open',
  url: 'https://checkout.stripe.com/c/pay/cs_test_a1',
  ...changes,
})

export const paidSession = (changes: object = {}) =>
  sessionOf({ status: 'complete', payment_status: 'paid', url: null, ...changes })
