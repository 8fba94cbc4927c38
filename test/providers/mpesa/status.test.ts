import { mpesaResults } from 'hospital-payments/providers'
import { describe, expect, it } from 'vitest'
import { attemptRequest, calm } from '../support/attempt.js'
import { fetchError, json, type Scripted } from '../support/scripted-fetch.js'
import { credentials, scriptedMpesa } from './support.js'

const attempt = { ...attemptRequest(), session: { checkoutRequestId: 'ws_CO_1' } }

const result = (ResultCode: unknown) =>
  json(200, { ResponseCode: '0', MerchantRequestID: '22205-34066-1', CheckoutRequestID: 'ws_CO_1', ResultCode })

const statusAfter = (answer: Scripted) => scriptedMpesa(() => answer).provider.status(attempt, calm())

describe('mpesa: status', () => {
  it('asks with the session and a password of its own time', async () => {
    const { provider, pushes } = scriptedMpesa(() => result('0'))
    expect(await provider.status(attempt, calm())).toEqual({ state: 'paid' })
    expect(pushes()[0]?.url.pathname).toBe('/mpesa/stkpushquery/v1/query')
    expect(JSON.parse(pushes()[0]?.body ?? '')).toEqual({
      BusinessShortCode: '174379',
      Password: btoa(`174379${credentials.passkey}20261120120001`),
      Timestamp: '20261120120001',
      CheckoutRequestID: 'ws_CO_1',
    })
  })

  it.each(['1', '17', '26', '1001', '1019', '1025', '1032', '1037', '2001', '9999'])(
    'has failed with %s, and the payer may be asked again',
    async (code) => {
      expect(await statusAfter(result(code))).toEqual({ state: 'failed', code, retry: true })
      expect(await statusAfter(result(Number(code)))).toEqual({ state: 'failed', code, retry: true })
    },
  )

  it('follows the table for each code', async () => {
    for (const [code, entry] of Object.entries(mpesaResults)) {
      const { meaning, ...outcome } = entry
      expect(meaning).toMatch(/^[A-Z].*\.$/)
      expect(await statusAfter(result(code))).toEqual(outcome.state === 'failed' ? { ...outcome, code } : outcome)
    }
  })

  it.each<[string, Scripted]>([
    ['a code that is not in the table', result('7777')],
    ['a code that is a name of every object', result('constructor')],
    ['no result code', result(undefined)],
    ['another status than 200', json(202, { ResultCode: '0' })],
    ['400', json(400, { errorCode: '400.002.02', errorMessage: 'Bad Request - Invalid CheckoutRequestID' })],
    ['403', json(403)],
    ['404', json(404)],
    ['429', json(429)],
    ['500', json(500, { errorCode: '500.003.1001', errorMessage: 'Internal Server Error' })],
    ['a refused connection', fetchError('ECONNREFUSED')],
    ['a lost connection', fetchError('UND_ERR_SOCKET')],
  ])('is unknown after %s', async (_, answer) => {
    expect(await statusAfter(answer)).toEqual({ state: 'unknown' })
  })

  it('is pending while Daraja says so', async () => {
    const body = { errorCode: '500.001.1001', errorMessage: 'The transaction is being processed' }
    expect(await statusAfter(json(500, body))).toEqual({ state: 'pending' })
    expect(await statusAfter(result('4999'))).toEqual({ state: 'pending' })
  })

  it('is unknown without a session, and asks nothing', async () => {
    const { provider, sent } = scriptedMpesa(() => result('0'))
    expect(await provider.status({ ...attempt, session: null }, calm())).toEqual({ state: 'unknown' })
    expect(sent).toEqual([])
  })

  it('is unknown where no token can be had', async () => {
    const { provider } = scriptedMpesa(() => result('0'), { fetch: async () => new Response(null, { status: 503 }) })
    expect(await provider.status(attempt, calm())).toEqual({ state: 'unknown' })
  })

  it('is refused where two tokens are refused', async () => {
    expect(await statusAfter(json(404, { errorCode: '404.001.03' }))).toEqual({ state: 'refused', code: '404.001.03' })
  })
})
