import { webhookSender } from 'hospital-payments/webhooks'
import { describe, expect, it } from 'vitest'
import { freePort } from '../../support/databases/free-port.js'
import { day, request, testService } from '../../support/service.js'
import { answerWith, receiver } from '../../support/webhooks/receiver.js'
import { secret } from '../../support/webhooks/secrets.js'
import { dead, delivered, retrying, sendingOne } from '../../support/webhooks/sending.js'

/** Throws at each message. */
const broken = Object.fromEntries(
  ['debug', 'info', 'warn', 'error'].map((level) => [
    level,
    () => {
      throw new Error('the disk is full')
    },
  ]),
)

describe('webhookSender: the logs', () => {
  it('report an answer that did not take the event: its id, the status, the Retry-After', async () => {
    const endpoint = await receiver(answerWith(503, { 'retry-after': '120' }))
    const { deliver, payments, payment, senderLog, serviceLog } = await sendingOne({ url: endpoint.url })
    await deliver()
    const [event] = await payments.history(payment.id)
    expect(senderLog).toEqual([
      {
        level: 'warn',
        message: 'The endpoint of the webhook refused an event.',
        fields: { eventId: event!.id, status: 503, retryAfterMs: 120_000 },
      },
    ])
    expect(serviceLog.filter(({ level }) => level === 'warn').map(({ fields }) => fields)).toEqual([
      expect.objectContaining({ eventId: event!.id, type: 'payment.created', paymentId: payment.id, attempt: 1 }),
    ])
  })

  it('report an endpoint that is gone', async () => {
    const endpoint = await receiver(answerWith(410))
    const { deliver, senderLog, serviceLog } = await sendingOne({ url: endpoint.url })
    await deliver()
    expect(senderLog.map(({ fields }) => fields['status'])).toEqual([410])
    expect(serviceLog.map(({ level }) => level)).toContain('error')
  })

  it('have no URL, no secret, nothing of the answer, and no message of an error', async () => {
    const secretAnswer = 'Said-By-Endpoint'
    const chatty = await receiver((response) => {
      response
        .writeHead(500, secretAnswer, {
          'x-said': secretAnswer,
          'retry-after': secretAnswer,
          'content-type': 'text/plain',
        })
        .end(secretAnswer)
    })
    const dropping = await receiver((_response, { socket }) => socket.end(`HTTP/1.1 ${secretAnswer}\r\n\r\n`))
    const stranger = await receiver(undefined, 'stranger')
    const urls = [chatty.url, dropping.url, stranger.url, `https://127.0.0.1:${await freePort()}/hooks/payments`]
    for (const base of urls) {
      const service = await sendingOne({ url: `${base}?token=T0ken` })
      const { deliver, senderLog, serviceLog } = service
      expect(await deliver()).toEqual(retrying)
      const text = JSON.stringify([senderLog, serviceLog])
      expect(serviceLog.some(({ level }) => level === 'warn')).toBe(true)
      for (const forbidden of [
        secretAnswer,
        'T0ken',
        'hooks',
        '127.0.0.1',
        secret,
        secret.slice(6),
        'v1,',
        `:${new URL(base).port}`,
      ])
        expect(text).not.toContain(forbidden)
    }
  })

  it('have none of it either where the address is refused', async () => {
    const url = 'https://169.254.169.254/latest/meta-data?token=T0ken'
    const { deliver, senderLog, serviceLog, reasons } = await sendingOne({ url })
    expect(await deliver()).toEqual(retrying)
    expect(reasons()).toContain('address_not_public')
    expect(JSON.stringify([senderLog, serviceLog])).not.toMatch(/169\.254|T0ken|meta-data/)
  })
})

describe('webhookSender: a logger that throws', () => {
  it.each([
    [204, delivered],
    [500, retrying],
    [410, dead],
  ])('changes nothing: %i', async (status, counts) => {
    const endpoint = await receiver(answerWith(status))
    const { payments, clock } = testService({ logger: broken })
    await payments.createPayment(request())
    const send = webhookSender({
      url: endpoint.url,
      secrets: [secret],
      allowHosts: ['127.0.0.1'],
      clock,
      logger: broken,
    })
    expect(await payments.deliverEvents(send)).toEqual(counts)
    clock.advance(day)
    await payments.deliverEvents(send)
    expect(endpoint.received).toHaveLength(status === 500 ? 2 : 1)
  })
})
