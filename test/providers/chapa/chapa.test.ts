import { createHmac } from 'node:crypto'
import { chapa, type ChapaOptions } from 'hospital-payments/providers'
import { describe, expect, it } from 'vitest'
import { attemptRequest, calm, nowMs } from '../support/attempt.js'
import { received } from '../support/callback.js'
import { fetchError, json, type Scripted, scriptedFetch, type Sent } from '../support/scripted-fetch.js'

const secrets = { secretKey: 'CANARY-secret', webhookSecret: 'CANARY-hash' }
const callbackUrl = 'https://h.example/v1/callbacks/0a1b'

function scriptedChapa(answer: (sent: Sent) => Scripted, options: Partial<ChapaOptions> = {}) {
  const { fetch, sent } = scriptedFetch(answer)
  return { provider: chapa({ ...secrets, callbackUrl, fetch, clock: () => nowMs, ...options }), sent }
}

const attempt = attemptRequest({
  currency: 'ETB',
  reference: 'INV-7731',
  phone: '+251911121314',
  returnUrl: 'https://h.example/paid',
})
const page = 'https://checkout.chapa.co/checkout/payment/Od4P12hbhkbqiw9oZFHgO'
const hosted = json(200, { message: 'Hosted Link', status: 'success', data: { checkout_url: page } })
const refusal = (message: unknown) => ({ message, status: 'failed', data: null })

describe('chapa: start', () => {
  it('sends the payer to a page, under the id of the attempt', async () => {
    const { provider, sent } = scriptedChapa(() => hosted)
    expect(await provider.start(attempt, calm())).toEqual({
      session: { txRef: attempt.id },
      instructions: {
        type: 'redirect',
        url: page,
        message: 'Pay ETB 1500.00 on the page of Chapa, reference INV-7731.',
      },
    })
    expect(sent).toHaveLength(1)
    expect([sent[0]?.method, sent[0]?.url.href]).toEqual(['POST', 'https://api.chapa.co/v1/transaction/initialize'])
    expect(sent[0]?.headers.get('authorization')).toBe('Bearer CANARY-secret')
    expect(JSON.parse(sent[0]?.body ?? '')).toEqual({
      amount: '1500.00',
      currency: 'ETB',
      tx_ref: attempt.id,
      phone_number: '0911121314',
      callback_url: `${callbackUrl}/${attempt.id}`,
      return_url: 'https://h.example/paid',
      customization: { title: 'Payment', description: 'INV-7731' },
    })
  })

  it('leaves out what it does not have, and phones of other countries', async () => {
    const { provider, sent } = scriptedChapa(() => hosted, { callbackUrl: undefined })
    await provider.start({ ...attempt, phone: '+254722111111', returnUrl: null }, calm())
    const body = JSON.parse(sent[0]?.body ?? '') as object
    expect(Object.keys(body)).toEqual(['amount', 'currency', 'tx_ref', 'customization'])
  })

  it.each<[string, Scripted, object]>([
    ['a used reference', json(400, refusal('Transaction reference has been used before')), { state: 'unknown' }],
    ['400', json(400, refusal('Invalid currency')), { state: 'failed', code: 'http_400', retry: false }],
    [
      '400 with faults of fields',
      json(400, refusal({ amount: ['validation.required'] })),
      { state: 'failed', code: 'http_400', retry: false },
    ],
    ['401', json(401, refusal("Invalid API Key or User doesn't exist")), { state: 'refused', code: 'http_401' }],
    ['404', json(404, refusal('Payments through API is disabled')), { state: 'unknown' }],
    ['408', json(408), { state: 'unknown' }],
    ['409', json(409), { state: 'unknown' }],
    ['429', json(429), { state: 'unknown' }],
    ['502', json(502), { state: 'unknown' }],
    ['200 without a page', json(200, { status: 'success', data: null }), { state: 'unknown' }],
    ['a lost connection', fetchError('UND_ERR_SOCKET'), { state: 'unknown' }],
  ])('answers to %s, and sends nothing twice', async (_, answer, outcome) => {
    const { provider, sent } = scriptedChapa(() => answer)
    expect(await provider.start(attempt, calm())).toEqual({ session: null, outcome })
    expect(sent).toHaveLength(1)
  })

  it('throws provider_unavailable where nothing was sent', async () => {
    const { provider } = scriptedChapa(() => fetchError('ECONNREFUSED'))
    await expect(provider.start(attempt, calm())).rejects.toMatchObject({ code: 'provider_unavailable' })
  })
})

