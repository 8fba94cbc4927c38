import type { Call, SqlDatabase, Step, Written } from '../core/database.js'
import type { PoolDriver, Result } from './driver.js'
import { Lease } from './checkout.js'
import { openSnapshot } from './pool-snapshot.js'
import { single } from './single.js'
import { isMet } from './write-statements.js'
import { type Phrases, transaction, transactionOfOne } from './transaction.js'

/** A host's pool as a database: a connection for each call, given back as it was. */
export function pooled<Connection extends object>(driver: PoolDriver<Connection>, phrases: Phrases): SqlDatabase {
  const writtenOf = (step: Step, result: Result): Written => ({ committed: isMet(step, result), rows: result.rows })

  /** Over a connection whose session is not known yet, or not fit for a statement outside a transaction. */
  async function withCare(lease: Lease<Connection>, step: Step, call: Call, stores: boolean): Promise<Written> {
    await lease.getToKnow(call)
    if (!lease.isFit()) return transactionOfOne(lease, phrases, step, call, stores)
    try {
      return writtenOf(step, await lease.run(step, call, stores))
    } finally {
      lease.release()
    }
  }

  return {
    dialect: driver.dialect,
    isBound: () => false,

    read: (command, call) =>
      single(driver, command, call, false).then((answer) =>
        answer instanceof Lease ? withCare(answer, command, call, false).then(({ rows }) => rows) : answer.rows,
      ),

    write(steps, call) {
      const [step, ...others] = steps
      if (step === undefined) return Promise.resolve({ committed: true, rows: [] })
      if (!phrases.autocommit || others.length > 0) return transaction(driver, phrases, steps, call)
      return single(driver, step, call, true).then((answer) =>
        answer instanceof Lease ? withCare(answer, step, call, true) : writtenOf(step, answer),
      )
    },

    snapshot: (call) => openSnapshot(driver, phrases, call),
  }
}
