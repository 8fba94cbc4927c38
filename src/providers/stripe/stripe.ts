import type { AttemptRequest, JsonObject, Outcome, Provider } from '../../domain/attempts/provider.js'
import { millisecondsOf } from '../../domain/instant.js'
import { formatAmount } from '../../domain/money.js'
import { type Answer, sender, sendWithKey } from '../http.js'
import { textOf } from '../json.js'
import { failed, outcomeOfStart, outcomeOfStatus, unknown } from '../judgement.js'
import { checksOf, type ConnectionOptions } from '../options.js'
import { balanceLines, balanceQuery } from './balance.js'
import { readEvent } from './events.js'
import { type Get, itemsOf, pagesOf } from './pages.js'
import { outcomeOfSession, secondsOf, sessionForm, sessionSeconds } from './session.js'

/** The options of `stripe`; an unknown option, or one that is missing, is a `TypeError`. */
export interface StripeOptions extends ConnectionOptions {
  /** The secret key of the account; one of test mode begins with `sk_test_`. */
  readonly secretKey: string
  /** At least one secret of the webhook endpoint, `whsec_…`. While a secret is replaced, the new one and the old one. */
  readonly webhookSecrets: readonly string[]
}

const names = ['secretKey', 'webhookSecrets']
const sessionsPath = '/v1/checkout/sessions'
/** The version of the API whose fields are read here. */
const apiVersion = '2026-10-28.endive'
/** The clocks of Stripe and of this machine may differ by so many seconds. */
const clockSeconds = 300
/** The time in which a start is sent again under the same key. */
const keySeconds = 86_400
const withCharge = { 'expand[]': 'payment_intent.latest_charge.balance_transaction' }

/** Returns the outcome of a start without a page: a key that was used with another body may have a page already. */
function outcomeOfRefusal({ body }: Answer): Outcome | null {
  return textOf(body, 'error', 'type') === 'idempotency_error' ? unknown : null
}

function codeOf({ body }: Answer): string | null {
  return textOf(body, 'error', 'code') ?? textOf(body, 'error', 'type')
}

const outcomeOfAnswer = ({ status, body }: Answer) => (status === 200 ? outcomeOfSession(body) : null)

type AskedAttempt = AttemptRequest & { readonly session: JsonObject | null }

/**
 * Makes a provider that sends a payer to a page of Stripe (Checkout), for cards and what else the account takes. A signed event
 * decides, and the status is asked for. The page can be paid at for an hour. `returnUrl` is required. Neither credentials nor
 * phones are in its properties, errors or logs.
 *
 * @see https://docs.stripe.com/api/checkout/sessions
 * @see https://docs.stripe.com/webhooks
 * @see https://docs.stripe.com/api/balance_transactions
 * @see https://docs.stripe.com/currencies
 * @throws TypeError for a wrong option, which it names
 * @example
 * const provider = stripe({ secretKey: 'sk_test_…', webhookSecrets: ['whsec_…'] })
 * provider.polls?.at(-1) // => 3660
 */
export function stripe(options: StripeOptions): Provider {
  const { text, connection, demand } = checksOf('stripe', options, names)
  const secretKey = text('secretKey')
  demand(options.webhookSecrets !== undefined, 'webhookSecrets is required')
  const isList = Array.isArray(options.webhookSecrets) && options.webhookSecrets.length > 0
  demand(isList, 'webhookSecrets must be a list of at least one')
  const secrets = [...options.webhookSecrets]
  const areTexts = secrets.every((secret) => typeof secret === 'string' && secret !== '')
  demand(areTexts, 'webhookSecrets must be texts, and not empty')
  const settings = connection({ account: 'stripe', baseUrl: 'https://api.stripe.com' })
  const { clock } = settings
  const send = sendWithKey(sender(settings))
  const headers = { authorization: `Bearer ${secretKey}`, 'stripe-version': apiVersion }
  const get: Get = (path, query, signal) =>
    send({ method: 'GET', path: `${path}?${new URLSearchParams(query).toString()}`, headers }, signal)

  /** Finds the session of an attempt whose start was not answered; an outcome says why there is none. */
  const findSession = async ({ id, createdAt }: AskedAttempt, signal: AbortSignal): Promise<string | Outcome> => {
    const seconds = secondsOf(millisecondsOf(createdAt))
    const created = {
      'created[gte]': String(seconds - clockSeconds),
      'created[lte]': String(seconds + keySeconds),
    }
    for await (const { result, items } of pagesOf(get, sessionsPath, created, signal)) {
      if (items === null) return outcomeOfStatus(result, () => null)
      const session = items.find((item) => textOf(item, 'client_reference_id') === id)
      const sessionId = textOf(session, 'id')
      if (sessionId !== null) return sessionId
    }
    return unknown
  }

  const sessionIdOf = async (attempt: AskedAttempt, signal: AbortSignal) =>
    textOf(attempt.session, 'sessionId') ?? findSession(attempt, signal)

  const pathOf = (sessionId: string) => `${sessionsPath}/${encodeURIComponent(sessionId)}`

  const statusOf = async (sessionId: string, signal: AbortSignal) =>
    outcomeOfStatus(await get(pathOf(sessionId), withCharge, signal), outcomeOfAnswer)

  return {
    name: 'stripe',
    account: settings.account,
    startIsIdempotent: true,
    polls: [10, 20, 40, 60, 120, 300, 600, 900, 1_800, 2_700, sessionSeconds + 60],
    promptSeconds: sessionSeconds,
    limits: { reference: /^[^\p{Cc}\p{Cs}]{1,200}$/u },
    async start(attempt, signal) {
      const { id, amount, currency, reference, returnUrl } = attempt
      const body = sessionForm(attempt)
      if (body === null) {
        const code = returnUrl === null ? 'return_url_required' : 'invalid_amount'
        return { session: null, outcome: failed(code, false) }
      }
      const form = { 'content-type': 'application/x-www-form-urlencoded', 'idempotency-key': id }
      const request = { method: 'POST', path: sessionsPath, headers: { ...headers, ...form }, body } as const
      const result = await send(request, signal)
      const answer = result.is === 'answered' && result.status === 200 ? result.body : null
      const [sessionId, url] = [textOf(answer, 'id'), textOf(answer, 'url')]
      if (sessionId === null || url === null)
        return { session: null, outcome: outcomeOfStart(result, { outcomeOf: outcomeOfRefusal, codeOf }) }
      const message = `Pay ${currency} ${formatAmount(amount, currency)} on the page of Stripe, reference ${reference}.`
      return { session: { sessionId }, instructions: { type: 'redirect', url, message } }
    },
    async status(attempt, signal) {
      const sessionId = await sessionIdOf(attempt, signal)
      return typeof sessionId === 'string' ? statusOf(sessionId, signal) : sessionId
    },
    async cancel(attempt, signal) {
      const sessionId = await sessionIdOf(attempt, signal)
      if (typeof sessionId !== 'string') return sessionId
      const result = await send({ method: 'POST', path: `${pathOf(sessionId)}/expire`, headers }, signal)
      // A session that is no longer open cannot be ended: it was paid, or has ended before.
      const isEnded = result.is === 'answered' && result.status === 200
      return isEnded ? (outcomeOfSession(result.body) ?? unknown) : statusOf(sessionId, signal)
    },
    receive: (request) => readEvent(request, { secrets, clock }),
    list: (range, signal) => balanceLines(itemsOf(get, '/v1/balance_transactions', balanceQuery(range), signal)),
  }
}
