/** Lists of refunds, closings and receipts read a page by an index, however many rows there are: by the databases' own plans. */
import type { FinanceRepository } from 'hospital-payments/repository'
import { sqlRepository } from 'hospital-payments/sql'
import { beforeAll, expect, it } from 'vitest'
import type { SqlStatement } from '../../../src/sql/core/database.js'
import {
  freshTenant,
  libsql,
  mariadb,
  type MysqlDatabase,
  onEach,
  type PgDatabase,
  postgres,
  type SqliteDatabase,
} from '../../support/databases/index.js'
import { migrated, sqlOn } from '../../support/databases/repository.js'

type Served = PgDatabase | MysqlDatabase | SqliteDatabase

const rows = 6000
const limit = 20
const start = Date.parse('2026-01-01T00:00:00.000Z')
const at = (i: number) => start + i * 60_000
const instant = (i: number) => new Date(at(i)).toISOString()
const id = (kind: string, i: number) => `${kind}_${String(i).padStart(26, '0')}`
const hash = (i: number) => String(i).padStart(64, '0')
const statuses = ['succeeded', 'failed', 'canceled', 'pending']
/** An account of few closings, among one of many. */
const [often, seldom] = ['bank-1', 'bank-2']
const sourceOf = (i: number) => (i % 100 === 0 ? seldom : often)
const day = (i: number) => instant(i * 24 * 60).slice(0, 10)

/** By table, the columns and the values of each row. */
const tables: Record<string, [columns: string, row: (i: number) => (string | number | null)[]]> = {
  hp_refunds: [
    'id, payment_id, line_key, channel, amount, currency, reason, reference, created_at, status, amount_reconciled, updated_at, paid_at, version',
    (i) => {
      const ofLine = i % 2 === 0
      const ofWhat = ofLine ? [null, `line-${i}`, null] : [id('pay', i - (i % 3)), null, 'cash']
      const status = statuses[i % statuses.length]!
      const paidAt = status === 'succeeded' ? at(i) : null
      return [id('ref', i), ...ofWhat, 100, 'ETB', 'duplicate', `R-${i}`, at(i), status, 0, at(i), paidAt, 1]
    },
  ],
  hp_closings: [
    'source, sequence, day, kind, created_at, hash, lines_hash, document',
    (i) => [sourceOf(i), i + 1, day(i), 'closing', at(i), hash(i), hash(0), '{"actor":"a"}'],
  ],
  hp_receipts: [
    'payment_id, year, number, issued_at, issued_by',
    (i) => [id('pay', i), i % 10 === 0 ? 2025 : 2026, i + 1, at(i), 'sara'],
  ],
}

const literal = (value: string | number | null) => (typeof value === 'string' ? `'${value}'` : String(value))

async function fill(database: Served, tenant: string): Promise<void> {
  for (const [table, [columns, rowOf]] of Object.entries(tables)) {
    for (let first = 0; first < rows; first += 500) {
      const values = Array.from(
        { length: 500 },
        (_, i) =>
          `('${tenant}', ${rowOf(first + i)
            .map(literal)
            .join(', ')})`,
      )
      await database.rows(`INSERT INTO ${table} (tenant, ${columns}) VALUES ${values.join(', ')}`)
    }
    if (database.dialect !== 'sqlite')
      await database.rows(database.dialect === 'mysql' ? `ANALYZE TABLE ${table}` : `ANALYZE ${table}`)
  }
}

interface Plan {
  /** The indexes that are used. */
  readonly indexes: readonly string[]
  readonly isWhole: boolean
  readonly isSorted: boolean
  /** Rows read, by the database's own account; SQLite has none. */
  readonly read: number | null
}

interface PgNode {
  readonly 'Node Type': string
  readonly 'Index Name'?: string
  readonly 'Actual Rows': number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly PgNode[]
}

const nodesOf = (node: PgNode): PgNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

