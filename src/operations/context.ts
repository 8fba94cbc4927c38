import type { Ids } from '../domain/id.js'
import type { ReferencePolicy } from '../domain/payments/reference-policy.js'
import type { Logger } from '../internal/logger.js'
import type { Channel, Instant } from '../domain/payments/payment.js'
import type { PaymentRepository } from '../repository/port.js'

/** All that operations work with: the resolved options, and the host's clock and randomness. */
export interface Context {
  readonly repository: PaymentRepository
  readonly channels: ReadonlyMap<string, Channel>
  readonly currencies: ReadonlySet<string>
  readonly timeZone: string
  readonly defaultTtlMs: number | null
  readonly referencePolicy: ReferencePolicy
  readonly ids: Ids
  readonly logger: Logger
  now(): Instant
  /** So many random bytes. */
  random(bytes: number): Uint8Array
}
