import type { Deadline } from '../core/database.js'
import { DatabaseFault } from '../core/fault.js'
import { Checkout } from './checkout.js'
import { acquire, endsConnection, send, timeoutFault, withDeadline } from './driver-calls.js'
import type { Callback, DriverResult, DriverStatement, PoolDriver } from './driver.js'

/**
 * Runs one statement, which is a transaction by itself, over a connection of a pool; `commits` is true for a write. Most calls
 * are such a statement, so it costs one promise and one timer in all. Where the session is not known to allow it, nothing is
 * sent, and the connection is returned, checked out.
 */
export function runLoneStatement<Connection extends object>(
  driver: PoolDriver<Connection>,
  statement: DriverStatement,
  deadline: Deadline,
  commits: boolean,
): Promise<DriverResult | Checkout<Connection>> {
  let sentOver: Connection | undefined
  return withDeadline<DriverResult | Checkout<Connection>>(
    deadline,
    (done, isOver) => {
      acquire(driver, isOver, (failure, acquired) => {
        if (failure) return done(failure)
        const connection = acquired!
        if (!driver.sessionSettings.allowLoneStatements(connection)) return done(null, new Checkout(driver, connection))
        sentOver = connection
        const start = (answered: Callback<DriverResult>) => driver.send(connection, statement, answered)
        send(driver, start, { connection, commits, wasReused: true }, (fault, result) => {
          if (isOver()) return
          const kind = fault instanceof DatabaseFault ? fault.kind : 'lost'
          // Under the isolation that was read, a lone statement hardly ever meets one: the session may have another now.
          if (fault && kind === 'contention') driver.sessionSettings.forget(connection)
          if (fault && endsConnection(kind)) driver.destroy(connection)
          else driver.release(connection)
          done(fault, result)
        })
      })
    },
    () => {
      if (sentOver === undefined) return timeoutFault('unreachable')
      driver.destroy(sentOver)
      return timeoutFault('lost', commits)
    },
  )
}
