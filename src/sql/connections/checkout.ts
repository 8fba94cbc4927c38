import type { Deadline } from '../core/database.js'
import { DatabaseFault } from '../core/fault.js'
import { acquire, endsConnection, send, timeoutFault, withDeadline } from './driver-calls.js'
import type { Callback, Driver, DriverResult, DriverStatement } from './driver.js'

/** The results of statements that were sent together, and the fault of the one behind them; `null` where all were run. */
interface ResultsOfAll {
  readonly results: readonly DriverResult[]
  readonly fault: Error | null
}

/**
 * A connection that one call uses for several statements, one after another. It is given back once: fit for others, or
 * destroyed.
 */
export class Checkout<Connection extends object> {
  readonly #driver: Driver<Connection>
  readonly #connection: Connection
  readonly #wasReused: boolean
  #isGivenBack = false
  /** The reason for which nothing more is sent. */
  #end: DatabaseFault | null = null
  #pending: ((fault: DatabaseFault) => void) | null = null

  constructor(driver: Driver<Connection>, connection: Connection) {
    this.#driver = driver
    this.#connection = connection
    this.#wasReused = driver.sessionSettings?.areRead(connection) ?? false
  }

  static async open<Connection extends object>(
    driver: Driver<Connection>,
    deadline: Deadline,
  ): Promise<Checkout<Connection>> {
    const connection = await withDeadline<Connection>(
      deadline,
      (done, isOver) => acquire(driver, isOver, done),
      () => timeoutFault('unreachable'),
    )
    const checkout = new Checkout(driver, connection)
    await checkout.readSessionSettings(deadline)
    return checkout
  }

  /** Reads the settings of the session where they are not known. Where no answer comes, the connection is given back. */
  async readSessionSettings(deadline: Deadline): Promise<void> {
    const { sessionSettings } = this.#driver
    if (!sessionSettings || sessionSettings.areRead(this.#connection)) return
    try {
      const { rows } = await this.run({ text: sessionSettings.query }, deadline)
      sessionSettings.record(this.#connection, rows[0] ?? [])
    } catch (fault) {
      // On a server that refuses the query, no session allows a lone statement.
      if (fault instanceof DatabaseFault && ['refused', 'unmigrated'].includes(fault.kind)) return
      this.release()
      throw fault
    }
  }

  /** Returns true where the settings of the session allow a lone statement. */
  allowsLoneStatements(): boolean {
    return this.#driver.sessionSettings?.allowLoneStatements(this.#connection) ?? true
  }

  /**
   * Runs one statement; `commits` is true where it may store what came before it. A statement that is not answered in time
   * ends the connection.
   */
  run(statement: DriverStatement, deadline: Deadline, commits = false): Promise<DriverResult> {
    return this.#answer((answered) => this.#driver.send(this.#connection, statement, answered), deadline, commits)
  }

  /** Runs statements in one round trip, none of which commits; `null` where the connection takes them only one by one. */
  runTogether(statements: readonly DriverStatement[], deadline: Deadline): Promise<ResultsOfAll> | null {
    const sendAll = this.#driver.senderOfAll?.(this.#connection)
    if (!sendAll) return null
    let results: readonly DriverResult[] = []
    const start = (answered: Callback<void>) =>
      sendAll(statements, (error, answers = []) => {
        results = answers
        answered(error)
      })
    return this.#answer(start, deadline, false).then(
      () => ({ results, fault: null }),
      (fault: Error) => ({ results, fault }),
    )
  }

  #answer<Answer>(start: (answered: Callback<Answer>) => void, deadline: Deadline, commits: boolean): Promise<Answer> {
    if (this.#end) return Promise.reject(new DatabaseFault('lost', this.#end.cause))
    let isSent = false
    return withDeadline<Answer>(
      deadline,
      (done) => {
        isSent = true
        this.#pending = done
        const sending = { connection: this.#connection, commits, wasReused: this.#wasReused }
        send<Answer>(this.#driver, start, sending, (fault, answer) => {
          this.#pending = null
          if (fault instanceof DatabaseFault) this.#note(fault)
          done(fault, answer)
        })
      },
      () => {
        const fault = timeoutFault('lost', commits && isSent)
        this.destroy(fault)
        return fault
      },
    )
  }

  /** Runs statements without values, one after another. */
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
    // The host's own connection is for the host to leave, while it still answers.
    if (fault.kind === 'lost' || (this.#driver.sessionSettings && endsConnection(fault.kind))) this.#end ??= fault
  }
}
