import { describe, expect, it } from 'vitest'
import { Checkout } from '../../../src/sql/connections/checkout.js'
import { failing, faultOf, inTime, scriptedDriver, settingsQuery, soon } from './scripted-driver.js'

describe('Checkout: a connection', () => {
  it('is asked once what its session is set to', async () => {
    for (const allows of [true, false]) {
      const { driver, log } = scriptedDriver({ allows })
      const checkout = await Checkout.open(driver, inTime)
      expect(checkout.allowsLoneStatements()).toBe(allows)
      await checkout.readSessionSettings(inTime)
      expect(log).toEqual([settingsQuery])
    }
  })

  it('is asked nothing where the connection is the one of the host, which allows lone statements', async () => {
    const { driver, log } = scriptedDriver()
    const { sessionSettings: _, ...ofHost } = driver
    const checkout = await Checkout.open(ofHost, inTime)
    expect([checkout.allowsLoneStatements(), log]).toEqual([true, []])
  })

  it.each(['refused', 'unmigrated'] as const)(
    'allows no lone statement, and may be used, where the server answers the question with %s',
    async (kind) => {
      const { driver, log } = scriptedDriver({ answerTo: (text) => ask(text, failing(kind)) })
      const checkout = await Checkout.open(driver, inTime)
      expect(checkout.allowsLoneStatements()).toBe(false)
      await checkout.run({ text: 'SELECT 1' }, inTime)
      expect(log).toEqual([settingsQuery, 'SELECT 1'])
    },
  )

  it('goes back where the question fails in another way, and is closed where that ended it', async () => {
    for (const [kind, end] of [
      ['contention', 'release'],
      ['lost', 'destroy'],
      ['unready', 'destroy'],
    ] as const) {
      const { driver, log } = scriptedDriver({ answerTo: (text) => ask(text, failing(kind)) })
      expect(await faultOf(Checkout.open(driver, inTime))).toMatchObject({ kind })
      expect(log).toEqual([settingsQuery, end])
    }
  })

  it('is unreachable where none comes in time, and goes back when it comes later', async () => {
    const { driver, log, given } = scriptedDriver({ connectsWith: 'no answer' })
    const fault = await faultOf(Checkout.open(driver, soon))
    expect(fault).toMatchObject({ kind: 'unreachable', isTimeout: true, mayBeStored: false })
    given[0]!(null, {})
    expect(log).toEqual(['release'])
  })

  it('goes back once, fit for others, and then sends nothing more', async () => {
    const { driver, log } = scriptedDriver()
    const checkout = await Checkout.open(driver, inTime)
    checkout.release()
    checkout.release()
    checkout.destroy()
    expect(await faultOf(checkout.run({ text: 'SELECT 1' }, inTime))).toMatchObject({
      kind: 'lost',
      cause: new Error('The connection was given back.'),
    })
    expect(log).toEqual([settingsQuery, 'release'])
  })

  it.each([
    ['lost', 'destroy'],
    ['unready', 'destroy'],
    ['contention', 'release'],
    ['refused', 'release'],
  ] as const)('is given back by %s after a statement that ended with %s', async (kind, end) => {
    const cause = failing(kind)
    const { driver, log } = scriptedDriver({ answerTo: (text) => ask(text, cause, 'UPDATE') })
    const checkout = await Checkout.open(driver, inTime)
    expect(await faultOf(checkout.run({ text: 'UPDATE' }, inTime))).toMatchObject({ kind, cause })
    const next = await faultOf(checkout.run({ text: 'SELECT 1' }, inTime))
    if (end === 'destroy') expect(next).toMatchObject({ kind: 'lost', cause })
    else expect(next).toBeUndefined()
    checkout.release()
    expect(log.at(-1)).toBe(end)
  })

  it("is left to the host where it is the host's and its server answers, and is not used once it was lost", async () => {
    for (const [kind, sends] of [
      ['unready', true],
      ['lost', false],
    ] as const) {
      const { driver } = scriptedDriver({ answerTo: (text) => ask(text, failing(kind), 'UPDATE') })
      const { sessionSettings: _, ...ofHost } = driver
      const checkout = await Checkout.open(ofHost, inTime)
      await faultOf(checkout.run({ text: 'UPDATE' }, inTime))
      expect((await faultOf(checkout.run({ text: 'SELECT 1' }, inTime))) === undefined).toBe(sends)
    }
  })

  it('is closed by a statement that is not answered in time, which may be stored where it commits', async () => {
    for (const commits of [true, false]) {
      const { driver, log } = scriptedDriver({ answerTo: (text) => (text === 'COMMIT' ? 'no answer' : undefined) })
      const checkout = await Checkout.open(driver, inTime)
      const fault = await faultOf(checkout.run({ text: 'COMMIT' }, soon, commits))
      expect(fault).toMatchObject({ kind: 'lost', isTimeout: true, mayBeStored: commits })
      checkout.release()
      expect(log).toEqual([settingsQuery, 'COMMIT', 'destroy'])
    }
  })

  it('ends a running statement when it is closed', async () => {
    const { driver, log } = scriptedDriver({ answerTo: (text) => (text === 'SELECT 1' ? 'no answer' : undefined) })
    const checkout = await Checkout.open(driver, inTime)
    const running = faultOf(checkout.run({ text: 'SELECT 1' }, inTime))
    checkout.destroy()
    const closed = { kind: 'lost', cause: new Error('The connection was closed while a statement ran.') }
    expect(await running).toMatchObject(closed)
    expect(await faultOf(checkout.run({ text: 'SELECT 2' }, inTime))).toMatchObject(closed)
    expect(log).toEqual([settingsQuery, 'SELECT 1', 'destroy'])
  })

  it('runs plain statements in order, and none behind one that failed', async () => {
    const { driver, log } = scriptedDriver({ answerTo: (text) => ask(text, failing('refused'), 'SET b') })
    const checkout = await Checkout.open(driver, inTime)
    expect(await faultOf(checkout.runAll(['SET a', 'SET b', 'SET c'], inTime))).toMatchObject({ kind: 'refused' })
    expect(log).toEqual([settingsQuery, 'SET a', 'SET b'])
  })

  it('says of a lost connection whether it had been used before', async () => {
    const { driver, connections } = scriptedDriver({ answerTo: (text) => ask(text, failing('lost'), 'UPDATE') })
    const first = await Checkout.open(driver, inTime)
    expect(await faultOf(first.run({ text: 'UPDATE' }, inTime))).toMatchObject({ wasReused: false })
    const again = new Checkout(driver, connections[0]!)
    expect(await faultOf(again.run({ text: 'UPDATE' }, inTime))).toMatchObject({ wasReused: true })
  })
})

/** Fails the one statement, and leaves the others to the driver. */
const ask = (text: string, failure: Error, failed = settingsQuery) => (text === failed ? failure : undefined)
