import type { Deadline } from '../core/database.js'
import { DatabaseFault } from '../core/fault.js'
import type { Done, Driver, Result, Statement } from './driver.js'
import { connectFaultOf, faultOf, leaves, timeIsUp, within } from './driver-calls.js'

/** A connection in our hands for several statements, one after another; given back once, whole or destroyed. */
export class Checkout<Connection extends object> {
  readonly #driver: Driver<Connection>
  readonly #connection: Connection
  readonly #wasReused: boolean
  #isGivenBack = false
  /** Why nothing more is sent over it. */
  #end: DatabaseFault | null = null
  #pending: Done<Result> | null = null

  /** Over a connection that was acquired already. */
  constructor(driver: Driver<Connection>, connection: Connection) {
    this.#driver = driver
    this.#connection = connection
    this.#wasReused = driver.sessions?.isKnown(connection) ?? false
  }

  static async open<Connection extends object>(
    driver: Driver<Connection>,
    deadline: Deadline,
  ): Promise<Checkout<Connection>> {
    const checkout = await within<Checkout<Connection>>(
      deadline,
      (done, isOver) => {
        driver.acquire((error, connection) => {
          if (error) done(connectFaultOf(driver, error))
          else if (isOver()) driver.release(connection!)
          else done(null, new Checkout(driver, connection!))
        })
      },
      () => timeIsUp('unreachable'),
    )
    await checkout.getToKnow(deadline)
    return checkout
  }

  /** Asks what the session is set to, where nobody has yet; where no answer comes the connection is given back. */
  async getToKnow(deadline: Deadline): Promise<void> {
    const { sessions } = this.#driver
    if (!sessions || sessions.isKnown(this.#connection)) return
    try {
      const { rows } = await this.run({ text: sessions.question }, deadline)
      sessions.learn(this.#connection, rows[0] ?? [])
    } catch (fault) {
      // A server that does not know the question is one whose sessions are never fit.
      if (fault instanceof DatabaseFault && fault.kind === 'refused') return
      this.release()
      throw fault
    }
  }

  /** Whether a lone statement may run as the session is set. */
  isFit(): boolean {
    return this.#driver.sessions?.isFit(this.#connection) ?? true
  }

  /** `commits` when it may store what came before it. A statement that is not answered in time ends the connection. */
  run(statement: Statement, deadline: Deadline, commits = false): Promise<Result> {
    if (this.#end) return Promise.reject(new DatabaseFault('lost', this.#end.cause))
    let isSent = false
    return within<Result>(
      deadline,
      (done) => {
        isSent = true
        this.#pending = done
        this.#driver.send(this.#connection, statement, (error, result) => {
          this.#pending = null
          if (!error) return done(null, result)
          const sent = { connection: this.#connection, commits, wasReused: this.#wasReused }
          const fault = faultOf(this.#driver, error, sent)
          if (fault instanceof DatabaseFault) this.#note(fault)
          done(fault)
        })
      },
      () => {
        const fault = timeIsUp('lost', commits && isSent)
        this.destroy(fault)
        return fault
      },
    )
  }

  /** Statements of ours, in order. */
  async runAll(texts: readonly string[], deadline: Deadline): Promise<void> {
    for (const text of texts) await this.run({ text }, deadline)
  }

  release(): void {
    if (this.#isGivenBack) return
    if (this.#end) return this.destroy(this.#end)
    this.#end = new DatabaseFault('lost', new Error('The connection was given back.'))
    this.#isGivenBack = true
    this.#driver.release(this.#connection)
  }

  destroy(why = new DatabaseFault('lost', new Error('The connection was closed while a statement ran.'))): void {
    if (this.#isGivenBack) return
    this.#isGivenBack = true
    this.#end ??= why
    this.#driver.destroy(this.#connection)
    // Some drivers never call back for a connection that was closed on our side.
    this.#pending?.(why)
  }

  #note(fault: DatabaseFault): void {
    const { sessions } = this.#driver
    // The host's own connection is for the host to leave, while it still answers.
    if (fault.kind === 'lost' || (sessions && leaves(fault.kind))) this.#end ??= fault
  }
}
