import { mtnMomo, type MtnMomoOptions } from 'hospital-payments/providers'
import { describe, expect, it } from 'vitest'
import { referenceIdOf } from '../../../src/providers/mtn-momo/reference-id.js'
import { attemptRequest, calm, nowMs } from '../support/attempt.js'
import { received } from '../support/callback.js'
import { fetchError, json, type Scripted, scriptedFetch, type Sent } from '../support/scripted-fetch.js'

const credentials = { subscriptionKey: 'CANARY-subscription', apiUser: 'CANARY-user', apiKey: 'CANARY-key' }
const callbackUrl = 'https://h.example/v1/callbacks/0a1b'

function scriptedMomo(answer: (sent: Sent) => Scripted, options: Partial<MtnMomoOptions> = {}) {
  const { fetch, sent } = scriptedFetch((one) =>
    one.url.pathname === '/collection/token/' ? json(200, { access_token: 'tok', expires_in: 3600 }) : answer(one),
  )
  const provider = mtnMomo({
    environment: 'mtnuganda',
    ...credentials,
    callbackUrl,
    fetch,
    clock: () => nowMs,
    ...options,
  })
  const requests = () => sent.filter(({ url }) => url.pathname !== '/collection/token/')
  return { provider, sent, requests }
}

/** 1,500 shillings of Uganda, which have no cents. */
const attempt = attemptRequest({ currency: 'UGX', amount: 1_500, phone: '+256772123456' })
const referenceId = referenceIdOf(attempt.id)

