import type { SqlDatabase } from '../core/database.js'
import { bound, type HostConnection, type HostProtocol } from '../connections/host-connection.js'
import { isStatementGone, pgKind } from './faults.js'
import type { PgCallbackClient, PgClient, PgliteTransaction } from './handles.js'
import { pgQuery, pgResult, sendToPg } from './send.js'
import { takesSubmissions } from './submission.js'
import { askPglite } from './pglite-query.js'
import { mostPrepared } from '../connections/driver.js'

type HostClient = PgClient & HostConnection & { end?(): unknown; readonly connection?: object }
type HostTransaction = PgliteTransaction & HostConnection

const manners = { dialect: 'postgres', kindOf: pgKind, forgetsSavepoints: false, readsInParts: true } as const

export function fromPgClient(client: HostClient, prepares: boolean): SqlDatabase {
  const send = takesSubmissions(client.connection) ? sendOverClient(prepares) : sendOverBridge(prepares)
  const protocol: HostProtocol<HostClient> = {
    ...manners,
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
 * Nobody can tell which connection is behind a bridge, nor what is prepared there: so few texts are ever sent with a
 * name by this process that a connection can keep them all.
 */
const named = new Set<string>()

function hasName(text: string): boolean {
  if (named.size < mostPrepared) named.add(text)
  return named.has(text)
}

function sendOverBridge(prepares: boolean): Send {
  let isPreparing = prepares
  return (client, statement, done) => {
    const failed = (error: unknown) => {
      // Whoever is behind the bridge believes that it is prepared, and would not prepare it again.
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
    ...manners,
    send(transaction, statement, done) {
      askPglite(transaction, statement).then((result) => done(null, result), done)
    },
    canClose: () => true,
    close(transaction) {
      transaction.rollback().catch(() => undefined)
    },
  }
  return bound(transaction, protocol)
}
