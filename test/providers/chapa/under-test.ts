/** Chapa over a service in memory: pages, verifications, signed webhooks, and the call by GET. */
import { createHmac } from 'node:crypto'
import { chapa } from 'hospital-payments/providers'
import type { ProviderUnderTest } from 'hospital-payments/testing'
import { nowMs } from '../support/attempt.js'
import { callback } from '../support/callback.js'
import { otherSide, type SentPayment } from '../support/other-side.js'
import { json, type Sent } from '../support/scripted-fetch.js'

const secrets = { secretKey: 'CANARY-secret', webhookSecret: 'CANARY-hash' }
const callbackUrl = 'https://h.example/v1/callbacks/0a1b'

export function chapaUnderTest(): ProviderUnderTest {
  const payments = new Map<string, SentPayment>()

  const initialize = ({ body }: Sent) => {
    const { amount, currency, tx_ref: id } = JSON.parse(body) as Record<'amount' | 'currency' | 'tx_ref', string>
    if (payments.has(id))
      return json(400, { message: 'Transaction reference has been used before', status: 'failed', data: null })
    payments.set(id, { id, amount, currency, reference: '', state: 'open', pushes: 1 })
    return json(200, { status: 'success', data: { checkout_url: `https://checkout.chapa.co/${id}` } })
  }
  const paymentJson = ({ id, amount, currency, state }: SentPayment) => ({
    ...{ tx_ref: id, amount: Number(amount), currency, charge: 3.5, reference: `AP${id.slice(-8)}` },
    ...{ status: state === 'paid' ? 'success' : 'failed/cancelled', updated_at: new Date(nowMs).toISOString() },
  })
  const verify = (id: string) => {
    const payment = payments.get(id)
    if (!payment) return json(404, { message: 'Invalid transaction or Transaction not found', status: 'failed' })
    if (payment.state === 'open') return json(404, { message: 'Payment not paid yet', status: 'failed', data: null })
    return json(200, { message: 'Payment details', status: 'success', data: paymentJson(payment) })
  }

  const { fetch, faults } = otherSide((sent) =>
    sent.method === 'POST' ? initialize(sent) : verify(sent.url.pathname.split('/').at(-1) ?? ''),
  )
  const clock = () => nowMs
  return {
    provider: chapa({ ...secrets, callbackUrl, fetch, clock }),
    clock,
    faults,
    secrets: Object.values(secrets),
    pushCount: (id) => payments.get(id)?.pushes ?? 0,
    pay: ({ id }) => void Object.assign(payments.get(id) ?? {}, { state: 'paid' }),
    refuse: ({ id }) => void Object.assign(payments.get(id) ?? {}, { state: 'refused' }),
    callbacks: {
      signed: ({ id }) => {
        const payment = payments.get(id)!
        const event = payment.state === 'paid' ? 'charge.success' : 'charge.failed/cancelled'
        const body = JSON.stringify({ event, ...paymentJson(payment) })
        const signature = createHmac('sha256', secrets.webhookSecret).update(body).digest('hex')
        return callback({ headers: { 'x-chapa-signature': signature }, body })
      },
      hint: ({ id }) => callback({ method: 'GET', url: `${callbackUrl}/${id}?trx_ref=${id}&status=success` }),
    },
  }
}
