/** P4 and P7: report pages far behind the first one, and looking up a payment against the bare query. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fromMysql2, fromPg, fromSqlite, migrate, sqlRepository, type SqlDatabase } from 'hospital-payments/sql'
import Database from 'libsql'
import mysql from 'mysql2/promise'
import pg from 'pg'
import { ownMariadb } from '../test/support/databases/own-mariadb.js'
import { ownPostgres } from '../test/support/databases/own-postgres.js'
import { interleave, ratios, repeat, spread, timeOnTheWall } from './support/measure.js'
import { atLeast, type Figure, record, times, withoutGoal } from './support/results.js'
import { pageFigures, pageSize, serviceOf, type Stored } from './support/report-pages.js'
import { ListeningClient, rowsReadByMariadb, rowsReadByPostgres } from './support/rows-read.js'
import { fillMariadb } from './support/stored/mariadb.js'
import { fillPostgres } from './support/stored/postgres.js'
import { idOf, readColumns, tenant } from './support/stored/rows.js'
import { fillSqlite } from './support/stored/sqlite.js'

const stored = Number(process.env['HP_BENCH_ROWS'] ?? 1_000_000)
const rounds = 15

const rate = (timings: readonly number[], count: number) => `${Math.round((count * 1000) / spread(timings).median)}/s`

async function lookupFigures(
  { name, repository, bare }: Stored,
  clients: number,
  figure: (values: Omit<Figure, 'goal' | 'show' | 'met'>) => Figure,
): Promise<Figure[]> {
  const payments = serviceOf(repository)
  const some = Array.from({ length: 500 }, (_, i) => idOf(Math.floor((stored / 500) * i)))
  const samples = await Promise.all(some.map((id) => payments.getPayment(id)))
  const references = samples.map((payment) => payment!.reference)
  let turn = 0
  const next = (list: readonly string[]) => list[turn++ % list.length]!
  const [bareGet, bareFind] = [
    bare('id = ?'),
    bare(`reference = ? ORDER BY created_at DESC, id DESC LIMIT ${pageSize + 1}`),
  ]
  const calls = {
    getPayment: [() => payments.getPayment(next(some)), () => bareGet(next(some))],
    findByReference: [() => payments.findByReference(next(references)), () => bareFind(next(references))],
  } as const
  const figures: Figure[] = []
  const count = clients === 1 ? 300 : 1000
  for (const [call, [ours, theirs]] of Object.entries(calls)) {
    const contenders = { ours: () => repeat(count, clients, ours), bare: () => repeat(count, clients, theirs) }
    for (let warm = 0; warm < 3; warm++) {
      await contenders.ours()
      await contenders.bare()
    }
    const timings = await interleave(rounds, contenders, timeOnTheWall)
    figures.push(
      figure({
        what: `${name}, ${clients} client${clients > 1 ? 's' : ''}: ${call} against the bare query`,
        measured: `${rate(timings.ours, count)} (${rate(timings.bare, count)})`,
        figure: ratios(timings.bare, timings.ours),
      }),
    )
  }
  return figures
}

const asGoal = (values: Omit<Figure, 'goal' | 'show' | 'met'>) => atLeast(0.9, times, values)
const asShown = (values: Omit<Figure, 'goal' | 'show' | 'met'>) => withoutGoal(times, values)
const select = (condition: string) =>
  `SELECT ${readColumns.join(', ')} FROM hp_payments WHERE tenant = ? AND ${condition}`
const numbered = (sql: string) => [...sql].map(((n) => (c: string) => (c === '?' ? `$${++n}` : c))(0)).join('')
const repositoryOf = (database: SqlDatabase) => sqlRepository(database)

async function onPostgres(): Promise<Figure[]> {
  const server = await ownPostgres()
  try {
    const figures: Figure[] = []
    const setUp = new pg.Pool({ connectionString: server.url })
    await migrate(fromPg(setUp))
    await fillPostgres(setUp, stored)
    await setUp.end()
    for (const clients of [1, 10]) {
      const pool = new pg.Pool({
        connectionString: server.url,
        max: clients,
        Client: clients === 1 ? ListeningClient : pg.Client,
      })
      const database: Stored = {
        name: 'PostgreSQL',
        repository: repositoryOf(fromPg(pool)),
        async value(sql) {
          const { rows } = await pool.query<unknown[]>({ text: numbered(sql), values: [tenant], rowMode: 'array' })
          return rows[0]![0]
        },
        async rowsRead(call) {
          const client = (await pool.connect()) as unknown as ListeningClient & pg.PoolClient
          client.release()
          return rowsReadByPostgres(client, call)
        },
        bare(condition) {
          const [text, name] = [numbered(select(condition)), `bare ${condition}`]
          return (value) => pool.query({ name, text, values: [tenant, value] })
        },
      }
      figures.push(...(await lookupFigures(database, clients, asGoal)))
      if (clients === 1) figures.push(...(await pageFigures(database)))
      await pool.end()
    }
    return figures
  } finally {
    await server.destroy()
  }
}

/** Measures over one connection, whose counters are of one call. */
async function onMariadb(): Promise<Figure[]> {
  const server = await ownMariadb({ flags: ['--innodb-buffer-pool-size=1G', '--local-infile=1'] })
  try {
    const pool = mysql.createPool({ uri: server.url, connectionLimit: 1 })
    await pool.query('CREATE DATABASE hospital')
    await pool.query('USE hospital')
    await migrate(fromMysql2(pool))
    await fillMariadb(pool, stored)
    const database: Stored = {
      name: 'MariaDB',
      repository: repositoryOf(fromMysql2(pool)),
      async value(sql) {
        const [rows] = await pool.query<mysql.RowDataPacket[][]>({ sql, values: [tenant], rowsAsArray: true })
        return rows[0]![0]
      },
      async rowsRead(call) {
        const connection = await pool.getConnection()
        connection.release()
        return rowsReadByMariadb(connection, call)
      },
      bare: (condition) => (value) => pool.execute(select(condition), [tenant, value]),
    }
    const figures = [...(await lookupFigures(database, 1, asShown)), ...(await pageFigures(database))]
    await pool.end()
    return figures
  } finally {
    await server.destroy()
  }
}

async function onSqlite(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  const db = new Database(join(folder, 'hospital.db'))
  try {
    await migrate(fromSqlite(db))
    fillSqlite(db, stored)
    const database: Stored = {
      name: 'SQLite (libsql)',
      repository: repositoryOf(fromSqlite(db)),
      value: async (sql) => Object.values(db.prepare(sql).get(tenant) as object)[0],
      rowsRead: () => null,
      bare(condition) {
        const statement = db.prepare(select(condition))
        return async (value) => statement.all(tenant, value)
      },
    }
    return [...(await lookupFigures(database, 1, asShown)), ...(await pageFigures(database))]
  } finally {
    db.close()
    rmSync(folder, { recursive: true })
  }
}

const figures = [...(await onPostgres()), ...(await onMariadb()), ...(await onSqlite())]

await record({
  name: 'sql-read',
  about: `Among ${stored.toLocaleString('en')} payments of 180 days, 30 % of the times tied: a page of ${pageSize} of \`reportPayments\` far behind (the
10,000th, or the last full one) against the first page; and \`getPayment\` and \`findByReference\` against the bare prepared query
for the same columns over the same pool or handle. ${rounds} rounds, time on the wall.`,
  figures,
  notes: [
    `Rows read are the databases' own account: on PostgreSQL EXPLAIN (ANALYZE) of the very statement that is prepared, with its generic
plan; on MariaDB the session's handler counters. Several statuses are as many sorted parts, of which each may read a page.`,
  ],
})
