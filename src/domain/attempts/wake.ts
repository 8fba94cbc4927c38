import type { Instant } from '../payments/payment.js'
import type { StoredAttempt } from './attempt.js'
import { woken } from './polls.js'
import type { JsonObject } from './provider.js'

/** Makes the version of an attempt about which its provider is asked at once; a paid one is not asked about any more. */
export function wokenAttempt(attempt: StoredAttempt, session: JsonObject | null, now: Instant): StoredAttempt {
  return {
    ...attempt,
    ...(attempt.status === 'paid' ? {} : woken(attempt, now)),
    session: attempt.session ?? session,
    updatedAt: now,
    version: attempt.version + 1,
  }
}