describe('referenceIdOf', () => {
  it('makes a UUID of version 4 of the SHA-256 of the id, always the same', () => {
    expect(referenceIdOf('att_01KD2Q0000000000000000000A')).toBe(referenceId)
    expect(referenceIdOf('')).toBe('e3b0c442-98fc-4c14-9afb-f4c8996fb924')
    expect(referenceIdOf('att_01KD2Q0000000000000000000B')).not.toBe(referenceId)
    expect(referenceId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })
})

describe('mtnMomo: start', () => {
  it('asks the payer, under an id that is made of the attempt', async () => {
    const { provider, requests } = scriptedMomo(() => json(202))
    const answer = {
      session: { referenceId },
      instructions: { type: 'text', message: 'Confirm UGX 1500 with your PIN on your phone, reference OPD7731.' },
    }
    expect(await provider.start(attempt, calm())).toEqual(answer)
    expect(await provider.start(attempt, calm())).toEqual(answer)
    const [first, second] = requests()
    expect(first?.url.href).toBe('https://proxy.momoapi.mtn.com/collection/v1_0/requesttopay')
    expect(first?.headers.get('x-reference-id')).toBe(referenceId)
    expect(first?.headers.get('x-target-environment')).toBe('mtnuganda')
    expect(first?.headers.get('x-callback-url')).toBe(`${callbackUrl}/${attempt.id}`)
    expect(JSON.parse(first?.body ?? '')).toEqual({
      amount: '1500',
      currency: 'UGX',
      externalId: 'OPD7731',
      payer: { partyIdType: 'MSISDN', partyId: '256772123456' },
      payerMessage: 'OPD7731',
      payeeNote: 'OPD7731',
    })
    expect([second?.body, ...(second?.headers ?? [])]).toEqual([first?.body, ...(first?.headers ?? [])])
  })

  it('writes amounts in the decimals of the currency, and names no callback where it has none', async () => {
    const { provider, requests } = scriptedMomo(() => json(202), { callbackUrl: undefined })
    await provider.start(attemptRequest({ currency: 'GHS', amount: 150_005 }), calm())
    expect(JSON.parse(requests()[0]?.body ?? '')).toMatchObject({ amount: '1500.05', currency: 'GHS' })
    expect(requests()[0]?.headers.has('x-callback-url')).toBe(false)
  })

  it('has started where the id is known already', async () => {
    const { provider } = scriptedMomo(() => json(409, { code: 'RESOURCE_ALREADY_EXIST' }))
    expect(await provider.start(attempt, calm())).toMatchObject({ session: { referenceId } })
  })

  const failure = (code: string) => ({ state: 'failed', code, retry: false })

  it.each<[string, Scripted, object]>([
    ['400', json(400), failure('http_400')],
    ['400 with a code', json(400, { code: 'INVALID_CURRENCY', message: '' }), failure('INVALID_CURRENCY')],
    ['403', json(403, { statusCode: 403, message: '' }), failure('http_403')],
    ['500 with a code that refuses', json(500, { code: 'PAYER_NOT_FOUND' }), failure('PAYER_NOT_FOUND')],
    ['500 with a code that decides nothing', json(500, { code: 'INTERNAL_PROCESSING_ERROR' }), { state: 'unknown' }],
    ['500 with a code of no table', json(500, { code: 'OOPS' }), { state: 'unknown' }],
    ['503', json(503), { state: 'unknown' }],
    ['404', json(404), { state: 'unknown' }],
    ['408', json(408), { state: 'unknown' }],
    ['429', json(429), { state: 'unknown' }],
    ['200, which is not the answer of MTN', json(200), { state: 'unknown' }],
    ['a lost connection', fetchError('ECONNRESET'), { state: 'unknown' }],
    ['401 twice', json(401), { state: 'refused', code: 'http_401' }],
  ])('answers to %s', async (_, answer, outcome) => {
    expect(await scriptedMomo(() => answer).provider.start(attempt, calm())).toEqual({ session: null, outcome })
  })

  it('throws provider_unavailable where nothing was sent', async () => {
    const { provider } = scriptedMomo(() => fetchError('ENOTFOUND'))
    await expect(provider.start(attempt, calm())).rejects.toMatchObject({ code: 'provider_unavailable' })
    const withoutToken = scriptedMomo(() => json(202), { fetch: async () => new Response('{}', { status: 500 }) })
    await expect(withoutToken.provider.start(attempt, calm())).rejects.toMatchObject({ code: 'provider_unavailable' })
  })

  it('has failed without a phone, and sends nothing', async () => {
    const { provider, sent } = scriptedMomo(() => json(202))
    const outcome = { state: 'failed', code: 'phone_required', retry: false }
    expect(await provider.start({ ...attempt, phone: null }, calm())).toEqual({ session: null, outcome })
    expect(sent).toEqual([])
  })
})

/** Makes a payment as MTN returns it. */
const payment = (changes: object) => ({
  amount: '1500',
  currency: 'UGX',
  externalId: 'OPD7731',
  payer: { partyIdType: 'MSISDN', partyId: '256772123456' },
  ...changes,
})
const paid = payment({ status: 'SUCCESSFUL', financialTransactionId: 363440463 })
const paidOutcome = { state: 'paid', amount: 1_500, currency: 'UGX', providerTransactionId: '363440463' }

const outcomes: [string, object, object][] = [
  ['a paid one', paid, paidOutcome],
  [
    'a paid one without a receipt',
    payment({ status: 'SUCCESSFUL' }),
    { state: 'paid', amount: 1_500, currency: 'UGX' },
  ],
  ['one that is pending', payment({ status: 'PENDING' }), { state: 'pending' }],
  [
    'one that the payer refused',
    payment({ status: 'FAILED', reason: 'APPROVAL_REJECTED' }),
    failedBy('APPROVAL_REJECTED', true),
  ],
  [
    'one without funds',
    payment({ status: 'FAILED', reason: { code: 'NOT_ENOUGH_FUNDS' } }),
    failedBy('NOT_ENOUGH_FUNDS', true),
  ],
  ['one that expired', payment({ status: 'FAILED', reason: { code: 'EXPIRED' } }), failedBy('EXPIRED', true)],
  ['one without a payer', payment({ status: 'FAILED', reason: 'PAYER_NOT_FOUND' }), failedBy('PAYER_NOT_FOUND', false)],
  ['one that failed without a reason', payment({ status: 'FAILED' }), failedBy('FAILED', false)],
  [
    'one with a sentence as its reason',
    payment({ status: 'FAILED', reason: 'No money at 256' }),
    failedBy('FAILED', false),
  ],
  ['an amount that cannot be read', { ...paid, amount: '1500.50' }, { state: 'unknown' }],
  ['a currency that is none', { ...paid, currency: 'XXX' }, { state: 'unknown' }],
  ['a status of no table', payment({ status: 'HALF' }), { state: 'unknown' }],
]

function failedBy(code: string, retry: boolean) {
  return { state: 'failed', code, retry }
}

describe('mtnMomo: status', () => {
  it('asks by the id of the attempt, with or without a session', async () => {
    const { provider, requests } = scriptedMomo(() => json(200, paid))
    for (const session of [null, { referenceId }])
      expect(await provider.status({ ...attempt, session }, calm())).toEqual(paidOutcome)
    expect(requests().map(({ method, url }) => `${method} ${url.pathname}`)).toEqual(
      Array(2).fill(`GET /collection/v1_0/requesttopay/${referenceId}`),
    )
  })

  it.each(outcomes)('answers to %s', async (_, body, outcome) => {
    const { provider } = scriptedMomo(() => json(200, body))
    expect(await provider.status({ ...attempt, session: null }, calm())).toEqual(outcome)
  })

  it.each<[string, Scripted, object]>([
    ['404', json(404, { code: 'RESOURCE_NOT_FOUND' }), { state: 'unknown' }],
    ['400', json(400), { state: 'unknown' }],
    ['500 with a code', json(500, { code: 'PAYER_NOT_FOUND' }), { state: 'unknown' }],
    ['a refused connection', fetchError('ECONNREFUSED'), { state: 'unknown' }],
    ['401 twice', json(401), { state: 'refused', code: 'http_401' }],
  ])('says nothing of the attempt after %s', async (_, answer, outcome) => {
    const { provider } = scriptedMomo(() => answer)
    expect(await provider.status({ ...attempt, session: null }, calm())).toEqual(outcome)
  })
})

describe('mtnMomo: receive', () => {
  const { provider } = scriptedMomo(() => json(202))
  const url = `${callbackUrl}/${attempt.id}`

  it.each(['PUT', 'POST'])('reads a callback by %s as a hint', async (method) => {
    expect(await received(provider, { method, url, body: paid })).toEqual([
      { proof: 'hint', about: { attemptId: attempt.id }, outcome: paidOutcome },
    ])
  })

  it.each(outcomes)('reads the outcome of %s', async (_, body, outcome) => {
    expect(await received(provider, { url, body })).toEqual([
      { proof: 'hint', about: { attemptId: attempt.id }, outcome },
    ])
  })

  it.each([
    ['without an attempt', { url: callbackUrl, body: paid }],
    ['without JSON', { url, body: 'paid' }],
    ['without a status', { url, body: {} }],
    ['by GET', { url, method: 'GET', body: paid }],
  ])('takes no callback %s', async (_, request) => {
    expect(await received(provider, request)).toBeNull()
  })
})

describe('mtnMomo: options', () => {
  const options: MtnMomoOptions = { environment: 'sandbox', ...credentials }

  it.each(['environment', 'subscriptionKey', 'apiUser', 'apiKey'])(
    'without %s are a TypeError that names it',
    (name) => {
      expect(() => mtnMomo({ ...options, [name]: undefined })).toThrow(new TypeError(`mtnMomo: ${name} is required`))
    },
  )

  it('make a provider without a list and without a cancel', () => {
    const provider = mtnMomo(options)
    expect(provider).toMatchObject({ name: 'mtnMomo', account: 'mtnMomo', startIsIdempotent: true, promptSeconds: 600 })
    expect([provider.list, provider.cancel]).toEqual([undefined, undefined])
  })

  it('send to the sandbox', async () => {
    const { fetch, sent } = scriptedFetch(() => json(200, { access_token: 't' }))
    await mtnMomo({ ...options, fetch }).status({ ...attempt, session: null }, calm())
    expect(new Set(sent.map(({ url }) => url.origin))).toEqual(new Set(['https://sandbox.momodeveloper.mtn.com']))
  })
})
