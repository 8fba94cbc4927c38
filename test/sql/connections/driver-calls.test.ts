import { describe, expect, it, vi } from 'vitest'
import { DatabaseFault, type FaultKind } from '../../../src/sql/core/fault.js'
import {
  acquire,
  connectFaultOf,
  endsConnection,
  recordError,
  send,
  statementFaultOf,
  timeoutFault,
  withDeadline,
} from '../../../src/sql/connections/driver-calls.js'
import { failing, faultOf, inTime, scriptedDriver, soon } from './scripted-driver.js'

const { driver } = scriptedDriver()
const sending = (overrides: object = {}) => ({ connection: {}, commits: false, wasReused: false, ...overrides })

/** Returns a connection that broke while nothing was sent over it. */
function brokenBefore(...reasons: readonly unknown[]) {
  const connection = {}
  for (const reason of reasons) recordError.call(connection, reason)
  return connection
}

describe('statementFaultOf: the end of a statement', () => {
  const kinds: readonly FaultKind[] = ['duplicate', 'contention', 'unreachable', 'unready', 'lost', 'refused']

  it.each(kinds)('is a fault of the kind that the driver reports: %s', (kind) => {
    const cause = failing(kind)
    const fault = statementFaultOf(driver, cause, sending())
    expect(fault).toBeInstanceOf(DatabaseFault)
    expect(fault).toMatchObject({ kind, cause, mayBeStored: false, isTimeout: false, wasReused: false })
  })

  it.each(kinds)('may be stored where the connection was lost in a write alone: %s', (kind) => {
    const stored = statementFaultOf(driver, failing(kind), sending({ commits: true }))
    expect(stored).toMatchObject({ mayBeStored: kind === 'lost' })
  })

  it.each(kinds)('says of a connection that ended whether it had been used before: %s', (kind) => {
    const fault = statementFaultOf(driver, failing(kind), sending({ wasReused: true }))
    expect(fault).toMatchObject({ wasReused: kind === 'lost' || kind === 'unready' })
  })

  it('has as its cause why the connection broke before, of which the first report says most', () => {
    const reason = failing('refused')
    for (const kind of ['lost', 'unreachable'] as const) {
      const connection = brokenBefore(reason, new Error('This socket has been ended.'))
      const fault = statementFaultOf(driver, failing(kind), sending({ connection, wasReused: true }))
      expect(fault).toMatchObject({ kind, cause: reason, wasReused: true })
    }
    const cause = failing('contention')
    expect(statementFaultOf(driver, cause, sending({ connection: brokenBefore(reason) }))).toMatchObject({ cause })
  })

  it('is a mistake of a program as it was thrown, and a fault as it is', () => {
    for (const mistake of [new TypeError('x is no function'), new DatabaseFault('lost', undefined)]) {
      expect(statementFaultOf(driver, mistake, sending())).toBe(mistake)
      expect(connectFaultOf(driver, mistake)).toBe(mistake)
    }
    // Node's own, of a socket or of TLS.
    const ofNode = Object.assign(new TypeError('Invalid URL'), { code: 'lost' })
    expect(statementFaultOf(driver, ofNode, sending())).toMatchObject({ kind: 'lost', cause: ofNode })
  })

  it('is passed on where the driver throws instead of calling back', async () => {
    const cause = failing('refused')
    const throwing = () => {
      throw cause
    }
    const done = vi.fn()
    send(driver, throwing, sending(), done)
    expect(done.mock.calls).toEqual([[expect.objectContaining({ kind: 'refused', cause }), undefined]])
  })
})

describe('connectFaultOf: a request for a connection', () => {
  it('is unreachable where the connection was lost, for nothing was sent; else what the driver reports', () => {
    const lost = failing('lost')
    expect(connectFaultOf(driver, lost)).toMatchObject({ kind: 'unreachable', cause: lost, mayBeStored: false })
    const refused = failing('refused')
    expect(connectFaultOf(driver, refused)).toMatchObject({ kind: 'refused', cause: refused })
  })

  it('goes back to the pool where the time of the call was over by then', () => {
    const { driver, log } = scriptedDriver()
    const done = vi.fn()
    acquire(driver, () => true, done)
    expect([log, done.mock.calls]).toEqual([['release'], []])
    acquire(driver, () => false, done)
    expect([log, done.mock.calls]).toEqual([['release'], [[null, {}]]])
  })
})

describe('withDeadline: a call with a limit', () => {
  const expired = new Error('over')

  it('ends with what came, in time', async () => {
    expect(
      await withDeadline(
        inTime,
        (done) => done(null, 7),
        () => expired,
      ),
    ).toBe(7)
    const failure = new Error('driver')
    expect(
      await faultOf(
        withDeadline(
          inTime,
          (done) => done(failure),
          () => expired,
        ),
      ),
    ).toBe(failure)
    const thrown = withDeadline(
      inTime,
      () => {
        throw failure
      },
      () => expired,
    )
    expect(await faultOf(thrown)).toBe(failure)
  })

  it('begins nothing where no time is left', async () => {
    for (const left of [0, -1, NaN]) {
      const start = vi.fn()
      expect(await faultOf(withDeadline({ remaining: () => left }, start, () => expired))).toBe(expired)
      expect(start).not.toHaveBeenCalled()
    }
  })

  it('ends when its time is over, and ignores what comes later', async () => {
    let late: (() => void) | undefined
    const expire = vi.fn(() => expired)
    const call = withDeadline<number>(soon, (done) => (late = () => done(null, 7)), expire)
    expect(await faultOf(call)).toBe(expired)
    late!()
    expect(await faultOf(call)).toBe(expired)
    expect(expire).toHaveBeenCalledTimes(1)
  })

  it('shows whether it is over to what it began', async () => {
    let isOver = (): boolean => false
    const call = withDeadline<number>(
      soon,
      (_, over) => void (isOver = over),
      () => expired,
    )
    expect(isOver()).toBe(false)
    await faultOf(call)
    expect(isOver()).toBe(true)
  })

  it('leaves no timer behind, and waits as long as a timer can where more is left', async () => {
    const set = vi.spyOn(globalThis, 'setTimeout')
    const cleared = vi.spyOn(globalThis, 'clearTimeout')
    await withDeadline(
      { remaining: () => 2 ** 40 },
      (done) => done(null, 7),
      () => expired,
    )
    expect(set.mock.lastCall?.[1]).toBe(2 ** 31 - 1)
    expect(cleared).toHaveBeenCalledWith(set.mock.results.at(-1)?.value)
    vi.restoreAllMocks()
  })
})

it('timeoutFault: a limit that is over is a fault of the time, and may be stored where a write was sent', () => {
  expect(timeoutFault('unreachable')).toMatchObject({ kind: 'unreachable', isTimeout: true, mayBeStored: false })
  expect(timeoutFault('lost', true)).toMatchObject({
    kind: 'lost',
    isTimeout: true,
    mayBeStored: true,
    cause: new Error('The database did not answer within the time of the call.'),
  })
})

it('endsConnection: a connection is not used again that was lost, or whose server is not ready', () => {
  const kinds: readonly FaultKind[] = [
    'duplicate',
    'contention',
    'unreachable',
    'unready',
    'lost',
    'refused',
    'outside',
  ]
  expect(kinds.filter(endsConnection)).toEqual(['unready', 'lost'])
})
