import type { Deadline } from '../core/database.js'
import { DatabaseFault } from '../core/fault.js'
import type { Done, PoolDriver, Result, Statement } from './driver.js'
import { connectFaultOf, faultOf, leaves, timeIsUp, within } from './driver-calls.js'
import { Checkout } from './checkout.js'

/**
 * One statement, which is a transaction of its own, over a connection of a pool. What most calls are, so it costs one
 * promise and one timer in all; `commits` tells a write. Where the session is not known to be fit for that nothing is sent:
 * then it comes to a lease of the connection.
 */
export function runLoneStatement<Connection extends object>(
  driver: PoolDriver<Connection>,
  statement: Statement,
  deadline: Deadline,
  commits: boolean,
): Promise<Result | Checkout<Connection>> {
  let connection: Connection | undefined
  return within<Result | Checkout<Connection>>(
    deadline,
    (done, isOver) => {
      driver.acquire((failure, acquired) => {
        if (failure) return done(connectFaultOf(driver, failure))
        if (isOver()) return driver.release(acquired!)
        const own = acquired!
        if (!driver.sessions.isFit(own)) return done(null, new Checkout(driver, own))
        connection = own
        const answered: Done<Result> = (error, result) => {
          if (isOver()) return
          if (!error) {
            driver.release(own)
            return done(null, result)
          }
          const fault = faultOf(driver, error, { connection: own, commits, wasReused: true })
          const kind = fault instanceof DatabaseFault ? fault.kind : 'lost'
          // Under the isolation that the session had, a lone statement hardly meets any: another may have been set.
          if (kind === 'contention') driver.sessions.forget(own)
          if (leaves(kind)) driver.destroy(own)
          else driver.release(own)
          done(fault)
        }
        try {
          driver.send(own, statement, answered)
        } catch (error) {
          answered(error)
        }
      })
    },
    () => {
      if (connection === undefined) return timeIsUp('unreachable')
      driver.destroy(connection)
      return timeIsUp('lost', commits)
    },
  )
}
