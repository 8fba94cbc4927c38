import { describe, expect, it } from 'vitest'
import { loadedByFirstCall } from '../../src/internal/first-call.js'

interface Allocations {
  allocations: number[]
}

/** Makes a module whose load the test ends, with the calls of its functions in order. */
function module() {
  const calls: unknown[] = []
  const loads: { resolve: () => void; reject: (cause: unknown) => void }[] = []
  const functions = {
    allocate: async (bound: string, key: string, options?: Allocations) => {
      calls.push([bound, key, options])
      return key.toUpperCase()
    },
    list: async function* (bound: string, { allocations }: Allocations) {
      yield* allocations.map((allocation) => `${bound}${allocation}`)
    },
  }
  const part = loadedByFirstCall(
    () =>
      new Promise<typeof functions>((resolve, reject) => {
        loads.push({ resolve: () => resolve(functions), reject })
      }),
  )
  return { ...part, calls, loads }
}

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const result: Item[] = []
  for await (const item of items) result.push(item)
  return result
}

describe('loadedByFirstCall: the functions', () => {
  it('are loaded once, by the first call and by nothing before', async () => {
    const { called, loads, calls } = module()
    const allocate = called('service', (all) => all.allocate)
    expect(loads).toHaveLength(0)
    const answers = [allocate('a'), allocate('b', { allocations: [1] })]
    expect(loads).toHaveLength(1)
    expect(calls).toEqual([])
    loads[0]!.resolve()
    expect(await Promise.all(answers)).toEqual(['A', 'B'])
    expect(calls).toEqual([
      ['service', 'a', undefined],
      ['service', 'b', { allocations: [1] }],
    ])
    await allocate('c')
    expect(loads).toHaveLength(1)
  })

  it('read their arguments at the call, while they are loaded and after', async () => {
    const { called, loads, calls } = module()
    const allocate = called('service', (all) => all.allocate)
    const options = { allocations: [1] }
    const first = allocate('a', options)
    options.allocations[0] = 2
    const second = allocate('b', options)
    options.allocations = []
    loads[0]!.resolve()
    await Promise.all([first, second])
    expect(calls).toEqual([
      ['service', 'a', { allocations: [1] }],
      ['service', 'b', { allocations: [2] }],
    ])
    // Once they are there, they are called before the call returns, with the objects themselves.
    void allocate('c', options)
    expect(calls.at(-1)).toEqual(['service', 'c', options])
    expect((calls.at(-1) as unknown[])[2]).toBe(options)
  })

  it('reject with internal_error and its cause where they cannot be loaded; the next call loads them again', async () => {
    const { called, loads, calls } = module()
    const allocate = called('service', (all) => all.allocate)
    const cause = new Error('ERR_MODULE_NOT_FOUND')
    const refused = [allocate('a'), allocate('b')]
    loads[0]!.reject(cause)
    for (const answer of refused) {
      await expect(answer).rejects.toMatchObject({
        name: 'PaymentError',
        code: 'internal_error',
        message:
          'A part of hospital-payments could not be loaded; nothing was done. If its files were replaced while the program ran, start the program again.',
        cause,
      })
    }
    expect(calls).toEqual([])
    const again = allocate('c')
    loads[1]!.resolve()
    expect(await again).toBe('C')
    expect(loads).toHaveLength(2)
  })

  it('yield items while they are read: nothing is loaded before, and options are read then', async () => {
    const { iterated, loads } = module()
    const options = { allocations: [1] }
    const items = iterated((part) => part.list('s', options))
    await Promise.resolve()
    expect(loads).toHaveLength(0)
    options.allocations = [1, 2]
    const read = all(items)
    loads[0]!.resolve()
    expect(await read).toEqual(['s1', 's2'])
    expect(await all(iterated((part) => part.list('t', options)))).toEqual(['t1', 't2'])
    expect(loads).toHaveLength(1)
  })

  it('close the source of the items when their reader leaves early', async () => {
    let closed = false
    const { iterated } = loadedByFirstCall(async () => ({
      list: async function* () {
        try {
          yield 1
          yield 2
        } finally {
          closed = true
        }
      },
    }))
    for await (const item of iterated((part) => part.list())) {
      expect(item).toBe(1)
      break
    }
    expect(closed).toBe(true)
  })
})
