import type { PaymentEvent } from '../domain/payments/event.js'
import type { SenderSettings } from './options.js'
import { signWebhook } from './sign.js'

export interface WebhookRequest {
  readonly url: URL
  readonly headers: Record<string, string>
  readonly body: string
}

/** What matters of an answer. */
export interface Answer {
  readonly status: number
  readonly retryAfter: string | null
}

/** Actor, reason and evidence stay at home: they may name people, and nobody outside needs them. */
export function requestOf({ id, type, createdAt, data }: PaymentEvent, settings: SenderSettings): WebhookRequest {
  const { url, secrets, clock } = settings
  const body = JSON.stringify({ id, type, createdAt, data })
  const signed = signWebhook({ id, timestamp: Math.floor(clock() / 1_000), body, secrets })
  const headers = { 'content-type': 'application/json', 'user-agent': 'hospital-payments' }
  return { url, headers: { ...headers, ...signed }, body }
}
