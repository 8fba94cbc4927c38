import { stripe } from 'hospital-payments/providers'
import { describe, expect, it } from 'vitest'
import { calm } from '../support/attempt.js'
import { fetchError, json, type Scripted, type Sent } from '../support/scripted-fetch.js'
import { attempt, paidSession, scriptedStripe, secrets, sessionOf } from './support.js'

const error = (type: string, code?: string) => ({ error: { type, ...(code && { code }), message: '…' } })
const session = { sessionId: 'cs_test_a1' }

describe('stripe: start', () => {
  it('sends the payer to a page that ends an hour after the attempt began', async () => {
    const { provider, sent } = scriptedStripe(() => json(200, sessionOf()))
    const answer = {
      session,
      instructions: {
        type: 'redirect',
        url: 'https://checkout.stripe.com/c/pay/cs_test_a1',
        message: 'Pay USD 1500.00 on the page of Stripe, reference OPD7731.',
      },
    }
    expect(await provider.start(attempt, calm())).toEqual(answer)
    const [request] = sent
    expect([request?.method, request?.url.href]).toEqual(['POST', 'https://api.stripe.com/v1/checkout/sessions'])
    expect(request?.headers.get('authorization')).toBe('Bearer sk_test_CANARY')
    expect(request?.headers.get('idempotency-key')).toBe(attempt.id)
    expect(request?.headers.get('content-type')).toBe('application/x-www-form-urlencoded')
    expect(Object.fromEntries(new URLSearchParams(request?.body))).toEqual({
      mode: 'payment',
      client_reference_id: attempt.id,
      'line_items[0][quantity]': '1',
      'line_items[0][price_data][currency]': 'usd',
      'line_items[0][price_data][unit_amount]': '150000',
      'line_items[0][price_data][product_data][name]': 'OPD7731',
      'payment_intent_data[description]': 'OPD7731',
      success_url: 'https://h.example/paid?x=1&y=2',
      cancel_url: 'https://h.example/paid?x=1&y=2',
      expires_at: String(Date.parse('2026-11-20T10:00:00Z') / 1_000),
    })
  })

  it('sends the same bytes again, whatever the time', async () => {
    let ms = 0
    const { provider, sent } = scriptedStripe(() => json(200, sessionOf()), { clock: () => (ms += 3_600_000) })
    await provider.start(attempt, calm())
    await provider.start(attempt, calm())
    expect([sent[1]?.body, ...(sent[1]?.headers ?? [])]).toEqual([sent[0]?.body, ...(sent[0]?.headers ?? [])])
  })

  it('sends shillings of Uganda in hundredths', async () => {
    const { provider, sent } = scriptedStripe(() => json(200, sessionOf()))
    await provider.start({ ...attempt, currency: 'UGX', amount: 5_000 }, calm())
    expect(new URLSearchParams(sent[0]?.body).get('line_items[0][price_data][unit_amount]')).toBe('500000')
  })

  it.each<[string, Scripted, object]>([
    ['400', json(400, error('invalid_request_error', 'amount_too_small')), failure('amount_too_small')],
    ['400 with a type alone', json(400, error('invalid_request_error')), failure('invalid_request_error')],
    ['402', json(402, error('card_error', 'card_declined')), failure('card_declined')],
    ['403', json(403), failure('http_403')],
    ['a key that was used with another body', json(400, error('idempotency_error')), { state: 'unknown' }],
    ['401', json(401, error('invalid_request_error')), { state: 'refused', code: 'http_401' }],
    ['404', json(404), { state: 'unknown' }],
    ['409', json(409, error('idempotency_error')), { state: 'unknown' }],
    ['429', json(429, error('rate_limit_error')), { state: 'unknown' }],
    ['500', json(500, error('api_error')), { state: 'unknown' }],
    ['200 without a page', json(200, sessionOf({ url: null })), { state: 'unknown' }],
    ['200 without an id', json(200, { url: 'https://checkout.stripe.com/1' }), { state: 'unknown' }],
    ['a lost connection', fetchError('ECONNRESET'), { state: 'unknown' }],
  ])('answers to %s, and sends nothing twice', async (_, answer, outcome) => {
    const { provider, sent } = scriptedStripe(() => answer)
    expect(await provider.start(attempt, calm())).toEqual({ session: null, outcome })
    expect(sent).toHaveLength(1)
  })

  function failure(code: string) {
    return { state: 'failed', code, retry: false }
  }

  it('throws provider_unavailable where nothing was sent', async () => {
    const { provider } = scriptedStripe(() => fetchError('ENOTFOUND'))
    await expect(provider.start(attempt, calm())).rejects.toMatchObject({ code: 'provider_unavailable' })
  })

  it.each([
    ['without a page to return to', { returnUrl: null }, 'return_url_required'],
    ['of an amount that Stripe cannot take', { currency: 'KWD', amount: 1_505 }, 'invalid_amount'],
  ])('sends nothing for an attempt %s', async (_, changes, code) => {
    const { provider, sent } = scriptedStripe(() => json(200, sessionOf()))
    const outcome = { state: 'failed', code, retry: false }
    expect(await provider.start({ ...attempt, ...changes }, calm())).toEqual({ session: null, outcome })
    expect(sent).toEqual([])
  })
})

