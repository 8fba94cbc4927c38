/** The statements about the rows of all tenants: every other statement names its tenant. */
import type { AnyAggregate } from '../repository/aggregates/aggregate.js'
import { attempts } from '../repository/aggregates/attempts.js'
import { messages } from '../repository/aggregates/messages.js'
import { uploads } from '../repository/aggregates/uploads.js'
import { dueWhere } from '../sql/core/aggregates/unique-column.js'
import { columnName } from '../sql/core/columns.js'
import type { DialectName, SqlStatement } from '../sql/core/database.js'
import type { Dialect } from '../sql/core/dialect.js'
import type { Tables } from '../sql/core/tables.js'
import { dialectOf } from '../sql/dialects.js'

/** The most tenants that one statement finds; MySQL ends a recursion after 1,000 rows. */
const tenantsAtOnce = 500

/**
 * Returns the SQL of the first tenants of a table behind one, each found by a step from the one before. The primary key begins
 * with the tenant.
 */
function steps(name: string, table: string): string {
  return `${name} (tenant, place) AS (
  SELECT min(tenant), 1 FROM ${table} WHERE tenant > ?
  UNION ALL
  SELECT (SELECT min(tenant) FROM ${table} WHERE tenant > ${name}.tenant), place + 1 FROM ${name}
  WHERE tenant IS NOT NULL AND place < ${tenantsAtOnce}
)`
}

/** Returns the SQL of the same where the database takes such steps by itself: it is the only form in which MariaDB does. */
function distinct(table: string): string {
  return `SELECT tenant FROM (SELECT DISTINCT tenant FROM ${table} WHERE tenant > ? ORDER BY tenant LIMIT ${tenantsAtOnce}) AS of_${table}`
}

function tenantsText(dialect: DialectName, { payments, accountLines }: Tables): string {
  const end = 'ORDER BY tenant LIMIT ?'
  if (dialect === 'mysql') return `${distinct(payments)} UNION ${distinct(accountLines)} ${end}`
  return `WITH RECURSIVE ${steps('of_payments', payments)}, ${steps('of_lines', accountLines)}
SELECT tenant FROM of_payments WHERE tenant IS NOT NULL
UNION SELECT tenant FROM of_lines WHERE tenant IS NOT NULL
${end}`
}

/** A search for tenants, a few at a time. */
export interface TenantSearch {
  /** The most tenants that a statement finds. */
  readonly atOnce: number
  /** Returns the statement for the first ones behind a tenant, in the order of their bytes. */
  after(tenant: string): SqlStatement
}

/** Makes the search for tenants by their payments and lines. */
export function tenantSearch(name: DialectName, tables: Tables): TenantSearch {
  const dialect = dialectOf(name, { writes: undefined })
  const text = dialect.placeholders(tenantsText(name, tables))
  return {
    atOnce: tenantsAtOnce,
    after: (tenant) => ({ text, values: [tenant, tenant, dialect.limit(tenantsAtOnce)] }),
  }
}

/** Makes the same for Citus, which knows no recursion over several servers: each statement finds one tenant. */
export function tenantSearchOnCitus({ payments, accountLines }: Tables): TenantSearch {
  const first = (table: string) => `(SELECT tenant FROM ${table} WHERE tenant > $1 ORDER BY tenant LIMIT 1)`
  const text = `SELECT min(tenant) FROM (${first(payments)} UNION ALL ${first(accountLines)}) AS next HAVING min(tenant) IS NOT NULL`
  return { atOnce: 1, after: (tenant) => ({ text, values: [tenant] }) }
}

/** The kinds of work that tenants wait for. */
export const works = ['events', 'expiry', 'attempts'] as const

/** A kind of work that tenants wait for: events to deliver, payments to expire, or attempts to ask providers about. */
export type TenantWork = (typeof works)[number]

/**
 * Returns the SQL of tenants with events to deliver. An event behind an earlier one of its payment waits for that one, and is not
 * due: a tenant that only has such events would be looked at in vain. The first event of a payment is behind none. The query for
 * earlier ones has a limit and is no EXISTS: so PostgreSQL asks the index for each, and does not read the whole table.
 */
