import { connectFaultOf, statementFaultOf, timeoutFault, withDeadline } from '../connections/driver-calls.js'
import type { DriverResult, DriverStatement } from '../connections/driver.js'
import { runWriteStatements } from '../connections/write-statements.js'
import type {
  Deadline,
  SqlDatabase,
  SqlRow,
  SqlStatement,
  SqlValue,
  TransactionResult,
  WriteStatement,
} from '../core/database.js'
import { pgKind } from './faults.js'
import type { Pglite, PgliteTransaction } from './handles.js'
import { pgResult } from './send.js'

/**
 * The `query` of a PGlite and of its transaction. It is not in their types for `fromPg`, so that TypeScript infers the argument
 * of a bridge's `query` from that of `PgClient`.
 */
interface Queries {
  query(
    text: string,
    values?: SqlValue[],
    options?: { rowMode: 'array'; parsers: Record<number, (value: string) => unknown> },
  ): Promise<unknown>
}

/** Ids of bool, int8, int2, int4, text, json, float4, float8, numeric and jsonb, whose values stay the text of the server. */
const oids = [16, 20, 21, 23, 25, 114, 700, 701, 1700, 3802]
const identity = (value: string) => value
const parsers = Object.fromEntries(oids.map((oid) => [oid, identity]))

export async function queryPglite(
  handle: Pglite | PgliteTransaction,
  { text, values }: DriverStatement,
): Promise<DriverResult> {
  const { query } = handle as unknown as Queries
  return pgResult(await query.call(handle, text, values && [...values], { rowMode: 'array', parsers }))
}

const translator = { kindOf: pgKind }

/** Makes a database of a PGlite, whose one connection runs one transaction after another, the host's among them. */
export function fromPglite(database: Pglite): SqlDatabase {
  function read(statement: SqlStatement, deadline: Deadline): Promise<readonly SqlRow[]> {
    return withDeadline(
      deadline,
      (done) => {
        queryPglite(database, statement).then(
          ({ rows }) => done(null, rows),
          (error: unknown) => done(connectFaultOf(translator, error)),
        )
      },
      () => timeoutFault('unreachable'),
    )
  }

  function write(statements: readonly WriteStatement[], deadline: Deadline): Promise<TransactionResult> {
    let commits = false
    return withDeadline<TransactionResult>(
      deadline,
      (done, isOver) => {
        const work = async (transaction: PgliteTransaction): Promise<TransactionResult> => {
          // The transaction may begin when the time of the call is over.
          const written = isOver()
            ? undone
            : await runWriteStatements(statements, (step) => queryPglite(transaction, step))
          commits = written.committed && !isOver()
          if (!commits) await transaction.rollback()
          return written
        }
        database.transaction(work).then(
          (written) => done(null, written),
          (error: unknown) =>
            done(statementFaultOf(translator, error, { connection: database, commits, wasReused: false })),
        )
      },
      () => timeoutFault('lost', commits),
    )
  }

  return { dialect: 'postgres', isBound: () => false, read, write, snapshot: () => null }
}

const undone: TransactionResult = { committed: false, rows: [] }
