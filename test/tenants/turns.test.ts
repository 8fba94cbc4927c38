import { describe, expect, it, vi } from 'vitest'
import { type Places, type TurnEnd, turns } from '../../src/tenants/turns.js'

const usual: Places = { atOnce: 1, failingAtOnce: 1, slowAfterMs: 60_000, maxSlow: 0 }

interface Subject {
  take: (tenant: string) => Promise<TurnEnd>
  places?: Partial<Places>
  everyMs?: number
}

/** Makes turns under a clock of the test's, which records what happened. */
function subject({ take, places = {}, everyMs = 1_000 }: Subject) {
  const stop = new AbortController()
  const time = { now: 0 }
  const order: string[] = []
  const failures: [tenant: string, message: string, waitMs: number][] = []
  const made = turns({
    everyMs,
    signal: stop.signal,
    places: { ...usual, ...places },
    clock: () => time.now,
    take(tenant) {
      order.push(tenant)
      return take(tenant)
    },
    onFailure: (tenant, error, waitMs) => void failures.push([tenant, (error as Error).message, waitMs]),
  })
  return { ...made, stop, time, order, failures }
}

/** Makes a promise that the test resolves. */
function held() {
  let release = (_: TurnEnd) => {}
  const end = new Promise<TurnEnd>((resolve) => (release = resolve))
  return { end, release }
}

describe('turns', () => {
  it('gives a tenant with much to do one turn after each of the others', async () => {
    const left = new Map([
      ['much', 4],
      ['some', 2],
      ['one', 1],
    ])
    const { offer, ended, order } = subject({
      async take(tenant) {
        const rest = left.get(tenant)! - 1
        left.set(tenant, rest)
        return rest > 0 ? 'more' : 'done'
      },
    })
    offer(['much', 'some', 'one'])
    await ended()
    expect(order).toEqual(['much', 'some', 'one', 'much', 'some', 'much', 'much'])
  })

  it('gives a tenant one turn at a time, however often it is offered', async () => {
    const { end, release } = held()
    const { offer, ended, order } = subject({ take: () => end, places: { atOnce: 3 } })
    offer(['a', 'a'])
    offer(['a'])
    expect(order).toEqual(['a'])
    release('done')
    await ended()
    expect(order).toEqual(['a'])
    offer(['a'])
    await ended()
    expect(order).toEqual(['a', 'a'])
  })

  it('has as many turns at a time as there are places', async () => {
    const all = Array.from({ length: 5 }, held)
    let i = 0
    const { offer, ended, order } = subject({ take: () => all[i++]!.end, places: { atOnce: 2 } })
    offer(['a', 'b', 'c', 'd', 'e'])
    expect(order).toEqual(['a', 'b'])
    all[1]!.release('done')
    await vi.waitFor(() => expect(order).toEqual(['a', 'b', 'c']))
    for (const { release } of all) release('done')
    await ended()
    expect(order).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  it('lets a tenant rest after a failure, twice as long each time, up to a minute, and forgets it after a success', async () => {
    let isBroken = true
    const { offer, ended, order, failures, time } = subject({
      take: async () => {
        if (isBroken) throw new Error('away')
        return 'done'
      },
    })
    for (const waitMs of [2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]) {
      offer(['a'])
      await ended()
      expect(failures.at(-1)).toEqual(['a', 'away', waitMs])
      time.now += waitMs - 1
      offer(['a'])
      await ended()
      time.now += 1
    }
    expect(order).toHaveLength(7)
    isBroken = false
    offer(['a'])
    await ended()
    isBroken = true
    offer(['a'])
    await ended()
    expect(failures.at(-1)).toEqual(['a', 'away', 2_000])
  })

  it('lets a tenant rest for which there was nothing to do, for ten seconds at most, and reports no failure', async () => {
    const { offer, ended, order, failures, time } = subject({ take: async () => 'nothing' })
    for (const waitMs of [2_000, 4_000, 8_000, 10_000, 10_000]) {
      offer(['a'])
      await ended()
      time.now += waitMs - 1
      offer(['a'])
      await ended()
      time.now += 1
    }
    expect(order).toHaveLength(5)
    expect(failures).toEqual([])
  })

  it('rests for everyMs where that is longer than a minute', async () => {
    const { offer, ended, failures, time, order } = subject({
      take: async (tenant) => {
        if (tenant === 'broken') throw new Error('away')
        return 'nothing'
      },
      everyMs: 90_000,
      places: { failingAtOnce: 2 },
    })
    offer(['broken', 'idle'])
    await ended()
    expect(failures).toEqual([['broken', 'away', 90_000]])
    time.now += 89_999
    offer(['broken', 'idle'])
    expect(order).toHaveLength(2)
  })

  it('has places of their own for tenants whose last turn failed or was refused', async () => {
    const hanging = new Map<string, ReturnType<typeof held>>()
    let isBroken = true
    const { offer, ended, order, time } = subject({
      take(tenant) {
        if (tenant.startsWith('well')) return Promise.resolve('done')
        if (isBroken) return tenant === 'refused' ? Promise.resolve('refused') : Promise.reject(new Error('away'))
        hanging.set(tenant, held())
        return hanging.get(tenant)!.end
      },
    })
    const failing = ['refused', 'failing 1', 'failing 2']
    offer(failing)
    await ended()
    isBroken = false
    time.now = 60_000
    order.length = 0
    offer([...failing, 'well 1', 'well 2'])
    await vi.waitFor(() => expect(order).toEqual(['well 1', 'refused', 'well 2']))
    hanging.get('refused')!.release('done')
    await vi.waitFor(() => expect(order.at(-1)).toBe('failing 1'))
    hanging.get('failing 1')!.release('done')
    await vi.waitFor(() => expect(order.at(-1)).toBe('failing 2'))
    hanging.get('failing 2')!.release('done')
    await ended()
  })

  it('gives the place of a slow turn to another tenant, so many times', async () => {
    const slow = Array.from({ length: 3 }, held)
    let i = 0
    const { offer, ended, order } = subject({
      take: (tenant) => (tenant.startsWith('slow') ? slow[i++]!.end : Promise.resolve('done')),
      places: { slowAfterMs: 5, maxSlow: 2 },
    })
    offer(['slow 1', 'slow 2', 'slow 3', 'quick'])
    await vi.waitFor(() => expect(order).toEqual(['slow 1', 'slow 2', 'slow 3']))
    await new Promise((resolve) => setTimeout(resolve, 30))
    expect(order).toHaveLength(3)
    slow[2]!.release('done')
    await vi.waitFor(() => expect(order.at(-1)).toBe('quick'))
    for (const { release } of slow) release('done')
    await ended()
  })

  it('begins no turn once the signal is aborted, and has ended when those under way have', async () => {
    const { end, release } = held()
    const { offer, ended, order, stop } = subject({ take: () => end })
    offer(['a', 'b'])
    stop.abort()
    let hasEnded = false
    const ending = ended().then(() => (hasEnded = true))
    await new Promise((resolve) => setImmediate(resolve))
    expect(hasEnded).toBe(false)
    release('more')
    await ending
    offer(['c'])
    expect(order).toEqual(['a'])
  })
})
