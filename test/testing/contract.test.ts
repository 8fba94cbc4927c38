import { memoryRepository } from 'hospital-payments'
import { repositoryContract } from 'hospital-payments/testing'
import { describe, expect, it, vi } from 'vitest'
import { financeContract } from '../support/finance-contract/index.js'
import { altered } from '../support/repositories.js'
import { brokenFinance } from './broken-finance/index.js'
import { brokenRepositories } from './broken/index.js'

const sound = async () => ({ repository: memoryRepository() })
const cases = repositoryContract(sound)

const failing = 'A used idempotency key is answered with its payment and its own fingerprint'
const caseOf = (name: string, make: Parameters<typeof repositoryContract>[0]) =>
  repositoryContract(make).find((one) => one.name === name)!

function repeated(names: readonly string[]): string[] {
  return names.filter((name, i) => names.indexOf(name) !== i)
}

describe('repositoryContract: cases', () => {
  it('differ by their names', () => {
    expect(repeated(cases.map(({ name }) => name))).toEqual([])
  })

  it('prove each of the 15 promises', () => {
    const promises = [...new Set(cases.map(({ promise }) => promise))].sort((a, b) => a - b)
    expect(promises).toEqual(Array.from({ length: 15 }, (_, i) => i + 1))
  })

  it('are each proven by a broken repository', () => {
    const broken = new Set(brokenRepositories.map(({ breaks }) => breaks))
    expect(cases.map(({ name }) => name).filter((name) => !broken.has(name))).toEqual([])
    expect(repeated(brokenRepositories.map(({ name }) => name))).toEqual([])
  })

  it('are plain data that no runner is needed for', async () => {
    expect(Object.keys(cases[0]!)).toEqual(['name', 'promise', 'run'])
    const { run } = cases[0]!
    expect(await run()).toBeUndefined()
  })

  it('are each given a repository of their own, and only when they run', async () => {
    const make = vi.fn(sound)
    const [first, second] = repositoryContract(make)
    expect(make).not.toHaveBeenCalled()
    await Promise.all([first!.run(), second!.run()])
    expect(make).toHaveBeenCalledTimes(2)
  })
})

describe('test/support/finance-contract: cases', () => {
  const ofFinance = financeContract(sound)

  it('differ by their names, from those of payments too', () => {
    expect(repeated([...cases, ...ofFinance].map(({ name }) => name))).toEqual([])
  })

  it('prove each of the promises 17 to 21', () => {
    const promises = new Set(ofFinance.map(({ promise }) => promise))
    expect([17, 18, 19, 20, 21].filter((promise) => !promises.has(promise))).toEqual([])
  })

  it('are each proven by a broken repository', () => {
    const broken = new Set(brokenFinance.map(({ breaks }) => breaks))
    expect(ofFinance.map(({ name }) => name).filter((name) => !broken.has(name))).toEqual([])
    expect(repeated(brokenFinance.map(({ name, breaks }) => `${name}: ${breaks}`))).toEqual([])
  })
})

describe('repositoryContract: a case that is over', () => {
  it('disposes of its repository, called as a method', async () => {
    const made = {
      repository: memoryRepository(),
      open: true,
      dispose: async function () {
        this.open = false
      },
    }
    await repositoryContract(async () => made)[0]!.run()
    expect(made.open).toBe(false)
  })

  it('fails when its repository cannot be disposed of', async () => {
    const dispose = () => Promise.reject(new Error('still open'))
    const one = caseOf(failing, async () => ({ repository: memoryRepository(), dispose }))
    await expect(one.run()).rejects.toThrow('still open')
  })
})

describe('repositoryContract: a case that fails', () => {
  const unknown = 'An unknown payment is null and has an empty history'
  const undefinedGet = () => altered(memoryRepository(), () => ({ get: async () => undefined as unknown as null }))

  it('names the promise and itself, and shows both sides', async () => {
    const one = caseOf(unknown, async () => ({ repository: undefinedGet() }))
    await expect(one.run()).rejects.toMatchObject({
      name: 'ContractViolation',
      message: `promise 6, "${unknown}": payment: expected null, got undefined`,
      expected: null,
      actual: undefined,
    })
  })

  it('disposes of its repository, and stays with its own failure when that fails too', async () => {
    const dispose = vi.fn(() => Promise.reject(new Error('still open')))
    const one = caseOf(unknown, async () => ({ repository: undefinedGet(), dispose }))
    await expect(one.run()).rejects.toThrow(/^promise 6/)
    expect(dispose).toHaveBeenCalledOnce()
  })

  it('hands on as they are the errors that the repository rejects with', async () => {
    const error = new Error('no connection')
    const repository = altered(memoryRepository(), () => ({ insert: () => Promise.reject(error) }))
    await expect(caseOf(failing, async () => ({ repository })).run()).rejects.toBe(error)
  })

  it('shows no more of a long value than can be read', async () => {
    const repository = altered(memoryRepository(), ({ history }) => ({
      history: async (id) => (await history(id)).flatMap((event) => Array<typeof event>(100).fill(event)),
    }))
    const one = caseOf('A history holds the events of its own payment only', async () => ({ repository }))
    const message = await one.run().then(
      () => '',
      (error: Error) => error.message,
    )
    expect(message).toContain('…')
    expect(message.length).toBeLessThan(1500)
  })
})
