import type { SqlDatabase } from '../database.js'
import { bound, type HostConnection, type HostLanguage } from './bound.js'
import { pgKind } from './pg-faults.js'
import type { PgClient, PgliteTransaction } from './pg-handles.js'
import { pgQuery, pgResult } from './pg-statement.js'
import { askPglite } from './pglite-query.js'

type HostClient = PgClient & HostConnection & { end?(): unknown }
type HostTransaction = PgliteTransaction & HostConnection

const manners = { dialect: 'postgres', kindOf: pgKind, forgetsSavepoints: false, readsInParts: true } as const

export function fromPgClient(client: HostClient, prepares: boolean): SqlDatabase {
  const language: HostLanguage<HostClient> = {
    ...manners,
    send(client, statement, done) {
      client
        .query(pgQuery(statement, prepares))
        .then(pgResult)
        .then((result) => done(null, result), done)
    },
    canClose: (client) => client.end !== undefined,
    // With a statement on its way, pg closes the socket at once.
    close(client) {
      Promise.resolve(client.end?.()).catch(() => undefined)
    },
  }
  return bound(client, language)
}

export function fromPgliteTransaction(transaction: HostTransaction): SqlDatabase {
  const language: HostLanguage<HostTransaction> = {
    ...manners,
    send(transaction, statement, done) {
      askPglite(transaction, statement).then((result) => done(null, result), done)
    },
    canClose: () => true,
    close(transaction) {
      transaction.rollback().catch(() => undefined)
    },
  }
  return bound(transaction, language)
}
