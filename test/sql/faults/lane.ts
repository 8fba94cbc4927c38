/** A host's pool, all connections of which lead through a proxy that makes them fail. */
import { createPool } from 'mysql2/promise'
import pg from 'pg'
import { fromMysql2, fromPg, type SqlDatabase } from 'hospital-payments/sql'
import type { MysqlDatabase, PgDatabase } from '../../support/databases/index.js'
import { neverReturned } from '../../support/databases/database.js'
import { faultProxy, type FaultProxy } from '../../support/fault-proxy.js'

export type Served = PgDatabase | MysqlDatabase

export interface Lane {
  readonly proxy: FaultProxy
  readonly sql: SqlDatabase
  /** Counts the connections that are still missing from the pool, after some patience. */
  missing(): Promise<number>
  close(): Promise<void>
}

export interface LaneOptions {
  /** The maximum of connections of the pool. */
  readonly size?: number
  /** The server and database of the connections, where they are not the test database's own. */
  readonly url?: string
  /** The milliseconds in which the host lets its pool try to connect. */
  readonly connectMs?: number
}

export async function openLane(database: Served, options: LaneOptions = {}): Promise<Lane> {
  const { size = 2, url = database.url, connectMs } = options
  const { hostname, port } = new URL(database.url)
  const proxy = await faultProxy({ host: hostname, port: Number(port) })
  const pool =
    database.driver === 'pg'
      ? pgPool(proxy.through(url), size, connectMs)
      : mysqlPool(proxy.through(url), size, connectMs)
  return {
    proxy,
    sql: pool.sql,
    missing: () => neverReturned(pool.out),
    async close() {
      await proxy.pass()
      // Caught at once: a pool may be refused before the proxy is closed.
      const ended = pool.end().catch(() => undefined)
      await proxy.close()
      await ended
    },
  }
}

interface Pool {
  readonly sql: SqlDatabase
  out(): number
  end(): Promise<unknown>
}

function pgPool(connectionString: string, max: number, connectMs = 5_000): Pool {
  const pool = new pg.Pool({ connectionString, max, connectionTimeoutMillis: connectMs })
  return { sql: fromPg(pool), out: () => pool.totalCount - pool.idleCount, end: () => pool.end() }
}

function mysqlPool(uri: string, connectionLimit: number, connectTimeout = 10_000): Pool {
  const pool = createPool({ uri, connectionLimit, connectTimeout })
  const inside = pool.pool as unknown as Record<'_allConnections' | '_freeConnections', { readonly length: number }>
  return {
    sql: fromMysql2(pool),
    out: () => inside._allConnections.length - inside._freeConnections.length,
    end: () => pool.end(),
  }
}
