/** Databases of a benchmark's own, empty and set as they are by themselves; gone when the work is done. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import mysql from 'mysql2/promise'
import pg from 'pg'
import { ownMariadb } from '../../test/support/databases/own-mariadb.js'
import { ownPostgres } from '../../test/support/databases/own-postgres.js'

export async function withPostgres<Result>(max: number, work: (pool: pg.Pool) => Promise<Result>): Promise<Result> {
  const server = await ownPostgres()
  const pool = new pg.Pool({ connectionString: server.url, max })
  try {
    return await work(pool)
  } finally {
    await pool.end()
    await server.destroy()
  }
}

export async function withMariadb<Result>(
  connectionLimit: number,
  work: (pool: mysql.Pool) => Promise<Result>,
  flags: readonly string[] = [],
): Promise<Result> {
  const server = await ownMariadb({ flags: [...flags] })
  const setUp = mysql.createPool({ uri: server.url, connectionLimit: 1 })
  await setUp.query('CREATE DATABASE hospital')
  await setUp.end()
  const url = new URL(server.url)
  url.pathname = '/hospital'
  const pool = mysql.createPool({ uri: url.href, connectionLimit })
  try {
    return await work(pool)
  } finally {
    await pool.end()
    await server.destroy()
  }
}

export async function withSqlite<Result>(work: (db: Database.Database) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  const db = new Database(join(folder, 'hospital.db'))
  try {
    return await work(db)
  } finally {
    db.close()
    rmSync(folder, { recursive: true })
  }
}
