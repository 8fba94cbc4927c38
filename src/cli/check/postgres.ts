import { type Ask, expected, type Finding, isAtLeast, ok } from './finding.js'

/** The version of Citus; no value where it is not installed. */
const citusVersion = "(SELECT extversion FROM pg_extension WHERE extname = 'citus')"

/** The values of the setting on all workers. */
const lockTimeouts =
  "SELECT string_agg(DISTINCT result, ', ' ORDER BY result) FROM run_command_on_workers('SHOW lock_timeout')"

/** Checks how long a worker of Citus lets a write wait for a lock: the limit of our transactions holds on the coordinator alone. */
async function checkWorkers(version: string, ask: Ask): Promise<Finding> {
  const [limits] = await ask(lockTimeouts)
  const isLimited = limits !== null && !String(limits).split(', ').includes('0')
  return expected(isLimited, {
    name: 'workers',
    found: `Citus ${version}, lock_timeout ${limits === null ? 'of no worker' : String(limits)}`,
    status: 'warning',
    todo: 'set lock_timeout on every worker to less than timeoutMs, such as 8s: otherwise a write that waits for a lock there ends as outcome_unknown',
  })
}

const setting = (name: string) => `current_setting('${name}')`

export async function checkPostgres(ask: Ask): Promise<Finding[]> {
  const names = [
    'server_version',
    'server_encoding',
    'transaction_read_only',
    'default_transaction_isolation',
    'fsync',
    'full_page_writes',
    'synchronous_commit',
  ]
  const row = await ask(`SELECT ${names.map(setting).join(', ')}, pg_is_in_recovery()::text, ${citusVersion}`)
  const [version = '', encoding, readOnly, isolation, fsync, pages, commit, recovering] = row.map(String)
  const citus = row[names.length + 1]
  const keeps = fsync === 'on' && pages === 'on' && commit !== 'off'
  return [
    expected(isAtLeast(version, [14]), {
      name: 'server',
      found: `PostgreSQL ${version}`,
      todo: 'use PostgreSQL 14 or later',
    }),
    expected(recovering === 'false' && readOnly === 'off', {
      name: 'writes',
      found: recovering === 'true' ? 'this server is a standby' : readOnly === 'off' ? 'allowed' : 'read-only',
      todo: 'use the address of the primary server, and a user whose default_transaction_read_only is off',
    }),
    expected(encoding === 'UTF8', {
      name: 'encoding',
      found: encoding!,
      todo: 'create the database WITH ENCODING UTF8',
    }),
    expected(isolation === 'read committed', {
      name: 'isolation',
      found: isolation!,
      status: 'warning',
      todo: 'leave default_transaction_isolation at read committed: otherwise each call takes three round trips in place of one',
    }),
    expected(keeps, {
      name: 'durability',
      found: keeps
        ? 'a power cut loses nothing'
        : `fsync ${fsync}, full_page_writes ${pages}, synchronous_commit ${commit}`,
      status: 'warning',
      todo: 'set fsync, full_page_writes and synchronous_commit to on: otherwise a power cut may lose payments',
    }),
    ...(typeof citus === 'string' ? [await checkWorkers(citus, ask)] : []),
  ]
}

/** Checks the right to create tables, before `migrate`. */
export async function checkPostgresCreation(ask: Ask): Promise<Finding> {
  const [schema, may] = await ask(
    "SELECT current_schema(), (current_schema() IS NOT NULL AND has_schema_privilege(current_schema(), 'CREATE'))::text",
  )
  const name = 'right to create'
  if (may === 'true') return ok(name, `in schema ${String(schema)}`)
  return {
    name,
    status: 'problem',
    found: schema === null ? 'no schema of the search_path is there' : `none in schema ${String(schema)}`,
    todo: 'GRANT CREATE ON SCHEMA to this user, or migrate as its owner',
  }
}

/** The statement that reads the epoch milliseconds of the server. */
export const postgresClock = 'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint::text'
