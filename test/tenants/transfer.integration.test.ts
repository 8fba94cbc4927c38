import {
  eraseTenant,
  exportTenant,
  fromSqlite,
  importTenant,
  migrate,
  sqlRepository,
  type SqlDatabase,
} from 'hospital-payments/sql'
import Database from 'libsql'
import { describe, expect, it } from 'vitest'
import { storedTables } from '../../src/tenants/tables/stored-tables.js'
import { freshTenant, libsql, mariadb, onEach, opened, partitions, postgres } from '../support/databases/index.js'
import { migrated, repositoryOn, sqlOn } from '../support/databases/repository.js'
import { collect, refusal } from '../support/service.js'
import { booksOf, fillNovember, hospitalOver, rowsOf } from './support/november.js'

const now = '2023-12-20T06:00:00.000Z'

/** Makes an empty database in memory, which has no second handle. */
async function inMemory(): Promise<SqlDatabase> {
  const sql = fromSqlite(new Database(':memory:'))
  await migrate(sql)
  return sql
}

const over = (sql: SqlDatabase, tenant: string) => hospitalOver(sqlRepository(sql, { tenant }), now, 7).payments

describe('importTenant', () => {
  onEach([postgres, mariadb, libsql, partitions], 'into', (entry) => {
    const database = migrated(entry)

    it('stores what exportTenant wrote elsewhere, whose export then is the same to the byte', async () => {
      const tenant = freshTenant()
      const from = await inMemory()
      await fillNovember(sqlRepository(from, { tenant }))
      const lines = await collect(exportTenant(from, { tenant }))
      const sql = sqlOn(database())

      const imported = await importTenant(sql, lines)

      expect(imported).toEqual({ tenant, rows: lines.length - 2 })
      expect((await collect(exportTenant(sql, { tenant }))).join('')).toBe(lines.join(''))
      const [there, here] = [over(from, tenant), over(sql, tenant)]
      expect(await rowsOf(here)).toEqual(await rowsOf(there))
      expect(await booksOf(here)).toEqual(await booksOf(there))
      const { items } = await here.receipts.list()
      const [unreceipted] = (await here.reportPayments({ status: ['succeeded'], limit: 100 })).items.filter(
        ({ reference }) => reference === 'INV-2',
      )
      const next = await here.receipts.issue(unreceipted!.paymentId, { actor: 'amina' })
      expect(next.number).toBe(Math.max(...items.map(({ number }) => number)) + 1)
      const again = await refusal(importTenant(sql, lines), 'invalid_request')
      expect(again.message).toContain('this one is there')
      const back = await inMemory()
      await importTenant(back, exportTenant(sql, { tenant }))
      expect(await rowsOf(over(back, tenant))).toEqual(await rowsOf(here))
    })

    it('refuses a file that was cut off or changed, and stores nothing of it', async () => {
      const tenant = freshTenant()
      const from = await inMemory()
      await fillNovember(sqlRepository(from, { tenant }))
      const lines = await collect(exportTenant(from, { tenant }))
      const sql = sqlOn(database())
      const header = JSON.parse(lines[0]!) as object
      const broken: readonly (readonly string[])[] = [
        [],
        lines.slice(1),
        lines.slice(0, -1),
        lines.slice(0, 40),
        [...lines.slice(0, 10), ...lines.slice(11)],
        [...lines, lines[5]!],
        [lines[0]!, ...lines.slice(1, -1).reverse(), lines.at(-1)!],
        [JSON.stringify({ ...header, schema: '0000_older' }), ...lines.slice(1)],
        [...lines.slice(0, 5), '["payments",1]', ...lines.slice(5)],
        [...lines.slice(0, 5), '{"payments"', ...lines.slice(5)],
      ]
      for (const part of broken) await refusal(importTenant(sql, part), 'invalid_request')
      const twice = [...lines.slice(0, 2), ...lines.slice(1, -1)]
      const end = JSON.parse(lines.at(-1)!) as { rows: number; counts: Record<string, number> }
      const counts = { ...end.counts, payments: end.counts['payments']! + 1 }
      await expect(
        importTenant(sql, [...twice, JSON.stringify({ ...end, rows: end.rows + 1, counts })]),
      ).rejects.toMatchObject({ code: 'concurrent_update' })
      for (const { name } of storedTables) {
        const [row] = await database().rows(`SELECT COUNT(*) AS n FROM hp_${name} WHERE tenant = '${tenant}'`)
        expect([name, Number(row!['n'])]).toEqual([name, 0])
      }
    })
  })
})

describe('eraseTenant', () => {
  onEach([postgres, mariadb, libsql, partitions], 'over', (entry) => {
    const database = migrated(entry)

    it('deletes every row of one tenant, histories too, and none of another', async () => {
      const [tenant, other] = [freshTenant(), freshTenant()]
      const sql = sqlOn(database())
      await fillNovember(repositoryOn(database(), { tenant }))
      await fillNovember(repositoryOn(database(), { tenant: other }))
      const lines = await collect(exportTenant(sql, { tenant }))
      const kept = await rowsOf(over(sql, other))

      await expect(eraseTenant(sql, { tenant, confirm: other })).rejects.toThrow(TypeError)
      expect(await eraseTenant(sql, { tenant, confirm: tenant })).toEqual({ rows: lines.length - 2 })

      expect(await collect(exportTenant(sql, { tenant }))).toHaveLength(2)
      expect(await rowsOf(over(sql, other))).toEqual(kept)
      expect(await eraseTenant(sql, { tenant, confirm: tenant })).toEqual({ rows: 0 })
      await expect(database().rows(`DELETE FROM hp_payment_events WHERE tenant = '${other}'`)).rejects.toThrow(
        /append-only/,
      )
      expect(await importTenant(sql, lines)).toEqual({ tenant, rows: lines.length - 2 })
    })
  })
})

describe('exportTenant', () => {
  onEach([postgres, mariadb, libsql], 'over', (entry) => {
    const database = opened(entry)

    it('shows one instant, and refuses wrong options at once', async () => {
      const sql = sqlOn(database())
      await migrate(sql)
      const tenant = freshTenant()
      const { payments } = hospitalOver(sqlRepository(sql, { tenant }), now, 3)
      const bill = { amount: 5, currency: 'ETB', channel: 'till' } as const
      await payments.createPayment({ ...bill, reference: 'INV-1' })
      const lines: string[] = []
      for await (const line of exportTenant(sql, { tenant })) {
        if (lines.length === 1) await payments.createPayment({ ...bill, reference: 'INV-2' })
        lines.push(line)
      }
      expect(lines.join('')).not.toContain('INV-2')
      expect(JSON.parse(lines.at(-1)!)).toMatchObject({ end: true, counts: { payments: 1, payment_events: 1 } })
      expect(() => exportTenant(sql, { tenant: '' })).toThrow(TypeError)
      expect(() => exportTenant(sql, { tenant, table: 'x' } as never)).toThrow(TypeError)
    })
  })
})
