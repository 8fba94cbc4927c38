/** PgBouncer in transaction mode: the transactions of many connections share few of the server's. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../../support/databases/free-port.js'
import { pathOfProgram } from '../../support/databases/own-mariadb.js'
import { ownServer, type OwnServer } from '../../support/databases/own-server.js'

export function whyNoPgbouncer(): string | undefined {
  return pathOfProgram('pgbouncer') === undefined ? 'pgbouncer is not installed (apt install pgbouncer)' : undefined
}

/** Starts PgBouncer in front of the server of that URL, for all of its databases. */
export function startPgbouncer(serverUrl: string): Promise<OwnServer> {
  const { hostname, port: serverPort, username, password } = new URL(serverUrl)
  return ownServer(undefined, async (directory) => {
    const port = await freePort()
    const file = join(directory, 'pgbouncer.ini')
    const users = join(directory, 'users')
    writeFileSync(users, `"${username}" "${password}"\n`)
    const settings = [
      '[databases]',
      `* = host=${hostname} port=${serverPort}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = plain',
      `auth_file = ${users}`,
      'pool_mode = transaction',
      // Fewer than the connections of one pool, so that sessions are really shared.
      'default_pool_size = 4',
      'max_client_conn = 200',
    ]
    writeFileSync(file, `${settings.join('\n')}\n`)
    return {
      url: `postgres://${username}:${password}@127.0.0.1:${port}/postgres`,
      command: pathOfProgram('pgbouncer')!,
      flags: [file],
      ready: 'process up',
      stop: 'SIGINT',
      stopImmediate: 'SIGKILL',
    }
  })
}
