import { aggregate } from './aggregate.js'
import { key } from './column.js'

/** An idempotency key of a call whose result is no row of its own, stored in the write of the first call with it. */
export interface RequestKey {
  /** The group of calls that share their keys, such as `cash`. */
  readonly space: string
  readonly idempotencyKey: string
  /** The digest of the caller's fields. */
  readonly fingerprint: string
  /** The key or id of what the call stored. */
  readonly subject: string
}

/** The idempotency keys of calls, each of which one call has used. */
export const requestKeys = aggregate<RequestKey>({
  name: 'request_keys',
  columns: { idempotencyKey: key(255), space: key(32), fingerprint: key(64), subject: key(1020) },
  beside: {},
  key: ['idempotencyKey', 'space'],
  changes: [],
  isShort: true,
})
