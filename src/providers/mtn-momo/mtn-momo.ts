import { codeOr } from '../../domain/attempts/code.js'
import type {
  AttemptRequest,
  CallbackContent,
  CallbackRequest,
  Outcome,
  Provider,
} from '../../domain/attempts/provider.js'
import { formatAmount, parseAmount } from '../../domain/money.js'
import { minorUnitExponent } from '../../domain/currencies.js'
import { base64, bytesOf } from '../../internal/encoding.js'
import { attemptIdIn, callbackUrlOf } from '../callback-url.js'
import { type Answer, sender } from '../http.js'
import { jsonOf, textOf } from '../json.js'
import { failed, outcomeOfStart, outcomeOfStatus, unknown } from '../judgement.js'
import { checksOf, type ConnectionOptions } from '../options.js'
import { sendWithToken } from '../tokens.js'
import { reasonOf } from './reasons.js'
import { referenceIdOf } from './reference-id.js'

/** The options of `mtnMomo`; an unknown option, or one that is missing, is a `TypeError`. */
export interface MtnMomoOptions extends ConnectionOptions {
  /** `sandbox`, or the environment of the country, such as `mtnuganda`, as MTN names it after go-live. */
  readonly environment: string
  /** The subscription key of the product Collections. */
  readonly subscriptionKey: string
  readonly apiUser: string
  readonly apiKey: string
  /** The URL of the callbacks, to which each attempt adds its id. Its host must be the one that is registered with MTN. */
  readonly callbackUrl?: string | undefined
}

const names = ['environment', 'subscriptionKey', 'apiUser', 'apiKey', 'callbackUrl']
const sandboxUrl = 'https://sandbox.momodeveloper.mtn.com'
const productionUrl = 'https://proxy.momoapi.mtn.com'

/** Returns the reason of a failed payment, which is text or has a code. */
function reasonIn(body: unknown): string | null {
  return textOf(body, 'reason', 'code') ?? textOf(body, 'reason')
}

function paidOutcome(body: unknown): Outcome | null {
  const [amount, currency] = [textOf(body, 'amount'), textOf(body, 'currency')]
  const receipt = textOf(body, 'financialTransactionId')
  if (amount === null || currency === null || minorUnitExponent(currency) === undefined) return null
  const minorUnits = parseAmount(amount, currency)
  if (minorUnits === null) return null
  return { state: 'paid', amount: minorUnits, currency, ...(receipt !== null && { providerTransactionId: receipt }) }
}

/** Returns the outcome that a payment of MTN has; `null` where it says nothing. */
function outcomeOfPayment(body: unknown): Outcome | null {
  switch (textOf(body, 'status')) {
    case 'SUCCESSFUL':
      return paidOutcome(body)
    case 'FAILED': {
      const code = codeOr(reasonIn(body), 'FAILED')
      return failed(code, reasonOf(code)?.retry ?? false)
    }
    case 'PENDING':
    case 'CREATED':
    case 'ONGOING':
      return { state: 'pending' }
    default:
      return null
  }
}

/** Returns the outcome of a request to pay: 202 has started, and 409 has started before. */
function outcomeOfRequest({ status, body }: Answer): Outcome | null {
  if (status === 202 || status === 409) return { state: 'pending' }
  const code = textOf(body, 'code')
  return code !== null && reasonOf(code)?.refusesStart ? failed(code, false) : null
}

function readCallback({ method, url, body: bytes }: CallbackRequest): CallbackContent {
  const attemptId = attemptIdIn(url)
  const body = jsonOf(bytes)
  if (!['PUT', 'POST'].includes(method) || attemptId === null || textOf(body, 'status') === null) return null
  return [{ proof: 'hint', about: { attemptId }, outcome: outcomeOfPayment(body) ?? unknown }]
}

/**
 * Makes a provider that asks a payer for money by MTN MoMo (Collections, request to pay): a prompt on the payer's phone.
 * Callbacks are hints, and the status is asked for. Neither credentials nor phones are in its properties, errors or logs.
 *
 * @see https://momodeveloper.mtn.com/api-documentation
 * @throws TypeError for a wrong option, which it names
 * @example
 * const provider = mtnMomo({
 *   environment: 'mtnuganda',
 *   subscriptionKey: 'primary key of Collections',
 *   apiUser: 'a UUID',
 *   apiKey: 'key of the user',
 * })
 * provider.startIsIdempotent // => true
 */
export function mtnMomo(options: MtnMomoOptions): Provider {
  const { text, url, connection } = checksOf('mtnMomo', options, names)
  const environment = text('environment')
  const [subscriptionKey, apiUser, apiKey] = [text('subscriptionKey'), text('apiUser'), text('apiKey')]
  const callbackUrl = options.callbackUrl === undefined ? null : url('callbackUrl')
  const settings = connection({
    account: 'mtnMomo',
    baseUrl: environment === 'sandbox' ? sandboxUrl : productionUrl,
  })
  const subscription = { 'ocp-apim-subscription-key': subscriptionKey, 'x-target-environment': environment }

  const authorized = sendWithToken({
    send: sender(settings),
    clock: settings.clock,
    tokenRequest: {
      method: 'POST',
      path: '/collection/token/',
      headers: { ...subscription, authorization: `Basic ${base64(bytesOf(`${apiUser}:${apiKey}`))}` },
    },
    refusedStatuses: [401, 403],
    refusalOf: ({ status }) => (status === 401 ? 'http_401' : null),
  })
  const path = '/collection/v1_0/requesttopay'

  const requestOf = ({ reference, amount, currency, phone }: AttemptRequest) => ({
    amount: formatAmount(amount, currency),
    currency,
    externalId: reference,
    payer: { partyIdType: 'MSISDN', partyId: phone?.replace(/^\+/, '') },
    payerMessage: reference,
    payeeNote: reference,
  })

  return {
    name: 'mtnMomo',
    account: settings.account,
    startIsIdempotent: true,
    promptSeconds: 600,
    limits: { reference: /^[A-Za-z0-9 ._-]{1,50}$/ },
    async start(attempt, signal) {
      if (attempt.phone === null) return { session: null, outcome: failed('phone_required', false) }
      const referenceId = referenceIdOf(attempt.id)
      const body = JSON.stringify(requestOf(attempt))
      const result = await authorized(
        (token) => ({
          method: 'POST',
          path,
          headers: {
            ...subscription,
            authorization: `Bearer ${token}`,
            'content-type': 'application/json',
            'x-reference-id': referenceId,
            ...(callbackUrl !== null && { 'x-callback-url': callbackUrlOf(callbackUrl, attempt.id) }),
          },
          body,
        }),
        signal,
      )
      const codeOf = (answer: Answer) => textOf(answer.body, 'code')
      const outcome = outcomeOfStart(result, { outcomeOf: outcomeOfRequest, codeOf })
      if (outcome.state !== 'pending') return { session: null, outcome }
      const money = `${attempt.currency} ${formatAmount(attempt.amount, attempt.currency)}`
      const message = `Confirm ${money} with your PIN on your phone, reference ${attempt.reference}.`
      return { session: { referenceId }, instructions: { type: 'text', message } }
    },
    async status({ id }, signal) {
      const result = await authorized(
        (token) => ({
          method: 'GET',
          path: `${path}/${referenceIdOf(id)}`,
          headers: { ...subscription, authorization: `Bearer ${token}` },
        }),
        signal,
      )
      return outcomeOfStatus(result, ({ status, body }) => (status === 200 ? outcomeOfPayment(body) : null))
    },
    receive: readCallback,
  }
}
