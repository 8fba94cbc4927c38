import type { Deadline, Command, SqlDatabase, SqlRow, WriteStatement, Written } from '../core/database.js'
import { connectFaultOf, faultOf, timeIsUp, within } from '../connections/driver-calls.js'
import { pgKind } from './faults.js'
import type { Pglite, PgliteTransaction } from './handles.js'
import { askPglite } from './pglite-query.js'
import { runWriteStatements } from '../connections/write-statements.js'

const translator = { kindOf: pgKind }

/** PGlite has one connection, and lets one transaction after another have it; the host's own too. */
export function fromPglite(database: Pglite): SqlDatabase {
  function read(command: Command, deadline: Deadline): Promise<readonly SqlRow[]> {
    return within(
      deadline,
      (done) => {
        askPglite(database, command).then(
          ({ rows }) => done(null, rows),
          (error: unknown) => done(connectFaultOf(translator, error)),
        )
      },
      () => timeIsUp('unreachable'),
    )
  }

  function write(statements: readonly WriteStatement[], deadline: Deadline): Promise<Written> {
    let commits = false
    return within<Written>(
      deadline,
      (done, isOver) => {
        const work = async (transaction: PgliteTransaction): Promise<Written> => {
          // Its turn may come when nobody waits for it any more.
          const written = isOver()
            ? undone
            : await runWriteStatements(statements, (step) => askPglite(transaction, step))
          commits = written.committed && !isOver()
          if (!commits) await transaction.rollback()
          return written
        }
        database.transaction(work).then(
          (written) => done(null, written),
          (error: unknown) => done(faultOf(translator, error, { connection: database, commits, wasReused: false })),
        )
      },
      () => timeIsUp('lost', commits),
    )
  }

  return { dialect: 'postgres', isBound: () => false, read, write, snapshot: () => null }
}

const undone: Written = { committed: false, rows: [] }
