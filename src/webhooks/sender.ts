import type { EventTenant, SendResult } from '../domain/payments/delivery-schedule.js'
import type { StoredEvent } from '../domain/event-stream.js'
import { withDeadline } from './deadline.js'
import { readSenderOptions, type SenderSettings, type WebhookSenderOptions } from './options.js'
import { postByFetch } from './post-by-fetch.js'
import type { Lookup } from './node/addresses.js'
import { type Answer, requestOf } from './request.js'
import { retryAfterMs } from './retry-after.js'

/** A `send` for `deliverEvents` and `runWorker`, and for `runTenantWorker`, which gives the tenant. */
export type SendWebhook = (event: StoredEvent, about?: Partial<EventTenant>) => Promise<SendResult>

async function answerTo(
  event: StoredEvent,
  tenant: string | undefined,
  settings: SenderSettings,
  signal: AbortSignal,
  lookup: Lookup | undefined,
): Promise<Answer> {
  const { url, reach, fetch } = settings
  // Where any address will do, a given fetch may resolve names that this machine cannot, such as those behind a proxy.
  if (fetch && reach === 'any') return postByFetch(requestOf(event, tenant, settings), fetch, signal)
  const { addressesOf, post } = await import('./node/index.js')
  const addresses = await addressesOf(url.hostname, reach, lookup)
  // A look-up does not listen to the signal, and by then the event may be on its next try.
  signal.throwIfAborted()
  const request = requestOf(event, tenant, settings)
  return fetch ? postByFetch(request, fetch, signal) : post(request, addresses, signal)
}

/** Does the same as `webhookSender`; `lookup` looks up names, by default the operating system's. */
export function senderBy(options: WebhookSenderOptions, lookup?: Lookup): SendWebhook {
  const settings = readSenderOptions(options)
  return async (event, { tenant } = {}) => {
    const answer = await withDeadline(settings.timeoutMs, (signal) => answerTo(event, tenant, settings, signal, lookup))
    const { status } = answer
    if (status >= 200 && status < 300) return 'delivered'
    const wait = retryAfterMs(answer.retryAfter, settings.clock())
    const retry = wait === null ? {} : { retryAfterMs: wait }
    settings.logger.warn('The endpoint of the webhook refused an event.', {
      eventId: event.id,
      status,
      ...retry,
    })
    return status === 410 ? 'dead' : retry
  }
}

/**
 * Makes a `send` for `deliverEvents` that posts each event to one endpoint, signed by Standard Webhooks. The body is
 * `{ id, type, createdAt, data }`, and with `tenant: true` the tenant. An answer 2xx is `delivered`, and 410 is `dead`. After any other answer the event is sent
 * again, not before its `Retry-After`. Redirects are not followed. Without an answer the `send` rejects with an error that has
 * a `code`.
 *
 * It connects only to public addresses, unless the URL's host is in `allowHosts`, because a URL that others may choose must not
 * reach the hospital's own network.
 *
 * @throws TypeError for wrong options, at once
 * @example
 * const url = 'https://hooks.example.org/payments'
 * const send = webhookSender({ url, secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'] })
 * typeof send // => 'function'
 * webhookSender({ url: 'http://hooks.example.org', secrets: [] }) // throws TypeError
 */
export function webhookSender(options: WebhookSenderOptions): SendWebhook {
  return senderBy(options)
}
