import { describe, expect, it } from 'vitest'
import { attemptRequest, calm } from '../support/attempt.js'
import { fetchError, json, type Scripted } from '../support/scripted-fetch.js'
import { credentials, scriptedMpesa } from './support.js'

const accepted = json(200, {
  MerchantRequestID: '2654-4b64-97ff-b827b542881d3130',
  CheckoutRequestID: 'ws_CO_1007202409152617172396192',
  ResponseCode: '0',
  ResponseDescription: 'Success. Request accepted for processing',
  CustomerMessage: 'Success. Request accepted for processing',
})

const fault = (errorCode: string, errorMessage = '') => ({ requestId: '1c5b-4ba8', errorCode, errorMessage })

describe('mpesa: start', () => {
  it('sends one push, in the time of Nairobi, with the attempt at the end of the callback', async () => {
    const { provider, sent } = scriptedMpesa(() => accepted)
    expect(await provider.start(attemptRequest(), calm())).toEqual({
      session: { checkoutRequestId: 'ws_CO_1007202409152617172396192' },
      instructions: { type: 'text', message: 'Enter your M-Pesa PIN on your phone to pay KES 1500.00 for OPD7731.' },
    })
    const [token, push] = sent
    expect(sent).toHaveLength(2)
    expect(token?.url.href).toBe('https://sandbox.safaricom.co.ke/oauth/v1/generate?grant_type=client_credentials')
    expect(token?.headers.get('authorization')).toBe(`Basic ${btoa('CANARY-key:CANARY-secret')}`)
    expect(push?.url.href).toBe('https://sandbox.safaricom.co.ke/mpesa/stkpush/v1/processrequest')
    expect([push?.method, push?.headers.get('authorization'), push?.headers.get('content-type')]).toEqual([
      'POST',
      'Bearer tok',
      'application/json',
    ])
    expect(JSON.parse(push?.body ?? '')).toEqual({
      BusinessShortCode: '174379',
      Password: btoa(`174379${credentials.passkey}20261120120001`),
      Timestamp: '20261120120001',
      TransactionType: 'CustomerPayBillOnline',
      Amount: 1500,
      PartyA: '254722111111',
      PartyB: '174379',
      PhoneNumber: '254722111111',
      CallBackURL: 'https://h.example/v1/callbacks/0a1b/att_01KD2Q0000000000000000000A',
      AccountReference: 'OPD7731',
      TransactionDesc: 'Payment',
    })
  })

  it('makes the password that the public example of Daraja has', async () => {
    const passkey = 'bfb279f9aa9bdbcf158e97dd71a467cd2e0c893059b10f78e6b72ada1ed2c919'
    const clock = () => Date.parse('2021-06-28T06:24:08Z')
    const { provider, pushes } = scriptedMpesa(() => accepted, { passkey, clock })
    await provider.start(attemptRequest(), calm())
    expect(JSON.parse(pushes()[0]?.body ?? '')).toMatchObject({
      Timestamp: '20210628092408',
      Password:
        'MTc0Mzc5YmZiMjc5ZjlhYTliZGJjZjE1OGU5N2RkNzFhNDY3Y2QyZTBjODkzMDU5YjEwZjc4ZTZiNzJhZGExZWQyYzkxOTIwMjEwNjI4MDkyNDA4',
    })
  })

  it('pays a till by Buy Goods', async () => {
    const { provider, pushes } = scriptedMpesa(() => accepted, { till: '5551234' })
    await provider.start(attemptRequest(), calm())
    expect(JSON.parse(pushes()[0]?.body ?? '')).toMatchObject({
      BusinessShortCode: '174379',
      PartyB: '5551234',
      TransactionType: 'CustomerBuyGoodsOnline',
    })
  })

  it('is in production, or at baseUrl', async () => {
    const production = scriptedMpesa(() => accepted, { environment: 'production' })
    await production.provider.start(attemptRequest(), calm())
    expect(production.pushes()[0]?.url.origin).toBe('https://api.safaricom.co.ke')
    const mock = scriptedMpesa(() => accepted, { baseUrl: 'http://127.0.0.1:4010/' })
    await mock.provider.start(attemptRequest(), calm())
    expect(mock.pushes()[0]?.url.href).toBe('http://127.0.0.1:4010/mpesa/stkpush/v1/processrequest')
  })

  it.each<[string, Scripted, object]>([
    ['400.002.02', json(400, fault('400.002.02', 'Bad Request - Invalid PhoneNumber')), failure('400.002.02')],
    ['405.001', json(405, fault('405.001')), failure('405.001')],
    ['403 without a code', json(403), failure('http_403')],
    ['400 with a code that is a sentence', json(400, fault('Phone 254722111111 is wrong')), failure('http_400')],
    ['404.001.01', json(404, fault('404.001.01')), { state: 'unknown' }],
    ...[404, 408, 409, 429].map((status): [string, Scripted, object] => [
      `${status}`,
      json(status),
      { state: 'unknown' },
    ]),
    ...[500, 502, 503].map((status): [string, Scripted, object] => [`${status}`, json(status), { state: 'unknown' }]),
    ['500.003.02', json(500, fault('500.003.02', 'System is busy.')), { state: 'unknown' }],
    [
      '500.001.1001 for locked',
      json(500, fault('500.001.1001', 'Unable to lock subscriber, …')),
      failure('500.001.1001', true),
    ],
    ['500.001.1001 for the password', json(500, fault('500.001.1001', 'Wrong credentials')), refusal('500.001.1001')],
    [
      '500.001.1001 for the short code',
      json(500, fault('500.001.1001', 'Merchant does not exist')),
      refusal('500.001.1001'),
    ],
    [
      '500.001.1001 for one under way',
      json(500, fault('500.001.1001', 'The transaction is being processed')),
      { state: 'pending' },
    ],
    ['500.001.1001 for anything else', json(500, fault('500.001.1001', 'Oops')), { state: 'unknown' }],
    ['200 without a session', json(200, { ResponseCode: '0' }), { state: 'unknown' }],
    ['200 without a response code', json(200, { CheckoutRequestID: 'ws_CO_1' }), { state: 'unknown' }],
    ['200 with a response code of the table', json(200, { ResponseCode: '1' }), failure('1', true)],
    ['200 with another response code', json(200, { ResponseCode: '77' }), { state: 'unknown' }],
    ['200 without JSON', { status: 200, text: '<html>' }, { state: 'unknown' }],
    ['302', json(302), { state: 'unknown' }],
    ['a lost connection', fetchError('ECONNRESET'), { state: 'unknown' }],
    ['another error of fetch', new Error('boom'), { state: 'unknown' }],
  ])('answers to %s without a session, and sends nothing twice', async (_, answer, outcome) => {
    const { provider, pushes } = scriptedMpesa(() => answer)
    expect(await provider.start(attemptRequest(), calm())).toEqual({ session: null, outcome })
    expect(pushes()).toHaveLength(1)
  })

  function failure(code: string, retry = false) {
    return { state: 'failed', code, retry }
  }
  function refusal(code: string) {
    return { state: 'refused', code }
  }

  it('is unknown after timeoutMs', async () => {
    const { provider, pushes } = scriptedMpesa(() => 'never', { timeoutMs: 30 })
    expect(await provider.start(attemptRequest(), calm())).toEqual({ session: null, outcome: { state: 'unknown' } })
    expect(pushes()).toHaveLength(1)
  })

  it('throws provider_unavailable where the push was not sent', async () => {
    const refusedConnection = scriptedMpesa(() => fetchError('ECONNREFUSED'))
    const unavailable = { code: 'provider_unavailable' }
    await expect(refusedConnection.provider.start(attemptRequest(), calm())).rejects.toMatchObject(unavailable)
    const withoutToken = scriptedMpesa(() => accepted, { fetch: async () => new Response(null, { status: 500 }) })
    await expect(withoutToken.provider.start(attemptRequest(), calm())).rejects.toMatchObject(unavailable)
    const { provider, sent } = scriptedMpesa(() => accepted)
    await expect(provider.start(attemptRequest(), AbortSignal.abort())).rejects.toMatchObject(unavailable)
    expect(sent).toEqual([])
  })

  it.each([400, 401])('is refused where a token is answered with %i', async (status) => {
    const { provider } = scriptedMpesa(() => accepted, { fetch: async () => new Response(null, { status }) })
    const outcome = { state: 'refused', code: `http_${status}` }
    expect(await provider.start(attemptRequest(), calm())).toEqual({ session: null, outcome })
  })

  it.each([
    ['404.001.03', json(404, fault('404.001.03', 'Invalid Access Token')), '404.001.03'],
    ['401', json(401, {}), 'http_401'],
  ])('tries once more with a new token after %s, then is refused', async (_, answer, code) => {
    const { provider, sent, pushes } = scriptedMpesa(() => answer)
    const outcome = { state: 'refused', code }
    expect(await provider.start(attemptRequest(), calm())).toEqual({ session: null, outcome })
    expect([sent.length, pushes().length]).toEqual([4, 2])
    let refusals = 0
    const once = scriptedMpesa(() => (refusals++ === 0 ? answer : accepted))
    expect(await once.provider.start(attemptRequest(), calm())).toHaveProperty('session.checkoutRequestId')
  })

  it.each([
    ['without a phone', { phone: null }, 'phone_required'],
    ['of cents', { amount: 150_050 }, 'invalid_amount'],
    ['in another currency', { currency: 'UGX' }, 'invalid_amount'],
  ])('sends nothing for an attempt %s', async (_, changes, code) => {
    const { provider, sent } = scriptedMpesa(() => accepted)
    const outcome = { state: 'failed', code, retry: false }
    expect(await provider.start(attemptRequest(changes), calm())).toEqual({ session: null, outcome })
    expect(sent).toEqual([])
  })
})
