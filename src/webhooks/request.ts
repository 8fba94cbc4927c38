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

/** A send of an event that has no tenant, although its receiver is to get one. */
class NoTenant extends Error {
  readonly code = 'no_tenant'
}

/** Returns the tenant as the body has it; nothing where the receiver gets none. */
function tenantPart(tenant: string | undefined, { hasTenant }: SenderSettings): { tenant?: string } {
  if (!hasTenant) return {}
  if (tenant === undefined)
    throw new NoTenant('The event has no tenant: send it by runTenantWorker, or leave out tenant.')
  return { tenant }
}

/** Makes the request of an event. Actor, reason and evidence are left out: they may name people, and no receiver needs them. */
export function requestOf(
  { id, type, createdAt, data }: StoredEvent,
  tenant: string | undefined,
  settings: SenderSettings,
): WebhookRequest {
  const { url, keys, clock } = settings
  const body = JSON.stringify({ id, ...tenantPart(tenant, settings), type, createdAt, data })
  const signed = headersBy(keys, { id, timestamp: Math.floor(clock() / 1_000), body })
  const headers = { 'content-type': 'application/json', 'user-agent': 'hospital-payments' }
  return { url, headers: { ...headers, ...signed }, body }
}
