import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { withDeadline } from '../../src/webhooks/deadline.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('withDeadline: work that ends in time resolves to its result, and leaves no timer behind', async () => {
  expect(await withDeadline(100, () => Promise.resolve('done'))).toBe('done')
  expect(vi.getTimerCount()).toBe(0)
})

it('withDeadline: work that fails in time rejects with its error, and leaves no timer behind', async () => {
  const error = new Error('no')
  await expect(withDeadline(100, () => Promise.reject(error))).rejects.toBe(error)
  expect(vi.getTimerCount()).toBe(0)
})

it('withDeadline: work that throws at once rejects with its error, and leaves no timer behind', async () => {
  const error = new Error('no')
  const work = () => {
    throw error
  }
  await expect(withDeadline(100, work)).rejects.toBe(error)
  expect(vi.getTimerCount()).toBe(0)
})

it('withDeadline: work that lasts to the deadline has its signal aborted, with the error that is thrown', async () => {
  let signalOfWork: AbortSignal | undefined
  const late = withDeadline(100, (signal) => {
    signalOfWork = signal
    return new Promise(() => undefined)
  })
  const thrown = late.catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(99)
  expect(signalOfWork!.aborted).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(await thrown).toMatchObject({ code: 'timed_out' })
  expect(signalOfWork!.reason).toBe(await thrown)
})

it('withDeadline: a rejection of the work after its deadline is dropped', async () => {
  const late = withDeadline(100, (signal) => new Promise((_, reject) => signal.addEventListener('abort', reject)))
  const thrown = late.catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(100)
  expect(await thrown).toMatchObject({ code: 'timed_out' })
})

it('withDeadline: each deadline counts from its own beginning', async () => {
  const lasting = (ms: number) => () => new Promise((resolve) => setTimeout(() => resolve(ms), ms))
  const first = withDeadline(100, lasting(90))
  await vi.advanceTimersByTimeAsync(90)
  const second = withDeadline(100, lasting(90))
  await vi.advanceTimersByTimeAsync(90)
  expect(await Promise.all([first, second])).toEqual([90, 90])
})
