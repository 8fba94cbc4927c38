import { describe, expect, it } from 'vitest'
import { snapshot } from '../../src/internal/snapshot.js'

describe('snapshot', () => {
  it('stays as it was when the caller changes its objects and lists', () => {
    const options = { allocations: [{ to: 'payment', amount: 100 }], actor: 'amina' }
    const [key, copied] = snapshot(['line-1', options])
    options.allocations[0]!.amount = 999
    options.allocations.push({ to: 'category', amount: 1 })
    options.actor = 'dawit'
    expect(key).toBe('line-1')
    expect(copied).toEqual({ allocations: [{ to: 'payment', amount: 100 }], actor: 'amina' })
  })

  it('keeps properties that a check of options would refuse', () => {
    const argument = JSON.parse('{"__proto__":{"held":true},"unknown":null}') as object
    const [copied, nothing] = snapshot([{ ...argument, ['__proto__']: 1, missing: undefined }, undefined])
    expect(Object.keys(copied)).toEqual(['__proto__', 'unknown', 'missing'])
    expect(nothing).toBeUndefined()
    expect(Object.getPrototypeOf(copied)).toBe(Object.prototype)
  })

  it('copies objects without a prototype, as parsers of query strings make them', () => {
    const query = Object.assign(Object.create(null) as { text?: string }, { text: 'abebe' })
    const [copied] = snapshot([query])
    query.text = 'other'
    expect(copied).toEqual({ text: 'abebe' })
  })

  it('has the same functions, signals, iterables and instances: all that is no plain data', () => {
    class Line {
      key = 'a'
    }
    async function* records() {
      yield 1
    }
    const lines = { [Symbol.asyncIterator]: records }
    const rows = { *[Symbol.iterator]() {} }
    class Lines extends Array<number> {}
    const hiddenInList = Object.defineProperty([1], 'hidden', { value: 2 })
    const hidden = Object.defineProperty({ shown: 1 }, 'hidden', { value: 2 })
    const withSummary = Object.assign([{ row: 2 }], { summary: () => ({ statements: [] }) })
    const { signal } = new AbortController()
    const iterables = [records(), lines, rows, withSummary, hiddenInList, new Lines(), new Map()]
    const values = [...iterables, signal, () => 1, new Line(), new Date(0), hidden]
    const [list, { nested }] = snapshot([values, { nested: values }])
    for (const [at, value] of values.entries()) {
      expect(list[at]).toBe(value)
      expect(nested[at]).toBe(value)
    }
  })

  it('is as deep as the allocations of a line, and no deeper', () => {
    const argument = { allocations: [{ to: 'payment', deeper: {} }] }
    const [copied] = snapshot([argument])
    expect(copied).toEqual(argument)
    expect(copied.allocations[0]).not.toBe(argument.allocations[0])
    expect(copied.allocations[0]!.deeper).toBe(argument.allocations[0]!.deeper)
  })

  it('ends where an object contains itself', () => {
    const circle: { self?: unknown } = {}
    circle.self = circle
    const ring: unknown[] = []
    ring.push(ring)
    expect(() => snapshot([circle, ring])).not.toThrow()
  })
})
