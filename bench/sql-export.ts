/** P5, P6 and P20: `exportCsv` from each database against PostgreSQL's own COPY, its memory, and how soon it lets go. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fromMysql2, fromPg, fromSqlite, migrate } from 'hospital-payments/sql'
import Database from 'libsql'
import mysql from 'mysql2/promise'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { ownMariadb } from '../test/support/databases/own-mariadb.js'
import { ownPostgres } from '../test/support/databases/own-postgres.js'
import { interleave, processorTime, ratios, spread, timeOnTheWall } from './support/measure.js'
import { withPostgres } from './support/own-databases.js'
import { atLeast, atMost, type Figure, record, times, withoutGoal } from './support/results.js'
import { exportMemory } from './support/stored/memory-of.js'
import { fillMariadb } from './support/stored/mariadb.js'
import { fillPostgres } from './support/stored/postgres.js'
import { tenant } from './support/stored/rows.js'
import { fillSqlite } from './support/stored/sqlite.js'
import { type Kind, kinds, openStore, type Store } from './support/stored/stores.js'

const stored = Number(process.env['HP_BENCH_ROWS'] ?? 1_000_000)
const rounds = 5
/** The payments of P20: as many as a hospital's quarter. */
const quarter = 200_000
const minOfQuarter = 0.7
const maxMegabytes = 60
const maxReleaseMs = 1000
/** The payments lie in 180 days: these hold a tenth of them. */
const tenthEnds = '2026-01-19'
const names: Record<Kind, string> = { postgres: 'PostgreSQL', mariadb: 'MariaDB', sqlite: 'SQLite (libsql)' }
const goals: Record<Kind, number> = { postgres: 0.75, mariadb: 0.4, sqlite: 0.4 }

const isoText = `to_char(to_timestamp(paid_at / 1000.0) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Returns a COPY of the same rows in the same order; `paidAt` as the same text, or as the stored number. */
const copyOf = (paidAt: string) =>
  `COPY (SELECT id, reference, amount, currency, status, ${paidAt} FROM hp_payments
    WHERE tenant = '${tenant}' ORDER BY created_at, id) TO STDOUT (FORMAT csv, HEADER)`

async function bytesOf(pieces: AsyncIterable<string | Buffer>): Promise<number> {
  let bytes = 0
  for await (const piece of pieces) bytes += Buffer.byteLength(piece)
  return bytes
}

const speed = (milliseconds: readonly number[]) =>
  `${(stored / spread(milliseconds).median / 1000).toFixed(2)} M rows/s`

async function speedFigures(urls: Record<Kind, string>): Promise<Figure[]> {
  const client = new pg.Client(urls.postgres)
  await client.connect()
  const stores = Object.fromEntries(kinds.map((kind) => [kind, openStore(kind, urls[kind])])) as Record<Kind, Store>
  const exported = (kind: Kind) => () => bytesOf(stores[kind].payments.exportCsv())
  const timings = await interleave(
    rounds,
    {
      postgres: exported('postgres'),
      copy: () => bytesOf(client.query(copyTo(copyOf(isoText)))),
      copyOfNumbers: () => bytesOf(client.query(copyTo(copyOf('paid_at')))),
      mariadb: exported('mariadb'),
      sqlite: exported('sqlite'),
    },
    timeOnTheWall,
  )
  await client.end()
  for (const store of Object.values(stores)) await store.close()
  const against = (kind: Kind, peer: 'copy' | 'copyOfNumbers', what: string) => ({
    what: `${names[kind]}: speed against ${what}`,
    measured: `${speed(timings[kind])} (${speed(timings[peer])})`,
    figure: ratios(timings[peer], timings[kind]),
  })
  return [
    ...kinds.map((kind) => atLeast(goals[kind], times, against(kind, 'copy', 'COPY of the same text'))),
    withoutGoal(times, against('postgres', 'copyOfNumbers', 'COPY that leaves `paid_at` a number')),
  ]
}

const microseconds = (value: number) => `${value.toFixed(2)} µs`

/** Measures an export of fewer payments from a PostgreSQL of its own: on the wall, and the processor time of this process. */
async function quarterFigures(): Promise<Figure[]> {
  return withPostgres(2, async (pool) => {
    await migrate(fromPg(pool))
    await fillPostgres(pool, quarter)
    const client = await pool.connect()
    const store = openStore('postgres', pool.options.connectionString!)
    const processor = { ours: [] as number[], copy: [] as number[] }
    const turnOf = (name: keyof typeof processor, run: () => Promise<unknown>) => async () => {
      const start = processorTime()
      await run()
      processor[name].push(((processorTime() - start) * 1000) / quarter)
    }
    const contenders = {
      ours: turnOf('ours', () => bytesOf(store.payments.exportCsv())),
      copy: turnOf('copy', () => bytesOf(client.query(copyTo(copyOf(isoText))))),
    }
    // The first round warms up.
    const timings = await interleave(rounds + 1, contenders, timeOnTheWall)
    for (const list of [timings.ours, timings.copy, processor.ours, processor.copy]) list.shift()
    client.release()
    await store.close()
    const rate = (milliseconds: readonly number[]) =>
      `${(quarter / spread(milliseconds).median / 1000).toFixed(2)} M rows/s`
    const what = `PostgreSQL, ${quarter.toLocaleString('en')} payments`
    return [
      atLeast(minOfQuarter, times, {
        what: `${what}: speed against COPY of the same text`,
        measured: `${rate(timings.ours)} (${rate(timings.copy)})`,
        figure: ratios(timings.copy, timings.ours),
      }),
      withoutGoal(microseconds, {
        what: `${what}: processor time of a row in JavaScript`,
        measured: `${microseconds(spread(processor.ours).median)} (${microseconds(spread(processor.copy).median)})`,
        figure: spread(processor.ours),
      }),
    ]
  })
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`

