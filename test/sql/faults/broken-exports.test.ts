import { setTimeout as sleep } from 'node:timers/promises'
import { sqlRepository } from 'hospital-payments/sql'
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
const tenant = 'broken exports'

onEach([postgres, mariadb], 'An export (R8)', (entry) => {
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

  const texts = (signal?: AbortSignal) => {
    const { dialect } = database()
    const { payments } = caller(sqlRepository(lane.sql, { dialect, tenant, timeoutMs }), 1)
    return payments.exportCsv({}, signal && { signal })
  }

  /** How many rows a reader has when the export ends or breaks. */
  function reading(pauseMs = 0) {
    let rows = -1
    const read = async () => {
      for await (const text of texts()) {
        rows += text.split('\r\n').length - 1
        if (pauseMs > 0) await sleep(pauseMs)
      }
      return rows
    }
    return { read, rows: () => rows }
  }

  it.each(['cutBefore', 'cutAfter', 'silenceBefore', 'silenceAfter'] as const)(
    'that is broken off in the middle (%s) breaks its iteration within the time of a part',
    async (how) => {
      for (const skip of [0, 1, 2]) {
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

  it('that ends on a silent network is whole all the same', async () => {
    lane.proxy.silenceBefore(/^(CLOSE|COMMIT)/, { times: Infinity })
    expect(await reading().read()).toBe(count)
  })
})
