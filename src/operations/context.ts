import type { Provider } from '../domain/attempts/provider.js'
import type { Ids } from '../domain/id.js'
import type { ReferencePolicy } from '../domain/payments/reference-policy.js'
import type { SafeLogger } from '../internal/logger.js'
import type { Channel, Instant } from '../domain/payments/payment.js'
import type { Refund } from '../domain/refunds/refund.js'
import type { Waiver } from '../domain/waivers/waiver.js'
import type { FinanceRepository } from '../repository/finance-port.js'
import type { HostTransaction } from '../repository/host-transaction.js'
import type { PaymentRepository } from '../repository/port.js'
import type { RunFinance, RunRepository } from '../repository/run-port.js'
import type { RepositoryTenant } from '../repository/tenant.js'

/** All that a run over a statement works with: its storage may be that of a preview. */
export interface RunContext extends Omit<Context, 'repository' | 'finance' | 'within'> {
  readonly repository: RunRepository
  readonly finance: RunFinance | null
}

/** All that operations work with: the resolved options, and the host's clock and randomness. */
export interface Context {
  readonly repository: PaymentRepository
  /** The same repository, where it stores statement lines; `null` where it does not. */
  readonly finance: FinanceRepository | null
  /** The same repository in a transaction of the host's; `null` where it cannot join one. */
  readonly within: ((connection: HostTransaction) => PaymentRepository) | null
  /** Returns true while the repository works in a transaction of the host's: what is written is not committed yet. */
  readonly isInTransaction: () => boolean
  /** The tenant whose payments the repository stores; `null` where it has no tenants. */
  readonly tenant: RepositoryTenant | null
  /**
   * The most payments or lines that are written together: a larger group is not written faster, and may hold up the process.
   */
  readonly groupSize: number
  readonly channels: ReadonlyMap<string, Channel>
  readonly currencies: ReadonlySet<string>
  readonly timeZone: string
  readonly defaultTtlMs: number | null
  readonly referencePolicy: ReferencePolicy
  /** The decision that a refund waits for a second person; `null`: no refund does. */
  readonly refundApproval: ((refund: Refund) => boolean) | null
  /** The decision that a waiver waits for a second person; `null`: every waiver does. */
  readonly waiverApproval: ((waiver: Waiver) => boolean) | null
  /** Returns true for a person who may act in the cash sessions of others; `null`: the host names none. */
  readonly cashSupervisors: ((actor: string) => boolean) | null
  /** The providers of payments by their names. */
  readonly providers: ReadonlyMap<string, Provider>
  /** Categories below 0 that are the hospital's own cost. */
  readonly costCategories: ReadonlySet<string>
  readonly ids: Ids
  readonly logger: SafeLogger
  now(): Instant
  /** Returns `bytes` random bytes. */
  random(bytes: number): Uint8Array
}