function memoryFigures(kind: Kind, url: string): Figure[] {
  const bare = exportMemory(kind, url)
  return [tenthEnds, '2026-12-31'].flatMap((lastDay) => {
    const { rows, resident, heap, stopped } = exportMemory(kind, url, lastDay)
    const exporting = `${names[kind]}, ${rows.toLocaleString('en')} rows`
    return [
      atMost(maxMegabytes * 1e6, megabytes, {
        what: `${exporting}: peak resident memory over a process that exports nothing`,
        measured: `${megabytes(resident)} (${megabytes(bare.resident)})`,
        figure: spread([resident - bare.resident]),
      }),
      withoutGoal(megabytes, { what: `${exporting}: peak heap`, figure: spread([heap]) }),
      withoutGoal(megabytes, { what: `${exporting}: rise while its reader has stopped`, figure: spread([stopped]) }),
    ]
  })
}

const milliseconds = (value: number) => `${value.toFixed(1)} ms`

/** Measures the time until the connection of an export is free again after a signal ends it. */
async function releaseFigure(kind: Kind, url: string): Promise<Figure> {
  const { payments, held, close } = openStore(kind, url)
  const timings: number[] = []
  for (let round = 0; round < rounds; round++) {
    const ending = new AbortController()
    let [pieces, start] = [0, 0]
    const reason = new Error('enough')
    try {
      for await (const piece of payments.exportCsv({}, { signal: ending.signal })) {
        pieces += piece.length > 0 ? 1 : 0
        if (pieces !== 20) continue
        if (held() === 0) throw new Error(`${names[kind]}: an export without a connection of its own`)
        start = performance.now()
        ending.abort(reason)
      }
    } catch (error) {
      if (error !== reason) throw error
    }
    while (held() > 0) await new Promise((resolve) => setTimeout(resolve, 1))
    timings.push(performance.now() - start)
  }
  await close()
  return atMost(maxReleaseMs, milliseconds, {
    what: `${names[kind]}: from the abort until the connection is free`,
    figure: spread(timings),
  })
}

const folder = mkdtempSync(join(tmpdir(), 'bench-'))
const postgres = await ownPostgres()
const mariadb = await ownMariadb({ flags: ['--innodb-buffer-pool-size=1G', '--local-infile=1'] })
const urls: Record<Kind, string> = {
  postgres: postgres.url,
  mariadb: new URL('/hospital', mariadb.url).href,
  sqlite: join(folder, 'hospital.db'),
}

async function fill(): Promise<void> {
  const pgPool = new pg.Pool({ connectionString: urls.postgres })
  await migrate(fromPg(pgPool))
  await fillPostgres(pgPool, stored)
  await pgPool.end()
  const server = await mysql.createConnection(mariadb.url)
  await server.query('CREATE DATABASE hospital')
  await server.end()
  const mysqlPool = mysql.createPool(urls.mariadb)
  await migrate(fromMysql2(mysqlPool))
  await fillMariadb(mysqlPool, stored)
  await mysqlPool.end()
  const db = new Database(urls.sqlite)
  db.exec('PRAGMA journal_mode = WAL')
  await migrate(fromSqlite(db))
  fillSqlite(db, stored)
  db.close()
}

const figures: Figure[] = await quarterFigures()
try {
  await fill()
  figures.push(...(await speedFigures(urls)))
  for (const kind of kinds) figures.push(...memoryFigures(kind, urls[kind]), await releaseFigure(kind, urls[kind]))
} finally {
  await postgres.destroy()
  await mariadb.destroy()
  rmSync(folder, { recursive: true })
}

await record({
  name: 'sql-export',
  about: `\`exportCsv\` of ${stored.toLocaleString('en')} payments (six columns, formulas neutralised) from one snapshot of each database. Speed: against
COPY from PostgreSQL of the same rows in the same order, read by \`pg-copy-streams\` in this process; ${rounds} rounds, time on the wall.
PostgreSQL is read by a cursor, the others by keyset pages. Memory: a process of its own, whose reader stops for 2 s on the way.`,
  figures,
  notes: ['COPY neutralises no formulas. The peers of MariaDB and SQLite are the same COPY from PostgreSQL.'],
})
