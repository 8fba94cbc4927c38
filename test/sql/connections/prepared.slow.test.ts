/** Limits of the statements that a server is asked to keep: few, whatever is asked, for each costs it memory. */
import type { PaymentRepository, PaymentStatus } from 'hospital-payments'
import type { Filter, ScanField } from 'hospital-payments/repository'
import { fromMysql2, fromPg, fromSqlite, sqlRepository } from 'hospital-payments/sql'
import { changeFixture, insertFixture, paymentFixture } from 'hospital-payments/testing'
import Database from 'libsql'
import { createPool, type RowDataPacket } from 'mysql2/promise'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { RecentlyUsed } from '../../../src/internal/recently-used.js'
import { libsql, mariadb, onEach, postgres, systemPostgres } from '../../support/databases/index.js'
import { migrated } from '../../support/databases/repository.js'
import { collect } from '../../support/service.js'
import { group, insertOne } from '../../support/writes.js'

const max = 100

const orders = ['createdAt', 'paidAt', 'reversedAt', 'expiresAt'] as const satisfies Filter['by'][]
const statuses = ['pending', 'succeeded', 'failed', 'expired', 'reversed'] as const satisfies PaymentStatus[]
const fields = [
  'id',
  'status',
  'amount',
  'paidAt',
  'late',
  'description',
  'customerName',
] as const satisfies ScanField[]
const at = '2026-11-20T09:00:00.000Z'

/** Lists every combination of what a filter may say, with lists of several lengths. */
function* filters(): Generator<Filter> {
  for (const by of orders)
    for (const from of [undefined, at])
      for (const before of [undefined, at])
        for (const reference of [undefined, 'INV-1'])
          for (const count of [0, 1, 2, 4])
            for (const channels of [undefined, ['cash'], ['a', 'b', 'c']])
              yield {
                by,
                ...(from !== undefined && { from }),
                ...(before !== undefined && { before }),
                ...(reference !== undefined && { reference }),
                ...(count > 0 && { statuses: statuses.slice(0, count) }),
                ...(channels && { channels }),
              }
}

/** Makes some calls of every kind, in as many shapes as there are. */
async function wildMix(repository: PaymentRepository): Promise<number> {
  let calls = 0
  for (const filter of filters()) {
    const direction = calls % 2 === 0 ? 'asc' : 'desc'
    await repository.page({ ...filter, direction, limit: 10, ...(calls % 3 === 0 && { after: { at, id: 'pay_1' } }) })
    if (calls % 4 === 0) await repository.totals(filter)
    const columns = fields.filter((_, i) => ((calls >> i) & 1) === 1)
    if (calls % 5 === 0) await collect(repository.scan({ ...filter, fields: ['id', ...columns] }))
    calls++
  }
  for (const size of [1, 2, 3, 4, 7, 12, 25, 40]) {
    const payments = Array.from({ length: size }, (_, i) => paymentFixture({ id: `pay_${size}_${i}` }))
    for (const payment of payments) await insertOne(repository, insertFixture(payment))
    const changes = payments.map((payment) => changeFixture(payment, { status: 'succeeded' }))
    await repository.replace(group(changes, size % 2 === 0 ? `line ${size}` : null))
    await repository.replace(group(changes))
    const keys = Array.from({ length: size * size }, (_, i) => `key ${i}`)
    await repository.lookup({ references: keys, providerTransactionIds: keys, lineKeys: keys })
    await repository.get(payments[0]!.id)
    await repository.history(payments[0]!.id)
    const claim = { owner: 'relay', now: at, leaseUntil: at, limit: size } as const
    const claimed = await repository.claimEvents({ from: size % 2 === 0 ? 'due' : 'dead', ...claim })
    const results = claimed.map(({ event }, i) => ({
      eventId: event.id,
      next: ([{ retryAt: at }, 'delivered', 'dead'] as const)[i % 3]!,
    }))
    await repository.completeEvents({ owner: 'relay', now: at, results })
  }
  return calls
}

const timeout = 120_000

