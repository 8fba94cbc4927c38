import type { Ids } from '../domain/id.js'
import type { ReferencePolicy } from '../domain/lifecycle.js'
import type { Logger } from '../domain/logger.js'
import type { Channel, Instant } from '../domain/payment.js'
import type { PaymentRepository } from '../repository/repository.js'

/** All that operations work with: the resolved options, and the world's clock and randomness as the host gave them. */
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
