/** The plans of an archive's statements, where a hospital has many rows: each is found by an index, of which more than the tenant is used. */
import type { SqlDatabase, SqlStatement } from 'hospital-payments/sql'
import { expect, it } from 'vitest'
import { archive } from '../../src/tenants/archive/archive.js'
import { movedTables } from '../../src/tenants/archive/moved-tables.js'
import { type StoredColumn, type StoredTable, storedTables } from '../../src/tenants/tables/stored-tables.js'
import {
  freshTenant,
  mariadb,
  type MysqlDatabase,
  onEach,
  type PgDatabase,
  postgres,
} from '../support/databases/index.js'
import { analyze } from '../support/databases/plans.js'
import { migrated, repositoryOn, sqlOn } from '../support/databases/repository.js'
import { run } from '../support/schema-rows.js'
import { till } from '../operations/attempts/support/till.js'
import { fillNovember, timeZone } from './support/november.js'

type Planned = PgDatabase | MysqlDatabase

/** The rows of each table, for a database to prefer an index. */
const rowsOfTable = 20_000
const quarterMs = 90 * 86_400_000
/** Returns true for a column by which rows are known, in which a copy differs. */
const isOfRow = (name: string) => /(^|_)(id|key|stream|mark|term)$|^(live_reference|code|met_by)$/.test(name)

/** Returns true for a table that has a few rows a tenant or none, whatever was stored. */
const isShort = (table: string) =>
  /^(chain|link|later)$|^\w+_(maintenance|accounts|carried_forward|closing_chains|closings|counters|migrations)(_|$)/.test(
    table,
  )

/** Copies the rows of a tenant many times, to days that are not archived. */
async function multiply(database: Planned, table: StoredTable, tenant: string): Promise<void> {
  const into = `hp_${table.name}`
  const [{ count_of: stored }] = (await database.rows(
    `SELECT COUNT(*) AS count_of FROM ${into} WHERE tenant = '${tenant}'`,
  )) as [{ count_of: string }]
  const copies = Math.ceil(rowsOfTable / Number(stored))
  const [number, rows, join] =
    database.dialect === 'postgres'
      ? ['n', `generate_series(1, ${copies}) AS n`, (a: string) => `${a} || '-' || n`]
      : ['seq', `seq_1_to_${copies}`, (a: string) => `CONCAT(${a}, '-', seq)`]
  const copyOf = ({ name, isNumber }: StoredColumn) => {
    if (isNumber && name.endsWith('_at')) return `${name} + ${quarterMs}`
    if (table.name === 'receipts' && name === 'number') return `${name} + 1000 * ${number}`
    if (name === 'code') return `LPAD(CAST(${number} AS CHAR(10)), 10, 'A')`
    if (name === 'value_date') return "'2024-02-01'"
    return isNumber || !isOfRow(name) ? name : join(name)
  }
  const columns = ['tenant', ...table.columns.map(({ name }) => name)].join(', ')
  const values = ['tenant', ...table.columns.map(copyOf)].join(', ')
  await run(
    database,
    `INSERT INTO ${into} (${columns}) SELECT ${values} FROM ${into}, ${rows} WHERE tenant = '${tenant}'`,
  )
  await analyze(database, into)
}

interface PgNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Index Cond'?: string
  readonly Plans?: readonly PgNode[]
}

/** Lists the nodes of a plan, but those that read the first row in the order of an index. */
function nodesOf(node: PgNode): PgNode[] {
  return [node, ...(node['Node Type'] === 'Limit' ? [] : (node.Plans ?? []).flatMap(nodesOf))]
}

/** Lists the tables that a statement would read by no index, or by the tenant alone. */
const problems = {
  async postgres({ handle }: PgDatabase, { text, values }: SqlStatement): Promise<string[]> {
    const explained = { text: `EXPLAIN (FORMAT JSON) ${text}`, values: [...values] }
    const { rows } = await handle.query<{ 'QUERY PLAN': [{ Plan: PgNode }] }>(explained)
    return nodesOf(rows[0]!['QUERY PLAN'][0].Plan).flatMap((node) => {
      const { 'Node Type': type, 'Index Name': index = '', 'Index Cond': condition = '' } = node
      const table = node['Relation Name'] ?? index
      if (isShort(table)) return []
      if (type === 'Seq Scan') return `${table}: whole`
      const isByIndex = type.startsWith('Index') || type === 'Bitmap Index Scan'
      return isByIndex && !condition.includes(' AND ') ? `${table}: by ${condition}` : []
    })
  },
  async mysql({ handle }: MysqlDatabase, { text, values }: SqlStatement): Promise<string[]> {
    const parts = text.split('?')
    const plain = values.map((value, i) => (parts[i]!.endsWith('LIMIT ') ? Number(value) : value))
    const [planRows] = await handle.query(`EXPLAIN ${text}`, plain)
    const rows = planRows as { select_type: string; table: string | null; type: string; key: string; key_len: string }[]
    return rows.flatMap(({ select_type: kind, table, type, key }) => {
      if (kind === 'INSERT' || table === null || table.startsWith('<') || isShort(table)) return []
      return type === 'ALL' || type === 'index' ? `${table}: ${type} by ${key}` : []
    })
  },
}

/** Returns the database, which calls `plan` with each statement of a text that it was not called with. */
function planning(sql: SqlDatabase, plan: (statement: SqlStatement) => Promise<void>): SqlDatabase {
  const known = new Set<string>()
  const planAll = async (statements: readonly SqlStatement[]) => {
    for (const statement of statements) {
      if (known.has(statement.text) || !/^\s*(SELECT|INSERT|UPDATE|DELETE|WITH)/.test(statement.text)) continue
      known.add(statement.text)
      await plan(statement)
    }
  }
  return {
    ...sql,
    async read(statement, deadline) {
      await planAll([statement])
      return sql.read(statement, deadline)
    },
    async write(statements, ...others) {
      await planAll(statements)
      return sql.write(statements, ...others)
    },
  }
}

onEach([postgres, mariadb], 'archive: the plans', (entry) => {
  const database = migrated(entry as typeof postgres | typeof mariadb)

  it('read what is moved by indexes, of a table of 20,000 rows', { timeout: 600_000 }, async () => {
    const tenant = freshTenant()
    const repository = repositoryOn(database(), { tenant })
    await fillNovember(repository)
    const on = till({ repository, random: (length) => crypto.getRandomValues(new Uint8Array(length)) })
    const attempt = await on.started()
    on.fake.accept(attempt.id)
    await on.checkAfter(10)
    const tables = storedTables.filter(({ name }) => movedTables[name] !== 'stays')
    for (const table of tables) await multiply(database(), table, tenant)

    const all: Record<string, readonly string[]> = {}
    let count = 0
    const sql = planning(sqlOn(database()), async (statement) => {
      // The tables of before are named once, and have no rows yet.
      if (!statement.text.includes('hp_')) return
      count++
      const planned = database()
      const wrong =
        planned.dialect === 'postgres'
          ? await problems.postgres(planned, statement)
          : await problems.mysql(planned, statement)
      const ofRows = wrong.filter((text) => !text.startsWith('old_'))
      if (ofRows.length > 0) all[statement.text] = ofRows
    })
    await archive(sql, { tenant, before: '2023-12-15', to: 'old_', timeZone })
    expect(all).toEqual({})
    expect(count).toBeGreaterThan(40)
  })
})
