import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { backOff, deadlineIn, lockMs } from '../../../src/sql/core/deadline.js'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  vi.spyOn(Math, 'random').mockReturnValue(1)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Measures how long a try waits, and returns what `backOff` says of it then. */
async function waited(tries: number, timeoutMs: number, neededMs = 0) {
  const start = performance.now()
  const answer = backOff(tries, deadlineIn(timeoutMs), neededMs)
  await vi.runAllTimersAsync()
  return [performance.now() - start, await answer]
}

it('lockMs: a statement waits for locks for nine tenths of what is left of its call', () => {
  expect(lockMs({ remaining: () => 1000 })).toBe(900)
})

describe('backOff: a wait before another try', () => {
  it('is at most 10 ms at first, half as long again each time, and no longer than a second', async () => {
    const waits = []
    for (const tries of [1, 2, 3, 13, 30]) waits.push((await waited(tries, 60_000))[0])
    expect(waits).toEqual([10, 15, 22, 1000, 1000])
  })

  it('ends while what the next try needs is left of the call', async () => {
    expect(await waited(9, 200, 100)).toEqual([100, true])
  })

  it('is none where less than 10 ms are left for it', async () => {
    expect(await waited(1, 110, 100)).toEqual([10, true])
    expect(await waited(1, 109, 100)).toEqual([0, false])
  })

  it('leads to no other try where a busy process was woken too late', async () => {
    for (const [lateMs, expected] of [
      [49, true],
      [51, false],
    ] as const) {
      const answer = backOff(1, deadlineIn(110), 100)
      await vi.advanceTimersByTimeAsync(9)
      // Nothing runs meanwhile.
      vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 1 + lateMs)
      await vi.advanceTimersByTimeAsync(1)
      expect(await answer).toBe(expected)
      vi.mocked(performance.now).mockRestore()
    }
  })

  it('ends with the reason of the signal, and leaves no timer behind', async () => {
    const stop = new AbortController()
    const answer = backOff(20, deadlineIn(60_000), 0, stop.signal).catch((reason: unknown) => reason)
    await vi.advanceTimersByTimeAsync(1)
    stop.abort(new Error('the client has left'))
    expect(await answer).toBe(stop.signal.reason)
    expect(vi.getTimerCount()).toBe(0)
    await expect(backOff(1, deadlineIn(60_000), 0, stop.signal)).rejects.toBe(stop.signal.reason)
  })

  it('leaves no listener on the signal once it is over', async () => {
    const { signal } = new AbortController()
    const added = vi.spyOn(signal, 'addEventListener')
    const removed = vi.spyOn(signal, 'removeEventListener')
    const answer = backOff(1, deadlineIn(60_000), 0, signal)
    await vi.runAllTimersAsync()
    expect(await answer).toBe(true)
    const [[name, listener] = []] = added.mock.calls
    expect(removed.mock.calls).toEqual([[name, listener]])
  })
})
