/** A service whose events go to a webhook endpoint, on one manual clock. */
import type { Logger, PaymentEvent } from 'hospital-payments'
import { webhookSender, type WebhookSenderOptions } from 'hospital-payments/webhooks'
import { request, start, testService } from '../service.js'

export const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
export const olderSecret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'

export interface LogLine {
  readonly level: string
  readonly message: string
  readonly fields: Record<string, unknown>
}

export function recordingLogger(): { lines: LogLine[]; logger: Logger } {
  const lines: LogLine[] = []
  const write =
    (level: string) =>
    (message: string, fields: object = {}) =>
      void lines.push({ level, message, fields: { ...fields } })
  return { lines, logger: { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') } }
}

/** The address of our own machine is allowed, unless told otherwise. */
export function sending(options: Partial<WebhookSenderOptions> & { url: string }) {
  const service = recordingLogger()
  const sender = recordingLogger()
  const { payments, clock, repository } = testService({ logger: service.logger })
  const given = { secrets: [secret], allowHosts: ['127.0.0.1'], clock, logger: sender.logger, ...options }
  const send = webhookSender(given)
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
    /** What the service said, and what the sender said. */
    serviceLog: service.lines,
    senderLog: sender.lines,
    /** Milliseconds from now until each next try of which the service told. */
    waits,
    reasons: () => service.lines.map(({ fields }) => fields['reason']),
  }
}

/** The same, with one payment: its one event is due. */
export async function sendingOne(options: Partial<WebhookSenderOptions> & { url: string }) {
  const service = sending(options)
  const payment = await service.payments.createPayment(request())
  return { ...service, payment }
}

export const delivered = { delivered: 1, retrying: 0, dead: 0 }
export const retrying = { delivered: 0, retrying: 1, dead: 0 }
export const dead = { delivered: 0, retrying: 0, dead: 1 }

/** For tests that call `send` by themselves. */
export function anEvent(): PaymentEvent {
  return {
    id: 'evt_01K0000000000000000000000A',
    createdAt: start,
    type: 'payment.created',
    data: {
      paymentId: 'pay_01K0000000000000000000000A',
      reference: 'INV-1',
      amount: 150_000,
      currency: 'ETB',
      status: 'pending',
      previousStatus: null,
      amountReconciled: 0,
      version: 1,
    },
    actor: null,
    reason: null,
    evidence: null,
  }
}
