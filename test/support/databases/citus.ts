import pg from 'pg'
import type { DatabaseEntry, LibraryOptions, PgDatabase } from './database.js'
import { required } from './on-each.js'
import { asAdmin, openPostgres } from './postgres.js'

/** The coordinator of a Citus cluster, whose user may make databases on every node. */
const coordinatorUrl = process.env['HP_TEST_CITUS_URL']

const distributed: LibraryOptions = { migrate: { distribute: 'citus' }, repository: { writes: 'statements' } }

/** A worker of the cluster. */
export interface CitusWorker {
  readonly host: string
  readonly port: number
}

/** A database that every node of a Citus cluster has. */
export interface CitusDatabase extends PgDatabase {
  readonly workers: readonly CitusWorker[]
  /** Returns the URL of the same database on a worker. */
  onWorker(worker: CitusWorker): string
}

/** The time that a worker lets a statement wait for a lock. */
export const workersLockMs = 1000

async function workersOf(url: string): Promise<CitusWorker[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<CitusWorker>(
      'SELECT node_name AS host, node_port::int AS port FROM citus_get_active_worker_nodes() ORDER BY 1, 2',
    )
    return rows
  } finally {
    await client.end()
  }
}

function at(url: string, { host, port }: CitusWorker, name?: string): string {
  const changed = Object.assign(new URL(url), { hostname: host, port: String(port) })
  if (name !== undefined) changed.pathname = name
  return changed.href
}

export const citus: DatabaseEntry<CitusDatabase> = {
  name: 'citus',
  async lack() {
    if (!coordinatorUrl) return required('HP_TEST_CITUS_URL names no coordinator of Citus')
    try {
      const { length } = await workersOf(coordinatorUrl)
      return required(length < 2 ? 'The Citus of HP_TEST_CITUS_URL has fewer than two workers' : undefined)
    } catch (error) {
      return required(`No Citus answers HP_TEST_CITUS_URL: ${String(error)}`)
    }
  },
  async open() {
    const workers = await workersOf(coordinatorUrl!)
    const database = await openPostgres(coordinatorUrl!)
    const name = new URL(database.url).pathname.slice(1)
    for (const worker of workers) {
      await asAdmin(at(coordinatorUrl!, worker), `CREATE DATABASE ${name}`)
      await asAdmin(at(coordinatorUrl!, worker), `ALTER DATABASE ${name} SET lock_timeout = ${workersLockMs}`)
      await asAdmin(at(coordinatorUrl!, worker, name), 'CREATE EXTENSION citus')
    }
    const { hostname, port } = new URL(database.url)
    // A few shards of each table, so that tables are made quickly, and each worker has some.
    await asAdmin(database.url, `ALTER DATABASE ${name} SET citus.shard_count = ${2 * workers.length}`)
    await asAdmin(database.url, 'CREATE EXTENSION citus')
    await asAdmin(database.url, `SELECT citus_set_coordinator_host('${hostname}', ${port})`)
    for (const worker of workers) await asAdmin(database.url, `SELECT citus_add_node('${worker.host}', ${worker.port})`)
    return {
      ...database,
      options: distributed,
      workers,
      onWorker: (worker) => at(database.url, worker),
      async close() {
        try {
          await database.close()
        } finally {
          for (const worker of workers) await asAdmin(at(coordinatorUrl!, worker), `DROP DATABASE ${name} WITH (FORCE)`)
        }
      },
    }
  },
}
