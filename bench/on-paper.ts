/** The size of a hundred million payments on paper: bytes a row and the depth of each index, measured at 10,000 to a million. */
import { fromPg, migrate } from 'hospital-payments/sql'
import pg from 'pg'
import { ownPostgres } from '../test/support/databases/own-postgres.js'
import { ratios } from './support/measure.js'
import { atMost, type Figure, record, times } from './support/results.js'
import { fillFinance } from './support/stored/finance.js'
import { fillPostgres } from './support/stored/postgres.js'

const maxMeasured = Number(process.env['HP_BENCH_ROWS'] ?? 1_000_000)
const counts = [maxMeasured / 100, maxMeasured / 10, maxMeasured]
const onPaper = [10 * maxMeasured, 100 * maxMeasured]
/** Every tenth payment has a statement line. */
const step = 10
const pageBytes = 8192
/** The part of a page that a new index fills. */
const filled = 0.9

/** A table or an index of it. */
interface Part {
  readonly table: string
  readonly name: string
  readonly rows: number
  readonly bytes: number
  /** The steps from the root of an index to its leaves; `null` for a table. */
  readonly level: number | null
}

/** Reads the parts of the tables that have rows. */
async function partsOf(pool: pg.Pool): Promise<readonly Part[]> {
  await pool.query('CREATE EXTENSION pageinspect')
  const { rows } = await pool.query<{
    table: string
    name: string
    rows: string
    bytes: string
    level: number | null
  }>(`
    WITH filled AS (SELECT oid, relname, reltuples FROM pg_class WHERE relkind = 'r' AND relname LIKE 'hp\\_%' AND reltuples > 100)
    SELECT relname AS table, relname AS name, reltuples::bigint AS rows, pg_table_size(oid) AS bytes, NULL::int AS level FROM filled
    UNION ALL
    SELECT filled.relname, index.relname, index.reltuples::bigint, pg_relation_size(index.oid),
      (SELECT level FROM bt_metap(index.relname))
    FROM filled JOIN pg_index ON indrelid = filled.oid JOIN pg_class AS index ON index.oid = indexrelid
    WHERE index.reltuples > 0
    ORDER BY 1, 2`)
  return rows.map((row) => ({ ...row, rows: Number(row.rows), bytes: Number(row.bytes) }))
}

/** Fills a database of its own, with every index and table as if it were new, and reads its parts. */
async function measured(server: URL, count: number): Promise<readonly Part[]> {
  const url = new URL(server)
  const first = new pg.Pool({ connectionString: url.href, max: 1 })
  await first.query(`CREATE DATABASE paper_${count}`)
  await first.end()
  url.pathname = `/paper_${count}`
  const pool = new pg.Pool({ connectionString: url.href, max: 2 })
  try {
    await migrate(fromPg(pool))
    await fillPostgres(pool, count)
    await fillFinance(pool, count, step)
    for (const table of ['hp_payments', 'hp_payment_events', 'hp_payment_terms', 'hp_account_lines'])
      await pool.query(`VACUUM (FULL, ANALYZE) ${table}`)
    return await partsOf(pool)
  } finally {
    await pool.end()
  }
}

/**
 * Computes the depth that an index has at most with `growth` times its rows: no entry of an inner page is longer than one of a
 * leaf, because its end may be cut off.
 */
function levelOnPaper({ rows, bytes }: Part, growth: number): number {
  const entriesOfPage = (pageBytes * filled) / (bytes / rows)
  let level = 0
  for (let pages = (bytes * growth) / pageBytes; pages > 1; pages /= entriesOfPage) level++
  return level
}

const sum = (parts: readonly Part[]) => parts.reduce((all, { bytes }) => all + bytes, 0)
const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(bytes < 1e9 ? 2 : 1)} GB`
const english = (value: number) => value.toLocaleString('en')
const row = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`

const server = await ownPostgres()
try {
  const bySize: (readonly Part[])[] = []
  for (const count of counts) bySize.push(await measured(new URL(server.url), count))
  const parts = bySize.at(-1)!
  const tables = [...new Set(parts.map(({ table }) => table))]

  const sizes = [
    row(['Table, with its indexes', 'Rows a payment', 'Bytes a payment', ...[maxMeasured, ...onPaper].map(english)]),
    row(['---', '--:', '--:', '--:', ...onPaper.map(() => '--:')]),
    ...tables.map((table) => {
      const ofTable = parts.filter((part) => part.table === table)
      const { rows } = ofTable.find(({ name }) => name === table)!
      const bytes = sum(ofTable)
      const all = [maxMeasured, ...onPaper].map((count) => gigabytes((bytes / maxMeasured) * count))
      return row([`\`${table}\``, (rows / maxMeasured).toFixed(1), Math.round(bytes / maxMeasured), ...all])
    }),
    row([
      'all',
      '',
      Math.round(sum(parts) / maxMeasured),
      ...[maxMeasured, ...onPaper].map((count) => gigabytes((sum(parts) / maxMeasured) * count)),
    ]),
  ]
  const depths = [
    row(['Index', ...counts.map(english), ...onPaper.map((count) => `${english(count)}, at most`)]),
    row(['---', ...counts.map(() => '--:'), ...onPaper.map(() => '--:')]),
    ...parts
      .filter(({ level }) => level !== null)
      .map((part) => {
        const levels = bySize.map((size) => size.find(({ name }) => name === part.name)?.level ?? '–')
        return row([`\`${part.name}\``, ...levels, ...onPaper.map((count) => levelOnPaper(part, count / maxMeasured))])
      }),
  ]
  const bytesOfRow = (size: readonly Part[], table: string, count: number) =>
    sum(size.filter((part) => part.table === table)) / count
  const figures: Figure[] = tables.map((table) =>
    atMost(1.1, times, {
      what: `bytes a payment of \`${table}\` at ${english(maxMeasured)} against ${english(maxMeasured / 10)}`,
      figure: ratios([bytesOfRow(parts, table, maxMeasured)], [bytesOfRow(bySize[1]!, table, maxMeasured / 10)]),
    }),
  )
  await record({
    name: 'on-paper',
    about: `Payments of half a year in PostgreSQL, each with an event and its search terms, and every tenth with a statement line. Tables and
indexes are new, so nothing is dead in them: an old database is some tenths larger. Sizes beyond the measured ones are bytes a payment
times their number; depths are computed from the bytes of an entry.`,
    figures,
    notes: [sizes.join('\n'), 'The steps from the root of an index to a leaf:', depths.join('\n')],
  })
} finally {
  await server.destroy()
}
