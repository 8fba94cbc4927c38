import { defaultTenant, isTenant, tenantRule } from '../../domain/tenant.js'
import { unknownNames } from '../../internal/option-checks.js'
import { type Demand, demandOf } from '../../internal/demand.js'
import type { DialectName, SqlDatabase } from './database.js'
import { type Tables, tablesOf } from './tables.js'

const demand: Demand = demandOf('sqlRepository')

/** The options of `sqlRepository`. */
export interface SqlRepositoryOptions {
  /** The dialect that the database must have, as a check for hosts with several databases; default that of the database. */
  dialect?: DialectName | undefined
  /**
   * The tenant (hospital) of the payments. Rows of other tenants in the same tables are neither read nor changed. Default
   * `default`.
   */
  tenant?: string | undefined
  /** The beginning of the names of the tables; default `hp_`. */
  tablePrefix?: string | undefined
  /** The maximum of milliseconds for one call, with connecting and repeating. Default 10,000. */
  timeoutMs?: number | undefined
  /**
   * `'statements'` makes every write of simple statements in a transaction, as a cluster that keeps each tenant on one server
   * needs them. Without it, a write on PostgreSQL is one statement. On MySQL, MariaDB and SQLite writes are always so.
   */
  writes?: 'statements' | undefined
}

export interface SqlSettings {
  readonly tables: Tables
  readonly tenant: string
  /** True where the host has named the tenant. */
  readonly isTenantNamed: boolean
  readonly timeoutMs: number
  readonly writes: 'statements' | undefined
}

const maxTimeoutMs = 86_400_000

/**
 * Checks that a database is one, and that it has the dialect that the host has named, if it has named one.
 *
 * @throws TypeError
 */
export function checkDatabase(database: unknown, dialect: unknown): asserts database is SqlDatabase {
  const databaseDialect = (database as Partial<SqlDatabase> | null | undefined)?.dialect
  if (databaseDialect === undefined)
    throw new TypeError('a database is required: fromPg(pool), fromMysql2(pool) or fromSqlite(db)')
  if (dialect !== undefined && dialect !== databaseDialect)
    throw new TypeError(`dialect must be '${databaseDialect}', as the database is`)
}

const optionNames = [
  'dialect',
  'tenant',
  'tablePrefix',
  'timeoutMs',
  'writes',
] as const satisfies readonly (keyof SqlRepositoryOptions)[]

export function checkTimeoutMs(caller: string, timeoutMs: unknown): asserts timeoutMs is number {
  const isFit = Number.isInteger(timeoutMs) && Number(timeoutMs) >= 1 && Number(timeoutMs) <= maxTimeoutMs
  if (!isFit) throw new TypeError(`${caller}: timeoutMs must be a whole number of milliseconds, at least 1`)
}

export function readSqlOptions(options: SqlRepositoryOptions): SqlSettings {
  demand(typeof options === 'object' && options !== null, 'options must be an object')
  const unknown = unknownNames(options, optionNames)
  demand(unknown.length === 0, `unknown option ${unknown.join(', ')}`)
  const { tenant = defaultTenant, tablePrefix, timeoutMs = 10_000, writes } = options
  demand(isTenant(tenant), `tenant must be ${tenantRule}`)
  checkTimeoutMs('sqlRepository', timeoutMs)
  demand(writes === undefined || writes === 'statements', "writes must be 'statements', or be left out")
  return { tables: tablesOf(tablePrefix), tenant, isTenantNamed: options.tenant !== undefined, timeoutMs, writes }
}
