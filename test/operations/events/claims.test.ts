import { describe, expect, it } from 'vitest'
import { leasesOf, withEvents } from './deliveries.js'

/** Returns the number of events of each claim of a call, where a send takes so long. */
async function sizesOf(count: number, sendMs: number, concurrency = 1): Promise<number[]> {
  const { payments, repository, clock } = await withEvents(count)
  const { repository: seen, sizes } = leasesOf(repository)
  await payments.using(seen).deliverEvents(async () => clock.advance(sendMs), { concurrency })
  return sizes
}

describe('deliverEvents: a claim', () => {
  it('holds more and more events while they are delivered fast, but not all of them', async () => {
    expect(await sizesOf(200, 0)).toEqual([1, 2, 4, 8, 16, 32, 50, 50, 37, 0])
  })

  it('holds few while delivering them takes long, so that other relays need not wait for a lease', async () => {
    expect(await sizesOf(8, 600)).toEqual([1, 2, 1, 2, 1, 1, 0])
    expect(await sizesOf(3, 5_000)).toEqual([1, 1, 1, 0])
  })

  it('is long from a second on', async () => {
    expect(await sizesOf(4, 999)).toEqual([1, 2, 1, 0])
    expect(await sizesOf(4, 1_000)).toEqual([1, 1, 1, 1, 0])
  })

  it('never holds fewer than may be delivered at a time', async () => {
    expect(await sizesOf(40, 600, 6)).toEqual([6, 6, 6, 6, 6, 6, 4, 0])
    expect(await sizesOf(200, 0, 70)).toEqual([70, 70, 60, 0])
  })
})