/** Makes a PaymentIntent that was read with its charge and the fee. */
const withCharge = (transaction: object = {}) => ({
  id: 'pi_1',
  latest_charge: {
    id: 'ch_1',
    created: 1_795_165_260,
    balance_transaction: { id: 'txn_1', currency: 'usd', fee: 4_380, ...transaction },
  },
})
const paid = { state: 'paid', amount: 150_000, currency: 'USD', providerTransactionId: 'pi_1' }
const bookedAt = '2026-11-20T09:01:00.000Z'

const outcomes: [string, object, object][] = [
  ['a session that is open', sessionOf(), { state: 'pending' }],
  ['one that is complete and unpaid', sessionOf({ status: 'complete' }), { state: 'pending' }],
  ['one that has expired', sessionOf({ status: 'expired' }), { state: 'failed', code: 'expired', retry: true }],
  ['one that is paid', paidSession(), paid],
  ['one with its charge', paidSession({ payment_intent: withCharge() }), { ...paid, bookedAt, fee: 4_380 }],
  [
    'one with its charge in another currency',
    paidSession({ payment_intent: withCharge({ currency: 'eur' }) }),
    { ...paid, bookedAt },
  ],
  ['one in hundredths of shillings', paidSession({ currency: 'ugx' }), { ...paid, currency: 'UGX', amount: 1_500 }],
  ['one of no amount', paidSession({ amount_total: 0 }), { state: 'unknown' }],
  ['one of an amount that is none', paidSession({ amount_total: '1' }), { state: 'unknown' }],
  ['one of a status of no table', sessionOf({ status: 'half' }), { state: 'unknown' }],
  ['no session', {}, { state: 'unknown' }],
]

describe('stripe: status', () => {
  it('reads the session with its charge and fee', async () => {
    const { provider, sent } = scriptedStripe(() => json(200, paidSession()))
    expect(await provider.status({ ...attempt, session }, calm())).toEqual(paid)
    expect([sent[0]?.method, sent[0]?.url.pathname]).toEqual(['GET', '/v1/checkout/sessions/cs_test_a1'])
    expect(sent[0]?.url.searchParams.getAll('expand[]')).toEqual(['payment_intent.latest_charge.balance_transaction'])
  })

  it.each(outcomes)('answers to %s', async (_, body, outcome) => {
    const { provider } = scriptedStripe(() => json(200, body))
    expect(await provider.status({ ...attempt, session }, calm())).toEqual(outcome)
  })

  it.each<[string, Scripted, object]>([
    ['400', json(400, error('invalid_request_error')), { state: 'unknown' }],
    ['404', json(404), { state: 'unknown' }],
    ['503', json(503), { state: 'unknown' }],
    ['a refused connection', fetchError('ECONNREFUSED'), { state: 'unknown' }],
    ['401', json(401), { state: 'refused', code: 'http_401' }],
  ])('says nothing of the attempt after %s', async (_, answer, outcome) => {
    for (const one of [session, null])
      expect(await scriptedStripe(() => answer).provider.status({ ...attempt, session: one }, calm())).toEqual(outcome)
  })
})

/** Answers the list of sessions in pages of two, and each session by itself. */
const listing = (sessions: readonly { readonly id: string }[]) => (sent: Sent) => {
  const id = sent.url.pathname.split('/')[4]
  if (id !== undefined)
    return json(
      200,
      sessions.find((one) => one.id === id),
    )
  const after = sessions.findIndex((one) => one.id === sent.url.searchParams.get('starting_after')) + 1
  const data = sessions.slice(after, after + 2)
  return json(200, { object: 'list', data, has_more: after + 2 < sessions.length })
}
const others = Array.from({ length: 5 }, (_, nth) => sessionOf({ id: `cs_${nth}`, client_reference_id: `att_${nth}` }))