function dueEvents({ deliveries }: Tables, { byIndex }: Dialect): string {
  return `SELECT tenant, min(free_at) AS since FROM ${byIndex(deliveries, 'due', 'delivery')}
WHERE dead = 0 AND free_at <= ? AND (version = 1 OR (
  SELECT 1 FROM ${deliveries} AS earlier WHERE earlier.tenant = delivery.tenant
  AND earlier.payment_id = delivery.payment_id AND earlier.version < delivery.version AND earlier.dead <> 1 LIMIT 1
) IS NULL)
GROUP BY tenant`
}

/** Returns the SQL of tenants with payments that are due and that may expire. */
function dueExpiry({ payments }: Tables, { byIndex, expiry: { column, condition } }: Dialect): string {
  return `SELECT tenant, min(${column}) AS since FROM ${byIndex(payments, 'due')} WHERE ${condition} AND ${column} <= ? GROUP BY tenant`
}

/** Returns the SQL of tenants of which rows of an aggregate are due. */
function dueRows({ prefix }: Tables, { byIndex }: Dialect, of: AnyAggregate, more = ''): string {
  const column = columnName(of.columns, of.due!.field)
  const where = `${dueWhere(of, of.due!)} AND ${column} <= ?${more}`
  return `SELECT tenant, min(${column}) AS since FROM ${byIndex(prefix + of.name, 'due')} WHERE ${where} GROUP BY tenant`
}

/** Returns the SQL of tenants with attempts to ask about, or with messages of providers that were stored and not worked off. */
function dueAttempts(tables: Tables, dialect: Dialect): string {
  const leased = columnName(attempts.columns, 'leasedUntil')
  const ofAttempts = dueRows(tables, dialect, attempts, ` AND (${leased} IS NULL OR ${leased} <= ?)`)
  return `${ofAttempts} UNION ALL ${dueRows(tables, dialect, messages)}`
}

/** Returns the SQL of tenants with files that people sent to the desk before a time: so few that it needs no index of its own. */
function oldUploads({ prefix }: Tables): string {
  return `SELECT tenant, min(created_at) AS since FROM ${prefix}${uploads.name} WHERE created_at <= ? GROUP BY tenant`
}

const dueTexts: Readonly<Record<TenantWork, (tables: Tables, dialect: Dialect) => string>> = {
  events: dueEvents,
  expiry: dueExpiry,
  attempts: dueAttempts,
}

/** The number of times in each of these texts that are compared with now. */
const timesIn: Readonly<Record<TenantWork, number>> = { events: 1, expiry: 1, attempts: 3 }

function waitingOf(dialect: Dialect, due: string): string {
  return dialect.placeholders(
    `SELECT tenant FROM (${due}) AS waiting GROUP BY tenant ORDER BY min(since), tenant LIMIT ?`,
  )
}

/** Makes statements of one kind: the tenants that wait at a time (epoch milliseconds), the longest due first, then by name. */
export function tenantsWaiting(
  name: DialectName,
  tables: Tables,
  work: TenantWork,
): (now: number, limit: number) => SqlStatement {
  const dialect = dialectOf(name, { writes: undefined })
  const text = waitingOf(dialect, dueTexts[work](tables, dialect))
  const times = Array.from({ length: timesIn[work] })
  return (now, limit) => ({ text, values: [...times.map(() => now), dialect.limit(limit)] })
}

/** Makes statements for the tenants that wait for expiry, or that have files of the desk to be removed. */
export function tenantsToTidy(
  name: DialectName,
  tables: Tables,
): (now: number, uploadedBefore: number, limit: number) => SqlStatement {
  const dialect = dialectOf(name, { writes: undefined })
  const text = waitingOf(dialect, `${dueExpiry(tables, dialect)} UNION ALL ${oldUploads(tables)}`)
  return (now, uploadedBefore, limit) => ({ text, values: [now, uploadedBefore, dialect.limit(limit)] })
}
