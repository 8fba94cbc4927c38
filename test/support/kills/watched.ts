/** A database of each kind that reports each statement just before it is sent, and just after, before its answer is read. */
import type { Writable } from 'node:stream'
import { fromMysql2, fromPg, fromSqlite, type SqlDatabase } from 'hospital-payments/sql'
import type { Moment } from './moment.js'

export interface Watch {
  statement(when: Moment['when']): void
  /** Reports that a connection was opened, which the server knows by this number. */
  opened(session: number): void
}

type Done = (error?: Error | null) => void

/**
 * One connection each, so that the same calls send the same statements in the same order. A process loads the one driver that
 * it needs.
 */
export const watched: Record<SqlDatabase['dialect'], (place: string, watch: Watch) => Promise<SqlDatabase>> = {
  async postgres(place, watch) {
    const { default: pg } = await import('pg')
    const pool = new pg.Pool({ connectionString: place, max: 1 })
    pool.on('connect', (client) => {
      watch.opened((client as unknown as { processID: number }).processID)
      const query = client.query.bind(client) as (...parameters: unknown[]) => unknown
      client.query = ((...parameters: unknown[]) => {
        watch.statement('before')
        const answer = query(...parameters)
        // pg keeps back what belongs together until the end of this turn; the answer is read in a later one.
        process.nextTick(() => {
          const { stream } = (client as unknown as { connection: { stream: Writable } }).connection
          const sent = () => watch.statement('sent')
          if (stream.writableLength > 0) stream.once('drain', sent)
          else sent()
        })
        return answer
      }) as typeof client.query
    })
    return fromPg(pool)
  },

  async mysql(place, watch) {
    const { createPool } = await import('mysql2')
    const pool = createPool({ uri: place, connectionLimit: 1 })
    pool.on('connection', (connection) => {
      watch.opened(connection.threadId)
      const { stream } = connection as unknown as { stream: { write(bytes: Buffer, done: Done): boolean } }
      const write = stream.write.bind(stream)
      stream.write = (bytes, done) => {
        // What is prepared is sent ahead, and does nothing yet.
        if (bytes[4] !== comQuery && bytes[4] !== comStmtExecute) return write(bytes, done)
        watch.statement('before')
        // The server has all of it before it can answer.
        return write(bytes, (error) => {
          if (!error) watch.statement('sent')
          done(error)
        })
      }
    })
    return fromMysql2(pool)
  },

  async sqlite(place, watch) {
    const { default: Libsql } = await import('libsql')
    const handle = new Libsql(place)
    const around = <Result>(work: () => Result): Result => {
      watch.statement('before')
      const result = work()
      watch.statement('sent')
      return result
    }
    return fromSqlite({
      get open() {
        return handle.open
      },
      get inTransaction() {
        return handle.inTransaction
      },
      exec: (text: string) => around(() => handle.exec(text)),
      prepare(text: string) {
        const statement = handle.prepare(text)
        return {
          reader: statement.reader,
          raw: () => statement.raw(),
          all: (values: unknown[]) => around(() => statement.all(values)),
          run: (values: unknown[]) => around(() => statement.run(values)),
        }
      },
      close: () => handle.close(),
    })
  },
}

/** The first byte of a packet behind its header says what the server is to do. */
const comQuery = 0x03
const comStmtExecute = 0x17
