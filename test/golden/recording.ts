/** A database whose driver keeps the text of each statement that the library sends over it. */
import { fromMysql2, fromPg, fromSqlite, type SqlDatabase } from 'hospital-payments/sql'
import { createPool, type PoolConnection } from 'mysql2'
import pg from 'pg'
import type { MysqlDatabase, PgDatabase, SqliteDatabase, SqliteHandle } from '../support/databases/index.js'

interface Failure {
  readonly text: RegExp
  readonly error: Error
}

/** The statements that were sent, and the replies in place of the database. */
export class Recorder {
  readonly sent: string[] = []
  /** The same statements with their values, on PostgreSQL. */
  readonly statements: { readonly text: string; readonly values: readonly unknown[] }[] = []
  #failure: Failure | undefined
  readonly #rows: { readonly text: RegExp; readonly rows: unknown[][] }[] = []

  /** Lets the next statement of this text run, and reports an error after it. */
  failOnce(text: RegExp, fields: object): void {
    this.#failure = { text, error: Object.assign(new Error('made by the test'), fields) }
  }

  /** Lets statements of this text return these rows without running. */
  replyWith(text: RegExp, rows: unknown[][]): void {
    this.#rows.push({ text, rows })
  }

  /** Keeps a text; returns the error that is to be reported when it has run. */
  add(text: string): Error | undefined {
    this.sent.push(text)
    if (!this.#failure?.text.test(text)) return undefined
    const { error } = this.#failure
    this.#failure = undefined
    return error
  }

  rowsFor(text: string): unknown[][] | undefined {
    return this.#rows.find((reply) => reply.text.test(text))?.rows
  }
}

export interface Recorded {
  readonly recorder: Recorder
  /** Over a pool of one connection, or a handle. */
  readonly database: SqlDatabase
  /** Works over a connection on which a transaction is open, which is rolled back. */
  inHostTransaction(work: (database: SqlDatabase) => Promise<void>): Promise<void>
  close(): Promise<void>
}

type Callback = (error: unknown, result?: unknown) => void
type Sent =
  | { readonly text?: string; values?: unknown[]; readonly statements?: readonly SentStatement[]; callback?: Callback }
  | string

interface SentStatement {
  readonly text: string
  readonly values?: readonly unknown[]
}

/** Records the statements on PostgreSQL; `settings` are those of the session, as `-c name=value`. */
export function recordPostgres({ url }: PgDatabase, settings = ''): Recorded {
  const recorder = new Recorder()
  class RecordingClient extends pg.Client {
    override query(...[sent, ...others]: [Sent, ...unknown[]]): never {
      const query = super.query.bind(this) as (...parameters: unknown[]) => never
      // The host's own statements are plain text.
      if (typeof sent === 'string') return query(sent, ...others)
      const { statements = [{ text: sent.text!, values: sent.values ?? [] }] } = sent
      for (const { text, values = [] } of statements) recorder.statements.push({ text, values })
      const error = statements.map(({ text }) => recorder.add(text)).find((failure) => failure !== undefined)
      const failing = (done: Callback | undefined) => done && (() => done(error))
      if (error && sent.callback) sent.callback = failing(sent.callback)!
      return error && !sent.callback ? query(sent, failing(others[0] as Callback)) : query(sent, ...others)
    }
  }
  const pool = new pg.Pool({ connectionString: url, max: 1, options: settings, Client: RecordingClient })
  return {
    recorder,
    database: fromPg(pool),
    async inHostTransaction(work) {
      const client = await pool.connect()
      try {
        await client.query('BEGIN')
        await work(fromPg(client))
      } finally {
        await client.query('ROLLBACK')
        client.release()
      }
    },
    close: () => pool.end(),
  }
}

export function recordMysql({ url }: MysqlDatabase): Recorded {
  const recorder = new Recorder()
  const pool = createPool({ uri: url, connectionLimit: 1 })
  pool.on('connection', (connection) => {
    for (const name of ['query', 'execute'] as const) {
      const send = connection[name].bind(connection) as (...parameters: unknown[]) => unknown
      const recording = (query: { sql: string } | string, done: Callback) => {
        if (typeof query === 'string') return send(query, done)
        const error = recorder.add(query.sql)
        const rows = recorder.rowsFor(query.sql)
        if (rows) return setImmediate(done, null, rows)
        return send(query, error ? () => done(error) : done)
      }
      connection[name] = recording as unknown as typeof connection.query & typeof connection.execute
    }
  })
  const run = (connection: PoolConnection, text: string) =>
    new Promise<void>((resolve, reject) => connection.query(text, (error) => (error ? reject(error) : resolve())))
  return {
    recorder,
    database: fromMysql2(pool),
    async inHostTransaction(work) {
      const connection = await new Promise<PoolConnection>((resolve, reject) =>
        pool.getConnection((error, connection) => (error ? reject(error) : resolve(connection))),
      )
      try {
        await run(connection, 'START TRANSACTION')
        await work(fromMysql2(connection))
      } finally {
        await run(connection, 'ROLLBACK')
        connection.release()
      }
    },
    close: () => new Promise((resolve) => pool.end(() => resolve())),
  }
}

type BetterSqlite3Handle = Extract<SqliteHandle, { readonly open: boolean }>

export function recordSqlite({ handle, open }: SqliteDatabase): Recorded {
  const recorder = new Recorder()
  const database = handle as BetterSqlite3Handle
  const record = (handle: BetterSqlite3Handle) => ({
    get open() {
      return handle.open
    },
    get inTransaction() {
      return handle.inTransaction
    },
    close: () => handle.close(),
    exec: (text: string) => run(text, () => handle.exec(text)),
    prepare(text: string) {
      const statement = handle.prepare(text)
      return {
        reader: statement.reader,
        raw: () => statement.raw(),
        all: (values: unknown[]) => run(text, () => statement.all(values)),
        run: (values: unknown[]) => run(text, () => statement.run(values)),
      }
    },
  })
  function run<Result>(text: string, work: () => Result): Result {
    const error = recorder.add(text)
    const result = work()
    if (error) throw error
    return result
  }
  const recorded = record(database)
  return {
    recorder,
    database: fromSqlite(recorded, { open: () => record(open() as BetterSqlite3Handle) }),
    async inHostTransaction(work) {
      database.exec('BEGIN')
      try {
        await work(fromSqlite(recorded))
      } finally {
        database.exec('ROLLBACK')
      }
    },
    close: async () => undefined,
  }
}
