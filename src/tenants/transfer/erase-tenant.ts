import { isTenant, tenantRule } from '../../domain/tenant.js'
import { type Demand, demandOf } from '../../internal/demand.js'
import type { SqlDatabase, WriteStatement } from '../../sql/core/database.js'
import { underMaintenance } from '../../sql/core/maintenance.js'
import { withRetries } from '../../sql/core/retry.js'
import { dialectOf } from '../../sql/dialects.js'
import { checkDeletable } from '../deletable.js'
import { readTenantOptions, type TenantOptions, tenantOptionNames } from '../options.js'
import { nameOf, storedTables } from '../tables/stored-tables.js'

const demand: Demand = demandOf('eraseTenant')

/** The options of `eraseTenant`, beside the database. */
export interface EraseTenantOptions extends TenantOptions {
  /** The tenant (hospital) whose rows are deleted. */
  readonly tenant: string
  /** The same again, so that no hospital is deleted by a slip. */
  readonly confirm: string
}

/** The milliseconds that the erasure of a tenant may take: it is one transaction. */
const timeoutMs = 3_600_000
const maxRounds = 5

/**
 * Deletes everything that is stored of one tenant, histories and closings too, in one transaction: all of it, or nothing. Export it
 * first, and stop its services: what they store meanwhile is deleted too. Tables that `archive` moved rows to are erased by a call
 * with their `tablePrefix`.
 *
 * @throws TypeError for a wrong option, and where `confirm` is not the tenant
 * @throws PaymentError `storage_unavailable`, `outcome_unknown` (call again)
 * @example
 * import Database from 'libsql'
 *
 * const database = fromSqlite(new Database(':memory:'))
 * await migrate(database)
 * await eraseTenant(database, { tenant: 'ward-4', confirm: 'ward-4' }) // => { rows: 0 }
 * await eraseTenant(database, { tenant: 'ward-4', confirm: 'ward-5' }) // throws TypeError
 */
export async function eraseTenant(
  database: SqlDatabase,
  options: EraseTenantOptions,
): Promise<{ readonly rows: number }> {
  const { tables } = readTenantOptions(demand, database, options, [...tenantOptionNames, 'tenant', 'confirm'])
  const { tenant, confirm } = options
  demand(isTenant(tenant), `tenant must be ${tenantRule}`)
  demand(confirm === tenant, 'confirm must be the tenant again, so that no hospital is erased by a slip')
  demand(!database.isBound(), 'a pool is needed, because the erasure is a transaction of its own')
  await checkDeletable(database, options)
  const dialect = dialectOf(database.dialect, { writes: undefined })
  const names = storedTables.map((table) => nameOf(table, tables))
  const deletions = names.map((name): WriteStatement => ({
    text: dialect.placeholders(`DELETE FROM ${name} WHERE tenant = ?`),
    values: [tenant],
  }))

  async function count(): Promise<number> {
    return withRetries(database, timeoutMs, async ({ deadline }) => {
      let rows = 0
      for (const name of names) {
        const select = dialect.placeholders(`SELECT COUNT(*) AS count_of FROM ${name} WHERE tenant = ?`)
        const [[counted] = []] = await database.read({ text: select, values: [tenant] }, deadline)
        rows += Number(counted)
      }
      return rows
    })
  }

  let rows = 0
  // A service that was not stopped may store a row meanwhile.
  for (let round = 0; round < maxRounds; round++) {
    const left = await count()
    if (left === 0) break
    rows += left
    const statements = underMaintenance(dialect, tables, tenant, deletions)
    await withRetries(database, timeoutMs, ({ deadline }) =>
      database.write(statements, deadline, { inTransaction: true }),
    )
  }
  return { rows }
}