/** Makes a payment as Chapa verifies it, with the values of its public example. */
const payment = (changes: object = {}) => ({
  first_name: 'Bilen',
  last_name: 'Gizachew',
  email: 'abebech_bekele@gmail.com',
  currency: 'ETB',
  amount: 100,
  charge: 3.5,
  mode: 'test',
  method: 'test',
  type: 'API',
  status: 'success',
  reference: '6jnheVKQEmy',
  tx_ref: attempt.id,
  created_at: '2023-02-02T07:05:23.000000Z',
  updated_at: '2023-02-02T07:05:24.000000Z',
  ...changes,
})
const paidOutcome = {
  state: 'paid',
  amount: 10_000,
  currency: 'ETB',
  providerTransactionId: '6jnheVKQEmy',
  bookedAt: '2023-02-02T07:05:24.000Z',
  fee: 350,
}
const verified = (changes: object = {}) =>
  json(200, { message: 'Payment details', status: 'success', data: payment(changes) })

describe('chapa: status', () => {
  const statusAfter = (answer: Scripted) =>
    scriptedChapa(() => answer).provider.status({ ...attempt, session: null }, calm())

  it('verifies the id of the attempt', async () => {
    const { provider, sent } = scriptedChapa(() => verified())
    expect(await provider.status({ ...attempt, session: null }, calm())).toEqual(paidOutcome)
    expect(`${sent[0]?.method} ${sent[0]?.url.href}`).toBe(
      `GET https://api.chapa.co/v1/transaction/verify/${attempt.id}`,
    )
  })

  it.each<[string, Scripted, object]>([
    ['a payment under way', verified({ status: 'pending' }), { state: 'pending' }],
    [
      '404 of one that is not paid',
      json(404, { message: 'Payment not paid yet', status: 'failed', data: null }),
      { state: 'pending' },
    ],
    [
      '200 of one that is not paid',
      json(200, { message: 'Payment not paid yet', status: 'null', data: null }),
      { state: 'pending' },
    ],
    ['one that failed', verified({ status: 'failed' }), { state: 'failed', code: 'failed', retry: true }],
    [
      'one that was canceled',
      verified({ status: 'failed/cancelled' }),
      { state: 'failed', code: 'failed', retry: true },
    ],
    ['one that was given back', verified({ status: 'refunded' }), { state: 'unknown' }],
    ['an amount that cannot be read', verified({ amount: 'much' }), { state: 'unknown' }],
    ['an amount without a currency', verified({ currency: null }), { state: 'unknown' }],
    ['200 without data', json(200, { status: 'success' }), { state: 'unknown' }],
    ['404 of no payment', json(404, { message: 'Invalid transaction or Transaction not found' }), { state: 'unknown' }],
    ['400', json(400), { state: 'unknown' }],
    ['403', json(403), { state: 'unknown' }],
    ['500', json(500), { state: 'unknown' }],
    ['a refused connection', fetchError('ECONNREFUSED'), { state: 'unknown' }],
    ['401', json(401), { state: 'refused', code: 'http_401' }],
  ])('answers to %s', async (_, answer, outcome) => {
    expect(await statusAfter(answer)).toEqual(outcome)
  })

  it('reads amounts as text, and leaves out a fee of 0 and a time that is none', async () => {
    const { state, amount, currency, providerTransactionId } = paidOutcome
    expect(await statusAfter(verified({ amount: '100.00', charge: '0.00', updated_at: 'now' }))).toEqual({
      ...{ state, amount, currency, providerTransactionId },
    })
  })
})

