/** Tables with partitions by tenant, written to by simple statements: the core of the kit, plans, guards. */
import { fromPg, migrate, schemaSql, sqlRepository } from 'hospital-payments/sql'
import { insertFixture, paymentFixture, repositoryContract } from 'hospital-payments/testing'
import pg from 'pg'
import { expect, it } from 'vitest'
import { aggregates } from '../../../src/repository/aggregates/index.js'
import { tablesOf } from '../../../src/sql/core/tables.js'
import { onEach, opened, partitions, type PgDatabase, postgres } from '../../support/databases/index.js'
import { migrated, repositoryOn, sqlOn } from '../../support/databases/repository.js'
import { financeContract } from '../../support/finance-contract/index.js'
import { everyMigration } from '../../support/migration-names.js'
import { eventRow, literal, run, store } from '../../support/schema-rows.js'
import { insertOne } from '../../support/writes.js'
import { declareCore } from '../conformance.js'
import { play, sequencesOfCalls } from '../model/play.js'
import { playAll, timeout } from '../model/runs.js'
import { recordedStatements } from './recorded.js'

declareCore(partitions, repositoryContract)
declareCore(partitions, financeContract)

/** Names of the tables that have a tenant. */
const tables = Object.entries(tablesOf())
  .flatMap(([field, name]) => (field === 'migrations' || field === 'prefix' ? [] : [name as string]))
  .concat(aggregates.map(({ name }) => `hp_${name}`))

const guarded = [
  ...['hp_payment_events', 'hp_line_events', 'hp_row_events', 'hp_closings', 'hp_closing_lines'],
  ...aggregates.filter(({ changes, isGuarded }) => changes.length === 0 || isGuarded).map(({ name }) => `hp_${name}`),
]

interface PlanNode {
  readonly 'Relation Name'?: string
  readonly Plans?: readonly PlanNode[]
}

/** Lists the relations that a plan reads or changes. */
function relationsIn({ 'Relation Name': name, Plans = [] }: PlanNode): string[] {
  return [...(name === undefined ? [] : [name]), ...Plans.flatMap(relationsIn)]
}

onEach([partitions], "migrate: distribute: 'partitions'", (entry) => {
  const database = migrated(entry)

  it('makes every table that has a tenant with so many partitions', async () => {
    const rows = await database().rows(
      'SELECT parent.relname AS name, count(*)::int AS parts FROM pg_inherits ' +
        'JOIN pg_class AS parent ON parent.oid = inhparent ' +
        "WHERE parent.relkind = 'p' AND parent.relname LIKE 'hp\\_%' GROUP BY 1",
    )
    expect(Object.fromEntries(rows.map(({ name, parts }) => [name, parts]))).toEqual(
      Object.fromEntries(tables.map((name) => [name, 3])),
    )
    const plain = await database().rows(
      "SELECT relname FROM pg_class WHERE relkind = 'r' AND NOT relispartition AND relname LIKE 'hp\\_%'",
    )
    expect(plain).toEqual([{ relname: 'hp_migrations' }])
  })

  it.each([['statements'], [undefined]] as const)(
    'lets every statement of writes: %s look into one partition of a table, by the plan for its values',
    async (writes) => {
      const statements = await recordedStatements(database(), { writes })
      expect(statements.length).toBeGreaterThan(300)
      const client = new pg.Client({ connectionString: database().url })
      await client.connect()
      try {
        const wrong: string[] = []
        for (const { text, values } of statements) {
          if (!/^(?:SELECT|INSERT|UPDATE|DELETE|WITH)\b/.test(text) || text.includes('hp_migrations')) continue
          const { rows } = await client.query({ text: `EXPLAIN (FORMAT JSON) ${text}`, values: values as unknown[] })
          const [{ Plan }] = (rows[0] as { 'QUERY PLAN': [{ Plan: PlanNode }] })['QUERY PLAN']
          const parts = new Set(relationsIn(Plan).filter((name) => /_p\d+$/.test(name)))
          const parents = [...parts].map((name) => name.replace(/_p\d+$/, ''))
          if (new Set(parents).size < parents.length) wrong.push(`${[...parts].join(', ')}: ${text}`)
        }
        expect(wrong).toEqual([])
      } finally {
        await client.end()
      }
    },
    240_000,
  )

  it('refuses to change, delete or empty a history, also in a partition that is named by hand', async () => {
    const row = { ...eventRow, tenant: 'guarded' }
    await store(database(), 'events', row)
    const [{ part } = {}] = await database().rows(
      `SELECT tableoid::regclass::text AS part FROM hp_payment_events WHERE tenant = 'guarded'`,
    )
    expect(part).toMatch(/^hp_payment_events_p\d$/)
    for (const table of ['hp_payment_events', String(part)]) {
      const ofTenant = `WHERE tenant = ${literal(database(), 'guarded')}`
      const attacks = [
        `UPDATE ${table} SET amount = 2 ${ofTenant}`,
        `DELETE FROM ${table} ${ofTenant}`,
        `TRUNCATE ${table}`,
      ]
      for (const attack of attacks)
        await expect(run(database(), attack)).rejects.toThrow(
          /hp_payment_events(_p\d)? is append-only: (UPDATE|DELETE|TRUNCATE)/,
        )
    }
    expect(await database().rows("SELECT amount::int FROM hp_payment_events WHERE tenant = 'guarded'")).toEqual([
      { amount: 1 },
    ])
  })

  it('guards every history and every table of rows that are only added', async () => {
    const rows = await database().rows(
      "SELECT tgrelid::regclass::text AS name, count(*)::int AS triggers FROM pg_trigger WHERE tgname LIKE '%append_only' OR tgname LIKE '%_kept' OR tgname LIKE '%no_truncate' GROUP BY 1",
    )
    const expected = guarded.flatMap((table) => [table, `${table}_p0`, `${table}_p1`, `${table}_p2`])
    expect(new Map(rows.map(({ name, triggers }) => [name, triggers]))).toEqual(
      new Map(expected.map((name) => [name, 2])),
    )
    for (const table of expected)
      await expect(run(database(), `TRUNCATE ${table}`)).rejects.toThrow('is append-only: TRUNCATE')
  })

  it('has nothing to do again, with the option and without it', async () => {
    const sql = sqlOn(database())
    expect(await migrate(sql, { distribute: 'partitions', partitions: 3 })).toEqual({ applied: [] })
    expect(await migrate(sql)).toEqual({ applied: [] })
  })

  it('refuses another number of partitions and another distribution, and changes nothing', async () => {
    const sql = sqlOn(database())
    for (const options of [{ distribute: 'partitions', partitions: 4 }, { distribute: 'citus' }] as const)
      await expect(migrate(sql, options)).rejects.toMatchObject({
        code: 'storage_unavailable',
        retryable: false,
        message: expect.stringContaining('with 3 partitions') as string,
      })
  })

  it('stores payments of many tenants, each seen by that tenant alone', async () => {
    const repositories = Array.from({ length: 12 }, () => repositoryOn(database()))
    const payments = await Promise.all(
      repositories.map(async (repository) => {
        const payment = paymentFixture()
        expect(await insertOne(repository, insertFixture(payment))).toEqual({ outcome: 'inserted' })
        return payment
      }),
    )
    for (const [i, repository] of repositories.entries())
      expect(await repository.page({ by: 'createdAt', direction: 'asc', limit: 5 })).toEqual([payments[i]])
  })

  it('sqlRepository over them answers random calls as memoryRepository does', { timeout }, async () => {
    await playAll(sequencesOfCalls, (sequence) => play(sequence, repositoryOn(database())), { count: 5 })
  })
})

