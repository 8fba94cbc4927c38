import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { beforeAll, expect, it, vi } from 'vitest'
import { onEach, postgres, systemPostgres } from '../../support/databases/index.js'
import { migrated } from '../../support/databases/repository.js'
import { collect } from '../../support/service.js'
import { fill } from './fillers.js'
import { exporting, hostOf, tenant } from './hosts.js'

const count = 9000
const reason = new Error('the client has left')

onEach([postgres, systemPostgres], 'exportCsv: an export', (entry) => {
  const database = migrated(entry)
  beforeAll(() => fill(database(), tenant, count))

  /** Runs `work` with a pool whose connections have what the administrator has set for the database. */
  async function withDefaults<Result>(
    settings: Readonly<Record<string, string>>,
    work: (pool: pg.Pool) => Promise<Result>,
  ): Promise<Result> {
    const name = new URL(database().url).pathname.slice(1)
    for (const [setting, value] of Object.entries(settings))
      await database().rows(`ALTER DATABASE ${name} SET ${setting} = '${value}'`)
    const pool = new pg.Pool({ connectionString: database().url })
    // A connection which the server ends while it is idle is none of the export's.
    pool.on('error', () => undefined)
    try {
      return await work(pool)
    } finally {
      await pool.end()
      for (const setting of Object.keys(settings)) await database().rows(`ALTER DATABASE ${name} RESET ${setting}`)
    }
  }

  const limit = '300ms'
  /** The settings of PostgreSQL 17 and later. */
  const newer = { transaction_timeout: limit }
  const longer = 0.8
  const hostOn = (pool: pg.Pool) => hostOf({ ...database(), handle: pool })

  /** Keeps all others from reading, until it is ended. */
  async function lockTables(): Promise<() => Promise<void>> {
    const client = new pg.Client({ connectionString: database().url })
    await client.connect()
    await client.query('BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0')
    await client.query('LOCK TABLE hp_payments IN ACCESS EXCLUSIVE MODE')
    return () => client.end()
  }

  it('is not ended by a statement_timeout that is set for the database, where its query has to wait', async () => {
    await withDefaults({ statement_timeout: limit }, async (pool) => {
      await expect(pool.query(`SELECT pg_sleep(${longer})`)).rejects.toMatchObject({ code: '57014' })
      const unlock = await lockTables()
      const texts = collect({ [Symbol.asyncIterator]: () => exporting(hostOn(pool)) })
      await sleep(longer * 1000)
      await unlock()
      expect((await texts).join('').split('\r\n')).toHaveLength(count + 2)
    })
  })

  it('is not ended by timeouts of transactions that are set for the database, where its reader is slow', async () => {
    const [{ server_version_num: version }] = (await database().rows('SHOW server_version_num')) as [
      Record<string, unknown>,
    ]
    const settings = { idle_in_transaction_session_timeout: limit, ...(Number(version) >= 170_000 && newer) }
    await withDefaults(settings, async (pool) => {
      const host = hostOn(pool)
      const texts = exporting(host)
      let rows = 0
      for (let next = await texts.next(); !next.done; next = await texts.next()) {
        rows += next.value.split('\r\n').length - 1
        if (rows === 1001) await sleep(longer * 1000)
      }
      expect(rows).toBe(count + 1)
      expect(host.held()).toBe(0)
      const { rows: left } = await pool.query<{ value: string }>(
        "SELECT current_setting('idle_in_transaction_session_timeout') AS value",
      )
      expect(left).toEqual([{ value: limit }])
    })
  })

  it('leaves no transaction open on the server where it is aborted', async () => {
    const pool = new pg.Pool({ connectionString: database().url, application_name: 'aborted export' })
    const stop = new AbortController()
    const texts = exporting(hostOn(pool), stop.signal)
    await texts.next()
    const open = async () => {
      const sql = "SELECT state FROM pg_stat_activity WHERE application_name = 'aborted export'"
      return (await database().rows(sql)).length
    }
    expect(await open()).toBe(1)
    stop.abort(reason)
    await vi.waitFor(async () => expect(await open()).toBe(0))
    expect([pool.totalCount, pool.idleCount]).toEqual([0, 0])
    await pool.end()
  })

  it('is aborted no less where it waits for a lock', async () => {
    const unlock = await lockTables()
    const host = hostOf(database())
    const stop = new AbortController()
    const first = exporting(host, stop.signal).next()
    await vi.waitFor(() => expect(host.held()).toBe(1))
    stop.abort(reason)
    await expect(first).rejects.toBe(reason)
    expect(host.held()).toBe(0)
    await unlock()
  })
})
