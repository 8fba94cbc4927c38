import { describe, expect, it } from 'vitest'
import { checkClock } from '../../../src/cli/check/clock.js'

const noon = Date.UTC(2026, 10, 20, 12)

/** Checks a server whose clock is `skew` ms ahead in the middle of the time that its answer takes. */
function findingOf(skew: number, took = 0) {
  const times = [noon, noon + took]
  return checkClock(
    'the clock',
    async () => [String(noon + took / 2 + skew)],
    () => times.shift()!,
  )
}

const agree = { name: 'clocks', status: 'ok', found: 'this machine and the server agree' }
const warning = {
  name: 'clocks',
  status: 'warning',
  todo: 'set both by NTP: payments have the times of the machine that stores them',
}

describe('checkClock', () => {
  it.each([0, 2000, -2000])('agrees where the server is %i ms ahead', async (skew) => {
    expect(await findingOf(skew)).toEqual(agree)
  })

  it('warns of more than two seconds, either way', async () => {
    expect(await findingOf(2001)).toEqual({ ...warning, found: 'the server is 2.001 s ahead' })
    expect(await findingOf(-90_000)).toEqual({ ...warning, found: 'the server is 90 s behind' })
  })

  it('takes off the time that the answer may have taken', async () => {
    expect(await findingOf(2400, 800)).toEqual(agree)
    expect(await findingOf(-2400, 800)).toEqual(agree)
    expect(await findingOf(2401, 800)).toEqual({ ...warning, found: 'the server is 2.401 s ahead' })
  })
})
