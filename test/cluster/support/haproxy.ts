/** HAProxy in front of servers, as hospitals have it. */
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../support/databases/free-port.js'
import { pathOfProgram } from '../../support/databases/own-mariadb.js'
import { ownServer, type OwnServer } from '../../support/databases/own-server.js'

export function whyNoHaproxy(): string | undefined {
  return pathOfProgram('haproxy') === undefined ? 'haproxy is not installed (apt install haproxy)' : undefined
}

export interface Backend {
  /** The lines of its settings by which HAProxy finds who may be written to. */
  readonly check: readonly string[]
  readonly servers: readonly string[]
  /** `first` sends every connection to the first that answers, `all` to one after another. */
  readonly to: 'first' | 'all'
}

/** A node of MariaDB answers the beginning of a session. */
export const answersMysql = ['option mysql-check user root']

const text = (value: string) => Buffer.from(`${value}\0`).toString('hex')

function message(kind: string, body: string): string {
  const length = (body.length / 2 + 4).toString(16).padStart(8, '0')
  return `${Buffer.from(kind).toString('hex')}${length}${body}`
}

/** Checks for a PostgreSQL that `user` may ask without a password, and that is no standby. */
export function isPrimaryPostgres(user: string): string[] {
  const startup = message('', `00030000${text('user')}${text(user)}${text('database')}${text('postgres')}00`)
  return [
    'option tcp-check',
    'tcp-check connect',
    `tcp-check send-binary ${startup}`,
    `tcp-check send-binary ${message('Q', text('SELECT pg_is_in_recovery()'))}`,
    // One row of one column: f.
    `tcp-check expect binary ${message('D', `0001${'00000001'}66`)}`,
  ]
}

export interface Proxy {
  readonly port: number
  destroy(): Promise<void>
}

/** Waits until it takes connections: it prints nothing then. */
async function listens(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1')
    const answered = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (answered) return
    await sleep(20)
  }
}

export async function startHaproxy({ check, servers, to }: Backend): Promise<Proxy> {
  const port = await freePort()
  const server: OwnServer = await ownServer(undefined, async (directory) => {
    const file = join(directory, 'haproxy.cfg')
    const lines = servers.map((url, i) => {
      const waits = to === 'first' && i > 0 ? ' backup' : ''
      return `  server s${i} ${new URL(url).host} check inter 300 fall 2 rise 2 on-marked-down shutdown-sessions${waits}`
    })
    const settings = [
      'defaults',
      '  mode tcp',
      '  timeout connect 1s',
      '  timeout check 500ms',
      '  timeout client 1h',
      '  timeout server 1h',
      '  option redispatch',
      `listen database`,
      `  bind 127.0.0.1:${port}`,
      '  balance roundrobin',
      ...check.map((line) => `  ${line}`),
      ...lines,
    ]
    writeFileSync(file, `${settings.join('\n')}\n`)
    return {
      url: `tcp://127.0.0.1:${port}`,
      command: pathOfProgram('haproxy')!,
      flags: ['-db', '-V', '-f', file],
      ready: 'polling mechanism',
      stop: 'SIGTERM',
      stopImmediate: 'SIGKILL',
    }
  })
  await listens(port)
  return { port, destroy: () => server.destroy() }
}
