import { setTimeout as sleep } from 'node:timers/promises'
import { fromMysql2, sqlRepository } from 'hospital-payments/sql'
import { createPool } from 'mysql2/promise'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { mariadb, onEach, postgres } from '../../support/databases/index.js'
import { migrated } from '../../support/databases/repository.js'
import { fill } from '../export/fillers.js'
import { type Lane, openLane } from './lane.js'
import { caller } from './operations.js'
import { outcomeInTime } from './outcome.js'

/** More than a scan asks the database for at a time, twice. */
const count = 9000
const timeoutMs = 600
/** Time to begin again. */
const unhurriedMs = 20_000
const tenant = 'broken exports'

onEach([postgres, mariadb], 'exportCsv: an export (R8)', (entry) => {
  const database = migrated(entry)
  const part = entry.name === 'postgres' ? 'FETCH' : 'ORDER BY'
  let lane: Lane
  beforeAll(() => fill(database(), tenant, count))
  beforeAll(async () => {
    lane = await openLane(database())
  })
  afterAll(() => lane.close())
  beforeEach(() => async () => {
    await lane.proxy.pass()
    expect(await lane.missing()).toBe(0)
  })

  const texts = (signal?: AbortSignal, ms = timeoutMs) => {
    const { dialect } = database()
    const { payments } = caller(sqlRepository(lane.sql, { dialect, tenant, timeoutMs: ms }), 1)
    return payments.exportCsv({}, signal && { signal })
  }

  /** Counts the rows that a reader has when the export ends or breaks. */
  function reading(pauseMs = 0, ms = timeoutMs) {
    let rows = -1
    const read = async () => {
      for await (const text of texts(undefined, ms)) {
        rows += text.split('\r\n').length - 1
        if (pauseMs > 0) await sleep(pauseMs)
      }
      return rows
    }
    return { read, rows: () => rows }
  }

  it.each(['cutBefore', 'cutAfter'] as const)(
    'begins again where it is broken off before it has handed out anything (%s)',
    async (how) => {
      const fault = lane.proxy[how](part)
      expect(await reading(0, unhurriedMs).read()).toBe(count)
      expect(fault.count).toBe(1)
    },
  )

  it('ends with the reason where it is aborted before it has handed out anything, and does not begin again', async () => {
    const reason = new Error('the client has left')
    const stop = new AbortController()
    const fault = lane.proxy.silenceBefore(part)
    const first = texts(stop.signal, unhurriedMs)[Symbol.asyncIterator]().next()
    const refused = expect(first).rejects.toBe(reason)
    await fault.done
    stop.abort(reason)
    await refused
    expect(await lane.missing()).toBe(0)
  })

  it.each([
    ['cutBefore', [1, 2]],
    ['cutAfter', [1, 2]],
    ['silenceBefore', [0, 1, 2]],
    ['silenceAfter', [0, 1, 2]],
  ] as const)(
    'breaks its iteration within the time of a part where it is broken off in the middle (%s)',
    async (how, places) => {
      for (const skip of places) {
        const fault = lane.proxy[how](part, { skip })
        const { read, rows } = reading()
        expect(await outcomeInTime(read(), timeoutMs)).toMatchObject({
          error: { code: 'storage_unavailable', retryable: true },
        })
        expect(fault.count).toBe(1)
        expect(rows()).toBeLessThan(count)
        expect(rows() > 0).toBe(skip > 0)
        await lane.proxy.pass()
        expect(await lane.missing()).toBe(0)
      }
      expect(await reading().read()).toBe(count)
    },
  )

  it('names as its cause what the server said when it ended the connection, at work or idle', async () => {
    const isPostgres = entry.name === 'postgres'
    const list = isPostgres
      ? "SELECT pid AS id FROM pg_stat_activity WHERE datname = current_database() AND query LIKE '%hp_scan%' AND pid <> pg_backend_pid()"
      : "SELECT id FROM information_schema.processlist WHERE db = DATABASE() AND id <> CONNECTION_ID() AND command = 'Sleep'"
    const iterator = texts()[Symbol.asyncIterator]()
    await iterator.next()
    // The next part has been asked for by then, and arrived; the one behind it is not.
    await sleep(200)
    for (const { id } of await database().rows(list))
      await database().rows(isPostgres ? `SELECT pg_terminate_backend(${String(id)})` : `KILL ${String(id)}`)
    await sleep(50)
    const read = async () => {
      while (!(await iterator.next()).done);
    }
    const outcome = await outcomeInTime(read(), timeoutMs)
    expect(outcome).toMatchObject({ error: { code: 'storage_unavailable', retryable: true } })
    const { cause } = ('error' in outcome ? outcome.error : {}) as { cause?: unknown }
    expect(cause).toMatchObject(
      isPostgres ? { code: '57P01' } : { message: expect.stringMatching(/Connection (lost|was killed)/) },
    )
  })

  it.runIf(entry.name === 'postgres')('on a standby names the conflict with recovery that broke it', async () => {
    const message = 'canceling statement due to conflict with recovery'
    for (const skip of [1, 2]) {
      lane.proxy.answerWith(part, { code: '40001', message }, { skip })
      expect(await outcomeInTime(reading().read(), timeoutMs)).toMatchObject({
        error: { code: 'concurrent_update', retryable: true, cause: { code: '40001', message } },
      })
    }
  })

  it.runIf(entry.name === 'mariadb')('names as its cause that the session waited too long for its reader', async () => {
    const { url, dialect } = database()
    const pool = createPool({ uri: url, connectionLimit: 1 })
    await pool.query('SET SESSION wait_timeout = 1')
    const { payments } = caller(sqlRepository(fromMysql2(pool), { dialect, tenant, timeoutMs }), 1)
    const read = async () => {
      const iterator = payments.exportCsv()[Symbol.asyncIterator]()
      while (!(await iterator.next()).done) await sleep(2500)
    }
    const outcome = await outcomeInTime(read(), timeoutMs + 10_000)
    const { cause } = ('error' in outcome ? outcome.error : {}) as { cause?: unknown }
    expect(String(cause)).toMatch(/Connection lost|ECONNRESET|timeout/)
    expect(outcome).toMatchObject({ error: { code: 'storage_unavailable', retryable: true } })
    await pool.end()
  })

  it('is whole when its reader pauses longer than a call may take', async () => {
    expect(await reading(timeoutMs / 4).read()).toBe(count)
  })

  it('on a silent network gives its connection back when it is aborted, or left early', async () => {
    const reason = new Error('the client has left')
    for (const way of ['abort', 'leave'] as const) {
      const stop = new AbortController()
      const iterator = texts(stop.signal)[Symbol.asyncIterator]()
      await iterator.next()
      lane.proxy.silence()
      if (way === 'abort') {
        stop.abort(reason)
        expect(await lane.missing()).toBe(0)
        await expect(iterator.next()).rejects.toBe(reason)
      } else await iterator.return?.()
      expect(await lane.missing()).toBe(0)
      await lane.proxy.pass()
      expect(await reading().read()).toBe(count)
    }
  })

  it('is whole where it ends on a silent network', async () => {
    lane.proxy.silenceBefore(/^(CLOSE|COMMIT)/, { times: Infinity })
    expect(await reading().read()).toBe(count)
  })
})
