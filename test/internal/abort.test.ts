import { describe, expect, it, vi } from 'vitest'
import { onAbort, untilAborted } from '../../src/internal/abort.js'
import { collect } from '../support/service.js'

describe('onAbort', () => {
  it('has one listener for all callers that wait, and none when each has left', () => {
    const { signal } = new AbortController()
    const added = vi.spyOn(signal, 'addEventListener')
    const removed = vi.spyOn(signal, 'removeEventListener')
    const leaves = Array.from({ length: 20 }, () => onAbort(signal, () => undefined))
    expect(added).toHaveBeenCalledTimes(1)
    for (const leave of leaves) {
      expect(removed).not.toHaveBeenCalled()
      leave()
    }
    for (const leave of leaves) leave()
    expect(removed).toHaveBeenCalledTimes(1)
    onAbort(signal, () => undefined)()
    expect([added.mock.calls.length, removed.mock.calls.length]).toEqual([2, 2])
  })

  it('calls each function that waits once, also where one leaves meanwhile', () => {
    const ending = new AbortController()
    const called: number[] = []
    const leaves = [1, 2, 3].map((n) => onAbort(ending.signal, () => (called.push(n), leaves[n - 1]!())))
    onAbort(ending.signal, () => called.push(4))()
    ending.abort()
    expect(called).toEqual([1, 2, 3])
  })
})

describe('untilAborted', () => {
  const { signal } = new AbortController()

  it('yields the same items, and ends as their source does', async () => {
    const removed = vi.spyOn(signal, 'removeEventListener')
    async function* items() {
      yield* [1, 2, 3]
    }
    expect(await collect(untilAborted(items(), signal))).toEqual([1, 2, 3])
    expect(removed).toHaveBeenCalledTimes(1)
  })

  it('rejects with the error of its source, and does not end it', async () => {
    const broken = { next: () => Promise.reject(new Error('cut off')), return: vi.fn() }
    await expect(collect(untilAborted({ [Symbol.asyncIterator]: () => broken }, signal))).rejects.toThrow('cut off')
    expect(broken.return).not.toHaveBeenCalled()
  })

  it('ends its source where it is left, and waits for that', async () => {
    const steps: string[] = []
    async function* items() {
      try {
        yield* [1, 2]
      } finally {
        await Promise.resolve()
        steps.push('ended')
      }
    }
    for await (const item of untilAborted(items(), signal)) {
      steps.push(`${item}`)
      break
    }
    expect(steps).toEqual(['1', 'ended'])
  })

  it('reads nothing where the signal was aborted before', async () => {
    const next = vi.fn()
    const items = { [Symbol.asyncIterator]: () => ({ next }) }
    await expect(collect(untilAborted(items, AbortSignal.abort(new Error('left'))))).rejects.toThrow('left')
    expect(next).not.toHaveBeenCalled()
  })
})
