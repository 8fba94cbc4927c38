import { codeOr } from '../../domain/attempts/code.js'
import type { AttemptRequest, Outcome, Provider } from '../../domain/attempts/provider.js'
import { formatAmount } from '../../domain/money.js'
import { base64, bytesOf } from '../../internal/encoding.js'
import { callbackUrlOf } from '../callback-url.js'
import { type Answer, sender } from '../http.js'
import { textOf } from '../json.js'
import { failed, outcomeOfStart, outcomeOfStatus } from '../judgement.js'
import { checksOf, type ConnectionOptions } from '../options.js'
import { sendWithToken } from '../tokens.js'
import { darajaReply, type MpesaValidate, readCallback, sessionOf } from './callbacks.js'
import { nairobiDigits } from './nairobi-time.js'
import { pulledPayments, registerShortCode, type RegisterPullOptions } from './pull.js'
import { ambiguousError, outcomeOfMessage, outcomeOfResult } from './result-codes.js'

/** The options of `mpesa`; an unknown option, or one that is missing, is a `TypeError`. */
export interface MpesaOptions extends ConnectionOptions {
  readonly environment: 'sandbox' | 'production'
  /** The credentials of the Daraja app. */
  readonly consumerKey: string
  readonly consumerSecret: string
  /** The PayBill number, or for a till the store number that went live on Daraja. */
  readonly shortCode: string
  readonly passkey: string
  /** The till number, for Buy Goods; without it payments are for the PayBill number. */
  readonly till?: string | undefined
  /** The URL of the callbacks, to which each attempt adds its id. Daraja refuses a URL with its name in it. */
  readonly callbackUrl: string
  /** Returns `false` for a payment of C2B that M-Pesa must not take. By default each is accepted. */
  readonly validate?: MpesaValidate | undefined
}

/** M-Pesa as a provider of payments, which besides reads Pull Transactions. */
export interface MpesaProvider extends Provider {
  /** Registers the short code for Pull Transactions, which is needed once before `payments.attempts.pull`. */
  registerPull(options: RegisterPullOptions): Promise<void>
}

const baseUrls = { sandbox: 'https://sandbox.safaricom.co.ke', production: 'https://api.safaricom.co.ke' } as const
const names = [
  'environment',
  'consumerKey',
  'consumerSecret',
  'shortCode',
  'passkey',
  'till',
  'callbackUrl',
  'validate',
]

const codeOf = ({ body }: Answer) => textOf(body, 'errorCode')

/** Returns the code of an answer that refuses the token, which Daraja also says with the status 404. */
function refusalOfToken(answer: Answer): string | null {
  const code = codeOf(answer)
  if (code === '404.001.03') return code
  return answer.status === 401 ? codeOr(code, 'http_401') : null
}

function outcomeOfError(answer: Answer): Outcome | null {
  return codeOf(answer) === ambiguousError ? outcomeOfMessage(textOf(answer.body, 'errorMessage') ?? '') : null
}

/** Returns the outcome of an answer with a code of the table in this field. */
function outcomeByField(answer: Answer, field: string): Outcome | null {
  const code = answer.status === 200 ? textOf(answer.body, field) : null
  return code === null ? outcomeOfError(answer) : outcomeOfResult(code)
}

/**
 * Makes a provider that asks a payer for money by M-Pesa Express (Daraja, Kenya): a prompt on the payer's phone. It takes whole
 * Kenyan shillings. Callbacks are hints, and the status is asked for. Payments of C2B are lines that Pull Transactions proves.
 * Neither credentials nor phones are in its properties, errors or logs.
 *
 * @see https://developer.safaricom.co.ke/APIs/MpesaExpressSimulate
 * @see https://developer.safaricom.co.ke/APIs/MpesaExpressQuery
 * @see https://developer.safaricom.co.ke/APIs/PullTransaction
 * @throws TypeError for a wrong option, which it names
 * @example
 * const provider = mpesa({
 *   environment: 'sandbox',
 *   consumerKey: 'key of the app',
 *   consumerSecret: 'secret of the app',
 *   shortCode: '174379',
 *   passkey: 'passkey of the short code',
 *   callbackUrl: 'https://pay.hospital.example/v1/callbacks/0a1b',
 * })
 * provider.account // => 'mpesa.174379'
 */
