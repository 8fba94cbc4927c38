import type { SqlDatabase } from '../database.js'
import type { Driver } from './driver.js'
import { openSnapshot } from './pool-snapshot.js'
import { single } from './single.js'
import { isMet } from './steps.js'
import { type Phrases, transaction } from './transaction.js'

/** A host's pool as a database: a connection for each call, given back as it was. */
export function pooled<Connection>(driver: Driver<Connection>, phrases: Phrases): SqlDatabase {
  return {
    dialect: driver.dialect,
    isBound: () => false,

    read: (command, call) => single(driver, command, call, false).then(({ rows }) => rows),

    write(steps, call) {
      const [step, ...others] = steps
      if (step === undefined) return Promise.resolve({ committed: true, rows: [] })
      if (!phrases.autocommit || others.length > 0) return transaction(driver, phrases, steps, call)
      return single(driver, step, call, true).then((result) => ({ committed: isMet(step, result), rows: result.rows }))
    },

    snapshot: (call) => openSnapshot(driver, phrases, call),
  }
}
