import { openHospital } from '../../examples/provider-callback/hospital.js'
import { providerFor } from '../../examples/provider-callback/provider.js'
import type { Receiver } from '../../examples/provider-callback/receive.js'
import { serve } from '../../examples/provider-callback/server.js'
import { onPool, type Rows, type Storage } from '../../examples/provider-callback/storage.js'
import type { PgDatabase } from '../support/databases/index.js'

const secret = 'a secret for the tests alone'

/** Starts the server of the example, and a provider that calls it. */
export async function served(hospital: Receiver['hospital']) {
  const lines: string[] = []
  const log = (line: string) => void lines.push(line)
  const server = await serve({ hospital, provider: 'wegagen', secrets: [secret], log })
  return { ...server, lines, hospital, provider: providerFor(server.url, secret) }
}

export type Served = Awaited<ReturnType<typeof served>>

/** A transaction of the host's, with what a test does in its midst. */
type Around = <Result>(run: (change?: (rows: Rows) => Rows) => Promise<Result>) => Promise<Result>

/** Opens the example on a real server, whose transactions run as a test decides. */
export async function hospitalOn({ handle }: PgDatabase) {
  const storage = onPool(handle)
  let around: Around | null = null

  const watched: Storage = {
    ...storage,
    transaction(work) {
      const run = (change = (rows: Rows) => rows) => storage.transaction((rows, sql) => work(change(rows), sql))
      const once = around
      around = null
      return once ? once(run) : run()
    },
  }
  return {
    ...(await served(await openHospital(watched))),
    /** Sets the way that the next transaction runs. */
    next(how: Around): void {
      around = how
    },
  }
}

export type HospitalOn = Awaited<ReturnType<typeof hospitalOn>>

/** Does something before the first statement of this shape. */
export function before(statement: RegExp, act: (rows: Rows) => Promise<unknown>): Around {
  return (run) =>
    run((rows) => async (text, values) => {
      if (statement.test(text)) await act(rows)
      return rows(text, values)
    })
}
