import type { Call } from '../database.js'
import { DatabaseFault } from '../fault.js'
import type { Driver, Result, Statement } from './driver.js'
import { connectFaultOf, faultOf, timeIsUp } from './driver-faults.js'
import { type Done, within } from './timer.js'

/** A connection in our hands for several statements, one after another; given back once, whole or destroyed. */
export class Lease<Connection> {
  readonly #driver: Driver<Connection>
  readonly #connection: Connection
  #isGivenBack = false
  #isLost = false
  #pending: Done<Result> | null = null

  private constructor(driver: Driver<Connection>, connection: Connection) {
    this.#driver = driver
    this.#connection = connection
  }

  static open<Connection>(driver: Driver<Connection>, call: Call): Promise<Lease<Connection>> {
    return within(
      call,
      (done, isOver) => {
        driver.acquire((error, connection) => {
          if (error) done(connectFaultOf(driver, error))
          else if (isOver()) driver.release(connection!)
          else done(null, new Lease(driver, connection!))
        })
      },
      () => timeIsUp('unreachable'),
    )
  }

  /** `commits` when it may store what came before it. A statement that is not answered in time ends the connection. */
  run(statement: Statement, call: Call, commits = false): Promise<Result> {
    if (this.#isGivenBack) return Promise.reject(new DatabaseFault('lost', new Error('The connection was given up.')))
    let isSent = false
    return within<Result>(
      call,
      (done) => {
        isSent = true
        this.#pending = done
        this.#driver.send(this.#connection, statement, (error, result) => {
          this.#pending = null
          if (!error) return done(null, result)
          const fault = faultOf(this.#driver, error, commits)
          this.#isLost ||= fault instanceof DatabaseFault && fault.kind === 'lost'
          done(fault)
        })
      },
      () => {
        this.destroy()
        return timeIsUp('lost', commits && isSent)
      },
    )
  }

  /** Statements of ours, in order. */
  async runAll(texts: readonly string[], call: Call): Promise<void> {
    for (const text of texts) await this.run({ text }, call)
  }

  release(): void {
    if (this.#isGivenBack) return
    if (this.#isLost) return this.destroy()
    this.#isGivenBack = true
    this.#driver.release(this.#connection)
  }

  destroy(): void {
    if (this.#isGivenBack) return
    this.#isGivenBack = true
    this.#driver.destroy(this.#connection)
    // Some drivers never call back for a connection that was closed on our side.
    this.#pending?.(new DatabaseFault('lost', new Error('The connection was closed while a statement ran.')))
  }
}
