import { maxPreparedStatements } from '../connections/driver.js'
import { bound, type HostConnection, type HostProtocol } from '../connections/host-connection.js'
import type { SqlDatabase } from '../core/database.js'
import { isStatementGone, pgKind } from './faults.js'
import type { PgCallbackClient, PgClient, PgliteTransaction } from './handles.js'
import { queryPglite } from './pglite.js'
import { pgQuery, pgResult, sendToPg } from './send.js'
import { takesSubmissions } from './submission.js'

type HostClient = PgClient & HostConnection & { end?(): unknown; readonly connection?: object }
type HostTransaction = PgliteTransaction & HostConnection

const commonProtocol = { dialect: 'postgres', kindOf: pgKind, forgetsSavepoints: false, readsInParts: true } as const

export function fromPgClient(client: HostClient, prepares: boolean): SqlDatabase {
  const send = takesSubmissions(client.connection) ? sendOverClient(prepares) : sendOverBridge(prepares)
  const protocol: HostProtocol<HostClient> = {
    ...commonProtocol,
    isStatementGone,
    send,
    canClose: (client) => client.end !== undefined,
    // With a statement on its way, pg closes the socket at once.
    close(client) {
      Promise.resolve(client.end?.()).catch(() => undefined)
    },
  }
  return bound(client, protocol)
}

type Send = HostProtocol<HostClient>['send']

function sendOverClient(prepares: boolean): Send {
  return (client, statement, done) => sendToPg(client as unknown as PgCallbackClient, statement, prepares, done)
}

/**
 * Which connection is behind a bridge cannot be found out, nor what is prepared there: so few texts are sent with a
 * name by this process that a connection can keep them all.
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
      // The driver behind the bridge has it on record as prepared, and would not prepare it again.
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
