import { unknownNames } from '../../internal/option-checks.js'
import type { DialectName, SqlDatabase } from './database.js'
import { type Tables, tablesOf } from './tables.js'

/** What `sqlRepository` takes beside the database. */
export interface SqlRepositoryOptions {
  /** Must be the database's own, which is the default: a check for hosts that have several. */
  dialect?: DialectName | undefined
  /** Whose payments these are: other tenants of the same tables are neither seen nor touched. Default `default`. */
  tenant?: string | undefined
  /** What the names of the tables begin with; default `hp_`. */
  tablePrefix?: string | undefined
  /** How long a call may take, connecting and repeating included, in milliseconds. Default 10,000. */
  timeoutMs?: number | undefined
}

export interface SqlSettings {
  readonly tables: Tables
  readonly tenant: string
  /** Whether the host has named it. */
  readonly isTenantNamed: boolean
  readonly timeoutMs: number
}

const maxTenantLength = 255
const maxTimeoutMs = 86_400_000

function demand(condition: boolean, problem: string): asserts condition {
  if (!condition) throw new TypeError(`sqlRepository: ${problem}`)
}

/** `dialect` as the host has named it, if it has. */
export function checkDatabase(database: unknown, dialect: unknown): asserts database is SqlDatabase {
  const given = (database as Partial<SqlDatabase> | null | undefined)?.dialect
  if (given === undefined)
    throw new TypeError('a database is required: fromPg(pool), fromMysql2(pool) or fromSqlite(db)')
  if (dialect !== undefined && dialect !== given) throw new TypeError(`dialect must be '${given}', as the database is`)
}

function isTenant(tenant: unknown): tenant is string {
  return (
    typeof tenant === 'string' &&
    tenant !== '' &&
    tenant.isWellFormed() &&
    !tenant.includes('\0') &&
    new TextEncoder().encode(tenant).length <= maxTenantLength
  )
}

const optionNames = [
  'dialect',
  'tenant',
  'tablePrefix',
  'timeoutMs',
] as const satisfies readonly (keyof SqlRepositoryOptions)[]

export function checkTimeoutMs(caller: string, timeoutMs: unknown): asserts timeoutMs is number {
  const isFit = Number.isInteger(timeoutMs) && Number(timeoutMs) >= 1 && Number(timeoutMs) <= maxTimeoutMs
  if (!isFit) throw new TypeError(`${caller}: timeoutMs must be a whole number of milliseconds, at least 1`)
}

export function readSqlOptions(options: SqlRepositoryOptions): SqlSettings {
  demand(typeof options === 'object' && options !== null, 'options must be an object')
  const unknown = unknownNames(options, optionNames)
  demand(unknown.length === 0, `unknown option ${unknown.join(', ')}`)
  const { tenant = 'default', tablePrefix, timeoutMs = 10_000 } = options
  demand(isTenant(tenant), `tenant must be text of 1 to ${maxTenantLength} bytes of UTF-8`)
  checkTimeoutMs('sqlRepository', timeoutMs)
  return { tables: tablesOf(tablePrefix), tenant, isTenantNamed: options.tenant !== undefined, timeoutMs }
}
