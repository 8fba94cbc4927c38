/** The messages of providers, each stored once before it counts; a message is new until it is done. */
import type { CallbackMessage } from '../../domain/attempts/provider.js'
import type { Instant } from '../../domain/payments/payment.js'
import { aggregate } from './aggregate.js'
import { document, fixed, instant, key, oneOf, orNull, positive } from './column.js'

/** A message of a callback as it is stored, without the body that it came in. */
export interface StoredMessage {
  /** The digest of the provider and of what the message is known by. */
  readonly id: string
  readonly provider: string
  readonly status: 'new' | 'done'
  readonly receivedAt: Instant
  /** The words of the provider; emptied when it is done, because a record may name the payer. */
  readonly content: Pick<CallbackMessage, 'proof' | 'about' | 'session' | 'outcome'> | null
  readonly attemptId: string | null
  readonly version: number
}

export const messages = aggregate<StoredMessage>({
  name: 'provider_messages',
  columns: {
    id: key(64),
    provider: fixed(key(64)),
    status: oneOf(['new', 'done']),
    receivedAt: fixed(instant),
    content: orNull(document),
    attemptId: fixed(orNull(key(64))),
    version: positive,
  },
  beside: {},
  key: ['id'],
  lists: { status: { equal: ['status'], order: ['receivedAt', 'id'] } },
  due: { field: 'receivedAt', whileOneOf: { field: 'status', values: ['new'] } },
})
