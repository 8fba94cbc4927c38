/** Credentials and phones are in no property, outcome or error of a provider, whatever the other side does. */
import { inspect } from 'node:util'
import { chapa, mpesa, mtnMomo, stripe } from 'hospital-payments/providers'
import { describe, expect, it } from 'vitest'
import type { Provider } from '../../src/domain/attempts/provider.js'
import { attemptRequest, calm, nowMs } from './support/attempt.js'
import { recordsOf } from './support/lines-of.js'
import { json, scriptedFetch, type Scripted } from './support/scripted-fetch.js'

const canary = 'CANARY'
const phone = '+254722111111'
const callbackUrl = 'https://h.example/v1/callbacks/0a1b'

const providers: Readonly<Record<string, (fetch: typeof globalThis.fetch) => Provider>> = {
  mpesa: (fetch) =>
    mpesa({
      environment: 'sandbox',
      consumerKey: `${canary}1`,
      consumerSecret: `${canary}2`,
      passkey: `${canary}3`,
      shortCode: '174379',
      callbackUrl,
      fetch,
      clock: () => nowMs,
    }),
  mtnMomo: (fetch) =>
    mtnMomo({
      environment: 'sandbox',
      subscriptionKey: `${canary}1`,
      apiUser: `${canary}2`,
      apiKey: `${canary}3`,
      fetch,
    }),
  chapa: (fetch) => chapa({ secretKey: `${canary}1`, webhookSecret: `${canary}2`, fetch }),
  stripe: (fetch) => stripe({ secretKey: `${canary}1`, webhookSecrets: [`${canary}2`], fetch }),
}

const encoded = [1, 2, 3].map((nth) => btoa(`${canary}${nth}`).replace(/=+$/, ''))
const hidden = [canary, ...encoded, phone.slice(1), 'TOKEN-CANARY']

function expectNothingHidden(value: unknown): void {
  const text = inspect(value, { depth: Infinity, showHidden: true }) + JSON.stringify(value) + String(value)
  expect(hidden.filter((secret) => text.includes(secret))).toEqual([])
}

/** Makes the answers of a server that returns all that it got, in each way that it can. */
const echoes: Readonly<Record<string, (all: string) => Scripted>> = {
  'an error with the whole request': (all) => Object.assign(new Error(all), { config: all, code: all }),
  '400 with it as the code': (all) => json(400, { errorCode: all, code: all, message: all, error: { code: all } }),
  '401 with it': (all) => json(401, { errorCode: all, message: all }),
  '500 with it': (all) => json(500, { errorCode: all, errorMessage: all }),
  '200 with it': (all) => json(200, { ResponseCode: all, status: all, reason: all, error: all }),
}

describe.each(Object.entries(providers))('Provider: %s', (_, providerOver) => {
  it('shows no credential in a property', () => {
    expectNothingHidden(providerOver(globalThis.fetch))
  })

  it.each(Object.entries(echoes))('shows none in what a call returns or throws after %s', async (_name, echo) => {
    const { fetch } = scriptedFetch(({ url, headers, body }) => {
      const isToken = /oauth|token/.test(url.pathname)
      if (isToken) return json(200, { access_token: 'TOKEN-CANARY', expires_in: 3_600 })
      return echo(`${url.href} ${JSON.stringify([...headers])} ${body}`)
    })
    const provider = providerOver(fetch)
    const attempt = attemptRequest({ phone, returnUrl: 'https://h.example/paid' })
    const withSession = { ...attempt, session: { checkoutRequestId: 'ws_CO_1', sessionId: 'cs_1' } }
    const results = await Promise.allSettled([
      provider.start(attempt, calm()),
      provider.status(withSession, calm()),
      provider.cancel?.(withSession, calm()),
      recordsOf(provider, '2026-11-20T08:00:00.000Z', '2026-11-20T09:00:00.000Z'),
    ])
    for (const result of results) expectNothingHidden(result.status === 'fulfilled' ? result.value : result.reason)
    expect(results.map(({ status }) => status).slice(0, 2)).toEqual(['fulfilled', 'fulfilled'])
  })
})
