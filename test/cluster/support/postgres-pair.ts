/** A PostgreSQL with a synchronous standby: what is acknowledged, both have. */
import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { ownPostgres, ownStandby } from '../../support/databases/own-postgres.js'
import { type OwnServer, within } from '../../support/databases/own-server.js'

/** May ask without a password, as the check of HAProxy does. */
export const watcher = 'watcher'

export interface PostgresPair {
  readonly primary: OwnServer
  readonly standby: OwnServer
  /** Ends the primary, and all of its processes, as a power cut does. */
  killPrimary(): Promise<void>
  /** Makes the standby the primary. */
  promote(): Promise<void>
  destroy(): Promise<void>
}

export async function asAdmin<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

export async function startPostgresPair(): Promise<PostgresPair> {
  const primary = await ownPostgres()
  let standby: OwnServer | undefined
  try {
    await asAdmin(primary.url, (admin) => admin.query(`CREATE ROLE ${watcher} LOGIN`))
    await primary.stop()
    const rules = join(primary.directory, 'data/pg_hba.conf')
    writeFileSync(rules, `host postgres ${watcher} 127.0.0.1/32 trust\n${readFileSync(rules, 'utf8')}`)
    standby = await ownStandby(primary, async (data, directory) => {
      await promisify(execFile)('cp', ['-a', join(primary.directory, 'data'), data], within(directory))
      writeFileSync(join(data, 'standby.signal'), '')
    })
    await primary.start()
    await asAdmin(primary.url, async (admin) => {
      const streams = "SELECT 1 FROM pg_stat_replication WHERE state = 'streaming'"
      while ((await admin.query(streams)).rowCount === 0) await sleep(50)
      await admin.query("ALTER SYSTEM SET synchronous_standby_names = '*'")
      await admin.query('SELECT pg_reload_conf()')
      const waits = "SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'"
      while ((await admin.query(waits)).rowCount === 0) await sleep(50)
    })
  } catch (error) {
    await standby?.destroy()
    await primary.destroy()
    throw error
  }
  const pair = { primary, standby }
  return {
    ...pair,
    killPrimary: () => primary.kill(),
    promote: () => asAdmin(pair.standby.url, async (admin) => void (await admin.query('SELECT pg_promote()'))),
    async destroy() {
      await pair.standby.stopImmediate()
      await pair.standby.destroy()
      await primary.destroy()
    },
  }
}
