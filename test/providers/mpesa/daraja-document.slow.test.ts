/** The requests of `mpesa` before a mock server of a document of Daraja, and beside those of Safaricom's package for Node. */
import { mpesa } from 'hospital-payments/providers'
import { describe, expect, it } from 'vitest'
import { attemptRequest, calm, nowMs } from '../support/attempt.js'
import { recordsOf } from '../support/lines-of.js'
import { loopback, type LoopbackRequest } from '../support/loopback.js'
import { mockServer } from '../support/mock-server.js'
import { oracle } from '../support/oracle.js'
import { darajaDocument } from './daraja-document.js'
import { callbackUrl, credentials } from './support.js'

const attempt = attemptRequest()
const session = { checkoutRequestId: 'ws_CO_191220191020363925' }

/** Makes M-Pesa over a server, which keeps the statuses of all answers; `prefer` chooses the answer to each but a token. */
function mpesaOver(baseUrl: string, { prefer = '', till = undefined as string | undefined } = {}) {
  const statuses: number[] = []
  const fetch: typeof globalThis.fetch = async (input, init = {}) => {
    const headers = new Headers(init.headers)
    if (prefer !== '' && !String(input as string).includes('/oauth/')) headers.set('prefer', prefer)
    const response = await globalThis.fetch(input, { ...init, headers })
    statuses.push(response.status)
    return response
  }
  const options = { environment: 'sandbox', shortCode: '174379', callbackUrl, ...credentials } as const
  return { provider: mpesa({ ...options, till, baseUrl, fetch, clock: () => nowMs }), statuses }
}

/** Documents of others are not in the repository: `HP_TEST_DARAJA` names the file of one. */
const documents: readonly (readonly [string, object | string])[] = [
  ['the facts of its public pages', darajaDocument],
  ...(process.env['HP_TEST_DARAJA'] ? [['HP_TEST_DARAJA', process.env['HP_TEST_DARAJA']] as const] : []),
]

describe.each(documents)('mpesa: requests before a mock server of %s', (_, document) => {
  it.each([undefined, '5551234'])('are those of the document, with the till %s', async (till) => {
    const { provider, statuses } = mpesaOver(await mockServer(document), { till })
    await provider.start(attempt, calm())
    await provider.status({ ...attempt, session }, calm())
    expect(statuses).toEqual([200, 200, 200])
  })
})

describe('mpesa: answers of a mock server', () => {
  const failed = (code: string, retry: boolean) => ({ state: 'failed', code, retry })

  it('make an attempt pending with the session of the push', async () => {
    const { provider } = mpesaOver(await mockServer(darajaDocument))
    expect(await provider.start(attempt, calm())).toMatchObject({ session, instructions: { type: 'text' } })
  })

  it.each<[string, object, object]>([
    ['code=400', failed('400.002.02', false), { state: 'unknown' }],
    ['code=404', { state: 'refused', code: '404.001.03' }, { state: 'refused', code: '404.001.03' }],
    ['code=500, example=busy', { state: 'unknown' }, { state: 'unknown' }],
    ['code=500, example=locked', failed('500.001.1001', true), failed('500.001.1001', true)],
    ['code=500, example=processing', { state: 'pending' }, { state: 'pending' }],
    [
      'code=500, example=credentials',
      { state: 'refused', code: '500.001.1001' },
      { state: 'refused', code: '500.001.1001' },
    ],
  ])('with %s end a start and a status', async (prefer, start, status) => {
    const { provider } = mpesaOver(await mockServer(darajaDocument), { prefer })
    expect(await provider.start(attempt, calm())).toEqual({ session: null, outcome: start })
    expect(await provider.status({ ...attempt, session }, calm())).toEqual(status)
  })

  it.each<[string, object]>([
    ['example=paid', { state: 'paid' }],
    ['example=canceled', failed('1032', true)],
    ['example=poor', failed('1', true)],
  ])('with %s are the status', async (prefer, outcome) => {
    const { provider } = mpesaOver(await mockServer(darajaDocument), { prefer })
    expect(await provider.status({ ...attempt, session }, calm())).toEqual(outcome)
  })

  it('are an empty list of Pull Transactions, and its registration', async () => {
    const { provider, statuses } = mpesaOver(await mockServer(darajaDocument))
    expect(await recordsOf(provider, '2026-11-19T09:00:00.000Z', '2026-11-20T09:00:00.000Z')).toEqual([])
    await provider.registerPull({ nominatedNumber: '254722000000', callbackUrl: 'https://h.example/pull' })
    expect(statuses).toEqual([200, 200, 200])
  })

  it('refuse what the document does not describe, or the checks above prove nothing', async () => {
    const url = await mockServer(darajaDocument)
    const headers = { authorization: 'Bearer t', 'content-type': 'application/json' }
    const post = (body: object, more: object = headers) =>
      fetch(`${url}/mpesa/stkpushquery/v1/query`, { method: 'POST', headers: { ...more }, body: JSON.stringify(body) })
    const query = {
      BusinessShortCode: '174379',
      Password: 'YQ==',
      Timestamp: '20261120120001',
      CheckoutRequestID: 'ws_CO_1',
    }
    expect((await post(query)).status).toBe(200)
    expect((await post({ ...query, Timestamp: '2026-11-20' })).status).not.toBe(200)
    expect((await post(query, { 'content-type': 'application/json' })).status).not.toBe(200)
  })
})

