import { describe, expect, it } from 'vitest'
import { hour, minute, start } from '../../support/service.js'
import { brief, failing, listener, withTwoVersions } from './deliveries.js'
import { waits } from '../../support/schedule.js'

const none = { delivered: 0, retrying: 0, dead: 0 }

describe('deliverEvents: an event that is never accepted', () => {
  it('is sent ten times at the times of the schedule, then dead, and the next one of its payment is sent', async () => {
    const { payments, clock } = await withTwoVersions()
    const { send, sent } = listener(async (event) => {
      if (event.data.version === 1) throw new Error('The receiver is down.')
    })
    expect(await payments.deliverEvents(send)).toStrictEqual({ ...none, retrying: 1 })
    for (const [i, wait] of waits.entries()) {
      clock.advance(wait - 1)
      expect(await payments.deliverEvents(send)).toStrictEqual(none)
      clock.advance(1)
      const last = i === waits.length - 1
      expect(await payments.deliverEvents(send)).toStrictEqual(
        last ? { delivered: 1, retrying: 0, dead: 1 } : { ...none, retrying: 1 },
      )
    }
    expect(sent).toEqual([...Array.from({ length: 10 }, () => 'INV-0 v1'), 'INV-0 v2'])
    clock.advance(365 * 24 * hour)
    expect(await payments.deliverEvents(send)).toStrictEqual(none)
  })

  it('waits up to a fifth longer, as the random source has it', async () => {
    const { payments, clock } = await withTwoVersions({ random: (bytes) => new Uint8Array(bytes).fill(255) })
    const times: number[] = []
    const send = () => {
      times.push(clock())
      return failing(undefined as never)
    }
    const timesAfter = async (ms: number) => {
      clock.advance(ms)
      await payments.deliverEvents(send, { limit: 1 })
      return times.length
    }
    expect(await timesAfter(0)).toBe(1)
    for (const [i, wait] of waits.entries()) {
      expect(await timesAfter(Math.floor(wait * 1.1999))).toBe(i + 1)
      expect(await timesAfter(Math.ceil(wait * 0.0001))).toBe(i + 2)
    }
    expect(times.at(0)).toBe(Date.parse(start))
    expect(times).toHaveLength(10)
  })

  it('counts a wait that the receiver asked for as a try', async () => {
    const { payments, clock } = await withTwoVersions()
    const { send, sent } = listener(async ({ data }) => (data.version === 1 ? { retryAfterMs: Infinity } : undefined))
    for (let tries = 1; tries <= 9; tries++) {
      expect(await payments.deliverEvents(send)).toStrictEqual({ ...none, retrying: 1 })
      clock.advance(24 * hour - 1)
      expect(await payments.deliverEvents(send)).toStrictEqual(none)
      clock.advance(1)
    }
    expect(await payments.deliverEvents(send)).toStrictEqual({ delivered: 1, retrying: 0, dead: 1 })
    expect(sent).toHaveLength(11)
  })

  it('counts no try that was not made: a relay that died leaves the event all its tries', async () => {
    const { payments, clock, repository } = await withTwoVersions()
    for (let i = 0; i < 20; i++) {
      const [now, leaseUntil] = [clock(), clock() + minute].map((ms) => new Date(ms).toISOString()) as [string, string]
      const claimed = await repository.claimEvents({ from: 'due', owner: `gone-${i}`, now, leaseUntil, limit: 5 })
      expect(claimed.map(({ event }) => brief(event))).toEqual(['INV-0 v1'])
      clock.advance(minute)
    }
    for (const wait of [0, ...waits]) {
      clock.advance(wait)
      const dead = wait === 24 * hour
      expect(await payments.deliverEvents(failing, { limit: 1 })).toStrictEqual({
        ...none,
        [dead ? 'dead' : 'retrying']: 1,
      })
    }
  })
})
