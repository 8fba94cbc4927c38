/** The requests of `mtnMomo` beside those of the package mtn-momo, which others made, on one server. */
import { mtnMomo } from 'hospital-payments/providers'
import { describe, expect, it } from 'vitest'
import { attemptRequest, calm } from '../support/attempt.js'
import { loopback, type LoopbackRequest } from '../support/loopback.js'
import { oracle } from '../support/oracle.js'

interface Collections {
  requestToPay(request: object): Promise<string>
  getTransaction(referenceId: string): Promise<object>
}
interface MtnMomoPackage {
  create(config: object): { Collections(config: object): Collections }
}

const payment = {
  amount: '1500.00',
  currency: 'EUR',
  externalId: 'OPD7731',
  payer: { partyIdType: 'MSISDN', partyId: '256772123456' },
  status: 'SUCCESSFUL',
  financialTransactionId: '363440463',
}

const server = () =>
  loopback(({ url, method }) => {
    if (url === '/collection/token/')
      return { status: 200, json: { access_token: 'tok', token_type: 'access_token', expires_in: 3600 } }
    return method === 'POST' ? { status: 202 } : { status: 200, json: payment }
  })

const callbackUrl = 'https://h.example/v1/callbacks/0a1b'
const attempt = attemptRequest({ currency: 'EUR', phone: '+256772123456' })

/** Returns what MTN reads of a request. The id of the reference is another in each. */
function readByMtn({ method, url, headers, body }: LoopbackRequest) {
  const names = ['authorization', 'ocp-apim-subscription-key', 'x-target-environment', 'x-callback-url']
  const sent = Object.fromEntries(names.map((name) => [name, headers[name]]))
  const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g
  const reference = headers['x-reference-id']
  return {
    line: `${method} ${url.replace(uuid, 'UUID')}`,
    ...sent,
    reference: reference === undefined ? null : String(reference).replace(uuid, 'UUID'),
    body: body === '' || method === 'GET' ? null : (JSON.parse(body) as object),
  }
}

describe('mtnMomo: requests', () => {
  it('are those of the package mtn-momo', async () => {
    const [ours, theirs] = [await server(), await server()]
    const provider = mtnMomo({
      environment: 'sandbox',
      subscriptionKey: 'subscription',
      apiUser: '28a2fc60-f4d2-4c30-a4bd-3e2c2f5f2a5c',
      apiKey: 'key',
      callbackUrl,
      baseUrl: ours.url,
    })
    const { session } = await provider.start(attempt, calm())
    expect(await provider.status({ ...attempt, session }, calm())).toEqual({
      state: 'paid',
      amount: 150_000,
      currency: 'EUR',
      providerTransactionId: '363440463',
    })

    const collections = oracle<MtnMomoPackage>('mtn-momo')
      .create({ callbackHost: 'h.example', baseUrl: theirs.url, environment: 'sandbox' })
      .Collections({ primaryKey: 'subscription', userId: '28a2fc60-f4d2-4c30-a4bd-3e2c2f5f2a5c', userSecret: 'key' })
    const referenceId = await collections.requestToPay({
      amount: '1500.00',
      currency: 'EUR',
      externalId: 'OPD7731',
      payer: { partyIdType: 'MSISDN', partyId: '256772123456' },
      payerMessage: 'OPD7731',
      payeeNote: 'OPD7731',
      callbackUrl: `${callbackUrl}/${attempt.id}`,
    })
    expect(await collections.getTransaction(referenceId)).toEqual(payment)
    expect(ours.requests.map(readByMtn)).toEqual(theirs.requests.map(readByMtn))
    expect(ours.requests).toHaveLength(3)
  })
})
