import { eventFixture, paymentFixture } from 'hospital-payments/testing'
import { verifyWebhook, webhookSender } from 'hospital-payments/webhooks'
import { Webhook } from 'standardwebhooks'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { collect, day, minute, request, start } from '../../support/service.js'
import { answerWith, type Received, receiver } from '../../support/webhooks/receiver.js'
import { olderSecret, secret } from '../../support/webhooks/secrets.js'
import { sending, sendingOne } from '../../support/webhooks/sending.js'

const dataKeys = [
  'paymentId',
  'reference',
  'amount',
  'currency',
  'status',
  'previousStatus',
  'amountReconciled',
  'version',
]

const jsonOf = ({ body }: Received) => JSON.parse(body.toString('utf8')) as Record<string, unknown>

afterEach(() => void vi.useRealTimers())

describe('webhookSender: the request', () => {
  it('is one POST of JSON to the path and query of the URL', async () => {
    const endpoint = await receiver()
    const { deliver } = await sendingOne({ url: `${endpoint.url}?tenant=%E1%88%86#part` })
    await deliver()
    const [got] = endpoint.received
    expect(got).toMatchObject({ method: 'POST', path: '/hooks/payments?tenant=%E1%88%86' })
    expect(got!.headers).toEqual({
      host: `127.0.0.1:${endpoint.port}`,
      connection: 'close',
      'content-type': 'application/json',
      'content-length': String(got!.body.length),
      'user-agent': 'hospital-payments',
      'webhook-id': expect.stringMatching(/^evt_[0-9A-Z]{26}$/),
      'webhook-timestamp': String(Date.parse(start) / 1_000),
      'webhook-signature': expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
    })
  })

  it('has the tenant where it is asked for, signed with the rest', async () => {
    const endpoint = await receiver()
    const options = { url: endpoint.url, secrets: [secret], allowHosts: ['127.0.0.1'] }
    const event = eventFixture(paymentFixture())
    await webhookSender({ ...options, tenant: true })(event, { tenant: 'black-lion' })
    await webhookSender(options)(event, { tenant: 'black-lion' })
    const [named, unnamed] = endpoint.received
    expect(Object.entries(jsonOf(named!)).slice(0, 3)).toEqual([
      ['id', event.id],
      ['tenant', 'black-lion'],
      ['type', event.type],
    ])
    expect(verifyWebhook({ headers: named!.headers, body: named!.body, secrets: [secret] })).toBe(true)
    const forged = named!.body.toString('utf8').replace('black-lion', 'other')
    expect(verifyWebhook({ headers: named!.headers, body: forged, secrets: [secret] })).toBe(false)
    expect(Object.keys(jsonOf(unnamed!))).toEqual(['id', 'type', 'createdAt', 'data'])
  })

  it('is not made for an event without a tenant, where the tenant is asked for', async () => {
    const endpoint = await receiver()
    const send = webhookSender({ url: endpoint.url, secrets: [secret], allowHosts: ['127.0.0.1'], tenant: true })
    const call = send(eventFixture(paymentFixture()))
    await expect(call).rejects.toMatchObject({
      code: 'no_tenant',
      message: expect.stringContaining('runTenantWorker') as string,
    })
    expect(endpoint.received).toEqual([])
  })

  it('is the event without actor, reason and evidence', async () => {
    const endpoint = await receiver()
    const { deliver, payments, payment } = await sendingOne({ url: endpoint.url })
    await payments.confirmPayment(payment.id, { actor: 'desk-1', providerTransactionId: 'TX-1' })
    await deliver()
    const events = (await payments.history(payment.id)).map(({ id, type, createdAt, data }) => ({
      id,
      type,
      createdAt,
      data,
    }))
    expect(endpoint.received.map(jsonOf)).toEqual(events)
    for (const got of endpoint.received) {
      expect(Object.keys(jsonOf(got))).toEqual(['id', 'type', 'createdAt', 'data'])
      expect(Object.keys(jsonOf(got)['data'] as object)).toEqual(dataKeys)
      expect(got.headers['webhook-id']).toBe(jsonOf(got)['id'])
    }
  })

  it('has a reference of any script as it is', async () => {
    const endpoint = await receiver()
    const reference = 'ደረሰኝ-፲፪ 👍 "\\ü'
    const { deliver, payments, clock } = sending({ url: endpoint.url })
    await payments.createPayment(request({ reference }))
    await deliver()
    const [got] = endpoint.received
    expect((jsonOf(got!)['data'] as { reference: string }).reference).toBe(reference)
    expect(got!.headers['content-length']).toBe(String(got!.body.length))
    expect(verifyWebhook({ headers: got!.headers, body: got!.body, secrets: [secret], clock })).toBe(true)
  })

  it('passes verifyWebhook and the reference library, from the raw bytes', async () => {
    const endpoint = await receiver()
    const { deliver, clock } = await sendingOne({ url: endpoint.url })
    await deliver()
    const [{ headers, body }] = endpoint.received as [Received]
    expect(verifyWebhook({ headers, body, secrets: [secret], clock })).toBe(true)
    expect(verifyWebhook({ headers, body: Buffer.concat([body, Buffer.from(' ')]), secrets: [secret], clock })).toBe(
      false,
    )
    vi.useFakeTimers({ now: clock(), toFake: ['Date'] })
    expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toEqual(JSON.parse(body.toString()))
  })

  it('is signed with each secret while one is replaced', async () => {
    const endpoint = await receiver()
    const { deliver, clock } = await sendingOne({ url: endpoint.url, secrets: [secret, olderSecret] })
    await deliver()
    const [{ headers, body }] = endpoint.received as [Received]
    expect(String(headers['webhook-signature']).split(' ')).toHaveLength(2)
    vi.useFakeTimers({ now: clock(), toFake: ['Date'] })
    for (const known of [secret, olderSecret]) {
      expect(verifyWebhook({ headers, body, secrets: [known], clock })).toBe(true)
      expect(new Webhook(known).verify(body, headers as Record<string, string>)).toEqual(JSON.parse(body.toString()))
    }
    const unknown = `whsec_${Buffer.from('another secret').toString('base64')}`
    expect(verifyWebhook({ headers, body, secrets: [unknown], clock })).toBe(false)
  })

  it('is the same at each try, except the time and the signature', async () => {
    const endpoint = await receiver(answerWith(503))
    const { deliver, clock } = await sendingOne({ url: endpoint.url })
    for (const pause of [0, 6_000, 6 * minute, 36 * minute]) {
      clock.advance(pause)
      await deliver()
    }
    const { received } = endpoint
    expect(received).toHaveLength(4)
    const distinct = (values: readonly unknown[]) => new Set(values).size
    expect(distinct(received.map(({ headers }) => headers['webhook-id']))).toBe(1)
    expect(distinct(received.map(({ body }) => body.toString('hex')))).toBe(1)
    expect(distinct(received.map(({ headers }) => headers['webhook-timestamp']))).toBe(4)
    expect(distinct(received.map(({ headers }) => headers['webhook-signature']))).toBe(4)
    const last = received[3]!
    expect(last.headers['webhook-timestamp']).toBe(String(clock() / 1_000))
    expect(verifyWebhook({ headers: last.headers, body: last.body, secrets: [secret], clock })).toBe(true)
  })

  it('is signed at the second that has begun, of a clock with fractions too', async () => {
    const endpoint = await receiver()
    const seconds = Date.parse(start) / 1_000
    const { deliver } = await sendingOne({ url: endpoint.url, clock: () => seconds * 1_000 + 999.9 })
    await deliver()
    expect(endpoint.received[0]!.headers['webhook-timestamp']).toBe(String(seconds))
  })
})

