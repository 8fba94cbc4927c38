import { expect, it } from 'vitest'
import { pacer } from '../../src/internal/event-loop.js'

it('pacer: waits for a turn of the event loop after enough work, and not after less', async () => {
  const pace = pacer(10)
  expect([pace(4), pace(5.9)]).toEqual([undefined, undefined])
  let hasTurned = false
  setImmediate(() => (hasTurned = true))
  await pace(0.1)
  expect(hasTurned).toBe(true)
  expect(pace(9)).toBeUndefined()
})

it('pacer: calls before the turn wait for the same one', async () => {
  const pace = pacer(10)
  const first = pace(10)
  expect(first).toBeInstanceOf(Promise)
  expect(pace(0)).toBe(first)
  expect(pace(100)).toBe(first)
  await first
  expect(pace(0)).toBeUndefined()
})
