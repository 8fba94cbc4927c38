/** The options that the functions about many tenants have in common. */
import type { Demand } from '../internal/demand.js'
import { unknownNames } from '../internal/option-checks.js'
import type { SqlDatabase, SqlRow, SqlStatement } from '../sql/core/database.js'
import { checkDatabase } from '../sql/core/options.js'
import { withRetries } from '../sql/core/retry.js'
import { type Tables, tablesOf } from '../sql/core/tables.js'
import { isDistributedByCitus } from '../sql/schema/distributed-tables.js'

/** The options of a search over all tenants. */
export interface TenantOptions {
  /** The beginning of the names of the tables; default `hp_`. */
  tablePrefix?: string | undefined
}

export const tenantOptionNames = ['tablePrefix'] as const satisfies readonly (keyof TenantOptions)[]

/** The maximum of milliseconds for one statement, with connecting and repeating. */
const timeoutMs = 10_000

/**
 * Checks a database, and the options of one function beside it.
 *
 * @throws TypeError
 */
export function readTenantOptions(
  demand: Demand,
  database: SqlDatabase,
  options: TenantOptions,
  names: readonly string[],
): { readonly tables: Tables } {
  demand(typeof options === 'object' && options !== null, 'options must be an object')
  const unknown = unknownNames(options, names)
  demand(unknown.length === 0, `unknown option ${unknown.join(', ')}`)
  checkDatabase(database, undefined)
  return { tables: tablesOf(options.tablePrefix) }
}

/** Returns whether Citus spreads the tables over several servers: a statement over all tenants asks each of them. */
export async function isOnCitus(database: SqlDatabase, tables: Tables): Promise<boolean> {
  const read = ofDatabase(database)
  return database.dialect === 'postgres' && isDistributedByCitus(tables, (text, values = []) => read({ text, values }))
}

/** Makes the function that runs one reading statement over a database, again while the database is busy or away. */
export function ofDatabase(database: SqlDatabase): (statement: SqlStatement) => Promise<readonly SqlRow[]> {
  return (statement) => withRetries(database, timeoutMs, ({ deadline }) => database.read(statement, deadline))
}