onEach([postgres], 'migrate: a later call, and one that is refused', (entry) => {
  const database = opened(entry)
  const sql = () => fromPg((database() as PgDatabase).handle)

  it('goes on with partitions as they are, for guards that were left out', async () => {
    const options = { tablePrefix: 'later_', distribute: 'partitions', partitions: 2 } as const
    expect((await migrate(sql(), { ...options, guards: false })).applied).toEqual([everyMigration[0]])
    expect((await migrate(sql(), { tablePrefix: 'later_' })).applied).toEqual([everyMigration[1]])
    const triggers = await database().rows(
      "SELECT tgrelid::regclass::text AS name FROM pg_trigger WHERE tgname = 'later_payment_events_no_truncate' ORDER BY 1",
    )
    expect(triggers.map(({ name }) => name)).toEqual(['', '_p0', '_p1'].map((end) => `later_payment_events${end}`))
  })

  it('refuses to distribute tables that are not distributed', async () => {
    await migrate(sql(), { tablePrefix: 'plain_' })
    await expect(migrate(sql(), { tablePrefix: 'plain_', distribute: 'partitions' })).rejects.toMatchObject({
      code: 'storage_unavailable',
      retryable: false,
      message: expect.stringContaining('without a distribution') as string,
    })
  })

  it('names what is missing where Citus is not installed', async () => {
    await expect(migrate(sql(), { tablePrefix: 'spread_', distribute: 'citus' })).rejects.toMatchObject({
      code: 'storage_unavailable',
      retryable: false,
      message: expect.stringContaining('CREATE EXTENSION citus') as string,
    })
    expect(await database().rows("SELECT relname FROM pg_class WHERE relname LIKE 'spread%'")).toEqual([])
  })

  it('makes the tables of schemaSql, by the script as by itself', async () => {
    const script = schemaSql('postgres', { tablePrefix: 'script_', distribute: 'partitions', partitions: 2 })
    await run(database(), script)
    expect(await migrate(sql(), { tablePrefix: 'script_', distribute: 'partitions', partitions: 2 })).toEqual({
      applied: [],
    })
    const repository = sqlRepository(sql(), { tablePrefix: 'script_', writes: 'statements' })
    expect(await insertOne(repository, insertFixture(paymentFixture()))).toEqual({ outcome: 'inserted' })
  })
})
