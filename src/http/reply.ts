import { errorCodes, isPaymentError, PaymentError, type PaymentErrorCode } from '../errors.js'

/** An answer; the names of its headers are in lower case. */
export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null
}

const encoder = new TextEncoder()

export function jsonReply(status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): Reply {
  const body = encoder.encode(JSON.stringify(value))
  return {
    status,
    headers: { 'content-type': 'application/json', 'content-length': String(body.length), ...headers },
    body,
  }
}

/** A refusal whose answer has headers of its own, such as `allow`. */
class Refused extends Error {
  constructor(
    readonly error: PaymentError,
    readonly headers: Readonly<Record<string, string>>,
  ) {
    super(error.message)
  }
}

export function refusal(
  code: PaymentErrorCode,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Refused {
  return new Refused(new PaymentError(code, message), headers)
}

/** Seconds; a storage that was away may be back by then. */
const retryAfter = { 'retry-after': '1' }

/**
 * Checks that an error is one of the library's, with a code that this version has: another copy of the library may be newer.
 */
function isKnown(error: unknown): error is PaymentError {
  return isPaymentError(error) && Object.hasOwn(errorCodes, error.code)
}

/** Returns an error as callers see it, with its status. Errors of others show nothing of themselves. */
export function shownError(failure: unknown, requestId: string) {
  const { code, message, details, retryable } = isKnown(failure)
    ? failure
    : new PaymentError('internal_error', 'The request failed. Look for its request id in the log of the server.')
  const hasDetails = Object.keys(details).length > 0
  return {
    status: errorCodes[code].status,
    retryable,
    error: { code, message, requestId, ...(hasDetails && { details }) },
  }
}

/** Answers any failure with the envelope of errors. */
export function errorReply(failure: unknown, requestId: string): Reply {
  const { error: cause, headers } = failure instanceof Refused ? failure : { error: failure, headers: {} }
  const { status, retryable, error } = shownError(cause, requestId)
  return jsonReply(status, { error }, { ...headers, ...(status === 503 && retryable && retryAfter) })
}

/** The headers that an answer of the library may have, in the order in which Fetch lists them; a provider's words may have others. */
const headerNames = [
  ...['allow', 'cache-control', 'content-disposition', 'content-length', 'content-type', 'location', 'retry-after'],
  ...['www-authenticate', 'x-content-type-options', 'x-request-id'],
]

/** Brings headers into the order in which Fetch lists them. */
function sortedByName(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Adds the headers that every answer has; an answer to HEAD loses the body that GET would get. */
export async function completeReply(
  { status, headers, body }: Reply,
  requestId: string,
  isHead: boolean,
): Promise<Reply> {
  if (isHead && body instanceof ReadableStream) await body.cancel()
  const always = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', 'x-request-id': requestId }
  const all: Record<string, string> = {}
  for (const name of headerNames) {
    const value = headers[name] ?? (always as Record<string, string>)[name]
    if (value !== undefined) all[name] = value
  }
  const others = Object.keys(headers).filter((name) => !headerNames.includes(name))
  const complete = others.length === 0 ? all : sortedByName({ ...headers, ...all })
  return { status, headers: complete, body: isHead ? null : body }
}

export function responseOf({ status, headers, body }: Reply): Response {
  return new Response(body, { status, headers })
}
