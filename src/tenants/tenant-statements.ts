/** The statements about the rows of all tenants: no other statement is without one. */
import type { DialectName, SqlStatement } from '../sql/core/database.js'
import type { Tables } from '../sql/core/tables.js'
import { dialectOf } from '../sql/dialects.js'

/** The most tenants that one statement finds; MySQL ends a recursion after 1,000 rows. */
export const tenantsAtOnce = 500

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

/** Returns the statement for the first tenants behind one, in the order of their bytes. */
export function tenantsAfter(name: DialectName, tables: Tables): (after: string) => SqlStatement {
  const dialect = dialectOf(name, { writes: undefined })
  const text = dialect.placeholders(tenantsText(name, tables))
  return (after) => ({ text, values: [after, after, dialect.limit(tenantsAtOnce)] })
}
