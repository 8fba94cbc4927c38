/** One request to a provider, bounded in time and size, with a result for each way in which it may end. */
import { onAbort } from '../internal/abort.js'
import { joinBytes } from '../internal/encoding.js'
import { errorsIn } from '../internal/wrapped-errors.js'
import type { Connection } from './options.js'

export interface ProviderRequest {
  readonly method: 'GET' | 'POST'
  /** The path below the provider's base URL, with its query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** The answer of a provider. `body` is the JSON of it; `null` where it is none. */
export interface Answer {
  readonly is: 'answered'
  readonly status: number
  readonly body: unknown
}

/**
 * The result of a request. `refused`: the provider refuses the credentials. `not_sent`: the request surely did not reach
 * the provider. `unanswered`: it may have.
 */
export type Result =
  | Answer
  | { readonly is: 'refused'; readonly code: string }
  | { readonly is: 'not_sent' }
  | { readonly is: 'unanswered' }

export type Send = (request: ProviderRequest, signal: AbortSignal) => Promise<Result>

const maxAnswerBytes = 8 * 1024 * 1024

/** The codes of errors before anything is sent: of look-ups, of connections, and of certificates. */
const codesBeforeSending = new Set([
  ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT', 'ConnectionRefused'],
  ...['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN'],
  ...['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'ERR_TLS_CERT_ALTNAME_INVALID'],
])

function isBeforeSending(error: unknown): boolean {
  for (const one of errorsIn(error) as Iterable<{ code?: unknown; syscall?: unknown; errors?: unknown }>) {
    if (codesBeforeSending.has(String(one.code)) || one.syscall === 'connect') return true
    // One error for each address of a name.
    if (Array.isArray(one.errors) && one.errors.length > 0 && one.errors.every(isBeforeSending)) return true
  }
  return false
}

/** Reads JSON up to a limit of its size; `null` for anything else, and where the answer breaks off. */
async function readJson(response: Response): Promise<unknown> {
  try {
    const pieces: Uint8Array[] = []
    let size = 0
    for await (const piece of (response.body ?? []) as AsyncIterable<Uint8Array>) {
      size += piece.length
      if (size > maxAnswerBytes) return null
      pieces.push(piece)
    }
    return JSON.parse(new TextDecoder().decode(joinBytes(pieces))) as unknown
  } catch {
    return null
  }
}

/**
 * Makes the function that sends requests to a provider. It never rejects, ends after `timeoutMs` or when the signal is aborted,
 * and sends each request once. No error of `fetch` leaves it, because it may name what was sent.
 */
export function sender({ baseUrl, fetch, timeoutMs }: Connection): Send {
  return async ({ method, path, headers, body }, signal) => {
    if (signal.aborted) return { is: 'not_sent' }
    const control = new AbortController()
    const attempt = async (): Promise<Result> => {
      try {
        const response = await fetch(`${baseUrl}${path}`, {
          method,
          headers: { accept: 'application/json', ...headers },
          ...(body !== undefined && { body }),
          redirect: 'manual',
          signal: control.signal,
        })
        return { is: 'answered', status: response.status, body: await readJson(response) }
      } catch (error) {
        return { is: isBeforeSending(error) ? 'not_sent' : 'unanswered' }
      }
    }
    let end: (result: Result) => void = () => undefined
    const late = new Promise<Result>((resolve) => (end = resolve))
    const abandon = () => {
      end({ is: 'unanswered' })
      control.abort()
    }
    const timer = setTimeout(abandon, timeoutMs)
    const leave = onAbort(signal, abandon)
    try {
      return await Promise.race([attempt(), late])
    } finally {
      clearTimeout(timer)
      leave()
    }
  }
}

/** Makes a `send` for a provider without tokens: 401 is `refused`. */
export function sendWithKey(send: Send): Send {
  return async (request, signal) => {
    const result = await send(request, signal)
    return result.is === 'answered' && result.status === 401 ? { is: 'refused', code: 'http_401' } : result
  }
}
