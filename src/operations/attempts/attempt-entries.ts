/** Attempts as the port stores them, each version with its event. */
import { dataOfAttempt, type AttemptEventType } from '../../domain/attempts/event.js'
import type { AttemptStatus, StoredAttempt } from '../../domain/attempts/attempt.js'
import { sha256 } from '../../internal/sha256.js'
import { base64url } from '../../internal/encoding.js'
import type { RowEntry } from '../../repository/aggregates/port.js'
import { attempts } from '../../repository/aggregates/attempts.js'
import type { Context } from '../context.js'

/** The event of an attempt's version. */
interface EventOfAttempt {
  readonly type: AttemptEventType
  readonly previousStatus: AttemptStatus | null
  readonly actor: string | null
  readonly reason?: string | null
}

/** Makes the entry of an attempt's version; `event` is `null` where nothing of it is history. */
export function attemptEntry(
  { ids }: Pick<Context, 'ids'>,
  attempt: StoredAttempt,
  event: EventOfAttempt | null,
): RowEntry {
  const isNew = attempt.version === 1
  return {
    of: attempts,
    row: attempt,
    beside: isNew ? {} : null,
    expected: isNew ? 'nothing' : attempt.version - 1,
    events: event
      ? [
          {
            id: ids.event(),
            stream: attempt.id,
            version: attempt.events,
            type: event.type,
            createdAt: attempt.updatedAt,
            actor: event.actor,
            reason: event.reason ?? null,
            data: { ...dataOfAttempt(attempt, event.previousStatus) },
          },
        ]
      : [],
  }
}

/** Returns the digest of JSON in one spelling: by it one session belongs to one attempt, and a message that comes again is known. */
export function digestOfJson(value: object): string {
  return base64url(sha256(JSON.stringify(withSortedNames(value))))
}

/** Copies JSON with its names in one order: the provider's messages may write them in another. */
function withSortedNames(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(withSortedNames)
  const pairs = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(pairs.map(([name, part]) => [name, withSortedNames(part)]))
}
