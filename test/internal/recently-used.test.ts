import { describe, expect, it } from 'vitest'
import { RecentlyUsed } from '../../src/internal/recently-used.js'

/** Makes values of texts, and logs what was made and given up, in order. */
function tracked(max: number) {
  const log: string[] = []
  const values = new RecentlyUsed<string>(max, (text, value) => log.push(`gave up ${text}=${value}`))
  return {
    log,
    values,
    get: (text: string) =>
      values.get(text, (key) => {
        log.push(`made ${key}`)
        return key.toUpperCase()
      }),
  }
}

describe('RecentlyUsed: a value', () => {
  it('is made once while it is kept', () => {
    const { get, log } = tracked(2)
    expect([get('a'), get('a'), get('b'), get('a'), get('b')]).toEqual(['A', 'A', 'B', 'A', 'B'])
    expect(log).toEqual(['made a', 'made b'])
  })

  it('is given up where there are too many: the one that was used longest ago goes first', () => {
    const { get, log } = tracked(2)
    for (const text of ['a', 'b', 'a', 'c', 'a', 'b']) get(text)
    expect(log).toEqual(['made a', 'made b', 'made c', 'gave up b=B', 'made b', 'gave up c=C'])
  })

  it('is deleted, alone or with all others, without being given up', () => {
    const { get, log, values } = tracked(3)
    for (const text of ['a', 'b', 'c']) get(text)
    values.delete('b')
    for (const text of ['a', 'b', 'c']) get(text)
    values.clear()
    for (const text of ['d', 'e', 'a']) get(text)
    expect(log).toEqual(['made a', 'made b', 'made c', 'made b', 'made d', 'made e', 'made a'])
  })

  it('needs no function for values that are given up', () => {
    const values = new RecentlyUsed<number>(1)
    expect(['a', 'bb', 'a'].map((text) => values.get(text, ({ length }) => length))).toEqual([1, 2, 1])
  })
})