interface MpesaNode {
  baseURL: string
  lipaNaMpesaOnline(
    phone: string,
    amount: number,
    callbackUrl: string,
    reference: string,
    text: string,
  ): Promise<unknown>
  lipaNaMpesaQuery(checkoutRequestId: string): Promise<unknown>
}
type MpesaNodeConstructor = new (options: object) => MpesaNode

/** Returns what Daraja reads of a request. Their package writes the time in UTC, and Daraja wants it in Nairobi's. */
function readByDaraja({ method, url, headers, body }: LoopbackRequest) {
  const fields = body === '' ? {} : (JSON.parse(body) as Record<string, unknown>)
  const { Timestamp, Password, ...others } = fields
  const password = Buffer.from(String(Password ?? ''), 'base64').toString()
  return {
    line: `${method} ${url}`,
    authorization: headers.authorization,
    others,
    time: String(Timestamp ?? '').replace(/^\d{14}$/, 'DIGITS'),
    password: password.replace(String(Timestamp), 'DIGITS'),
  }
}

describe('mpesa: requests beside those of the package mpesa-node of Safaricom', () => {
  it('are the same', async () => {
    const server = () =>
      loopback(({ url }) => ({
        status: 200,
        json: url.startsWith('/oauth')
          ? { access_token: 'tok', expires_in: '3599' }
          : { ResponseCode: '0', CheckoutRequestID: session.checkoutRequestId, ResultCode: '0' },
      }))
    const [ours, theirs] = [await server(), await server()]
    const { provider } = mpesaOver(ours.url)
    await provider.start(attempt, calm())
    expect(await provider.status({ ...attempt, session }, calm())).toEqual({ state: 'paid' })

    const { consumerKey, consumerSecret, passkey } = credentials
    const client = new (oracle<MpesaNodeConstructor>('mpesa-node'))({
      ...{ consumerKey, consumerSecret, environment: 'sandbox' },
      ...{ lipaNaMpesaShortCode: '174379', lipaNaMpesaShortPass: passkey },
    })
    client.baseURL = theirs.url
    await client.lipaNaMpesaOnline('254722111111', 1_500, `${callbackUrl}/${attempt.id}`, 'OPD7731', 'Payment')
    await client.lipaNaMpesaQuery(session.checkoutRequestId)
    const [token, push, , query] = theirs.requests.map(readByDaraja)
    expect(ours.requests.map(readByDaraja)).toEqual([token, push, query])
  })
})
