/** A million payments in each database, as a hospital's service reaches them. */
import { createHospitalPayments, type HospitalPayments } from 'hospital-payments'
import { fromMysql2, fromPg, fromSqlite, sqlRepository } from 'hospital-payments/sql'
import Database from 'libsql'
import mysql from 'mysql2/promise'
import pg from 'pg'

export const kinds = ['postgres', 'mariadb', 'sqlite'] as const
export type Kind = (typeof kinds)[number]

export interface Store {
  readonly payments: HospitalPayments
  /** Counts connections of an export that are not free again. */
  held(): number
  close(): Promise<void>
}

/** Opens a database; `url` is the file's name for SQLite. */
export function openStore(kind: Kind, url: string): Store {
  switch (kind) {
    case 'postgres': {
      const pool = new pg.Pool({ connectionString: url, max: 2 })
      return {
        payments: serviceOf(sqlRepository(fromPg(pool), { dialect: 'postgres' })),
        held: () => pool.totalCount - pool.idleCount,
        close: () => pool.end(),
      }
    }
    case 'mariadb': {
      const pool = mysql.createPool({ uri: url, connectionLimit: 2 })
      const inside = pool.pool as unknown as Record<'_allConnections' | '_freeConnections', { length: number }>
      return {
        payments: serviceOf(sqlRepository(fromMysql2(pool), { dialect: 'mysql' })),
        held: () => inside._allConnections.length - inside._freeConnections.length,
        close: () => pool.end(),
      }
    }
    case 'sqlite': {
      const opened: Database.Database[] = []
      const open = () => {
        opened.push(new Database(url))
        return opened.at(-1)!
      }
      const db = new Database(url)
      return {
        payments: serviceOf(sqlRepository(fromSqlite(db, { open }), { dialect: 'sqlite' })),
        // A handle that is open without a transaction waits for the next export.
        held: () => opened.filter((handle) => handle.open && handle.inTransaction).length,
        close: async () => void db.close(),
      }
    }
  }
}

function serviceOf(repository: Parameters<typeof createHospitalPayments>[0]['repository']): HospitalPayments {
  return createHospitalPayments({ repository, channels: {}, timeZone: 'Africa/Addis_Ababa' })
}
