/** The requests and signatures of `stripe` beside those of the package of Stripe. */
import { stripe } from 'hospital-payments/providers'
import { describe, expect, it } from 'vitest'
import { calm, nowMs } from '../support/attempt.js'
import { received } from '../support/callback.js'
import { loopback, type LoopbackRequest } from '../support/loopback.js'
import { oracle } from '../support/oracle.js'
import { attempt, paidSession, secrets, sessionOf } from './support.js'

interface StripePackage {
  readonly checkout: {
    readonly sessions: {
      create(session: object, options: object): Promise<unknown>
      retrieve(id: string, options: object): Promise<unknown>
      expire(id: string): Promise<unknown>
    }
  }
  readonly balanceTransactions: { list(query: object): Promise<unknown> }
  readonly webhooks: {
    generateTestHeaderString(options: object): string
    constructEvent(payload: string, header: string, secret: string): { id: string }
  }
}
type StripeConstructor = new (key: string, options?: object) => StripePackage

const Stripe = oracle<StripeConstructor>('stripe')

const server = () =>
  loopback(({ url }) => {
    if (url.startsWith('/v1/balance')) return { status: 200, json: { object: 'list', data: [], has_more: false } }
    return { status: 200, json: url.endsWith('/expire') ? sessionOf({ status: 'expired' }) : sessionOf() }
  })

/** Returns what Stripe reads of a request. */
function readByStripe({ method, url, headers, body }: LoopbackRequest) {
  const { pathname, searchParams } = new URL(url, 'http://h.example')
  const sorted = (pairs: URLSearchParams) => [...pairs].map(([name, value]) => `${name}=${value}`).sort()
  const names = ['authorization', 'stripe-version', 'content-type']
  return {
    line: `${method} ${pathname}`,
    // The package writes [0] where this library writes [].
    query: sorted(searchParams).map((pair) => pair.replace(/^expand\[0\]/, 'expand[]')),
    body: sorted(new URLSearchParams(body)),
    headers: method === 'POST' && body !== '' ? names.map((name) => headers[name]) : headers.authorization,
    key: pathname.endsWith('/sessions') ? headers['idempotency-key'] : null,
  }
}

describe('stripe: requests', () => {
  it('are those of the package of Stripe', async () => {
    const [ours, theirs] = [await server(), await server()]
    const provider = stripe({ ...secrets, baseUrl: ours.url })
    const { session } = await provider.start(attempt, calm())
    await provider.status({ ...attempt, session }, calm())
    await provider.cancel?.({ ...attempt, session }, calm())
    const range = { from: '2026-11-20T00:00:00.000Z', to: '2026-11-20T12:00:00.000Z' }
    for await (const record of provider.list?.(range, calm()) ?? []) expect(record).toBeUndefined()

    const { port } = new URL(theirs.url)
    const client = new Stripe(secrets.secretKey, {
      host: '127.0.0.1',
      port: Number(port),
      protocol: 'http',
      telemetry: false,
    })
    await client.checkout.sessions.create(
      {
        mode: 'payment',
        client_reference_id: attempt.id,
        line_items: [
          { quantity: 1, price_data: { currency: 'usd', unit_amount: 150_000, product_data: { name: 'OPD7731' } } },
        ],
        payment_intent_data: { description: 'OPD7731' },
        success_url: attempt.returnUrl,
        cancel_url: attempt.returnUrl,
        expires_at: Date.parse(attempt.createdAt) / 1_000 + 3_600,
      },
      { idempotencyKey: attempt.id },
    )
    await client.checkout.sessions.retrieve('cs_test_a1', {
      expand: ['payment_intent.latest_charge.balance_transaction'],
    })
    await client.checkout.sessions.expire('cs_test_a1')
    await client.balanceTransactions.list({
      created: { gte: Date.parse(range.from) / 1_000, lte: Date.parse(range.to) / 1_000 },
      expand: ['data.source'],
      limit: 100,
    })
    expect(ours.requests.map(readByStripe)).toEqual(theirs.requests.map(readByStripe))
    expect(ours.requests).toHaveLength(4)
  })
})

