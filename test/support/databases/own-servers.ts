import type { MysqlDatabase, PgDatabase } from './database.js'
import { openMariadb } from './mariadb.js'
import { type Needed, required } from './on-each.js'
import { ownMariadb, whyNoOwnMariadb } from './own-mariadb.js'
import { ownPostgres, whyNoOwnPostgres } from './own-postgres.js'
import type { OwnServer, OwnServerOptions } from './own-server.js'
import { openPostgres } from './postgres.js'

/** A kind of server, of which a test starts one that it may ruin. */
export interface OwnServerEntry extends Needed {
  start(options?: OwnServerOptions): Promise<OwnServer>
  /** Opens a fresh and empty database on it. It need not be closed before the server is destroyed: only its pool. */
  open(server: OwnServer): Promise<PgDatabase | MysqlDatabase>
}

export const ownServers: readonly OwnServerEntry[] = [
  {
    name: 'postgres',
    lack: async () => required(whyNoOwnPostgres()),
    start: ownPostgres,
    open: ({ url }) => openPostgres(url),
  },
  {
    name: 'mariadb',
    lack: async () => required(whyNoOwnMariadb()),
    start: ownMariadb,
    open: ({ url }) => openMariadb(url),
  },
]