describe('webhookSender: nothing about the patient', () => {
  const canary = 'Zewditu-Canary-Q7X'

  it('goes to the endpoint or to a log, whatever happened to the payment', async () => {
    const endpoint = await receiver()
    const { deliver, payments, clock, serviceLog, senderLog } = sending({ url: endpoint.url })
    const options = { actor: `${canary}-actor`, reason: `${canary}-reason` }
    const create = (reference: string) =>
      payments.createPayment(
        request({
          reference,
          description: `${canary}-description`,
          customer: { name: `${canary}-name`, phone: '+251987654321' },
          metadata: { [`${canary}-key`]: `${canary}-value` },
          expiresAt: new Date(Date.parse(start) + day).toISOString(),
        }),
        { actor: options.actor },
      )
    const paid = await create('INV-1')
    const failed = await create('INV-2')
    await create('INV-3')
    const proven = await create('INV-4')
    await payments.confirmPayment(paid.id, { actor: options.actor, providerTransactionId: `${canary}-tx` })
    await payments.reversePayment(paid.id, options)
    await payments.failPayment(failed.id, options)
    await payments.confirmPayment(proven.id, { actor: options.actor })
    const line = {
      row: 1,
      direction: 'credit',
      amount: proven.amount,
      currency: 'ETB',
      valueDate: '2026-11-20',
      reference: 'INV-4',
      narration: `${canary}-narration`,
      providerTransactionId: `${canary}-bank`,
      lineId: 'line-1',
    } as const
    await collect(payments.reconcile([line], { account: `${canary}-bank`, apply: true }))
    clock.advance(2 * day)
    await payments.expireDue()
    while ((await deliver()).delivered > 0);

    const types = endpoint.received.map((got) => jsonOf(got)['type'])
    expect([...new Set(types)].sort()).toEqual([
      'payment.created',
      'payment.expired',
      'payment.failed',
      'payment.reconciled',
      'payment.reversed',
      'payment.succeeded',
    ])
    const everything = [
      ...endpoint.received.map(({ path, headers, body }) => `${path} ${JSON.stringify(headers)} ${body.toString()}`),
      JSON.stringify(serviceLog),
      JSON.stringify(senderLog),
    ]
    for (const text of everything) expect(text).not.toMatch(/Canary|987654321/)
  })
})
