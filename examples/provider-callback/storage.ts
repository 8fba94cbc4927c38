/** The part of a database of the PostgreSQL family that the example needs; no other file imports a driver. */
import type { PGlite } from '@electric-sql/pglite'
import { fromPg, retryTransaction, type SqlDatabase } from 'hospital-payments/sql'
import type { Pool } from 'pg'

/** Sends one statement, and gives its rows. */
export type Rows = <Row extends object>(text: string, values?: readonly unknown[]) => Promise<readonly Row[]>

export interface Storage {
  readonly rows: Rows
  readonly sql: SqlDatabase
  /**
   * Resolves after COMMIT. When `work` or COMMIT fails everything of `work` is undone; it runs again when others were in the
   * way, and else rejects.
   */
  transaction<Result>(work: (rows: Rows, sql: SqlDatabase) => Promise<Result>): Promise<Result>
}

/** A pool, a connection, or the open transaction on one; pg and PGlite take the same. */
interface Handle {
  query(text: string, values: unknown[]): Promise<{ rows: unknown[] }>
}

function rowsOf(handle: Handle): Rows {
  return async <Row>(text: string, values: readonly unknown[] = []) =>
    (await handle.query(text, [...values])).rows as Row[]
}

/** Opens a storage on PGlite, which runs one transaction at a time. */
export function onPglite(database: PGlite): Storage {
  return {
    rows: rowsOf(database),
    sql: fromPg(database),
    transaction: (work) => retryTransaction(() => database.transaction((tx) => work(rowsOf(tx), fromPg(tx)))),
  }
}

export function onPool(pool: Pool): Storage {
  return {
    rows: rowsOf(pool),
    sql: fromPg(pool),
    transaction: (work) => retryTransaction(() => runOnce(pool, work)),
  }
}

async function runOnce<Result>(pool: Pool, work: (rows: Rows, sql: SqlDatabase) => Promise<Result>): Promise<Result> {
  const client = await pool.connect()
  // A connection that breaks while nothing is asked of it would end the process; the next statement fails as well.
  client.on('error', ignore)
  let isSound = true
  try {
    // By name, because a second message must see what the first has committed while it waited.
    await client.query("BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL lock_timeout = '10s'")
    const result = await work(rowsOf(client), fromPg(client))
    const { command } = await client.query('COMMIT')
    // So PostgreSQL answers, without an error, when a statement of the transaction had failed.
    if (command !== 'COMMIT') throw new Error('the transaction was rolled back')
    return result
  } catch (error) {
    isSound = await client.query('ROLLBACK').then(
      () => true,
      () => false,
    )
    throw error
  } finally {
    client.removeListener('error', ignore)
    client.release(!isSound)
  }
}

function ignore(): void {}
