/** Calls of which never more than so many are under way: `forEachAtMost`, and `allAtMost`, which is built on it. */
import { describe, expect, it } from 'vitest'
import { allAtMost } from '../../src/internal/all-at-most.js'
import { forEachAtMost } from '../../src/internal/for-each-at-most.js'

/** Makes work that ends when the test ends it. */
function watched() {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  return {
    begun,
    work: (item: string) => {
      begun.push(item)
      return new Promise<void>((resolve) => ends.set(item, resolve))
    },
    end: async (item: string) => {
      ends.get(item)!()
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

describe('forEachAtMost', () => {
  it('begins the items in order, the next one when any has ended', async () => {
    const { begun, work, end } = watched()
    let isDone = false
    const all = forEachAtMost(2, ['a', 'b', 'c', 'd'], work).then(() => (isDone = true))
    expect(begun).toEqual(['a', 'b'])
    await end('b')
    expect(begun).toEqual(['a', 'b', 'c'])
    await end('c')
    expect(begun).toEqual(['a', 'b', 'c', 'd'])
    await end('d')
    expect(isDone).toBe(false)
    await end('a')
    await all
    expect(begun).toEqual(['a', 'b', 'c', 'd'])
  })

  it('begins all where there are no more than that, and ends at once where there are none', async () => {
    const { begun, work, end } = watched()
    const all = forEachAtMost(3, ['a', 'b'], work)
    expect(begun).toEqual(['a', 'b'])
    await end('a')
    await end('b')
    await all
    await forEachAtMost(3, [], work)
    expect(begun).toEqual(['a', 'b'])
  })

  it.each([[['a']], [['a', 'b']]])('fails as the work does: %j', async (items) => {
    const work = () => Promise.reject(new Error('failed'))
    await expect(forEachAtMost(1, items, work)).rejects.toThrow('failed')
  })
})

describe('allAtMost', () => {
  it('gives the results in the order of the calls, whichever ended first', async () => {
    const { begun, work, end } = watched()
    const call = (item: string) => () => work(item).then(() => item)
    const all = allAtMost(2, [call('a'), call('b'), call('c')])
    expect(begun).toEqual(['a', 'b'])
    for (const item of ['b', 'c', 'a']) await end(item)
    expect(await all).toEqual(['a', 'b', 'c'])
    expect(await allAtMost(2, [])).toEqual([])
  })
})
