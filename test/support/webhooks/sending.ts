/** A service whose events go to a webhook endpoint, on one manual clock. */
import type { WebhookSenderOptions } from 'hospital-payments/webhooks'
import { senderBy } from '../../../src/webhooks/sender.js'
import { lookUp } from './look-ups.js'
import { recordingLogger } from '../recording-logger.js'
import { request, testService } from '../service.js'
import { secret } from './secrets.js'

/** Makes a service and its sender, who may send to the address of our own machine, unless `options` says otherwise. */
export function sending(options: Partial<WebhookSenderOptions> & { url: string }) {
  const service = recordingLogger()
  const sender = recordingLogger()
  const { payments, clock, repository } = testService({ logger: service.logger })
  const senderOptions = { secrets: [secret], allowHosts: ['127.0.0.1'], clock, logger: sender.logger, ...options }
  const send = senderBy(senderOptions, lookUp)
  const waits = () =>
    service.lines.flatMap(({ fields }) =>
      fields['retryAt'] === undefined ? [] : [Date.parse(String(fields['retryAt'])) - clock()],
    )
  return {
    payments,
    clock,
    repository,
    send,
    deliver: () => payments.deliverEvents(send),
    /** Lines that the service logged, and those that the sender logged. */
    serviceLog: service.lines,
    senderLog: sender.lines,
    /** Milliseconds from now until each next try that the service reported. */
    waits,
    reasons: () => service.lines.map(({ fields }) => fields['reason']),
  }
}

/** Makes the same, with one payment: its one event is due. */
export async function sendingOne(options: Partial<WebhookSenderOptions> & { url: string }) {
  const service = sending(options)
  const payment = await service.payments.createPayment(request())
  return { ...service, payment }
}

export const delivered = { delivered: 1, retrying: 0, dead: 0 }
export const retrying = { delivered: 0, retrying: 1, dead: 0 }
export const dead = { delivered: 0, retrying: 0, dead: 1 }