export function mpesa(options: MpesaOptions): MpesaProvider {
  const { text, optionalText, url, connection, demand } = checksOf('mpesa', options, names)
  const environment = text('environment')
  demand(Object.hasOwn(baseUrls, environment), "environment must be 'sandbox' or 'production'")
  const [consumerKey, consumerSecret, passkey] = [text('consumerKey'), text('consumerSecret'), text('passkey')]
  const [shortCode, till] = [text('shortCode'), optionalText('till')]
  demand(/^\d{5,7}$/.test(shortCode), 'shortCode must be 5 to 7 digits')
  demand(till === null || /^\d{5,10}$/.test(till), 'till must be digits')
  const callbackUrl = url('callbackUrl')
  demand(!/m-?pesa|safaricom/i.test(callbackUrl), 'callbackUrl must not contain the name of M-Pesa or Safaricom')
  const { validate = () => true } = options
  demand(typeof validate === 'function', 'validate must be a function')
  const settings = connection({
    account: `mpesa.${shortCode}`,
    baseUrl: baseUrls[environment as MpesaOptions['environment']],
  })
  const { clock } = settings

  const authorized = sendWithToken({
    send: sender(settings),
    clock,
    tokenRequest: {
      method: 'GET',
      path: '/oauth/v1/generate?grant_type=client_credentials',
      headers: { authorization: `Basic ${base64(bytesOf(`${consumerKey}:${consumerSecret}`))}` },
    },
    // Daraja answers a wrong key with 400.
    refusedStatuses: [400, 401, 403],
    refusalOf: refusalOfToken,
  })
  const post = (path: string, body: object, signal: AbortSignal) =>
    authorized(
      (token) => ({
        method: 'POST',
        path,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
      signal,
    )

  /** Makes the fields with which each request of M-Pesa Express begins. */
  const shortCodeFields = () => {
    const Timestamp = nairobiDigits(clock())
    return { BusinessShortCode: shortCode, Password: base64(bytesOf(shortCode + passkey + Timestamp)), Timestamp }
  }

  /** Makes the request of a push; `null` for an attempt that M-Pesa cannot take. */
  const pushOf = ({ id, phone, amount, currency, reference }: AttemptRequest) => {
    if (phone === null || currency !== 'KES' || amount % 100 !== 0) return null
    const msisdn = phone.replace(/^\+/, '')
    return {
      ...shortCodeFields(),
      TransactionType: till === null ? 'CustomerPayBillOnline' : 'CustomerBuyGoodsOnline',
      Amount: amount / 100,
      PartyA: msisdn,
      PartyB: till ?? shortCode,
      PhoneNumber: msisdn,
      CallBackURL: callbackUrlOf(callbackUrl, id),
      AccountReference: reference,
      TransactionDesc: 'Payment',
    }
  }

  const pull = { shortCode, clock, post }
  const shortCodes = till === null ? [shortCode] : [shortCode, till]
  return {
    name: 'mpesa',
    account: settings.account,
    startIsIdempotent: false,
    promptSeconds: 120,
    limits: {
      currencies: ['KES'],
      wholeUnits: true,
      min: 100,
      reference: /^[A-Za-z0-9]{1,12}$/,
      callingCode: '254',
    },
    async start(attempt, signal) {
      const push = pushOf(attempt)
      if (push === null) {
        const code = attempt.phone === null ? 'phone_required' : 'invalid_amount'
        return { session: null, outcome: failed(code, false) }
      }
      const result = await post('/mpesa/stkpush/v1/processrequest', push, signal)
      const session = result.is === 'answered' && result.status === 200 ? sessionOf(result.body) : null
      if (session !== null && result.is === 'answered' && textOf(result.body, 'ResponseCode') === '0') {
        const { amount, reference } = attempt
        const message = `Enter your M-Pesa PIN on your phone to pay KES ${formatAmount(amount, 'KES')} for ${reference}.`
        return { session, instructions: { type: 'text', message } }
      }
      // A code 0 without a session started something that cannot be asked about.
      const outcomeOf = (answer: Answer) => {
        const outcome = outcomeByField(answer, 'ResponseCode')
        return outcome?.state === 'paid' ? null : outcome
      }
      return { session: null, outcome: outcomeOfStart(result, { outcomeOf, codeOf }) }
    },
    async status({ session }, signal) {
      const CheckoutRequestID = textOf(session, 'checkoutRequestId')
      if (CheckoutRequestID === null) return { state: 'unknown' }
      const result = await post('/mpesa/stkpushquery/v1/query', { ...shortCodeFields(), CheckoutRequestID }, signal)
      return outcomeOfStatus(result, (answer) => outcomeByField(answer, 'ResultCode'))
    },
    receive: (request) => readCallback(request, { shortCodes, validate }),
    reply: darajaReply,
    list: (range, signal) => pulledPayments(pull, range, signal),
    registerPull: (registration) => registerShortCode(pull, registration),
  }
}
