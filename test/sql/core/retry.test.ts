import type { PaymentError } from 'hospital-payments'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { SqlDatabase } from '../../../src/sql/core/database.js'
import { DatabaseFault, type FaultKind } from '../../../src/sql/core/fault.js'
import { withRetries } from '../../../src/sql/core/retry.js'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const database = (isBound = false): SqlDatabase => ({
  dialect: 'postgres',
  isBound: () => isBound,
  read: () => Promise.reject(new Error('not used')),
  write: () => Promise.reject(new Error('not used')),
  snapshot: () => null,
})

interface Played {
  /** The times when each try began, in milliseconds of the call. */
  readonly begun: readonly number[]
  readonly endedAt: number
  readonly error: PaymentError | null
}

/** Plays a call of which each try takes `tryMs` and fails, until one that `fault` lets pass. */
async function play(
  fault: (tries: number) => DatabaseFault | null,
  { timeoutMs = 10_000, tryMs = 1, isBound = false } = {},
): Promise<Played> {
  const start = performance.now()
  const begun: number[] = []
  let endedAt = 0
  const played = withRetries(database(isBound), timeoutMs, async () => {
    begun.push(performance.now() - start)
    await new Promise((resolve) => setTimeout(resolve, tryMs))
    const failure = fault(begun.length)
    if (failure) throw failure
  }).then(
    () => null,
    (error: unknown) => error as PaymentError,
  )
  void played.then(() => (endedAt = performance.now() - start))
  await vi.advanceTimersByTimeAsync(timeoutMs + 1000)
  return { error: await played, begun, endedAt }
}

const always = (kind: FaultKind) => () => new DatabaseFault(kind, new Error(kind))
const drawn = (part: number) => vi.spyOn(Math, 'random').mockReturnValue(part)

it.each(['contention', 'unreachable', 'unready', 'lost'] as const)(
  'withRetries: a call that meets %s goes on until its time is over, with waits that grow to a second and no further',
  async (kind) => {
    drawn(0.999)
    const { begun, endedAt, error } = await play(always(kind))
    const waits = begun.slice(1).map((at, i) => at - begun[i]! - 1)
    expect(waits[0]).toBeLessThanOrEqual(11)
    for (const [i, wait] of waits.slice(0, 10).entries()) expect(wait).toBeGreaterThanOrEqual(waits[i - 1] ?? 0)
    expect(Math.max(...waits)).toBeGreaterThan(900)
    expect(Math.max(...waits)).toBeLessThanOrEqual(1001)
    expect(endedAt).toBeGreaterThan(9_000)
    expect(endedAt).toBeLessThanOrEqual(10_000)
    expect(error).toMatchObject({ retryable: true, cause: { message: kind } })
  },
)

it('withRetries: waits are drawn from all of their time, so that callers who collided do not meet again', async () => {
  drawn(0.5)
  const half = (await play(always('contention'))).begun
  drawn(0)
  const none = (await play((tries) => (tries < 50 ? new DatabaseFault('contention', null) : null))).begun
  expect(half[1]).toBeLessThan(11)
  expect(none).toHaveLength(50)
  expect(none.at(-1)).toBeLessThan(150)
})

it('withRetries: a call in which others are in the way twenty times succeeds within the time that it has by default', async () => {
  const { error, begun } = await play((tries) => (tries <= 20 ? new DatabaseFault('contention', null) : null))
  expect(error).toBeNull()
  expect(begun).toHaveLength(21)
})

it('withRetries: a database that comes back in the last second of a call is used again', async () => {
  for (const part of [0.01, 0.5, 0.999]) {
    drawn(part)
    let isBack = false
    setTimeout(() => (isBack = true), 8800)
    expect((await play(() => (isBack ? null : new DatabaseFault('unreachable', null)))).error).toBeNull()
  }
})

it.each([1, 5, 50])('withRetries: a call of %i ms ends in its time', async (timeoutMs) => {
  const { begun, endedAt, error } = await play(always('unreachable'), { timeoutMs })
  expect(endedAt).toBeLessThanOrEqual(Math.max(timeoutMs, 1))
  expect(begun.length).toBeGreaterThanOrEqual(timeoutMs === 50 ? 2 : 1)
  expect(begun.length).toBeLessThan(30)
  expect(error).toMatchObject({ code: 'storage_unavailable', retryable: true })
})

it('withRetries: no try is begun for which there is not ten times the time that the one before took', async () => {
  drawn(0.01)
  const { begun } = await play(always('contention'), { tryMs: 70 })
  expect(begun.at(-1)).toBeLessThanOrEqual(9300)
  expect(begun.at(-1)).toBeGreaterThan(9000)
})

it.each(['refused', 'pooler', 'outside', 'duplicate'] as const)(
  'withRetries: a call that meets %s is not repeated',
  async (kind) => {
    expect((await play(always(kind))).begun).toHaveLength(1)
  },
)

it("withRetries: in a host's transaction nothing is repeated", async () => {
  for (const kind of ['contention', 'unreachable', 'unready', 'lost'] as const)
    expect((await play(always(kind), { isBound: true })).begun).toHaveLength(1)
})

it('withRetries: connections that had been waiting in the pool are left one after another without a wait', async () => {
  drawn(0.999)
  const stale = new DatabaseFault('unready', new Error('read-only'), { wasReused: true })
  const { begun, error } = await play((tries) => (tries <= 30 ? stale : null))
  expect(error).toBeNull()
  expect(begun).toHaveLength(31)
  expect(begun.at(-1)).toBeLessThan(40)
})

it('withRetries: a result that may have been stored once stays unknown, whatever comes after it', async () => {
  const unsure = new DatabaseFault('lost', new Error('cut'), { mayBeStored: true })
  const later = await play((tries) => (tries === 1 ? unsure : new DatabaseFault('refused', new Error('disk full'))))
  expect(later.error).toMatchObject({ code: 'outcome_unknown', cause: { message: 'disk full' } })
  const away = await play((tries) => (tries === 1 ? unsure : new DatabaseFault('unreachable', new Error('refused'))))
  expect(away.error).toMatchObject({ code: 'outcome_unknown', cause: { message: 'refused' } })
})

it('withRetries: a last try that was cut short is reported by the answers before it', async () => {
  const silence = new DatabaseFault('lost', new Error('silence'), { isTimeout: true })
  const { error } = await play(
    (tries) => (tries < 12 ? new DatabaseFault('contention', new Error('40001')) : silence),
    {
      timeoutMs: 1000,
    },
  )
  expect(error).toMatchObject({ code: 'concurrent_update', cause: { message: '40001' } })
  const all = await play(() => silence, { timeoutMs: 1000, tryMs: 1000 })
  expect(all.error).toMatchObject({ code: 'storage_unavailable', cause: { message: 'silence' } })
})
