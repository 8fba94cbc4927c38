import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { libsql, mariadb, nodeSqlite, onEach, postgres, systemPostgres } from '../../support/databases/index.js'
import { migrated } from '../../support/databases/repository.js'
import { fill } from './fillers.js'
import { exporting, type Host, hostOf, tenant } from './hosts.js'

/** More than the scan asks the database for at a time, twice. */
const count = 9000
const reason = new Error('the client has left')

onEach([postgres, systemPostgres, mariadb, libsql, nodeSqlite], 'exportCsv: the connection of an export', (entry) => {
  const database = migrated(entry as typeof postgres)
  let host: Host
  beforeAll(() => fill(database(), tenant, count))
  beforeEach(() => {
    host = hostOf(database())
  })

  it('is one, and is given back after the last row', async () => {
    const texts = exporting(host)
    expect((await texts.next()).value).toMatch(/^paymentId,/)
    expect(host.held()).toBe(1)
    const open = host.open()
    let rows = 1000
    for (let next = await texts.next(); !next.done; next = await texts.next())
      rows += next.value.split('\r\n').length - 1
    expect(rows).toBe(count)
    expect(host.held()).toBe(0)
    expect(host.open()).toBe(open)
  })

  it('is freed at once when a paused export is aborted, before the next batch is read, which rejects with the reason', async () => {
    const stop = new AbortController()
    const texts = exporting(host, stop.signal)
    await texts.next()
    const open = host.open()
    stop.abort(reason)
    await vi.waitFor(() => expect(host.held()).toBe(0))
    // A connection in the middle of an answer is of no use to the next call; a handle of SQLite is idle at once.
    expect(host.open()).toBe('file' in database() ? open : open - 1)
    await expect(texts.next()).rejects.toBe(reason)
    expect(await texts.next()).toEqual({ done: true, value: undefined })
  })

  it('is freed when an export is aborted right when it begins', async () => {
    const stop = new AbortController()
    const first = exporting(host, stop.signal).next()
    stop.abort(reason)
    await expect(first).rejects.toBe(reason)
    await vi.waitFor(() => expect(host.held()).toBe(0))
  })

  it('is given back when the reader leaves early or stumbles, more often than a pool has connections', async () => {
    for (let i = 0; i < 24; i++) {
      const texts = { [Symbol.asyncIterator]: () => exporting(host) }
      const reading = (async () => {
        for await (const text of texts) {
          if (i % 2 === 1) throw reason
          return text.length
        }
        return 0
      })()
      if (i % 2 === 1) await expect(reading).rejects.toBe(reason)
      else expect(await reading).toBeGreaterThan(1000)
      expect(host.held()).toBe(0)
    }
  })

  it('is asked for one part more than the reader has taken, and for nothing while it pauses', async () => {
    const commands: string[] = []
    const { sql } = host
    const snapshot: typeof sql.snapshot = (call) => {
      const snapshotting = sql.snapshot(call)!
      return snapshotting.then((inner) => ({
        cursor: inner.cursor,
        read: (command, call) => {
          commands.push(command.text)
          return inner.read(command, call)
        },
        close: () => inner.close(),
        abort: () => inner.abort(),
      }))
    }
    const parts = () => commands.filter((text) => !text.startsWith('DECLARE')).length
    const texts = exporting({ ...host, sql: { ...sql, dialect: sql.dialect, snapshot } })
    await texts.next()
    await sleep(50)
    expect(parts()).toBe(2)
    await texts.next()
    await sleep(50)
    expect(parts()).toBe(2)
    await texts.return?.()
    expect(host.held()).toBe(0)
  })
})
