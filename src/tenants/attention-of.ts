import { type Demand, demandOf } from '../internal/demand.js'
import { isTimeZone } from '../domain/calendar.js'
import type { Attention, AttentionQuery } from '../operations/reports/attention.js'
import { createHospitalPayments } from '../service.js'
import type { SqlDatabase } from '../sql/core/database.js'
import { sqlRepository } from '../sql/sql-repository.js'
import { readTenantOptions, tenantOptionNames, type TenantOptions } from './options.js'

const demand: Demand = demandOf('attentionOf')

/** The time zone of each tenant, and what `attention` takes. */
export interface AttentionOfOptions
  extends TenantOptions, Pick<AttentionQuery, 'asOf' | 'graceDays' | 'channels' | 'missingUpTo'> {
  /** The IANA name of the time zone of all tenants, or a function that returns that of a tenant. */
  timeZone: string | ((tenant: string) => string)
}

/** The counts and sums of what waits for the people of one tenant. */
export interface TenantAttention extends Attention {
  readonly tenant: string
}

const names = [
  ...tenantOptionNames,
  'timeZone',
  'asOf',
  'graceDays',
  'channels',
  'missingUpTo',
] as const satisfies readonly (keyof AttentionOfOptions)[]

/**
 * Counts what waits for people at each of many tenants, in the order in which `tenants` names them: `tenants(database)` for
 * all. Each result is that of `attention` with the tenant. Nothing is read before iteration, and one tenant at a time. Where a
 * tenant cannot be read the iteration ends with that error; those before it were yielded.
 *
 * @throws TypeError for a wrong option, at once, and for a time zone of a tenant that is none
 * @throws PaymentError `invalid_request`, `storage_unavailable`, while it is iterated
 * @example
 * import Database from 'libsql'
 *
 * const database = fromSqlite(new Database(':memory:'))
 * await migrate(database)
 * const names: string[] = []
 * for await (const { tenant, deadEvents } of attentionOf(database, ['black-lion', 'ward-4'], { timeZone: 'Africa/Addis_Ababa' }))
 *   names.push(`${tenant}: ${deadEvents}`)
 * names // => ['black-lion: 0', 'ward-4: 0']
 */
export function attentionOf(
  database: SqlDatabase,
  tenants: AsyncIterable<string> | Iterable<string>,
  options: AttentionOfOptions,
): AsyncIterable<TenantAttention> {
  readTenantOptions(demand, database, options, names)
  const { timeZone, tablePrefix, ...query } = options
  demand(
    typeof tenants === 'object' && tenants !== null,
    'tenants must be a list of tenants, such as tenants(database)',
  )
  demand(
    typeof timeZone === 'function' || isTimeZone(timeZone),
    'timeZone must be an IANA name such as Africa/Addis_Ababa, or a function that returns that of a tenant',
  )
  async function* attentions(): AsyncGenerator<TenantAttention, undefined> {
    for await (const tenant of tenants) {
      const zone = typeof timeZone === 'function' ? timeZone(tenant) : timeZone
      const repository = sqlRepository(database, { tenant, tablePrefix })
      const attention = await createHospitalPayments({ repository, timeZone: zone }).attention(query)
      yield { tenant, ...attention }
    }
  }
  return { [Symbol.asyncIterator]: attentions }
}
