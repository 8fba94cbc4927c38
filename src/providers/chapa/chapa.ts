import type { CallbackContent, CallbackRequest, Outcome, Provider } from '../../domain/attempts/provider.js'
import { minorUnitExponent } from '../../domain/currencies.js'
import { parseInstant } from '../../domain/instant.js'
import { formatAmount, parseAmount } from '../../domain/money.js'
import { verifyHmac } from '../../internal/verify-hmac.js'
import { attemptIdIn, callbackUrlOf, isAttemptId } from '../callback-url.js'
import { type Answer, sender, sendWithKey } from '../http.js'
import { fieldOf, jsonOf, textOf } from '../json.js'
import { failed, outcomeOfStart, outcomeOfStatus, unknown } from '../judgement.js'
import { checksOf, type ConnectionOptions } from '../options.js'

/** The options of `chapa`; an unknown option, or one that is missing, is a `TypeError`. */
export interface ChapaOptions extends ConnectionOptions {
  /** The secret key of the account; one of test mode begins with `CHASECK_TEST-`. */
  readonly secretKey: string
  /** The secret hash that the dashboard has for webhooks. */
  readonly webhookSecret: string
  /** The URL that Chapa calls by GET when a payment has ended, to which each attempt adds its id. */
  readonly callbackUrl?: string | undefined
}

const names = ['secretKey', 'webhookSecret', 'callbackUrl']

/** Reads decimal text as minor units; `null` where it is none of this currency. */
function minorUnits(text: string | null, currency: string | null): number | null {
  if (text === null || currency === null || minorUnitExponent(currency) === undefined) return null
  return parseAmount(text, currency)
}

function paidOutcome(payment: unknown): Outcome | null {
  const currency = textOf(payment, 'currency')
  const amount = minorUnits(textOf(payment, 'amount'), currency)
  if (amount === null || currency === null) return null
  const [receipt, time] = [textOf(payment, 'reference'), textOf(payment, 'updated_at')]
  const fee = minorUnits(textOf(payment, 'charge'), currency)
  const bookedAt = time === null ? null : parseInstant(time)
  return {
    state: 'paid',
    amount,
    currency,
    ...(receipt !== null && { providerTransactionId: receipt }),
    ...(bookedAt !== null && { bookedAt }),
    ...(fee !== null && { fee }),
  }
}

/** Returns the outcome that a payment of Chapa has, in a webhook or an answer; `null` where it says nothing. */
function outcomeOfPayment(payment: unknown): Outcome | null {
  switch (textOf(payment, 'status')) {
    case 'success':
      return paidOutcome(payment)
    case 'pending':
      return { state: 'pending' }
    case 'failed':
    case 'cancelled':
    case 'failed/cancelled':
      return failed('failed', true)
    default:
      return null
  }
}

/** Returns the outcome of a verification; “not paid yet” comes with the status 404. */
function outcomeOfVerification({ status, body }: Answer): Outcome | null {
  if (/not paid yet/i.test(textOf(body, 'message') ?? '')) return { state: 'pending' }
  return status === 200 ? outcomeOfPayment(fieldOf(body, 'data')) : null
}

/** Returns the outcome of a start without a page to pay at: a reference that was used may have a page already. */
function outcomeOfRefusal({ body }: Answer): Outcome | null {
  return /used before/i.test(textOf(body, 'message') ?? '') ? unknown : null
}

/** Returns a number of Ethiopia as Chapa takes it, `0911121314`; `null` for any other. */
function localPhone(phone: string | null): string | null {
  const [, digits] = /^\+251([79]\d{8})$/.exec(phone ?? '') ?? []
  return digits === undefined ? null : `0${digits}`
}

/** Reads the call by GET at the end of a payment, which anyone could make: a hint. */
function returnedHint(url: string): CallbackContent {
  const query = new URLSearchParams(/\?(.*)/s.exec(url)?.[1])
  const id = query.get('trx_ref') ?? query.get('tx_ref') ?? attemptIdIn(url.replace(/\?.*/s, ''))
  return id !== null && isAttemptId(id) ? [{ proof: 'hint', about: { attemptId: id } }] : null
}

