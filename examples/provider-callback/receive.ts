/** The answer to a callback, apart from the server and the tables. */
import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { isPaymentError } from 'hospital-payments'
import { verifyHmac } from 'hospital-payments/webhooks'
import { readMessage } from './event.js'
import type { Hospital } from './hospital.js'
import { takeCallback } from './take-callback.js'

/** The signature of this provider, by its documents: the time in seconds, a point, and the body. */
const scheme = { header: 'x-signature', prefix: 'sha256=', timestamp: { header: 'x-timestamp' } } as const

export interface Receiver {
  readonly hospital: Hospital
  readonly provider: string
  /** Two while the provider changes from one to the next. */
  readonly secrets: readonly string[]
  log(line: string): void
}

export interface Answer {
  readonly status: number
  readonly result: string
  readonly retryAfterSeconds?: number
}

/**
 * Receives a callback. 200 means: it is kept, do not send it again. So it follows COMMIT, and is the answer as well to
 * what a person must look at, because sending that again changes nothing. (202 would be more exact, but some providers
 * repeat all but 200.)
 */
export async function receive(receiver: Receiver, headers: IncomingHttpHeaders, body: Uint8Array): Promise<Answer> {
  const { hospital, provider, secrets, log } = receiver
  // Before anything is read of it: until here it may come from any sender.
  if (!verifyHmac({ ...scheme, headers, body, secrets })) {
    log(`${provider} 401 not_verified`)
    return { status: 401, result: 'not_verified' }
  }
  const message = readMessage(body)
  // The provider's next tries come over days: time to learn its new form, with no money lost.
  if (message === 'unreadable') {
    log(`${provider} 400 unreadable`)
    return { status: 400, result: 'unreadable' }
  }
  // Of the body, so it was signed; the id of a header that is not signed could be anyone's.
  const { id, event } = message
  if (event === 'unknown') return logged({ status: 200, result: 'ignored' })
  const sha256 = createHash('sha256').update(body).digest('hex')
  try {
    return logged({ status: 200, result: await takeCallback(hospital, { provider, id, sha256, event }) })
  } catch (error) {
    // Nothing is kept, so the next try is welcome; what is not retryable, such as a full disk, waits for a person first.
    const isForPeople = isPaymentError(error) && !error.retryable
    const answer = { status: isForPeople ? 500 : 503, result: 'try_again', retryAfterSeconds: isForPeople ? 300 : 5 }
    return logged(answer, ` (${nameOf(error)})`)
  }

  function logged(answer: Answer, detail = ''): Answer {
    log(`${provider} ${id} ${answer.status} ${answer.result}${detail}`)
    return answer
  }
}

/**
 * Returns the library's code, or the driver's class and code. Messages of others are left out: they may hold what was
 * stored.
 */
function nameOf(error: unknown): string {
  if (isPaymentError(error)) return error.code
  if (!(error instanceof Error)) return 'failure'
  return 'code' in error ? `${error.name} ${String(error.code)}` : error.name
}
