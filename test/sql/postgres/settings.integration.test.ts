/** Settings of a host on its pool or client of pg, or tools around it, which change nothing of what comes back. */
import pg from 'pg'
import { fromPg, sqlRepository } from 'hospital-payments/sql'
import { changeFixture, insertFixture, paymentFixture } from 'hospital-payments/testing'
import { describe, expect, it } from 'vitest'
import { freshTenant, onEach, postgres, systemPostgres } from '../../support/databases/index.js'
import { migrated } from '../../support/databases/repository.js'
import { collect } from '../../support/service.js'
import { pgKind } from '../../../src/sql/postgres/faults.js'
import { callOf, faultOf } from '../connections/subject.js'
import { group, insertOne } from '../../support/writes.js'

type Handle = pg.Pool | pg.Client | Parameters<typeof fromPg>[0]

/** Writes and reads of every kind of column. */
async function expectExact(handle: Handle, options: { prepare?: boolean } = {}): Promise<void> {
  const repository = sqlRepository(fromPg(handle, options), { dialect: 'postgres', tenant: freshTenant() })
  const amount = Number.MAX_SAFE_INTEGER
  const payments = [1, 2].map((number) =>
    paymentFixture({ amount, reference: `INV-${number}`, description: '', customer: { name: 'Ward "4"' } }),
  )
  for (const payment of payments) await insertOne(repository, insertFixture(payment))
  const changes = payments.map((payment) => changeFixture(payment, { status: 'succeeded', paidAt: payment.createdAt }))
  const paid = group(changes, 'line')
  expect(await repository.replace(paid)).toEqual({ outcome: 'replaced' })
  expect(await repository.replace(paid)).toEqual({ outcome: 'line_taken' })
  for (const { payment } of changes) expect(await repository.get(payment.id)).toEqual(payment)
  expect(await repository.page({ by: 'paidAt', direction: 'asc', limit: 9 })).toHaveLength(2)
  const { currency, channel } = payments[0]!
  expect(await repository.totals({ by: 'createdAt' })).toEqual([
    { currency, channel, status: 'succeeded', count: 2, amount: String(2n * BigInt(amount)), waived: '0' },
  ])
  const rows = (await collect(repository.scan({ by: 'createdAt', fields: ['amount', 'paidAt', 'late'] }))).flat()
  expect(rows).toEqual(payments.map(({ createdAt }) => [amount, createdAt, false]))
}

const nothing = { getTypeParser: () => () => 'the own parser of the host' } as never
const settings = {
  'as it comes': {},
  'with binary results': { binary: true },
  'with parsers of its own': { types: nothing },
  'with dates in UTC': { parseInputDatesAsUTC: true },
  'with a time limit for queries': { query_timeout: 20_000 },
  'with binary results and parsers of its own': { binary: true, types: nothing },
}

const ways = Object.entries(settings).flatMap(([name, set]) =>
  [true, false].map((prepare) => [name, prepare ? 'prepared' : 'not prepared', set, { prepare }] as const),
)

