import { inject } from 'vitest'
import type { DatabaseEntry, PgDatabase } from './database.js'
import { openPostgres } from './postgres.js'
import type { SharedPostgres } from './shared-postgres.js'

/** The server that the whole run shares, from npm. */
export const plainPostgres: DatabaseEntry<PgDatabase> = {
  name: 'postgres',
  async lack() {
    const { missing } = await shared()
    return missing === undefined ? undefined : { reason: missing, optional: false }
  },
  open: async () => openPostgres((await shared()).url!),
}

let started: Promise<SharedPostgres> | undefined

/** Asks for the server, once in each test file. */
function shared(): Promise<SharedPostgres> {
  started ??= fetch(inject('postgresDesk')).then((answer) => answer.json() as Promise<SharedPostgres>)
  return started
}
