import { execFile } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from './free-port.js'
import { ownServer, within, type OwnServer, type OwnServerOptions, type Program } from './own-server.js'

/** Debian keeps servers where only root's PATH looks. */
const places = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']

export function pathOfProgram(command: string): string | undefined {
  return places.map((place) => join(place, command)).find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

export function whyNoOwnMariadb(): string | undefined {
  if (pathOfProgram('mariadbd') !== undefined && pathOfProgram('mariadb-install-db') !== undefined) return undefined
  return 'mariadbd is not installed (apt install mariadb-server, or brew install mariadb)'
}

/** Starts a MariaDB of the test's own, whose root has no password. */
export function ownMariadb({ flags = [], under }: OwnServerOptions = {}): Promise<OwnServer> {
  return ownServer(under, async (directory): Promise<Program> => {
    const data = `--datadir=${join(directory, 'data')}`
    await promisify(execFile)(
      pathOfProgram('mariadb-install-db')!,
      ['--no-defaults', data, '--auth-root-authentication-method=normal', '--skip-test-db'],
      within(directory),
    )
    const port = await freePort()
    return {
      url: `mysql://root@127.0.0.1:${port}/mysql`,
      command: pathOfProgram('mariadbd')!,
      flags: [
        '--no-defaults',
        data,
        `--port=${port}`,
        '--bind-address=127.0.0.1',
        `--socket=${join(directory, 'socket')}`,
        '--skip-name-resolve',
        '--max-connections=200',
        ...flags,
      ],
      ready: 'ready for connections',
      stop: 'SIGTERM',
      stopImmediate: 'SIGKILL',
    }
  })
}