const planOf = {
  async postgres({ handle }: PgDatabase, { text, values }: SqlStatement): Promise<Plan> {
    const asked = { text: `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values: [...values] }
    const { rows } = await handle.query<{ 'QUERY PLAN': [{ Plan: PgNode }] }>(asked)
    const nodes = nodesOf(rows[0]!['QUERY PLAN'][0].Plan)
    const scans = nodes.filter((node) => node['Node Type'].includes('Scan') && !node.Plans)
    return {
      indexes: nodes.flatMap((node) => node['Index Name'] ?? []),
      isWhole: nodes.some((node) => node['Node Type'].includes('Seq Scan')),
      isSorted: nodes.some((node) => node['Node Type'].includes('Sort')),
      read: scans.reduce((sum, node) => sum + node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0), 0),
    }
  },
  async mysql({ handle }: MysqlDatabase, { text, values }: SqlStatement): Promise<Plan> {
    // Outside a prepared statement a limit must be a number.
    const plain = values.map((value) => (value === String(limit) ? limit : value))
    const [found] = await handle.query(`ANALYZE ${text}`, plain)
    const rows = found as { type: string; key: string | null; r_rows: string | null; Extra: string }[]
    return {
      indexes: rows.flatMap(({ key }) => key ?? []),
      isWhole: rows.some(({ type }) => type === 'ALL'),
      isSorted: rows.some(({ Extra }) => Extra.includes('filesort')),
      read: rows.reduce((sum, { r_rows }) => sum + Number(r_rows ?? 0), 0),
    }
  },
  async sqlite({ handle }: SqliteDatabase, { text, values }: SqlStatement): Promise<Plan> {
    const rows = handle.prepare(`EXPLAIN QUERY PLAN ${text}`).all([...values]) as { detail: string }[]
    const details = rows.map(({ detail }) => detail)
    return {
      indexes: details.flatMap((detail) => /USING (?:COVERING )?INDEX (\w+)/.exec(detail)?.[1] ?? []),
      isWhole: details.some((detail) => /^SCAN (?!.*VIRTUAL TABLE)/.test(detail)),
      isSorted: details.some((detail) => detail.includes('TEMP B-TREE')),
      read: null,
    }
  },
}

const after = { at: instant(rows / 2), id: id('ref', rows / 2) }
const by = 'createdAt'

/** What is asked, and how many rows may be read for it at most. */
const reads: readonly [
  name: string,
  most: number,
  call: (repository: FinanceRepository) => Promise<readonly unknown[]>,
][] = [
  ['refunds, newest first', limit, (repository) => repository.pageRefunds({ by, limit })],
  ['refunds, behind one', limit + 1, (repository) => repository.pageRefunds({ by, after, limit })],
  // Each status has its part of the newest, where a planner goes by these.
  [
    'refunds of a status',
    statuses.length * limit,
    (repository) => repository.pageRefunds({ by, statuses: ['failed'], limit }),
  ],
  ['refunds by the time of payment', limit, (repository) => repository.pageRefunds({ by: 'paidAt', limit })],
  ['refunds of a payment', 3, (repository) => repository.pageRefunds({ by, paymentId: id('pay', 3), limit })],
  ['refunds by reference', 1, (repository) => found(repository, { references: ['R-77'] })],
  ['refunds of a line', 1, (repository) => found(repository, { lineKeys: ['line-78'] })],
  ['closings, newest first', limit, (repository) => repository.pageClosings({ limit })],
  [
    'closings, behind one',
    limit + 1,
    (repository) =>
      repository.pageClosings({
        after: { at: instant(rows / 2), sequence: rows / 2 + 1, hash: hash(rows / 2) },
        limit,
      }),
  ],
  ['closings of an account of many', 2 * limit, (repository) => repository.pageClosings({ source: often, limit })],
  ['receipts, by number', limit, (repository) => repository.pageReceipts({ limit })],
  ['receipts of a year', limit, (repository) => repository.pageReceipts({ year: 2026, limit })],
  [
    'receipts, behind one',
    2 * limit,
    (repository) => repository.pageReceipts({ after: { year: 2026, number: rows / 2 }, limit }),
  ],
  [
    'receipts of a year, behind one',
    2 * limit,
    (repository) => repository.pageReceipts({ year: 2026, after: { year: 2026, number: rows / 2 }, limit }),
  ],
]

async function found(repository: FinanceRepository, wanted: { references?: string[]; lineKeys?: string[] }) {
  return repository.findRefunds({ ids: [], references: [], providerTransactionIds: [], lineKeys: [], ...wanted })
}

onEach([postgres, mariadb, libsql], 'the plan', (entry) => {
  const database = migrated(entry as typeof postgres | typeof libsql)
  const tenant = freshTenant()
  const asked: SqlStatement[] = []
  let repository: FinanceRepository
  beforeAll(async () => {
    await fill(database(), tenant)
    // Another hospital's rows are none of this one's.
    await fill(database(), freshTenant())
    const sql = sqlOn(database())
    const listening: typeof sql = {
      ...sql,
      read(statement, deadline) {
        asked.push(statement)
        return sql.read(statement, deadline)
      },
    }
    repository = sqlRepository(listening, { tenant })
  })

  function plan(statement: SqlStatement): Promise<Plan> {
    const own = database() as Served
    if (own.dialect === 'postgres') return planOf.postgres(own, statement)
    return own.dialect === 'mysql' ? planOf.mysql(own, statement) : planOf.sqlite(own, statement)
  }

  it.each(reads)('of %s is an index and a page of rows', async (_, most, call) => {
    asked.length = 0
    expect((await call(repository)).length).toBeGreaterThan(0)
    expect(asked).toHaveLength(1)
    const { indexes, read, ...rest } = await plan(asked[0]!)
    expect(indexes).toHaveLength(1)
    expect(rest).toEqual({ isWhole: false, isSorted: false })
    if (read !== null) expect(read).toBeLessThanOrEqual(most)
  })
})
