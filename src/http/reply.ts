import { errorCodes, isPaymentError, PaymentError, type PaymentErrorCode } from '../errors.js'
import { rememberBody } from './whole-body.js'

/** What a route answers, before the headers that every answer has. */
export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | ReadableStream<Uint8Array> | null
}

const encoder = new TextEncoder()

export function jsonReply(status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): Reply {
  const body = JSON.stringify(value)
  const length = String(encoder.encode(body).length)
  return { status, headers: { 'Content-Type': 'application/json', 'Content-Length': length, ...headers }, body }
}

/** A refusal whose answer has headers of its own, such as `Allow`. */
export class Refused extends Error {
  constructor(
    readonly error: PaymentError,
    readonly headers: Readonly<Record<string, string>>,
  ) {
    super(error.message)
  }
}

export function refused(
  code: PaymentErrorCode,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Refused {
  return new Refused(new PaymentError(code, message), headers)
}

/** Seconds; a storage that was away may be back by then. */
const retryAfter = { 'Retry-After': '1' }

/** An error of ours with a code that this table has: another copy of the library may be newer. */
function isKnown(error: unknown): error is PaymentError {
  return isPaymentError(error) && Object.hasOwn(errorCodes, error.code)
}

/** Whatever failed, as the envelope of errors; what is none of ours says nothing of itself. */
export function errorReply(failure: unknown, requestId: string): Reply {
  const { error, headers } = failure instanceof Refused ? failure : { error: failure, headers: {} }
  const { code, message, details, retryable } = isKnown(error)
    ? error
    : new PaymentError('internal_error', 'The request could not be answered; its id finds it in the log.')
  const { status } = errorCodes[code]
  const hasDetails = Object.keys(details).length > 0
  return jsonReply(
    status,
    { error: { code, message, requestId, ...(hasDetails && { details }) } },
    { ...headers, ...(status === 503 && retryable && retryAfter) },
  )
}

const always = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' }

/** With the headers that every answer has; to HEAD without the body that GET would get. */
export function responseOf(
  { status, headers, body }: Reply,
  { requestId, isHead }: { readonly requestId: string; readonly isHead: boolean },
): Response {
  const response = new Response(isHead ? null : body, {
    status,
    headers: { ...always, 'X-Request-Id': requestId, ...headers },
  })
  if (!isHead && typeof body === 'string') rememberBody(response, body)
  return response
}
