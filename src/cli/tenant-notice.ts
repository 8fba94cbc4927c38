import type { SqlDatabase } from '../sql/core/database.js'
import { deadlineIn } from '../sql/core/deadline.js'
import { text } from '../sql/core/values.js'
import { tablesOf } from '../sql/core/tables.js'

const maxNamed = 5
const lookMs = 10_000

/**
 * Returns a notice about a tenant of which nothing is stored, where there are others: its name may be misspelt, or was
 * left out. `null` where there is nothing to report. Each statement reads one entry of a primary key.
 *
 * @param tenant as it was given, if it was
 */
export async function tenantNotice(
  database: SqlDatabase,
  { tenant = 'default', tablePrefix }: { tenant: string | undefined; tablePrefix: string | undefined },
): Promise<string | null> {
  const { payments, accountLines } = tablesOf(tablePrefix)
  const deadline = deadlineIn(lookMs)
  const placeholder = database.dialect === 'postgres' ? '$1' : '?'
  /**
   * Returns the first tenant of a table, in the order of the primary key, for which a condition holds; `null` for none.
   */
  async function firstTenant(table: string, condition: string, value: string): Promise<string | null> {
    const statement = `SELECT tenant FROM ${table} WHERE tenant ${condition} ${placeholder} ORDER BY tenant LIMIT 1`
    const [row] = await database.read({ text: statement, values: [value] }, deadline)
    return row ? text(row[0]) : null
  }
  for (const table of [payments, accountLines]) if ((await firstTenant(table, '=', tenant)) !== null) return null
  const others = new Set<string>()
  for (const table of [payments, accountLines]) {
    let last = await firstTenant(table, '>', '')
    for (let i = 0; i <= maxNamed && last !== null; i++) {
      others.add(last)
      last = await firstTenant(table, '>', last)
    }
  }
  if (others.size === 0) return null
  const named = [...others].sort().slice(0, maxNamed)
  const more = others.size > named.length ? ' and more' : ''
  return (
    `Nothing is stored for the tenant ${tenant}. This database has ${named.join(', ')}${more}: ` +
    'name one of them with --tenant or HP_TENANT.'
  )
}
