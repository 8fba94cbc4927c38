/** The providers behind `payments.attempts`: from a bill to its payment, over scripts in place of the other side. */
import { createHospitalPayments, memoryRepository, textChannel } from 'hospital-payments'
import { chapa, mpesa, type Provider } from 'hospital-payments/providers'
import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { nowMs } from './support/attempt.js'
import { callback } from './support/callback.js'
import { fetchError, json, type Scripted, scriptedFetch, type Sent } from './support/scripted-fetch.js'

function serviceOver(
  providerOver: (fetch: typeof globalThis.fetch, clock: () => number) => Provider,
  answer: (sent: Sent) => Scripted,
) {
  let ms = nowMs
  const clock = () => ms
  const { fetch, sent } = scriptedFetch(answer)
  const provider = providerOver(fetch, clock)
  const payments = createHospitalPayments({
    repository: memoryRepository(),
    channels: { phone: textChannel('Answer the prompt, reference {reference}.') },
    providers: { [provider.name]: provider },
    timeZone: 'Africa/Nairobi',
    clock,
  })
  return { payments, sent, pass: (seconds: number) => void (ms += seconds * 1_000) }
}

const callbackUrl = 'https://h.example/v1/callbacks/0a1b'
const mpesaOver = (fetch: typeof globalThis.fetch, clock: () => number) =>
  mpesa({
    environment: 'sandbox',
    consumerKey: 'k',
    consumerSecret: 's',
    passkey: 'p',
    shortCode: '174379',
    callbackUrl,
    fetch,
    clock,
  })

describe('payments.attempts', () => {
  it('takes a payment by mpesa: a prompt, a hint, and the answer to the question for the status', async () => {
    const { payments, sent, pass } = serviceOver(mpesaOver, ({ url }) => {
      if (url.pathname.startsWith('/oauth')) return json(200, { access_token: 't', expires_in: '3599' })
      const fields = url.pathname.includes('query') ? { ResultCode: '0' } : { CheckoutRequestID: 'ws_CO_1' }
      return json(200, { ResponseCode: '0', ...fields })
    })
    const bill = { amount: 150_000, currency: 'KES', reference: 'OPD7731', channel: 'phone' }
    const { id } = await payments.createPayment(bill)
    const attempt = await payments.attempts.start({ paymentId: id, provider: 'mpesa', phone: '0722 111 111' })
    expect(attempt).toMatchObject({ status: 'pending', account: 'mpesa.174379', instructions: { type: 'text' } })
    pass(2)
    const body = { Body: { stkCallback: { CheckoutRequestID: 'ws_CO_1', ResultCode: 0 } } }
    const reply = await payments.attempts.receive('mpesa', callback({ url: `${callbackUrl}/${attempt.id}`, body }))
    expect(reply).toMatchObject({ status: 200, body: '{"ResultCode":0,"ResultDesc":"Accepted"}' })
    expect((await payments.getPayment(id))?.status).toBe('pending')
    await payments.attempts.checkDue()
    expect((await payments.attempts.get(attempt.id))?.status).toBe('paid')
    expect((await payments.getPayment(id))?.status).toBe('succeeded')
    expect(sent.filter(({ url }) => url.pathname.endsWith('processrequest'))).toHaveLength(1)
  })

  it('takes a payment by chapa: a page, and a signed webhook', async () => {
    const page = json(200, { status: 'success', data: { checkout_url: 'https://checkout.chapa.co/1' } })
    const { payments } = serviceOver(
      (fetch, clock) => chapa({ secretKey: 'k', webhookSecret: 'w', fetch, clock }),
      () => page,
    )
    const bill = { amount: 150_000, currency: 'ETB', reference: 'OPD7731', channel: 'phone' }
    const { id } = await payments.createPayment(bill)
    const attempt = await payments.attempts.start({ paymentId: id, provider: 'chapa', returnUrl: 'https://h.example/' })
    expect(attempt.instructions).toMatchObject({ type: 'redirect', url: 'https://checkout.chapa.co/1' })
    const fields = { status: 'success', amount: '1500.00', charge: '52.50', currency: 'ETB', reference: 'AP634JFwRlpj' }
    const body = JSON.stringify({ event: 'charge.success', tx_ref: attempt.id, ...fields })
    const headers = { 'x-chapa-signature': createHmac('sha256', 'w').update(body).digest('hex') }
    expect(await payments.attempts.receive('chapa', callback({ headers, body }))).toMatchObject({ status: 200 })
    expect((await payments.getPayment(id))?.status).toBe('succeeded')
    expect((await payments.attempts.get(attempt.id))?.status).toBe('paid')
  })

  it('answers provider_unavailable where mpesa cannot be reached, and the payment is free', async () => {
    const { payments } = serviceOver(mpesaOver, () => fetchError('ECONNREFUSED'))
    const bill = { amount: 150_000, currency: 'KES', reference: 'OPD7731', channel: 'phone' }
    const { id } = await payments.createPayment(bill)
    const start = () => payments.attempts.start({ paymentId: id, provider: 'mpesa', phone: '+254722111111' })
    await expect(start()).rejects.toMatchObject({ code: 'provider_unavailable' })
    await expect(start()).rejects.toMatchObject({ code: 'provider_unavailable' })
    expect((await payments.getPayment(id))?.attemptId).toBeNull()
  })
})
