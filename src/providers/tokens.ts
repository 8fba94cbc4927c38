/** Access tokens: each is fetched once for all callers, kept until shortly before it ends, and renewed once when it is refused. */
import { onAbort } from '../internal/abort.js'
import type { Answer, ProviderRequest, Result, Send } from './http.js'
import { fieldOf, textOf } from './json.js'

interface TokenOptions {
  readonly send: Send
  readonly clock: () => number
  /** The request that fetches a token. */
  readonly tokenRequest: ProviderRequest
  /** Statuses of the answer to it that mean wrong credentials. */
  readonly refusedStatuses: readonly number[]
  /** Returns the code of an answer that refuses a token; `null` for any other answer. */
  readonly refusalOf: (answer: Answer) => string | null
}

type TokenResult = { readonly is: 'token'; readonly token: string } | Exclude<Result, Answer>

/** The time before its end at which a token is no longer used. */
const marginMs = 60_000
const defaultSeconds = 3_600

/** Makes a `send` whose requests have a token. Where fetching one fails, the request is `not_sent` or `refused`. */
export function sendWithToken({ send, clock, tokenRequest, refusedStatuses, refusalOf }: TokenOptions) {
  let current: { readonly token: string; readonly endsAt: number } | null = null
  let fetching: Promise<TokenResult> | null = null

  const fetchToken = async (): Promise<TokenResult> => {
    // No caller's signal: the others still need it.
    const result = await send(tokenRequest, new AbortController().signal)
    if (result.is !== 'answered') return { is: 'not_sent' }
    if (refusedStatuses.includes(result.status)) return { is: 'refused', code: `http_${result.status}` }
    const token = textOf(result.body, 'access_token')
    if (result.status !== 200 || token === null) return { is: 'not_sent' }
    const seconds = Number(fieldOf(result.body, 'expires_in') ?? defaultSeconds)
    current = { token, endsAt: clock() + (seconds > 0 ? seconds * 1_000 : 0) - marginMs }
    return { is: 'token', token }
  }

  const getToken = (refusedToken: string | null, signal: AbortSignal): Promise<TokenResult> => {
    if (current && current.token !== refusedToken && clock() < current.endsAt)
      return Promise.resolve({ is: 'token', token: current.token })
    if (signal.aborted) return Promise.resolve({ is: 'not_sent' })
    fetching ??= fetchToken().finally(() => (fetching = null))
    const pending = fetching
    return new Promise((resolve) => {
      const leave = onAbort(signal, () => resolve({ is: 'not_sent' }))
      pending.then(resolve, () => resolve({ is: 'not_sent' })).finally(leave)
    })
  }

  return async (requestWith: (token: string) => ProviderRequest, signal: AbortSignal): Promise<Result> => {
    const first = await getToken(null, signal)
    if (first.is !== 'token') return first
    const result = await send(requestWith(first.token), signal)
    if (result.is !== 'answered' || refusalOf(result) === null) return result
    const second = await getToken(first.token, signal)
    if (second.is !== 'token') return second
    const again = await send(requestWith(second.token), signal)
    if (again.is !== 'answered') return again
    const code = refusalOf(again)
    return code === null ? again : { is: 'refused', code }
  }
}
