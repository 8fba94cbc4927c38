/** The requests and signatures of `chapa` beside those of the package chapa-nodejs, which others made. */
import { createHmac } from 'node:crypto'
import { chapa } from 'hospital-payments/providers'
import { describe, expect, it } from 'vitest'
import { attemptRequest, calm } from '../support/attempt.js'
import { received } from '../support/callback.js'
import { loopback, type LoopbackRequest } from '../support/loopback.js'
import { oracle } from '../support/oracle.js'

interface Client {
  readonly axiosInstance: { readonly defaults: { baseURL: string } }
  initialize(options: object): Promise<unknown>
  verify(options: object): Promise<unknown>
  verifyWebhook(payload: string, signature: string): boolean
}
interface ChapaPackage {
  readonly Chapa: new (options: object) => Client
}

const { Chapa } = oracle<ChapaPackage>('chapa-nodejs')
const secrets = { secretKey: 'CHASECK_TEST-1', webhookSecret: 'hash' }
const hmac = (text: string, secret: string) => createHmac('sha256', secret).update(text).digest('hex')
const attempt = attemptRequest({ currency: 'ETB', phone: '+251911121314', returnUrl: 'https://h.example/paid' })

const server = () =>
  loopback(({ method }) =>
    method === 'POST'
      ? { status: 200, json: { status: 'success', data: { checkout_url: 'https://checkout.chapa.co/1' } } }
      : { status: 404, json: { status: 'failed', message: 'Payment not paid yet', data: null } },
  )

const readByChapa = ({ method, url, headers, body }: LoopbackRequest) => ({
  line: `${method} ${url}`,
  authorization: headers.authorization,
  body: body === '' ? null : (JSON.parse(body) as object),
})

describe('chapa: requests and signatures', () => {
  it('are those of the package chapa-nodejs', async () => {
    const [ours, theirs] = [await server(), await server()]
    const callbackUrl = 'https://h.example/v1/callbacks/0a1b'
    const provider = chapa({ ...secrets, callbackUrl, baseUrl: ours.url })
    await provider.start(attempt, calm())
    expect(await provider.status({ ...attempt, session: null }, calm())).toEqual({ state: 'pending' })

    const client = new Chapa(secrets)
    client.axiosInstance.defaults.baseURL = theirs.url
    await client.initialize({
      amount: '1500.00',
      currency: 'ETB',
      tx_ref: attempt.id,
      phone_number: '0911121314',
      callback_url: `${callbackUrl}/${attempt.id}`,
      return_url: 'https://h.example/paid',
      customization: { title: 'Payment', description: 'OPD7731' },
    })
    await expect(client.verify({ tx_ref: attempt.id })).rejects.toThrow('Payment not paid yet')
    expect(ours.requests.map(readByChapa)).toEqual(theirs.requests.map(readByChapa))
  })

  it('are proof where that package takes them, and none where it does not', async () => {
    const [client, provider] = [new Chapa(secrets), chapa(secrets)]
    const body = JSON.stringify({
      event: 'charge.success',
      tx_ref: attempt.id,
      status: 'success',
      amount: '1',
      currency: 'ETB',
      name: 'ጫላ',
    })
    const right = hmac(body, secrets.webhookSecret)
    for (const [sent, signature] of [
      [body, right],
      [`${body} `, right],
      [body, hmac(body, 'other')],
      [body, right.slice(1)],
    ] as const) {
      const content = await received(provider, { headers: { 'x-chapa-signature': signature }, body: sent })
      expect(content !== null).toBe(client.verifyWebhook(sent, signature))
    }
    expect(await received(provider, { headers: { 'x-chapa-signature': right }, body })).toMatchObject([
      { proof: 'signed' },
    ])
  })
})