describe('stripe: status without a session', () => {
  it('looks among the sessions since the attempt for its own, on every page', async () => {
    const { provider, sent } = scriptedStripe(listing([...others, paidSession() as { id: string } & object]))
    expect(await provider.status({ ...attempt, session: null }, calm())).toEqual(paid)
    const created = Date.parse(attempt.createdAt) / 1_000
    expect(Object.fromEntries(sent[0]?.url.searchParams ?? [])).toEqual({
      'created[gte]': String(created - 300),
      'created[lte]': String(created + 86_400),
      limit: '100',
    })
    expect(sent.map(({ url }) => url.searchParams.get('starting_after'))).toEqual([null, 'cs_1', 'cs_3', null])
  })

  it('is unknown where none of them is the attempt’s', async () => {
    const { provider, sent } = scriptedStripe(listing(others))
    expect(await provider.status({ ...attempt, session: null }, calm())).toEqual({ state: 'unknown' })
    expect(sent).toHaveLength(3)
  })

  it('is unknown where a page has another form', async () => {
    const { provider } = scriptedStripe(() => json(200, { data: {} }))
    expect(await provider.status({ ...attempt, session: null }, calm())).toEqual({ state: 'unknown' })
  })
})

describe('stripe: cancel', () => {
  const expired = { state: 'failed', code: 'expired', retry: true }

  it('ends the session', async () => {
    const { provider, sent } = scriptedStripe(() => json(200, sessionOf({ status: 'expired' })))
    expect(await provider.cancel?.({ ...attempt, session }, calm())).toEqual(expired)
    expect([sent.length, sent[0]?.method, sent[0]?.url.pathname]).toEqual([
      1,
      'POST',
      '/v1/checkout/sessions/cs_test_a1/expire',
    ])
  })

  it('returns what became of a session that is no longer open', async () => {
    const { provider } = scriptedStripe(({ method }) =>
      method === 'POST' ? json(400, error('invalid_request_error')) : json(200, paidSession()),
    )
    expect(await provider.cancel?.({ ...attempt, session }, calm())).toEqual(paid)
  })

  it('is unknown where Stripe does not answer', async () => {
    const { provider } = scriptedStripe(() => fetchError('ECONNRESET'))
    expect(await provider.cancel?.({ ...attempt, session }, calm())).toEqual({ state: 'unknown' })
  })

  it('finds the session of a start whose answer was lost', async () => {
    const ended = sessionOf({ status: 'expired' })
    const { provider, sent } = scriptedStripe((one) =>
      one.method === 'POST' ? json(200, ended) : listing([ended])(one),
    )
    expect(await provider.cancel?.({ ...attempt, session: null }, calm())).toEqual(expired)
    expect(sent.at(-1)?.url.pathname).toBe('/v1/checkout/sessions/cs_test_a1/expire')
    const none = scriptedStripe(listing([]))
    expect(await none.provider.cancel?.({ ...attempt, session: null }, calm())).toEqual({ state: 'unknown' })
  })
})

describe('stripe: options', () => {
  it.each<[string, object, string]>([
    ['no secretKey', { secretKey: undefined }, 'secretKey is required'],
    ['no webhookSecrets', { webhookSecrets: undefined }, 'webhookSecrets is required'],
    ['an empty list', { webhookSecrets: [] }, 'webhookSecrets must be a list of at least one'],
    [
      'a text in place of the list',
      { webhookSecrets: 'whsec_CANARY' },
      'webhookSecrets must be a list of at least one',
    ],
    [
      'a secret that is no text',
      { webhookSecrets: ['whsec_CANARY', 1] },
      'webhookSecrets must be texts, and not empty',
    ],
    ['an unknown option', { webhookSecret: 'whsec_CANARY' }, 'unknown option webhookSecret'],
  ])('refuse %s', (_, changes, message) => {
    expect(() => stripe({ ...secrets, ...changes } as typeof secrets)).toThrow(new TypeError(`stripe: ${message}`))
  })

  it('make a provider that polls until its page has ended', () => {
    const { name, account, startIsIdempotent, promptSeconds, polls, limits } = stripe(secrets)
    expect([name, account, startIsIdempotent, promptSeconds]).toEqual(['stripe', 'stripe', true, 3_600])
    expect(polls?.at(-1)).toBe(3_660)
    expect(polls).toEqual([...(polls ?? [])].sort((a, b) => a - b))
    expect(['ደረሰኝ-1', 'a\nb', ''].map((text) => limits?.reference?.test(text))).toEqual([true, false, false])
  })
})
