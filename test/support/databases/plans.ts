/** The databases' own plans of statements. */
import type { SqlStatement } from 'hospital-payments/sql'
import { vi } from 'vitest'
import type { MysqlDatabase, PgDatabase, SqliteDatabase } from './database.js'

export type Served = PgDatabase | MysqlDatabase | SqliteDatabase

/**
 * Repeats VACUUM until most pages are known to hold what all can see: before that, older transactions of other tests
 * keep indexes from use.
 */
async function vacuum(database: Served, table: string): Promise<void> {
  const visible = `SELECT relallvisible > relpages / 2 AS is_visible FROM pg_class WHERE oid = '${table}'::regclass`
  await vi.waitUntil(
    async () => {
      await database.rows(`VACUUM ANALYZE ${table}`)
      return (await database.rows(visible))[0]!['is_visible']
    },
    { timeout: 50_000, interval: 250 },
  )
}

/** Lets a database count the rows of a table, as it does by itself after a while. */
export async function analyze(database: Served, table: string): Promise<void> {
  if (database.dialect === 'mysql') await database.rows(`ANALYZE TABLE ${table}`)
  else if (database.dialect === 'postgres') await vacuum(database, table)
}

/** The account that a database gives of one reading statement. */
export interface Plan {
  /** The indexes that are used. */
  readonly indexes: readonly string[]
  readonly isWhole: boolean
  readonly isSorted: boolean
  /** Rows read, by the database's own account; SQLite has none. */
  readonly read: number | null
}

interface PgNode {
  readonly 'Node Type': string
  readonly 'Index Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly PgNode[]
}

const nodesOf = (node: PgNode): PgNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

/** Returns true for rows that a statement made itself, on MariaDB. */
const isDerived = (table: string) => table.startsWith('<')

const plans = {
  async postgres({ handle }: PgDatabase, { text, values }: SqlStatement): Promise<Plan> {
    const explained = { text: `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values: [...values] }
    const { rows } = await handle.query<{ 'QUERY PLAN': [{ Plan: PgNode }] }>(explained)
    const nodes = nodesOf(rows[0]!['QUERY PLAN'][0].Plan)
    const scans = nodes.filter((node) => node['Node Type'].includes('Scan') && !node.Plans)
    return {
      indexes: nodes.flatMap((node) => node['Index Name'] ?? []),
      isWhole: nodes.some((node) => node['Node Type'].includes('Seq Scan')),
      isSorted: nodes.some((node) => node['Node Type'].includes('Sort')),
      read: scans.reduce(
        (sum, node) => sum + node['Actual Loops'] * (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)),
        0,
      ),
    }
  },
  async mysql({ handle }: MysqlDatabase, { text, values }: SqlStatement): Promise<Plan> {
    // Outside a prepared statement a limit must be a number.
    const parts = text.split('?')
    const plain = values.map((value, i) => (parts[i]!.endsWith('LIMIT ') ? Number(value) : value))
    const [planRows] = await handle.query(`ANALYZE ${text}`, plain)
    const rows = planRows as { table: string; type: string; key: string | null; r_rows: string | null; Extra: string }[]
    return {
      indexes: rows.flatMap(({ key }) => key ?? []),
      isWhole: rows.some(({ table, type }) => type === 'ALL' && !isDerived(table)),
      isSorted: rows.some(({ Extra }) => Extra.includes('filesort')),
      read: rows.reduce((sum, { r_rows }) => sum + Number(r_rows ?? 0), 0),
    }
  },
  async sqlite({ handle }: SqliteDatabase, { text, values }: SqlStatement): Promise<Plan> {
    const rows = handle.prepare(`EXPLAIN QUERY PLAN ${text}`).all([...values]) as { detail: string }[]
    const details = rows.map(({ detail }) => detail)
    return {
      indexes: details.flatMap((detail) => /USING (?:COVERING )?INDEX (\w+)/.exec(detail)?.[1] ?? []),
      isWhole: details.some((detail) => /^SCAN (?!waiting$|.*VIRTUAL TABLE)/.test(detail)),
      isSorted: details.some((detail) => detail.includes('TEMP B-TREE')),
      read: null,
    }
  },
}

/** Asks a database for the plan of a statement; PostgreSQL and MariaDB run it. */
export function planOf(database: Served, statement: SqlStatement): Promise<Plan> {
  if (database.dialect === 'postgres') return plans.postgres(database, statement)
  return database.dialect === 'mysql' ? plans.mysql(database, statement) : plans.sqlite(database, statement)
}