onEach([postgres, systemPostgres], 'fromPg: a connection', (entry) => {
  const database = migrated(entry)

  it('keeps at most a hundred statements of ours, whatever it is asked', { timeout }, async () => {
    const pool = new pg.Pool({ connectionString: database().url, max: 1 })
    expect(await wildMix(sqlRepository(fromPg(pool)))).toBeGreaterThan(max)
    const { rows } = await pool.query<{ name: string }>('SELECT name FROM pg_prepared_statements')
    expect(rows.length).toBeGreaterThan(10)
    expect(rows.length).toBeLessThanOrEqual(max)
    expect(rows.every(({ name }) => name.startsWith('hp_'))).toBe(true)
    await pool.end()
  })

  it("keeps as few in a host's transaction, over a client and over a bridge", { timeout }, async () => {
    const client = new pg.Client({ connectionString: database().url })
    await client.connect()
    for (const handle of [client, { query: (query: object) => client.query(query as pg.QueryConfig) }]) {
      await client.query('BEGIN; DEALLOCATE ALL')
      await wildMix(sqlRepository(fromPg(handle as pg.Client), { dialect: 'postgres', tenant: 'bound' }))
      const { rows } = await client.query('SELECT name FROM pg_prepared_statements')
      expect(rows.length).toBeLessThanOrEqual(max)
      await client.query('ROLLBACK')
    }
    await client.end()
  })

  it('keeps a few statements that write payments, for groups of any size', async () => {
    const pool = new pg.Pool({ connectionString: database().url, max: 1 })
    const repository = sqlRepository(fromPg(pool), { tenant: 'groups' })
    for (const size of [1, 1, 2, 3, 7, 100, 101]) {
      const payments = Array.from({ length: size }, () => paymentFixture())
      for (const payment of payments) await insertOne(repository, insertFixture(payment))
      for (const lineKey of [null, `line ${size} ${payments[0]!.id}`]) {
        const changes = payments.map((payment) => changeFixture(payment, {}))
        expect(await repository.replace(group(changes, lineKey))).toEqual({ outcome: 'replaced' })
        payments.splice(0, size, ...changes.map(({ payment }) => payment))
      }
    }
    const { rows } = await pool.query("SELECT 1 FROM pg_prepared_statements WHERE statement ~ '(INSERT|UPDATE)'")
    expect(rows).toHaveLength(4)
    await pool.end()
  })
})

onEach([mariadb], 'fromMysql2: a connection', (entry) => {
  const database = migrated(entry)

  it('keeps at most a hundred statements of ours, whatever it is asked', { timeout }, async () => {
    const pool = createPool({ uri: database().url, connectionLimit: 1 })
    expect(await wildMix(sqlRepository(fromMysql2(pool)))).toBeGreaterThan(max)
    const [rows] = await pool.query<RowDataPacket[]>("SHOW SESSION STATUS LIKE 'Com_stmt_%'")
    const counts = new Map(rows.map(({ Variable_name: name, Value: count }) => [name, Number(count)]))
    const kept = counts.get('Com_stmt_prepare')! - counts.get('Com_stmt_close')!
    expect(kept).toBeGreaterThan(10)
    expect(kept).toBeLessThanOrEqual(max)
    await pool.end()
  })
})

onEach([libsql], 'fromSqlite: a handle', (entry) => {
  const database = migrated(entry)

  it('keeps at most a hundred statements of ours, whatever it is asked', { timeout }, async () => {
    const handle = new Database(database().file)
    const prepare = handle.prepare.bind(handle)
    const prepared: string[] = []
    handle.prepare = (text: string) => {
      prepared.push(text)
      return prepare(text)
    }
    const sql = fromSqlite(handle)
    await wildMix(sqlRepository(sql))
    const texts = Array.from({ length: max + 1 }, (_, i) => `SELECT ${i}`)
    const read = async (reads: readonly string[]) => {
      prepared.length = 0
      for (const text of reads) await sql.read({ text, values: [] }, { remaining: () => 1000 })
      return prepared
    }
    expect(await read(texts)).toEqual(texts)
    expect(await read(texts.slice(1))).toEqual([])
    expect(await read(texts.slice(0, 1))).toEqual(texts.slice(0, 1))
    handle.close()
  })
})

describe('RecentlyUsed: a value that was made of a text', () => {
  it('is kept while it is used, and given up when too many others were used since', () => {
    const givenUp: string[] = []
    const cache = new RecentlyUsed<string>(2, (text, value) => givenUp.push(`${text} ${value}`))
    const get = (text: string) => cache.get(text, () => text.toUpperCase())
    expect([get('a'), get('b'), get('a'), get('c')]).toEqual(['A', 'B', 'A', 'C'])
    expect(givenUp).toEqual(['b B'])
    const made: string[] = []
    const makeAgain = (text: string) => cache.get(text, () => made[made.push(text) - 1]!)
    expect([makeAgain('a'), makeAgain('c'), made]).toEqual(['A', 'C', []])
    cache.delete('c')
    makeAgain('a')
    makeAgain('c')
    expect(made).toEqual(['c'])
    cache.clear()
    makeAgain('a')
    expect(made).toEqual(['c', 'a'])
    expect(givenUp).toEqual(['b B'])
  })
})
