import type { FaultKind } from '../../../src/sql/core/fault.js'
import type { Callback, DriverResult, DriverStatement, PoolDriver } from '../../../src/sql/connections/driver.js'
import { SessionSettings } from '../../../src/sql/connections/session-settings.js'

/** Makes an error of the driver, which means what it says. */
export const failing = (kind: FaultKind) => Object.assign(new Error(`driver: ${kind}`), { code: kind })

/** The end of a statement: rows, an error, or no answer at all. */
type Answer = DriverResult | Error | 'no answer'

/** The one query that the sessions of a scripted driver are asked. */
export const settingsQuery = 'SHOW settings'

interface Script {
  answerTo?: (text: string) => Answer | undefined
  /** True where a session is set so that a lone statement may run. */
  allows?: boolean
  connectsWith?: Error | 'no answer'
}

/** Makes a driver that answers as its script says, and logs all that was asked of it. */
export function scriptedDriver({ answerTo, allows = true, connectsWith }: Script = {}) {
  const log: string[] = []
  const connections: object[] = []
  const acquired: Callback<object>[] = []
  const sessionSettings = new SessionSettings<object>(settingsQuery, ([allowed]) => allowed === 1)
  const driver: PoolDriver<object> = {
    dialect: 'postgres',
    kindOf: (error) => (error as { code?: FaultKind }).code ?? 'lost',
    acquire(done) {
      acquired.push(done)
      if (connectsWith === 'no answer') return
      if (connectsWith) return done(connectsWith)
      const connection = {}
      connections.push(connection)
      done(null, connection)
    },
    send(_, { text }: DriverStatement, done) {
      log.push(text)
      const settings: Answer = { rows: [[allows ? 1 : 0]], changed: 1 }
      const answer = answerTo?.(text) ?? (text === settingsQuery ? settings : { rows: [], changed: 1 })
      if (answer === 'no answer') return
      queueMicrotask(() => (answer instanceof Error ? done(answer) : done(null, answer)))
    },
    release: () => void log.push('release'),
    destroy: () => void log.push('destroy'),
    sessionSettings,
  }
  return { driver, log, connections, given: acquired }
}

export const inTime = { remaining: () => 10_000 }
/** A call so short that what is not answered at once is not waited for. */
export const soon = { remaining: () => 20 }

export const faultOf = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (fault: unknown) => fault,
  )
