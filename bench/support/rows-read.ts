/** Numbers of rows and blocks that a database reads for one call, by its own account. */
import type { Connection, RowDataPacket } from 'mysql2/promise'
import pg from 'pg'

/** A client that remembers the last statement, so that the plan of the one which is prepared on it can be read. */
export class ListeningClient extends pg.Client {
  last: pg.QueryConfig | undefined

  constructor(config?: pg.ClientConfig) {
    super(config)
    const query = this.query.bind(this) as (...parameters: unknown[]) => unknown
    const listen = (...parameters: unknown[]) => {
      this.last = parameters[0] as pg.QueryConfig
      return query(...parameters)
    }
    this.query = listen as typeof this.query
  }
}

interface PlanNode {
  readonly 'Actual Rows'?: number
  readonly 'Actual Loops'?: number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Index Recheck'?: number
  readonly 'Shared Hit Blocks'?: number
  readonly 'Shared Read Blocks'?: number
  readonly Plans?: readonly PlanNode[]
}

function rowsOf(node: PlanNode): number {
  if (node.Plans) return node.Plans.reduce((sum, child) => sum + rowsOf(child), 0)
  const passedOver = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
  return ((node['Actual Rows'] ?? 0) + passedOver) * (node['Actual Loops'] ?? 1)
}

/** Counts rows of the prepared statement, with the plan for any values, to which PostgreSQL may change in time. */
export async function rowsReadByPostgres(client: ListeningClient, call: () => Promise<unknown>): Promise<number> {
  await call()
  const statement = client.last!
  await client.query('SET plan_cache_mode = force_generic_plan')
  const rows = rowsOf(await planOf(client, statement))
  await client.query('RESET plan_cache_mode')
  return rows
}

/** Counts blocks of 8 KiB of the prepared statement, with the plan that PostgreSQL takes. */
export async function blocksReadByPostgres(client: ListeningClient, call: () => Promise<unknown>): Promise<number> {
  await call()
  const plan = await planOf(client, client.last!)
  return (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0)
}

async function planOf(client: ListeningClient, { text, values = [] }: pg.QueryConfig): Promise<PlanNode> {
  // A submission of the library's own shows no name.
  const prepared = await client.query<{ name: string }>({
    text: 'SELECT name FROM pg_prepared_statements WHERE statement = $1',
    values: [text],
  })
  const literals = values.map((value) => (value === null ? 'NULL' : client.escapeLiteral(String(value))))
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) EXECUTE ${prepared.rows[0]!.name} (${literals.join(', ')})`,
  )
  return rows[0]!['QUERY PLAN'][0].Plan
}

/** Reads of an index or by its order; a UNION's temporary table is read by other handlers. */
const handlers = ['key', 'first', 'last', 'next', 'prev'].map((name) => `Handler_read_${name}`)

export async function rowsReadByMariadb(connection: Connection, call: () => Promise<unknown>): Promise<number> {
  const counted = async () => {
    const [rows] = await connection.query<RowDataPacket[]>("SHOW SESSION STATUS LIKE 'Handler_read%'")
    const known = rows.filter((row) => handlers.includes(String(row['Variable_name'])))
    return known.reduce((sum, row) => sum + Number(row['Value']), 0)
  }
  const before = await counted()
  await call()
  return (await counted()) - before
}