const seconds = nowMs / 1_000
const { webhooks } = new Stripe('sk_test_1')
const provider = stripe({ ...secrets, clock: () => nowMs })

const eventOf = (type: string, object: object, changes: object = {}) =>
  JSON.stringify({ id: 'evt_1', object: 'event', created: 1_795_165_262, type, data: { object }, ...changes })
const signed = (payload: string, secret = 'whsec_CANARY', timestamp = seconds) =>
  received(provider, {
    headers: { 'stripe-signature': webhooks.generateTestHeaderString({ payload, secret, timestamp }) },
    body: payload,
  })

const about = {
  proof: 'signed',
  messageId: 'evt_1',
  about: { attemptId: attempt.id },
  session: { sessionId: 'cs_test_a1' },
}
const paid = {
  state: 'paid',
  amount: 150_000,
  currency: 'USD',
  providerTransactionId: 'pi_1',
  bookedAt: '2026-11-20T09:01:02.000Z',
}

describe('stripe: receive', () => {
  it.each<[string, object, object]>([
    ['checkout.session.completed', paidSession(), paid],
    ['checkout.session.completed', sessionOf({ status: 'complete' }), { state: 'pending' }],
    ['checkout.session.async_payment_succeeded', paidSession(), paid],
    [
      'checkout.session.async_payment_failed',
      sessionOf({ status: 'complete' }),
      { state: 'failed', code: 'async_payment_failed', retry: true },
    ],
    ['checkout.session.expired', sessionOf({ status: 'expired' }), { state: 'failed', code: 'expired', retry: true }],
  ])('reads %s as proof', async (type, object, outcome) => {
    expect(await signed(eventOf(type, object))).toEqual([{ ...about, outcome }])
  })

  it('takes each of its secrets, as the package of Stripe does', async () => {
    for (const secret of ['whsec_CANARY', 'whsec_OLDER', 'whsec_other']) {
      const payload = eventOf('checkout.session.completed', paidSession())
      const header = webhooks.generateTestHeaderString({ payload, secret })
      expect(webhooks.constructEvent(payload, header, secret).id).toBe('evt_1')
      expect((await signed(payload, secret)) !== null).toBe(secrets.webhookSecrets.includes(secret))
    }
  })

  it.each([
    [300, true],
    [301, false],
  ])('takes an event that was signed %i seconds ago or ahead: %s', async (age, isTaken) => {
    for (const timestamp of [seconds - age, seconds + age])
      expect((await signed(eventOf('checkout.session.expired', sessionOf()), 'whsec_CANARY', timestamp)) !== null).toBe(
        isTaken,
      )
  })

  it.each([
    ['a session that is no attempt’s', 'checkout.session.completed', paidSession({ client_reference_id: 'order-1' })],
    ['a session without a reference', 'checkout.session.completed', paidSession({ client_reference_id: null })],
    ['another event', 'payment_intent.succeeded', { id: 'pi_1', object: 'payment_intent' }],
    ['a session that cannot be read', 'checkout.session.completed', paidSession({ amount_total: null })],
  ])('has nothing to do for %s', async (_, type, object) => {
    expect(await signed(eventOf(type, object))).toEqual([])
  })

  it('takes no event without a signature, of another body, or by another method', async () => {
    const payload = eventOf('checkout.session.completed', paidSession())
    const header = webhooks.generateTestHeaderString({ payload, secret: 'whsec_CANARY', timestamp: seconds })
    const headers = { 'stripe-signature': header }
    expect(await received(provider, { body: payload })).toBeNull()
    expect(await received(provider, { headers, body: `${payload} ` })).toBeNull()
    expect(await received(provider, { headers, body: payload, method: 'PUT' })).toBeNull()
  })
})
