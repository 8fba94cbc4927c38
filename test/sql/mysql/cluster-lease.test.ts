/** The lease of a migration against a row that is held here, on a clock that the tests move. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { RunStatement, SqlRow } from '../../../src/sql/core/database.js'
import { deadlineIn } from '../../../src/sql/core/deadline.js'
import { isClustered, LeaseLost, withLease } from '../../../src/sql/mysql/cluster-lease.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms)

interface Row {
  owner: string
  beat: number
}

/** Makes the one row of the cluster, and a process that asks for it as `me`. */
function cluster(row: Row | null) {
  const state = { row, sent: [] as string[], uncommitted: 0, failsToFree: false }
  let isOurs = true
  const run: RunStatement = async (text, values = []): Promise<readonly SqlRow[]> => {
    state.sent.push(text)
    state.uncommitted = text === 'COMMIT AND NO CHAIN NO RELEASE' ? 0 : state.uncommitted + 1
    if (text === 'SELECT UUID()') return [['me']]
    if (text.startsWith('SELECT owner')) return state.row ? [[state.row.owner, state.row.beat]] : []
    if (text.startsWith('INSERT IGNORE')) state.row ??= { owner: '', beat: 0 }
    if (text.includes('SET owner = ?')) {
      const [me, owner, beat] = values
      if (isOurs && state.row !== null && state.row.owner === owner && state.row.beat === beat)
        state.row = { owner: String(me), beat: Number(beat) + 1 }
    }
    if (text.includes("SET owner = ''")) {
      if (state.failsToFree) throw new Error('the session is gone')
      if (state.row !== null && state.row.owner === values[0]) state.row.owner = ''
    }
    return []
  }
  return {
    state,
    run,
    /** Makes another node faster with its write from now on. */
    losesRaces: (next: Row) => {
      isOurs = false
      state.row = next
    },
  }
}

interface Work {
  readonly forMs?: number
  readonly isDone?: () => boolean
  readonly work?: (run: RunStatement) => Promise<void>
}

/** Runs a migration that is to be the only one, and keeps what became of it. */
function migrating(run: RunStatement, { forMs = 60_000, isDone = () => false, work = async () => {} }: Work = {}) {
  const seen = { worked: 0, end: undefined as unknown }
  const locked = {
    isDone: async () => isDone(),
    work(inLease: RunStatement) {
      seen.worked++
      return work(inLease)
    },
  }
  withLease('hp_', run, deadlineIn(forMs), locked).then(
    () => (seen.end = 'done'),
    (error: unknown) => (seen.end = error),
  )
  return seen
}

