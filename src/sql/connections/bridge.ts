/** Transactions of libraries that keep their connection to themselves, and only send statements. */
import type { SqlDatabase, SqlRow } from '../core/database.js'
import { DatabaseFault } from '../core/fault.js'
import type { DriverResult, DriverStatement } from './driver.js'
import { bound, type HostConnection, type HostProtocol } from './host-connection.js'

/** What a library answers: rows as arrays or as objects, and how many rows a statement without rows has changed. */
export interface BridgeResult {
  readonly rows: readonly unknown[]
  readonly changed?: number | bigint | undefined
}

/** How a library sends one statement in its transaction; without `values` it is one of ours that returns nothing. */
export type BridgeQuery = (statement: DriverStatement) => Promise<BridgeResult>

type BridgeProtocol<Transaction> = Pick<
  HostProtocol<Transaction>,
  'dialect' | 'kindOf' | 'isStatementGone' | 'identity' | 'firstIdentity' | 'forgetsSavepoints' | 'readsInParts'
>

/** One transaction of such a library. There is nothing to close: what was sent can be committed by the host. */
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

/** The columns of our statements have names of their own, and none that is a number. */
export function bridgeResult({ rows, changed }: BridgeResult): DriverResult {
  const found = rows.map((row): SqlRow => (Array.isArray(row) ? row : Object.values(row as object)).map(plain))
  return { rows: found, changed: Number(changed ?? found.length) }
}

const utf8 = new TextDecoder()

/** A VARBINARY may come as bytes that are no Buffer, whose `toString` would not read them. */
function plain(value: unknown): unknown {
  return value instanceof Uint8Array ? utf8.decode(value) : value
}
