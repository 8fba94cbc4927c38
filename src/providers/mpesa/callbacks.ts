/** The callbacks of Daraja: the result of a push, and the two of C2B. None is signed, so each is a hint. */
import type {
  CallbackContent,
  CallbackReply,
  CallbackRequest,
  JsonObject,
  Outcome,
} from '../../domain/attempts/provider.js'
import { instantOf } from '../../domain/instant.js'
import { parseAmount } from '../../domain/money.js'
import { attemptIdIn } from '../callback-url.js'
import { fieldOf, jsonOf, textOf } from '../json.js'
import { unknown } from '../judgement.js'
import { nairobiMs } from './nairobi-time.js'
import { paymentRecord } from './payment-record.js'
import { outcomeOfResult } from './result-codes.js'

/** The payment about which M-Pesa asks before it takes the money. */
export interface MpesaValidation {
  /** The account number that the payer typed; `null` where there is none. */
  readonly reference: string | null
  /** The amount in minor units. */
  readonly amount: number
  readonly currency: 'KES'
  readonly providerTransactionId: string
}

/** Returns `false` for a payment that M-Pesa must not take. */
export type MpesaValidate = (payment: MpesaValidation) => boolean | Promise<boolean>

interface CallbackOptions {
  /** The short code and the till, of which one is in each message of C2B. */
  readonly shortCodes: readonly string[]
  readonly validate: MpesaValidate
}

const headers = { 'content-type': 'application/json' }

/** Makes the answer that Daraja expects. */
export function darajaReply(isTaken: boolean): CallbackReply {
  return isTaken
    ? { status: 200, headers, body: '{"ResultCode":0,"ResultDesc":"Accepted"}' }
    : { status: 503, headers, body: '{"ResultCode":1,"ResultDesc":"Failed"}' }
}

/** Makes the answer to a validation: accepted, or the code of an invalid account number. */
function validationReply(isAccepted: boolean): CallbackReply {
  const [ResultCode, ResultDesc] = isAccepted ? ['0', 'Accepted'] : ['C2B00012', 'Rejected']
  return { status: 200, headers, body: JSON.stringify({ ResultCode, ResultDesc }) }
}

/** Returns the session of a push, which the answer to it and its callback both have. */
export function sessionOf(body: unknown): JsonObject | null {
  const checkoutRequestId = textOf(body, 'CheckoutRequestID')
  return checkoutRequestId === null ? null : { checkoutRequestId }
}

/** Reads the items of `CallbackMetadata` by their names. */
function metadataOf(callback: unknown): Record<string, unknown> {
  const items = fieldOf(callback, 'CallbackMetadata', 'Item')
  if (!Array.isArray(items)) return {}
  return Object.fromEntries(items.map((item) => [String(fieldOf(item, 'Name')), fieldOf(item, 'Value')]))
}

function paidOutcome(callback: unknown): Outcome {
  const items = metadataOf(callback)
  const [amount, time] = [textOf(items, 'Amount'), textOf(items, 'TransactionDate')]
  const receipt = textOf(items, 'MpesaReceiptNumber')
  const minorUnits = amount === null ? null : parseAmount(amount, 'KES')
  const ms = time === null ? null : nairobiMs(time)
  return {
    state: 'paid',
    ...(minorUnits !== null && { amount: minorUnits, currency: 'KES' }),
    ...(receipt !== null && { providerTransactionId: receipt }),
    ...(ms !== null && { bookedAt: instantOf(ms) }),
  }
}

function pushCallback(url: string, body: unknown): CallbackContent {
  const callback = fieldOf(body, 'Body', 'stkCallback')
  const [attemptId, session, code] = [attemptIdIn(url), sessionOf(callback), textOf(callback, 'ResultCode')]
  if (attemptId === null || session === null || code === null) return null
  const outcome = outcomeOfResult(code) ?? unknown
  return [
    {
      proof: 'hint',
      about: { attemptId },
      session,
      outcome: outcome.state === 'paid' ? paidOutcome(callback) : outcome,
    },
  ]
}

async function isAccepted(validate: MpesaValidate, payment: MpesaValidation): Promise<boolean> {
  try {
    return (await validate(payment)) !== false
  } catch {
    // The host's failure is no refusal; money for a wrong account number is found by people later.
    return true
  }
}

/** Returns the content of a callback by the end of its path, `/validation` or `/confirmation`, or of its URL: an attempt's id. */
export async function readCallback(
  { method, url, body: bytes }: CallbackRequest,
  { shortCodes, validate }: CallbackOptions,
): Promise<CallbackContent> {
  if (method !== 'POST') return null
  const body = jsonOf(bytes)
  const [, kind] = /\/(validation|confirmation)\/?$/.exec(url.replace(/[?#].*/s, '')) ?? []
  if (kind === undefined) return pushCallback(url, body)
  if (!shortCodes.includes(textOf(body, 'BusinessShortCode') ?? '')) return null
  const record = paymentRecord(
    {
      receipt: textOf(body, 'TransID'),
      time: textOf(body, 'TransTime'),
      amount: textOf(body, 'TransAmount'),
      reference: textOf(body, 'BillRefNumber'),
    },
    1,
  )
  if (typeof record === 'string') return null
  if (kind === 'confirmation') return [{ proof: 'hint', about: { record } }]
  const { amount, reference = null, providerTransactionId = '' } = record
  const payment = { reference, amount, currency: 'KES', providerTransactionId } as const
  return { reply: validationReply(await isAccepted(validate, payment)) }
}