describe('chapa: receive', () => {
  const { provider } = scriptedChapa(() => hosted)
  const signatureOf = (body: string, secret = secrets.webhookSecret) =>
    createHmac('sha256', secret).update(body).digest('hex')
  const event = (changes: object = {}) =>
    JSON.stringify({ event: 'charge.success', ...payment(), mobile: '2519********', ...changes })
  const signed = (body: string) => received(provider, { headers: { 'x-chapa-signature': signatureOf(body) }, body })

  it('reads a signed event as proof', async () => {
    expect(await signed(event())).toEqual([{ proof: 'signed', about: { attemptId: attempt.id }, outcome: paidOutcome }])
    expect(await signed(event({ event: 'charge.failed/cancelled', status: 'failed/cancelled' }))).toEqual([
      { proof: 'signed', about: { attemptId: attempt.id }, outcome: { state: 'failed', code: 'failed', retry: true } },
    ])
  })

  it('reads a signed event without an amount as a hint', async () => {
    expect(await signed(event({ amount: null }))).toEqual([{ proof: 'hint', about: { attemptId: attempt.id } }])
  })

  it.each([
    ['a payout', { event: 'payout.success' }],
    ['money that was given back', { event: 'charge.refunded', status: 'refunded' }],
    ['a payment that is no attempt', { tx_ref: 'TX-1' }],
    ['a payment without a reference', { tx_ref: null }],
  ])('has nothing to do for %s', async (_, changes) => {
    expect(await signed(event(changes))).toEqual([])
  })

  it.each<[string, Record<string, string>]>([
    ['no signature', {}],
    ['a signature of another secret', { 'x-chapa-signature': signatureOf(event(), 'other') }],
    ['a signature of another body', { 'x-chapa-signature': signatureOf('{}') }],
    ['the header that is the same for every body alone', { 'chapa-signature': signatureOf(secrets.webhookSecret) }],
  ])('takes no event with %s', async (_, headers) => {
    expect(await received(provider, { headers, body: event() })).toBeNull()
  })

  it('takes no signed body by another method than POST', async () => {
    const headers = { 'x-chapa-signature': signatureOf(event()) }
    expect(await received(provider, { method: 'PUT', headers, body: event() })).toBeNull()
  })

  it.each([
    ['its query', `${callbackUrl}/x?trx_ref=${attempt.id}&ref_id=AP1&status=success`],
    ['the older name in its query', `${callbackUrl}?tx_ref=${attempt.id}`],
    ['the end of its path', `${callbackUrl}/${attempt.id}?status=success`],
  ])('reads a call by GET as a hint, with the attempt in %s', async (_, url) => {
    expect(await received(provider, { method: 'GET', url })).toEqual([
      { proof: 'hint', about: { attemptId: attempt.id } },
    ])
  })

  it('takes no call by GET without an attempt', async () => {
    expect(await received(provider, { method: 'GET', url: `${callbackUrl}?trx_ref=TX-1` })).toBeNull()
    expect(await received(provider, { method: 'GET' })).toBeNull()
  })
})

describe('chapa: options', () => {
  it.each(['secretKey', 'webhookSecret'])('without %s are a TypeError that names it', (name) => {
    expect(() => chapa({ ...secrets, [name]: undefined })).toThrow(new TypeError(`chapa: ${name} is required`))
  })

  it('make a provider without a list and without a cancel', () => {
    const provider = chapa(secrets)
    expect(provider).toMatchObject({ name: 'chapa', account: 'chapa', startIsIdempotent: false })
    expect([provider.list, provider.cancel]).toEqual([undefined, undefined])
    expect(provider.limits?.reference?.test('INV/7')).toBe(false)
  })
})
