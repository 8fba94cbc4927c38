import { fromMysql2, fromPg, fromSqlite, migrate, type SqlDatabase } from 'hospital-payments/sql'
import type { MysqlDatabase, PgDatabase, PgliteDatabase, SqliteDatabase, TestDatabase } from './databases/index.js'

/** A migration that another process has begun. */
export interface Halfway {
  /** Lets it end, and returns what it applied. */
  finish(): Promise<string[]>
}

export function halfway(database: TestDatabase, tablePrefix: string): Promise<Halfway> {
  switch (database.driver) {
    case 'pg':
      return inClient(database, tablePrefix)
    case 'pglite':
      return inPglite(database, tablePrefix)
    case 'mysql2':
      return inSession(database, tablePrefix)
    default:
      return inHandle(database, tablePrefix)
  }
}

interface Gate {
  readonly opened: Promise<void>
  open(): void
}

function gate(): Gate {
  let open = () => {}
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { opened, open }
}

async function inClient({ handle }: PgDatabase, tablePrefix: string): Promise<Halfway> {
  const client = await handle.connect()
  await client.query('BEGIN')
  const { applied } = await migrate(fromPg(client), { tablePrefix })
  return {
    async finish() {
      await client.query('COMMIT')
      client.release()
      return applied
    },
  }
}

async function inPglite({ handle }: PgliteDatabase, tablePrefix: string): Promise<Halfway> {
  const [done, finish] = [gate(), gate()]
  const transaction = handle.transaction(async (open) => {
    const { applied } = await migrate(fromPg(open), { tablePrefix })
    done.open()
    await finish.opened
    return applied
  })
  await done.opened
  return {
    async finish() {
      finish.open()
      return (await transaction) ?? []
    },
  }
}

async function inHandle({ open }: SqliteDatabase, tablePrefix: string): Promise<Halfway> {
  const handle = open()
  handle.exec('BEGIN')
  const { applied } = await migrate(fromSqlite(handle), { tablePrefix })
  return {
    async finish() {
      handle.exec('COMMIT')
      handle.close()
      return applied
    },
  }
}

async function inSession({ handle }: MysqlDatabase, tablePrefix: string): Promise<Halfway> {
  const [begun, finish] = [gate(), gate()]
  const database = observed(fromMysql2(handle), async (text) => {
    if (!text.startsWith('CREATE TABLE')) return
    begun.open()
    await finish.opened
  })
  const migration = migrate(database, { tablePrefix })
  await begun.opened
  return {
    async finish() {
      finish.open()
      return (await migration).applied
    },
  }
}

/**
 * Wraps a database: `beforeSend` is called with each statement of a session; when that rejects, the session is lost.
 */
export function observed(database: SqlDatabase, beforeSend: (text: string) => Promise<void>): SqlDatabase {
  return {
    ...database,
    session: (work, call) =>
      database.session!(
        (run) =>
          work(async (text, values) => {
            await beforeSend(text)
            return run(text, values)
          }),
        call,
      ),
  }
}
