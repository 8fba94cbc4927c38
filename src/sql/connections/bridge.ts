/** Transactions of libraries that give no access to their connection, and only send statements. */
import type { SqlDatabase, SqlRow } from '../core/database.js'
import { DatabaseFault } from '../core/fault.js'
import type { DriverResult, DriverStatement } from './driver.js'
import { bound, type HostConnection, type HostProtocol } from './host-connection.js'

/** The answer of a library: rows as arrays or as objects, and the number of rows that a statement without rows changed. */
export interface BridgeResult {
  readonly rows: readonly unknown[]
  readonly changed?: number | bigint | undefined
}

/** The function by which a library sends one statement in its transaction. A statement without `values` returns no rows. */
export type BridgeQuery = (statement: DriverStatement) => Promise<BridgeResult>

type BridgeProtocol<Transaction> = Pick<
  HostProtocol<Transaction>,
  'dialect' | 'kindOf' | 'isStatementGone' | 'identity' | 'firstIdentity' | 'forgetsSavepoints' | 'readsInParts'
>

/** Makes a database of one transaction of such a library. Nothing can be closed: the host can commit what was sent. */
export function fromBridge<Transaction extends object>(
  transaction: Transaction,
  query: (statement: DriverStatement) => Promise<DriverResult>,
  protocol: BridgeProtocol<Transaction & HostConnection>,
): SqlDatabase {
  return bound<Transaction & HostConnection>(transaction, {
    ...protocol,
    kindOf: (error) => (error instanceof DatabaseFault ? error.kind : protocol.kindOf(error)),
    send: (_, statement, done) => {
      query(statement).then((result) => done(null, result), done)
    },
    canClose: () => false,
    close: () => undefined,
  })
}

/**
 * Converts a library's answer to rows of values. The order of an object's values is that of the columns, because each column
 * of our statements has another name, and none is a number.
 */
export function bridgeResult({ rows, changed }: BridgeResult): DriverResult {
  const rowsOfValues = rows.map((row): SqlRow => (Array.isArray(row) ? row : Object.values(row as object)).map(plain))
  return { rows: rowsOfValues, changed: Number(changed ?? rowsOfValues.length) }
}

const utf8 = new TextDecoder()

/** Decodes bytes to text: a VARBINARY may come as bytes that are no Buffer, whose `toString` does not decode them. */
function plain(value: unknown): unknown {
  return value instanceof Uint8Array ? utf8.decode(value) : value
}