/** Reads the event of a signed webhook. One of a payout, or of a payment that is no attempt's, is nothing to do. */
function signedMessages(body: unknown): CallbackContent {
  const attemptId = textOf(body, 'tx_ref')
  const isCharge = /^charge\.(?:success|failed|cancelled|failed\/cancelled)$/.test(textOf(body, 'event') ?? '')
  if (attemptId === null || !isAttemptId(attemptId) || !isCharge) return []
  const outcome = outcomeOfPayment(body)
  // Without an outcome the event only causes the status to be asked for.
  return [outcome ? { proof: 'signed', about: { attemptId }, outcome } : { proof: 'hint', about: { attemptId } }]
}

/**
 * Makes a provider that sends a payer to a page of Chapa (Ethiopia), for wallets, banks and cards in birr, and for cards in US
 * dollars. A signed webhook decides, and the status is asked for. Neither credentials nor phones are in its properties, errors
 * or logs.
 *
 * @see https://developer.chapa.co/integrations/accept-payments
 * @see https://developer.chapa.co/integrations/verify-payments
 * @see https://developer.chapa.co/integrations/webhooks
 * @throws TypeError for a wrong option, which it names
 * @example
 * const provider = chapa({ secretKey: 'secret key of the account', webhookSecret: 'secret hash of the webhook' })
 * provider.limits?.currencies // => ['ETB', 'USD']
 */
export function chapa(options: ChapaOptions): Provider {
  const { text, url, connection } = checksOf('chapa', options, names)
  const [secretKey, webhookSecret] = [text('secretKey'), text('webhookSecret')]
  const callbackUrl = options.callbackUrl === undefined ? null : url('callbackUrl')
  const settings = connection({ account: 'chapa', baseUrl: 'https://api.chapa.co/v1' })
  const send = sendWithKey(sender(settings))
  const authorization = `Bearer ${secretKey}`

  const receive = ({ method, url: target, headers, body }: CallbackRequest): CallbackContent => {
    if (method === 'GET') return returnedHint(target)
    // The other header, `chapa-signature`, is the same for every body.
    const isSigned = verifyHmac({ headers, body, header: 'x-chapa-signature', secrets: [webhookSecret] })
    return method === 'POST' && isSigned ? signedMessages(jsonOf(body)) : null
  }

  return {
    name: 'chapa',
    account: settings.account,
    startIsIdempotent: false,
    limits: { currencies: ['ETB', 'USD'], reference: /^[A-Za-z0-9 ._-]{1,50}$/ },
    async start({ id, reference, amount, currency, phone, returnUrl }, signal) {
      const phoneNumber = localPhone(phone)
      const body = JSON.stringify({
        amount: formatAmount(amount, currency),
        currency,
        tx_ref: id,
        ...(phoneNumber !== null && { phone_number: phoneNumber }),
        ...(callbackUrl !== null && { callback_url: callbackUrlOf(callbackUrl, id) }),
        ...(returnUrl !== null && { return_url: returnUrl }),
        customization: { title: 'Payment', description: reference },
      })
      const headers = { authorization, 'content-type': 'application/json' }
      const result = await send({ method: 'POST', path: '/transaction/initialize', headers, body }, signal)
      const page =
        result.is === 'answered' && result.status === 200 ? textOf(result.body, 'data', 'checkout_url') : null
      // Chapa has no codes, and its messages may repeat what was sent.
      if (page === null) {
        const reading = { outcomeOf: outcomeOfRefusal, codeOf: () => null }
        return { session: null, outcome: outcomeOfStart(result, reading) }
      }
      const message = `Pay ${currency} ${formatAmount(amount, currency)} on the page of Chapa, reference ${reference}.`
      return { session: { txRef: id }, instructions: { type: 'redirect', url: page, message } }
    },
    async status({ id }, signal) {
      const path = `/transaction/verify/${encodeURIComponent(id)}`
      const result = await send({ method: 'GET', path, headers: { authorization } }, signal)
      return outcomeOfStatus(result, outcomeOfVerification)
    },
    receive,
  }
}