describe('withLease: the lease of a migration', () => {
  it('is held while the work runs, and free again behind it, whatever becomes of the work', async () => {
    for (const failure of [null, new Error('no rights')]) {
      const { state, run } = cluster(null)
      let held: Row | null = null
      const seen = migrating(run, {
        async work() {
          held = state.row && { ...state.row }
          if (failure) throw failure
        },
      })
      await wait(10)
      expect(seen).toEqual({ worked: 1, end: failure ?? 'done' })
      expect([held, state.row]).toEqual([
        { owner: 'me', beat: 1 },
        { owner: '', beat: 1 },
      ])
      expect(state.uncommitted).toBe(0)
      expect(state.sent.filter((text) => !text.startsWith('COMMIT')).map((text) => text.slice(0, 12))).toEqual([
        ...['CREATE TABLE', 'SELECT UUID(', 'SELECT owner', 'INSERT IGNOR', 'SELECT owner'],
        ...['UPDATE hp_mi', 'SELECT owner', 'UPDATE hp_mi'],
      ])
    }
  })

  it('is not taken where others have done the work', async () => {
    const { state, run } = cluster({ owner: '', beat: 7 })
    const seen = migrating(run, { isDone: () => true })
    await wait(10)
    expect([seen, state.row]).toEqual([
      { worked: 0, end: 'done' },
      { owner: '', beat: 7 },
    ])
  })

  it('is waited for while another holds it, and that the work is done meanwhile is seen', async () => {
    const { run } = cluster({ owner: 'other', beat: 1 })
    let isDone = false
    const seen = migrating(run, { isDone: () => isDone })
    await wait(5_000)
    expect(seen.end).toBeUndefined()
    isDone = true
    await wait(1_000)
    expect(seen).toEqual({ worked: 0, end: 'done' })
  })

  it('is taken over from a holder that did not renew it for 15 seconds, and not before', async () => {
    const { state, run } = cluster({ owner: 'other', beat: 1 })
    const seen = migrating(run)
    await wait(14_900)
    expect(seen.worked).toBe(0)
    await wait(1_200)
    expect([seen, state.row]).toEqual([
      { worked: 1, end: 'done' },
      { owner: '', beat: 2 },
    ])
  })

  it.each([
    ['renews it', (row: Row) => ({ ...row, beat: row.beat + 1 })],
    ['hands it to a third', (row: Row) => ({ ...row, owner: `${row.owner}.` })],
  ])('is never taken from a holder that %s, however long that takes', async (_, next) => {
    const { state, run } = cluster({ owner: 'other', beat: 1 })
    const seen = migrating(run)
    for (let i = 0; i < 5; i++) {
      await wait(10_000)
      state.row = next(state.row!)
    }
    expect(seen).toEqual({ worked: 0, end: undefined })
    await wait(11_000)
    expect(seen.worked).toBe(0)
    expect(seen.end).toMatchObject({
      code: 'storage_unavailable',
      message: 'Another process kept the schema locked for the whole of lockTimeoutMs. Nothing was changed. Try again.',
    })
  })

  it('is not held by a process whose write came second', async () => {
    const { state, run, losesRaces } = cluster({ owner: '', beat: 1 })
    losesRaces({ owner: '', beat: 1 })
    const seen = migrating(run, { forMs: 2_000 })
    await wait(1_000)
    state.row = { owner: 'other', beat: 2 }
    await wait(2_000)
    expect([seen.worked, state.row]).toEqual([0, { owner: 'other', beat: 2 }])
    expect(seen.end).toMatchObject({ code: 'storage_unavailable' })
  })

  it('is renewed by the first statement later than five seconds after the last time', async () => {
    const { state, run } = cluster(null)
    const beats: unknown[] = []
    const seen = migrating(run, {
      async work(inLease) {
        for (const ms of [0, 5_000, 1, 4_999, 2]) {
          await new Promise((resolve) => setTimeout(resolve, ms))
          await inLease('CREATE TABLE x', [ms])
          beats.push(state.row?.beat)
        }
      },
    })
    await wait(20_000)
    expect([seen.end, beats]).toEqual(['done', [1, 1, 2, 2, 3]])
    expect(state.sent.filter((text) => text === 'CREATE TABLE x')).toHaveLength(5)
  })

  it('ends the work before its next statement where another took it over, and stays with the other', async () => {
    const otherRow = { owner: 'other', beat: 9 }
    for (const lose of ['taken before', 'taken while it is renewed']) {
      const { state, run, losesRaces } = cluster(null)
      const seen = migrating(run, {
        async work(inLease) {
          await new Promise((resolve) => setTimeout(resolve, 5_001))
          if (lose === 'taken before') state.row = { ...otherRow }
          else {
            losesRaces(state.row!)
            queueMicrotask(() => queueMicrotask(() => (state.row = { ...otherRow })))
          }
          await inLease('CREATE TABLE x')
        },
      })
      await wait(10_000)
      expect(seen.end).toBeInstanceOf(LeaseLost)
      expect(state.sent).not.toContain('CREATE TABLE x')
      expect(state.row).toEqual(otherRow)
    }
  })

  it('may fail to be given back: the session or the lease is lost then', async () => {
    const { state, run } = cluster(null)
    state.failsToFree = true
    const seen = migrating(run)
    await wait(10)
    expect(seen).toEqual({ worked: 1, end: 'done' })
  })
})

describe('isClustered: a cluster', () => {
  it.each([
    [[['wsrep_on', 'ON']], true],
    [[['wsrep_on', 'on']], true],
    [[['wsrep_on', 'OFF']], false],
    [[], false],
  ])('is one where the server says %j: %s', async (rows, expected) => {
    const sent: string[] = []
    const run: RunStatement = async (text) => {
      sent.push(text)
      return rows
    }
    expect(await isClustered(run)).toBe(expected)
    expect(sent).toEqual(["SHOW GLOBAL VARIABLES LIKE 'wsrep_on'"])
  })
})
