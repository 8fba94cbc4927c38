/** P12 at the repository: `insert` of groups against as many single inserts, and against the bare rows written set-based. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PaymentRepository } from 'hospital-payments'
import type { InsertEntry } from 'hospital-payments/repository'
import { fromMysql2, fromPg, fromSqlite, migrate, sqlRepository } from 'hospital-payments/sql'
import { insertFixture, paymentFixture } from 'hospital-payments/testing'
import Database from 'libsql'
import mysql from 'mysql2/promise'
import pg from 'pg'
import { deliveryValues, eventValues, keyValues, paymentValues } from '../src/sql/core/row.js'
import { deliveryColumns, eventColumns, keyColumns, paymentColumns } from '../src/sql/core/tables.js'
import { ownMariadb } from '../test/support/databases/own-mariadb.js'
import { ownPostgres } from '../test/support/databases/own-postgres.js'
import { interleave, ratios, repeat, spread, timeOnTheWall } from './support/measure.js'
import { atLeast, type Figure, record, times, withoutGoal } from './support/results.js'

const count = Number(process.env['HP_BENCH_ROWS'] ?? 5000)
const rounds = Number(process.env['HP_BENCH_ROUNDS'] ?? 5)
const groupSize = 1000
/** A call of the bare peer takes no part of a time limit, and on a busy machine no call of ours should meet its own. */
const timeoutMs = 60_000

let serial = 0

function entryOf(): InsertEntry {
  const id = String(++serial).padStart(20, '0')
  const now = new Date().toISOString()
  const payment = paymentFixture({
    id: `pay_01M${id}`,
    reference: `INV-N-${serial}`,
    createdAt: now,
    updatedAt: now,
    description: 'Consultation',
    customer: { name: 'Abebe', phone: '+251911000000' },
  })
  const idempotency = { key: `key-n-${serial}`, fingerprint: id.padStart(64, '0') }
  return insertFixture(payment, { idempotency })
}

/** The rows that the library stores, of another tenant. */
function bareRows() {
  const entry = entryOf()
  return {
    payment: ['bare', ...paymentValues(entry.payment), ...keyValues(entry)],
    event: ['bare', ...eventValues(entry.event)],
    delivery: ['bare', ...deliveryValues(entry.event)],
  }
}

type Rows = ReturnType<typeof bareRows>

const tables = [
  ['payment', 'hp_payments', ['tenant', ...paymentColumns, ...keyColumns]],
  ['event', 'hp_payment_events', ['tenant', ...eventColumns]],
  ['delivery', 'hp_deliveries', ['tenant', ...deliveryColumns]],
] as const

function checked(outcomes: readonly { readonly outcome: string }[]): void {
  if (outcomes.some(({ outcome }) => outcome !== 'inserted')) throw new Error('a payment was not inserted')
}

async function measured(
  name: string,
  goal: number,
  repository: PaymentRepository,
  bareGroup: (rows: readonly Rows[]) => unknown,
): Promise<Figure[]> {
  const groups = Math.ceil(count / groupSize)
  const list = <Item>(make: () => Item) => Array.from({ length: groupSize }, make)
  const contenders = {
    groups: () => repeat(groups, 1, async () => checked(await repository.insert(list(entryOf)))),
    single: () => repeat(groups * groupSize, 1, async () => checked(await repository.insert([entryOf()]))),
    bare: () => repeat(groups, 1, async () => bareGroup(list(bareRows))),
  }
  await contenders.groups()
  await contenders.bare()
  const taken = await interleave(rounds, contenders, timeOnTheWall)
  const rate = (milliseconds: readonly number[]) =>
    `${Math.round((groups * groupSize * 1000) / spread(milliseconds).median)}/s`
  return [
    atLeast(goal, times, {
      what: `${name}: against single inserts`,
      measured: `${rate(taken.groups)} (${rate(taken.single)})`,
      figure: ratios(taken.single, taken.groups),
    }),
    withoutGoal(times, {
      what: `${name}: against the bare rows, set-based`,
      measured: `${rate(taken.groups)} (${rate(taken.bare)})`,
      figure: ratios(taken.bare, taken.groups),
    }),
  ]
}

async function onPostgres(): Promise<Figure[]> {
  const server = await ownPostgres()
  const pool = new pg.Pool({ connectionString: server.url, max: 1 })
  try {
    await migrate(fromPg(pool))
    return await measured('PostgreSQL', 6, sqlRepository(fromPg(pool), { timeoutMs }), async (rows) => {
      const client = await pool.connect()
      await client.query('BEGIN')
      for (const [part, table, columns] of tables) {
        const row = (_: unknown, i: number) => `(${columns.map((_, j) => `$${i * columns.length + j + 1}`).join(', ')})`
        const text = `INSERT INTO ${table} (${columns.join(', ')}) VALUES ${rows.map(row).join(', ')}`
        await client.query({ name: `bare ${part}`, text, values: rows.flatMap((row) => row[part]) })
      }
      await client.query('COMMIT')
      client.release()
    })
  } finally {
    await pool.end()
    await server.destroy()
  }
}

async function onMariadb(): Promise<Figure[]> {
  const server = await ownMariadb()
  const setUp = mysql.createPool({ uri: server.url, connectionLimit: 1 })
  await setUp.query('CREATE DATABASE hospital')
  await setUp.end()
  const url = new URL(server.url)
  url.pathname = '/hospital'
  const pool = mysql.createPool({ uri: url.href, connectionLimit: 1 })
  try {
    await migrate(fromMysql2(pool))
    return await measured('MariaDB', 6, sqlRepository(fromMysql2(pool), { timeoutMs }), async (rows) => {
      const connection = await pool.getConnection()
      await connection.query('START TRANSACTION')
      // Its own text protocol, because a prepared statement takes longer for as many values.
      for (const [part, table, columns] of tables)
        await connection.query(`INSERT INTO ${table} (${columns.join(', ')}) VALUES ?`, [rows.map((row) => row[part])])
      await connection.query('COMMIT')
      connection.release()
    })
  } finally {
    await pool.end()
    await server.destroy()
  }
}

async function onSqlite(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  const db = new Database(join(folder, 'hospital.db'))
  try {
    const database = fromSqlite(db)
    await migrate(database)
    const inserts = tables.map(([part, table, columns]) => ({
      part,
      insert: db.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`),
    }))
    return await measured('SQLite (libsql)', 3, sqlRepository(database, { timeoutMs }), (rows) => {
      db.exec('BEGIN IMMEDIATE')
      for (const { part, insert } of inserts) for (const row of rows) insert.run(row[part])
      db.exec('COMMIT')
    })
  } finally {
    db.close()
    rmSync(folder, { recursive: true })
  }
}

const all = { postgres: onPostgres, mariadb: onMariadb, sqlite: onSqlite }
const wanted = process.env['HP_BENCH_ON']?.split(',')
const figures: Figure[] = []
for (const [name, run] of Object.entries(all)) if (!wanted || wanted.includes(name)) figures.push(...(await run()))

await record({
  name: 'bulk-create',
  about: `\`insert\` of the repository: ${count.toLocaleString('en')} new payments with an idempotency key each, in groups of
${groupSize.toLocaleString('en')}, against as many calls with one, by one client over one connection; and against the bare rows of as
many payments in the same tables, written by one INSERT a table (on SQLite by prepared ones) in one transaction a group. Durable, as the
databases are set by themselves. ${rounds} rounds, time on the wall.`,
  figures,
})
