/** Databases of release 0.1, whose payments have no search terms: `migrate` makes them searchable. */
import { migrate, sqlRepository } from 'hospital-payments/sql'
import { changeFixture, insertFixture, paymentFixture } from 'hospital-payments/testing'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { searchTermsOf } from '../../../src/domain/payments/search-terms.js'
import { libsql, mariadb, onEach, opened, postgres, type TestDatabase } from '../../support/databases/index.js'
import { sqlOn } from '../../support/databases/repository.js'
import { everyMigration } from '../../support/migration-names.js'
import {
  deliveryRow,
  eventRow,
  lineRow,
  literal,
  paymentRow,
  type Row,
  run,
  statementsOf,
  store,
} from '../../support/schema-rows.js'
import { group, insertOne } from '../../support/writes.js'

const sections = (dialect: string) =>
  readFileSync(new URL(`../../golden/${dialect}-schema.sql`, import.meta.url), 'utf8').split(/^(?=-- \d{4}_)/m)

/** The script of release 0.1. */
async function install01(database: TestDatabase): Promise<void> {
  const script = sections(database.dialect).filter((part) => !/^-- 00(0[4-9]|[1-9]\d)_/.test(part))
  for (const part of script) for (const statement of statementsOf(part)) await run(database, statement)
}

const added = ['amount_refunding', 'amount_refunded']

/** A row as release 0.1 had it. */
const of01 = (row: Row): Row => Object.fromEntries(Object.entries(row).filter(([column]) => !added.includes(column)))

const idOf = (number: number) => `pay_${String(number).padStart(6, '0')}`

/** Many payments by few statements, each named and numbered. */
async function storePayments(database: TestDatabase, tenant: string, count: number): Promise<void> {
  for (let start = 0; start < count; start += 500) {
    const rows = Array.from({ length: Math.min(500, count - start) }, (_, i) => {
      const number = start + i
      const own = {
        id: idOf(number),
        tenant,
        reference: `INV-${number}`,
        amount: number + 1,
        has_customer: 1,
        customer_name: number % 2 === 0 ? 'Álmaz Bekele' : null,
        customer_phone: `+2519${String(number).padStart(8, '0')}`,
        created_at: Date.UTC(2026, 0, 1) + number,
      }
      return Object.values(of01({ ...paymentRow, ...own })).map((value) => literal(database, value))
    })
    const columns = Object.keys(of01(paymentRow)).join(', ')
    const values = rows.map((row) => `(${row.join(', ')})`).join(', ')
    await run(database, `INSERT INTO hp_payments (${columns}) VALUES ${values}`)
  }
}

const count = 2300

onEach([postgres, mariadb, libsql], 'a database of release 0.1', (entry) => {
  const database = opened(entry)
  const repository = (tenant: string) => sqlRepository(sqlOn(database()), { tenant })

  const found = async (tenant: string, terms: readonly string[]) =>
    (await repository(tenant).searchPayments({ clauses: [{ terms }], limit: 5 })).map(({ id }) => id)

  it('is migrated with everything in it, and its payments are found by search', async () => {
    await install01(database())
    await storePayments(database(), 'a', count)
    await storePayments(database(), 'b', 1)
    const { refund: _, ...eventOf01 } = eventRow
    await store(database(), 'events', eventOf01)
    await store(database(), 'deliveries', deliveryRow)
    await store(database(), 'lines', { ...lineRow, tenant: 'a', line_key: 'line-1', payment_ids: '["pay_000000"]' })

    const sql = sqlOn(database())
    const { applied } = await migrate(sql)
    expect(applied).toEqual(everyMigration(database()).filter((name) => name >= '0004'))
    expect(await migrate(sql)).toEqual({ applied: [] })

    expect(await found('a', ['r:1nv2299'])).toEqual([idOf(2299)])
    expect(await found('a', ['w:almaz'])).toEqual([2298, 2296, 2294, 2292, 2290].map(idOf))
    expect(await found('b', ['a:1'])).toEqual([idOf(0)])
    expect(await found('b', ['a:2'])).toEqual([])
    const old = await repository('a').get(idOf(7))
    expect(old).toMatchObject({ reference: 'INV-7', amountRefunding: 0, amountRefunded: 0 })
    expect(await repository('a').lookup({ references: [], providerTransactionIds: [], lineKeys: ['line-1'] })).toEqual({
      payments: [],
      lines: [{ key: 'line-1', paymentIds: ['pay_000000'] }],
    })
    expect(await repository('a').replace(group([changeFixture(old!, { amountRefunding: 1 })]))).toEqual({
      outcome: 'replaced',
    })
    const terms = await database().rows("SELECT COUNT(*) AS n FROM hp_payment_terms WHERE tenant = ''")
    expect(Number(terms[0]!['n'])).toBe(0)
  })

  async function unfilled(): Promise<void> {
    await run(database(), "DELETE FROM hp_migrations WHERE name = '0008_terms_filled'")
    await run(database(), "DELETE FROM hp_payment_terms WHERE tenant = 'a'")
  }

  it('goes on where it was cut off', async () => {
    await unfilled()
    // Two parts were done before: where they end is known.
    const place = ['', 'a', 0, idOf(1999)].map((value) => literal(database(), value)).join(', ')
    await run(database(), `INSERT INTO hp_payment_terms (tenant, term, created_at, payment_id) VALUES (${place})`)
    expect(await migrate(sqlOn(database()))).toEqual({ applied: ['0008_terms_filled'] })
    // The parts that were done are not done again.
    expect(await found('a', ['r:1nv1999'])).toEqual([])
    expect(await found('a', ['r:1nv2000'])).toEqual([idOf(2000)])
    expect(await found('a', ['r:1nv2299'])).toEqual([idOf(2299)])
  })

  it('is filled by several processes at once, beside payments that are made', async () => {
    const sql = sqlOn(database())
    await unfilled()
    const made = paymentFixture({ reference: 'INV-made-meanwhile' })
    const all = await Promise.all([
      migrate(sql),
      migrate(sql),
      insertOne(repository('a'), { ...insertFixture(made), terms: searchTermsOf(made) }),
      migrate(sql),
    ])
    expect(all.flatMap((answer) => ('applied' in answer ? answer.applied : []))).toEqual(['0008_terms_filled'])
    expect(await found('a', ['r:1nv2299'])).toEqual([idOf(2299)])
    expect(await found('a', searchTermsOf(made).slice(0, 1))).toEqual([made.id])
    expect(await found('a', ['r:1nv0'])).toEqual([idOf(0)])
  })
})
