/** MTN MoMo over Collections in memory: requests to pay, their status, and their callbacks. */
import { mtnMomo } from 'hospital-payments/providers'
import type { ProviderUnderTest } from 'hospital-payments/testing'
import { referenceIdOf } from '../../../src/providers/mtn-momo/reference-id.js'
import { nowMs } from '../support/attempt.js'
import { callback } from '../support/callback.js'
import { otherSide, type SentPayment } from '../support/other-side.js'
import { json, type Sent } from '../support/scripted-fetch.js'

const secrets = { subscriptionKey: 'CANARY-subscription', apiUser: 'CANARY-user', apiKey: 'CANARY-key' }
const callbackUrl = 'https://h.example/v1/callbacks/0a1b'

export function mtnMomoUnderTest(): ProviderUnderTest {
  const payments = new Map<string, SentPayment>()

  const request = ({ headers, body }: Sent) => {
    const id = headers.get('x-reference-id') ?? ''
    if (payments.has(id)) return json(409, { code: 'RESOURCE_ALREADY_EXIST' })
    const { amount, currency, externalId } = JSON.parse(body) as Record<string, string>
    const money = { amount: amount ?? '', currency: currency ?? '', reference: externalId ?? '' }
    payments.set(id, { id, ...money, state: 'open', pushes: 1 })
    return json(202)
  }
  const paymentJson = ({ id, amount, currency, state }: SentPayment) => ({
    ...{ amount, currency, status: { open: 'PENDING', paid: 'SUCCESSFUL', refused: 'FAILED' }[state] },
    ...(state === 'paid' && { financialTransactionId: id.slice(0, 8) }),
    ...(state === 'refused' && { reason: { code: 'APPROVAL_REJECTED' } }),
  })

  const { fetch, faults } = otherSide((sent) => {
    if (sent.url.pathname === '/collection/token/') return json(200, { access_token: 'token-1', expires_in: 3_600 })
    if (sent.method === 'POST') return request(sent)
    const payment = payments.get(sent.url.pathname.split('/').at(-1) ?? '')
    return payment ? json(200, paymentJson(payment)) : json(404, { code: 'RESOURCE_NOT_FOUND' })
  })
  const of = (attemptId: string) => payments.get(referenceIdOf(attemptId))
  const clock = () => nowMs
  return {
    provider: mtnMomo({ environment: 'mtnuganda', ...secrets, callbackUrl, fetch, clock }),
    attempt: { currency: 'UGX', amount: 1_500, phone: '+256772123456' },
    clock,
    faults,
    secrets: [...Object.values(secrets), 'token-1'],
    pushCount: (id) => of(id)?.pushes ?? 0,
    pay: ({ id }) => void Object.assign(of(id) ?? {}, { state: 'paid' }),
    refuse: ({ id }) => void Object.assign(of(id) ?? {}, { state: 'refused' }),
    callbacks: {
      hint: ({ id }) => callback({ method: 'PUT', url: `${callbackUrl}/${id}`, body: paymentJson(of(id)!) }),
    },
  }
}