onEach([postgres, systemPostgres], "fromPg: a host's settings of pg", (entry) => {
  const database = migrated(entry)

  async function withClient(set: object, work: (client: pg.Client) => Promise<void>): Promise<void> {
    const client = new pg.Client({ connectionString: database().url, ...set })
    await client.connect()
    try {
      await client.query('BEGIN')
      await work(client)
    } finally {
      await client.end()
    }
  }

  it.each(ways)('leave a pool exact, %s, %s', async (_, _way, set, options) => {
    const pool = new pg.Pool({ connectionString: database().url, max: 2, ...set })
    await expectExact(pool, options)
    await pool.end()
  })

  it.each(ways)('leave a client in its transaction exact, %s, %s', async (_, _way, set, options) => {
    await withClient(set, (client) => expectExact(client, options))
  })

  it('leave what a tool sees as it was: each statement has its text and values, and is answered', async () => {
    const seen: { text: string; values?: unknown[] }[] = []
    const look = (query: { text: string; values?: unknown[] }) => seen.push({ text: query.text, values: query.values! })
    const tools: Record<string, (client: pg.Client) => void> = {
      'passes all on': (client) => {
        const query = client.query.bind(client) as (...all: unknown[]) => unknown
        client.query = ((...all: unknown[]) => (look(all[0] as never), query(...all))) as never
      },
      'passes the query on, by a promise': (client) => {
        const query = client.query.bind(client) as (query: unknown) => Promise<unknown>
        client.query = (async (submitted: never) => (look(submitted), query(submitted))) as never
      },
      'sends text and values by itself': (client) => {
        const query = client.query.bind(client)
        client.query = (async (submitted: pg.QueryConfig) => (
          look(submitted),
          query(submitted.text, submitted.values)
        )) as never
      },
    }
    for (const [name, put] of Object.entries(tools)) {
      seen.length = 0
      await withClient({}, async (client) => {
        put(client)
        await expectExact(client)
      })
      const inserts = seen.filter(({ text }) => /INSERT/.test(text))
      expect(inserts.length, name).toBeGreaterThan(2)
      for (const { values } of inserts) expect(values?.length, name).toBeGreaterThan(10)
    }
  })

  it('fail a call that the host limits in time', async () => {
    await withClient({ query_timeout: 300 }, async (client) => {
      const sleep = { text: 'SELECT pg_sleep(5)', values: [] }
      expect((await faultOf(fromPg(client).read(sleep, callOf()))).kind).toBe('lost')
    })
  })

  it('are refused where results would come in binary through a bridge, and nothing is written', async () => {
    await withClient({ binary: true }, async (client) => {
      const bridge = { query: (query: pg.QueryConfig) => client.query(query) }
      const repository = sqlRepository(fromPg(bridge as never), { dialect: 'postgres', tenant: 'binary' })
      await expect(repository.totals({ by: 'createdAt' })).rejects.toThrow(TypeError)
      await expect(insertOne(repository, insertFixture(paymentFixture()))).rejects.toThrow(/binary/)
      const { rows } = await client.query("SELECT 1 FROM hp_payments WHERE tenant = 'binary'")
      expect(rows).toEqual([])
    })
  })

  it('let a statement be refused that has more parameters than the protocol counts, and keep its connection', async () => {
    const pool = new pg.Pool({ connectionString: database().url, max: 1 })
    const pid = async () => (await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]!.pid
    const before = await pid()
    const values = Array.from({ length: 65_540 }, (_, i) => i)
    const step = { text: 'SELECT $1::bigint + $2::bigint + $3::bigint', values, mustChange: 1 }
    expect(await faultOf(fromPg(pool).write([step], callOf()))).toMatchObject({ kind: 'refused', mayBeStored: false })
    expect(await pid()).toBe(before)
    await pool.end()
  })
})

describe('pgKind: a violation of the protocol', () => {
  it('is refused by a server that goes on, and a lost connection where it ends', () => {
    expect(pgKind({ code: '08P01', severity: 'ERROR' })).toBe('refused')
    expect(pgKind({ cause: { code: '08P01', severity: 'ERROR' } })).toBe('refused')
    expect(pgKind({ code: '08P01', severity: 'FATAL' })).toBe('lost')
    expect(pgKind({ code: '08006', severity: 'ERROR' })).toBe('lost')
  })
})

describe('fromPg: pg-native', () => {
  it('is refused with what to give instead', async () => {
    const client = { query: () => undefined, native: {}, namedQueries: {} }
    expect(() => fromPg(client as never)).toThrow(/pg-native.*Pool or client of pg itself/)
    const connect = (done: (error: null, client: object) => void) =>
      done(null, { ...client, on: () => undefined, removeListener: () => undefined, release: () => undefined })
    const pool = { totalCount: 0, connect, query: () => undefined, on: () => undefined }
    await expect(fromPg(pool as never).read({ text: 'SELECT 1', values: [] }, callOf())).rejects.toThrow(/pg-native/)
  })
})
