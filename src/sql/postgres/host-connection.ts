import { type BridgeQuery, fromBridge } from '../connections/bridge.js'
import { type DriverStatement, maxPreparedStatements } from '../connections/driver.js'
import { bound, type HostConnection, type HostProtocol } from '../connections/host-connection.js'
import type { SqlDatabase } from '../core/database.js'
import { isStatementGone, pgKind } from './faults.js'
import { isNeverConnected, type PgCallbackClient, type PgClient, type PgliteTransaction } from './handles.js'
import { queryPglite } from './pglite.js'
import { pgQuery, pgResult, sendToPg } from './send.js'
import { takesSubmissions } from './submission.js'
import { transactionEnds } from './transaction-ends.js'

type HostClient = PgClient & HostConnection & { end?(): unknown; readonly connection?: object }
type HostTransaction = PgliteTransaction & HostConnection

const commonProtocol = { dialect: 'postgres', kindOf: pgKind, forgetsSavepoints: false, readsInParts: true } as const

/** The record of the one transaction that a database is for. */
interface OneTransaction {
  readonly isOpen?: (() => boolean) | undefined
  /** True where calls in another transaction of the same connection are refused. */
  readonly isOneTransaction?: boolean
}

/** The statement that reads the time at which the transaction began, to the microsecond. */
export const identity: DriverStatement = { text: 'SELECT now()::text AS began', values: [] }

/** Returns a function that is true while the transaction of now is open, by the library's record and the server's reports. */
function openUntilEnd({ connection }: HostClient, isOpen: (() => boolean) | undefined): () => boolean {
  if (!connection) return () => isOpen?.() !== false
  const count = transactionEnds(connection)
  const { ends } = count
  return () => isOpen?.() !== false && count.ends === ends
}

export function fromPgClient(
  client: HostClient,
  prepares: boolean,
  { isOpen, isOneTransaction = false }: OneTransaction = {},
): SqlDatabase {
  const send = takesSubmissions(client.connection) ? sendOverClient(prepares) : sendOverBridge(prepares)
  const protocol: HostProtocol<HostClient> = {
    ...commonProtocol,
    isStatementGone,
    isOpen: isOneTransaction ? openUntilEnd(client, isOpen) : isOpen,
    identity: isOneTransaction ? identity : undefined,
    send,
    isConnected: (client) => !isNeverConnected(client),
    canClose: (client) => client.end !== undefined,
    // While a statement runs, pg closes the socket at once.
    close(client) {
      Promise.resolve(client.end?.()).catch(() => undefined)
    },
  }
  return bound(client, protocol)
}

/**
 * Makes a database of one transaction of a library that gives no access to a client of pg.
 *
 * @param firstIdentity the value of `identity` at the begin, where the library has no record of the end; `null` where it failed
 */
export function fromPgBridge(
  transaction: object,
  query: BridgeQuery,
  firstIdentity?: Promise<string | null>,
): SqlDatabase {
  const send = async (statement: DriverStatement) => pgResult(await query(statement))
  return fromBridge(transaction, send, { ...commonProtocol, isStatementGone, identity, firstIdentity })
}

type Send = HostProtocol<HostClient>['send']

function sendOverClient(prepares: boolean): Send {
  return (client, statement, done) => sendToPg(client as unknown as PgCallbackClient, statement, prepares, done)
}

/**
 * Texts that are sent over bridges with a name. They are so few that a connection can keep them all: nothing shows which
 * connection is behind a bridge, nor the statements that are prepared there.
 */
const namedTexts = new Set<string>()

function hasName(text: string): boolean {
  if (namedTexts.size < maxPreparedStatements) namedTexts.add(text)
  return namedTexts.has(text)
}

function sendOverBridge(prepares: boolean): Send {
  let isPreparing = prepares
  return (client, statement, done) => {
    const failed = (error: unknown) => {
      // By its record, the driver behind the bridge has prepared the statement, and would not prepare it again.
      if (isStatementGone(error)) isPreparing = false
      done(error)
    }
    client
      .query(pgQuery(statement, isPreparing && statement.values !== undefined && hasName(statement.text)))
      .then(pgResult)
      .then((result) => done(null, result), failed)
  }
}

export function fromPgliteTransaction(transaction: HostTransaction): SqlDatabase {
  const protocol: HostProtocol<HostTransaction> = {
    ...commonProtocol,
    send(transaction, statement, done) {
      queryPglite(transaction, statement).then((result) => done(null, result), done)
    },
    canClose: () => true,
    close(transaction) {
      transaction.rollback().catch(() => undefined)
    },
  }
  return bound(transaction, protocol)
}
