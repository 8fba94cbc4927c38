import { getEventListeners } from 'node:events'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sleep } from '../../src/internal/sleep.js'

/** Sleeps, and knows whether the sleep has ended. */
function sleeping(ms: number, signal: AbortSignal) {
  const state = { ended: false }
  void sleep(ms, signal).then(() => (state.ended = true))
  return state
}

describe('sleep', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('ends after so many milliseconds, and not before', async () => {
    const { signal } = new AbortController()
    const state = sleeping(1000, signal)
    await vi.advanceTimersByTimeAsync(999)
    expect(state.ended).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(state.ended).toBe(true)
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  it('ends when the signal is aborted, and leaves neither timer nor listener', async () => {
    const control = new AbortController()
    const state = sleeping(1000, control.signal)
    expect([vi.getTimerCount(), getEventListeners(control.signal, 'abort').length]).toEqual([1, 1])
    control.abort()
    await vi.advanceTimersByTimeAsync(0)
    expect(state.ended).toBe(true)
    expect([vi.getTimerCount(), getEventListeners(control.signal, 'abort').length]).toEqual([0, 0])
  })

  it('ends at once where the signal was aborted before', async () => {
    const signal = AbortSignal.abort()
    const state = sleeping(1000, signal)
    await vi.advanceTimersByTimeAsync(0)
    expect(state.ended).toBe(true)
    expect([vi.getTimerCount(), getEventListeners(signal, 'abort').length]).toEqual([0, 0])
  })
})
