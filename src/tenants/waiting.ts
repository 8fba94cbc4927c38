import { millisecondsOf, parseInstant } from '../domain/instant.js'
import type { Instant } from '../domain/payments/payment.js'
import { systemClock } from '../internal/clock.js'
import { type Demand, demandOf } from '../internal/demand.js'
import type { SqlDatabase } from '../sql/core/database.js'
import { text } from '../sql/core/values.js'
import { ofDatabase, readTenantOptions, tenantOptionNames, type TenantOptions } from './options.js'
import { tenantsWaiting, type TenantWork, works } from './tenant-statements.js'

const demand: Demand = demandOf('tenants.waiting')

/** The work that is looked for, and the number of tenants. */
export interface WaitingOptions extends TenantOptions {
  /**
   * The kind of work: `'events'` that `deliverEvents` would send, payments that `expireDue` would expire (`'expiry'`), or
   * `'attempts'` that `attempts.checkDue` would ask about, with messages of providers that were stored and not worked off.
   */
  for: TenantWork
  /** The time at which the work is due; default the clock of this machine. */
  now?: Instant | undefined
  /** The maximum number of tenants, 1 … 1,000,000; default all. */
  limit?: number | undefined
}

/** The most tenants of one search. */
export const maxTenants = 1_000_000

const names = [...tenantOptionNames, 'for', 'now', 'limit'] as const satisfies readonly (keyof WaitingOptions)[]

/**
 * Lists the tenants that have work to do now, the longest due first, then in the order of their bytes. It is one statement, and
 * reads what is due and nothing else, however many tenants there are. New events are due at once, and so equally long. What
 * another worker has leased is not due.
 *
 * @throws TypeError for a wrong option
 * @throws PaymentError `storage_unavailable`
 * @example
 * import Database from 'libsql'
 *
 * const database = fromSqlite(new Database(':memory:'))
 * await migrate(database)
 * const hospital = createHospitalPayments({
 *   repository: sqlRepository(database, { tenant: 'ward-4' }),
 *   channels: { cash: textChannel('Pay at the cashier with reference {reference}.') },
 * })
 * await hospital.createPayment({ amount: 150000, currency: 'ETB', reference: 'INV-1', channel: 'cash' })
 * await tenants.waiting(database, { for: 'events' }) // => ['ward-4']
 * await tenants.waiting(database, { for: 'expiry' }) // => []
 */
export async function listWaiting(database: SqlDatabase, options: WaitingOptions): Promise<string[]> {
  const { tables } = readTenantOptions(demand, database, options, names)
  const { for: work, now, limit = maxTenants } = options
  demand(works.includes(work), `for must be one of ${works.join(', ')}`)
  const at = now === undefined ? systemClock() : instantMs(now)
  demand(at !== null, 'now must be an instant, such as 2026-11-20T09:00:00.000Z')
  demand(
    Number.isInteger(limit) && limit >= 1 && limit <= maxTenants,
    `limit must be a whole number, 1 to ${maxTenants}`,
  )
  const rows = await ofDatabase(database)(tenantsWaiting(database.dialect, tables, work)(at, limit))
  return rows.map(([tenant]) => text(tenant))
}

function instantMs(now: unknown): number | null {
  const instant = typeof now === 'string' ? parseInstant(now) : null
  return instant === null ? null : millisecondsOf(instant)
}
