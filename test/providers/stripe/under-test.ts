/** Stripe over a service in memory: sessions by idempotency key, signed events, and balance transactions. */
import { createHmac } from 'node:crypto'
import { stripe } from 'hospital-payments/providers'
import type { ProviderUnderTest } from 'hospital-payments/testing'
import { nowMs } from '../support/attempt.js'
import { callback } from '../support/callback.js'
import { otherSide, type SentPayment } from '../support/other-side.js'
import { json, type Sent } from '../support/scripted-fetch.js'
import { secrets, sessionOf } from './support.js'

const seconds = nowMs / 1_000

export function stripeUnderTest(): ProviderUnderTest {
  const payments = new Map<string, SentPayment>()
  const sessionId = (id: string) => `cs_test_${id}`

  const paymentJson = ({ id, amount, currency, state }: SentPayment) =>
    sessionOf({
      ...{ id: sessionId(id), client_reference_id: id, created: seconds, amount_total: Number(amount), currency },
      ...{ payment_intent: `pi_${id}`, payment_status: state === 'paid' ? 'paid' : 'unpaid' },
      ...{ status: { open: 'open', paid: 'complete', refused: 'expired' }[state] },
    })
  const create = ({ headers, body }: Sent) => {
    const form = new URLSearchParams(body)
    const id = headers.get('idempotency-key') ?? ''
    const price = 'line_items[0][price_data]'
    const money = { amount: form.get(`${price}[unit_amount]`) ?? '', currency: form.get(`${price}[currency]`) ?? '' }
    const reference = form.get('payment_intent_data[description]') ?? ''
    if (!payments.has(id)) payments.set(id, { id, ...money, reference, state: 'open', pushes: 1 })
    return json(200, paymentJson(payments.get(id)!))
  }
  const expire = (payment: SentPayment) => {
    if (payment.state !== 'open') return json(400, { error: { type: 'invalid_request_error' } })
    payment.state = 'refused'
    return json(200, paymentJson(payment))
  }
  const list = (data: readonly object[]) => json(200, { object: 'list', data, has_more: false })
  const balance = ({ searchParams }: URL) => {
    const [from, to] = ['created[gte]', 'created[lte]'].map((name) => Number(searchParams.get(name)))
    const paid = [...payments.values()].filter(({ state }) => state === 'paid' && from! <= seconds && seconds <= to!)
    return list(
      paid.map(({ id, amount, currency, reference }) => ({
        ...{ id: `txn_${id}`, amount: Number(amount), currency, created: seconds, fee: 30, type: 'charge' },
        ...{ description: reference, source: { id: `ch_${id}`, payment_intent: `pi_${id}` } },
      })),
    )
  }

  const { fetch, faults } = otherSide((sent) => {
    const { pathname } = sent.url
    if (pathname === '/v1/balance_transactions') return balance(sent.url)
    if (pathname === '/v1/checkout/sessions')
      return sent.method === 'POST' ? create(sent) : list([...payments.values()].map(paymentJson))
    const payment = [...payments.values()].find(({ id }) => pathname.split('/')[4] === sessionId(id))
    if (!payment) return json(404, { error: { type: 'invalid_request_error', code: 'resource_missing' } })
    return pathname.endsWith('/expire') ? expire(payment) : json(200, paymentJson(payment))
  })
  const clock = () => nowMs
  return {
    provider: stripe({ ...secrets, fetch, clock }),
    attempt: { currency: 'USD' },
    clock,
    faults,
    secrets: [secrets.secretKey, ...secrets.webhookSecrets],
    pushCount: (id) => payments.get(id)?.pushes ?? 0,
    pay: ({ id }) => void Object.assign(payments.get(id) ?? {}, { state: 'paid' }),
    refuse: ({ id }) => void Object.assign(payments.get(id) ?? {}, { state: 'refused' }),
    callbacks: {
      signed: ({ id }) => {
        const object = paymentJson(payments.get(id)!)
        const event = { id: `evt_${id}`, type: 'checkout.session.completed', created: seconds, data: { object } }
        const body = JSON.stringify(event)
        const [secret = ''] = secrets.webhookSecrets
        const v1 = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
        return callback({ headers: { 'stripe-signature': `t=${seconds},v1=${v1}` }, body })
      },
    },
  }
}
