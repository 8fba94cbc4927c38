import type { StoredEvent } from '../domain/event-stream.js'
import type { SenderSettings } from './options.js'
import { headersBy } from './sign.js'

export interface WebhookRequest {
  readonly url: URL
  readonly headers: Record<string, string>
  readonly body: string
}

/** The parts of an answer that decide what happens to the event. */
export interface Answer {
  readonly status: number
  readonly retryAfter: string | null
}

/** Makes the request of an event. Actor, reason and evidence are left out: they may name people, and no receiver needs them. */
export function requestOf({ id, type, createdAt, data }: StoredEvent, settings: SenderSettings): WebhookRequest {
  const { url, keys, clock } = settings
  const body = JSON.stringify({ id, type, createdAt, data })
  const signed = headersBy(keys, { id, timestamp: Math.floor(clock() / 1_000), body })
  const headers = { 'content-type': 'application/json', 'user-agent': 'hospital-payments' }
  return { url, headers: { ...headers, ...signed }, body }
}
