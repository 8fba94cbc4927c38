import type { Call } from '../database.js'
import { DatabaseFault } from '../fault.js'
import type { Driver, Result, Statement } from './driver.js'
import { connectFaultOf, faultOf, timeIsUp } from './driver-faults.js'
import { type Done, within } from './timer.js'

/**
 * One statement, which is a transaction of its own, over a connection of a pool. What most calls are, so it costs one
 * promise and one timer in all; `commits` tells a write.
 */
export function single<Connection>(
  driver: Driver<Connection>,
  statement: Statement,
  call: Call,
  commits: boolean,
): Promise<Result> {
  let connection: Connection | undefined
  return within<Result>(
    call,
    (done, isOver) => {
      driver.acquire((failure, acquired) => {
        if (failure) return done(connectFaultOf(driver, failure))
        if (isOver()) return driver.release(acquired!)
        connection = acquired!
        const answered: Done<Result> = (error, result) => {
          if (isOver()) return
          if (!error) {
            driver.release(connection!)
            return done(null, result)
          }
          const fault = faultOf(driver, error, commits)
          // Only after an answer is it known to be fit for others.
          if (fault instanceof DatabaseFault && fault.kind !== 'lost') driver.release(connection!)
          else driver.destroy(connection!)
          done(fault)
        }
        try {
          driver.send(connection, statement, answered)
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
