import type { ReconciliationItem } from 'hospital-payments'
import { sqlRepository } from 'hospital-payments/sql'
import { describe, expect, it } from 'vitest'
import { archive } from '../../src/tenants/archive/archive.js'
import { movedTables } from '../../src/tenants/archive/moved-tables.js'
import { storedTables } from '../../src/tenants/tables/stored-tables.js'
import {
  freshTenant,
  libsql,
  mariadb,
  onEach,
  partitions,
  postgres,
  type TestDatabase,
} from '../support/databases/index.js'
import { migrated, repositoryOn, sqlOn } from '../support/databases/repository.js'
import { till } from '../operations/attempts/support/till.js'
import { collect } from '../support/service.js'
import { booksOf, fillNovember, hospitalOver, records, rowsOf, timeZone } from './support/november.js'

const to = 'old_'

/** Makes a hospital with a month, in tables of its tenant. */
async function novemberIn(database: TestDatabase) {
  const tenant = freshTenant()
  const repository = repositoryOn(database, { tenant })
  const november = await fillNovember(repository)
  const sql = sqlOn(database)
  const now = '2024-06-01T06:00:00.000Z'
  const here = hospitalOver(repository, now, 7).payments
  const there = () => hospitalOver(sqlRepository(sql, { tenant, tablePrefix: to }), now, 8).payments
  const move = (more: object = {}) => archive(sql, { tenant, before: '2023-12-15', to, timeZone, ...more })
  return { tenant, november, here, there, move, sql }
}

function union(one: Record<string, string[]>, other: Record<string, string[]>): Record<string, string[]> {
  return Object.fromEntries(Object.keys(one).map((name) => [name, [...one[name]!, ...other[name]!].sort()]))
}

function outcomesOf(items: readonly ReconciliationItem[]): string[] {
  return items.flatMap((item) => (item.kind === 'line' ? item.outcome : []))
}

describe('archive', () => {
  onEach([postgres, mariadb, libsql, partitions], 'over', (entry) => {
    const database = migrated(entry)
    const countIn = async (table: string, tenant: string) =>
      Number((await database().rows(`SELECT COUNT(*) AS n FROM ${table} WHERE tenant = '${tenant}'`))[0]!['n'])

    it('moves what is over, and both sets of tables together have every row once', async () => {
      const { tenant, november, here, there, move } = await novemberIn(database())
      const [before, books] = [await rowsOf(here), await booksOf(here)]

      const result = await move()

      const [kept, moved] = [await rowsOf(here), await rowsOf(there())]
      expect(moved['payments']!.map((text) => JSON.parse(text).id).sort()).toEqual([...november.moved].sort())
      expect(union(kept, moved)).toEqual(before)
      expect(result).toEqual({
        payments: november.moved.length,
        lines: moved['lines']!.length,
        events: await countOfEvents(tenant),
      })
      expect(await booksOf(here)).toEqual(books)
      expect(await move()).toEqual({ payments: 0, lines: 0, events: 0 })
      expect(await countIn('hp_maintenance', tenant)).toBe(0)
    })

    async function countOfEvents(tenant: string): Promise<number> {
      const tables = ['payment_events', 'line_events', 'row_events'].map((name) => to + name)
      let sum = 0
      for (const table of tables) sum += await countIn(table, tenant)
      return sum
    }

    it('leaves no row of a moved payment behind, in any table', async () => {
      const { tenant, move } = await novemberIn(database())
      const counts = async (prefix: string) => {
        const all: Record<string, number> = {}
        for (const { name } of storedTables) all[name] = await countIn(prefix + name, tenant)
        return all
      }
      const before = await counts('hp_')
      await move()
      const [kept, moved] = [await counts('hp_'), await counts(to)]
      for (const { name } of storedTables) {
        if (['moved_lines', 'carried_forward', 'accounts'].includes(name)) continue
        expect([name, kept[name]! + moved[name]!]).toEqual([name, before[name]])
        if (movedTables[name] === 'stays') expect([name, moved[name]]).toEqual([name, 0])
      }
      expect(kept['moved_lines']).toBe(moved['account_lines'])
      const left = await database().rows(
        `SELECT COUNT(*) AS n FROM hp_payment_terms AS t WHERE tenant = '${tenant}' ` +
          'AND NOT EXISTS (SELECT 1 FROM hp_payments AS p WHERE p.tenant = t.tenant AND p.id = t.payment_id)',
      )
      expect(Number(left[0]!['n'])).toBe(0)
    })

    it('days.verify: names the days of which lines were moved, and finds what was changed of them', async () => {
      const { tenant, here, move } = await novemberIn(database())
      await move()
      expect(await here.days.verify({ account: 'bank' })).toEqual({
        ok: true,
        closings: 2,
        archived: ['2023-11-06', '2023-11-20'],
        firstDifference: null,
      })
      await expect(
        here.days.reopen({ account: 'bank', day: '2023-11-06', reason: 'late', actor: 'amina' }),
      ).rejects.toMatchObject({ code: 'invalid_transition', details: { from: 'archived' } })
      if (database().dialect === 'postgres') return
      await database().rows(
        `UPDATE hp_carried_forward SET sums = REPLACE(sums, '"credits":"', '"credits":"1') WHERE tenant = '${tenant}'`,
      )
      expect(await here.days.verify({ account: 'bank' })).toMatchObject({
        ok: false,
        firstDifference: { day: '2023-11-06', what: 'currencies.ETB.credits' },
      })
    })

    it('reconcile: every line of the month is answered as before, also in a file of another layout', async () => {
      const { november, here, move } = await novemberIn(database())
      await move()
      const lines = records(november.statement)
      const run = await collect(here.reconcile(lines, { account: 'bank', apply: true }))
      const outcomes = outcomesOf(run)
      expect(outcomes).toEqual([
        ...['already_reconciled', 'already_reconciled', 'already_reconciled', 'already_reconciled'],
        ...['already_reconciled', 'already_reconciled', 'already_reconciled', 'already_reconciled'],
        ...['already_reconciled', 'unmatched_line', 'on_hold', 'already_reconciled'],
      ])
      const otherIds = lines.map(({ lineId: _, ...line }) => line)
      const again = await collect(here.reconcile(otherIds, { account: 'bank', apply: true }))
      // The first two lines have receipts that were moved with them.
      expect(outcomesOf(again).slice(0, 2)).toEqual(['possible_duplicate', 'possible_duplicate'])
      const elsewhere = await collect(here.reconcile(otherIds.slice(0, 1), { account: 'bank-2', apply: true }))
      expect(outcomesOf(elsewhere)).toEqual(['possible_duplicate'])
    })

    it('moves nothing of a month of which a day is open, and of one account only what it alone paid', async () => {
      const { november, here, there, move } = await novemberIn(database())
      await here.days.reopen({ account: 'bank', day: '2023-11-20', reason: 'late', actor: 'amina' })
      const books = await booksOf(here)
      await move({ account: 'bank' })
      expect(await rowsOf(there())).toMatchObject({ lines: [] })
      await here.days.close({ account: 'bank', day: '2023-11-20', actor: 'amina' })
      await move({ account: 'bank' })
      const { items } = await there().lines.list({ limit: 100 })
      expect(new Set(items.map(({ account }) => account))).toEqual(new Set(['bank']))
      expect(items.length).toBeGreaterThan(5)
      await move()
      const moved = await rowsOf(there())
      expect(moved['payments']!.map((text) => JSON.parse(text).id).sort()).toEqual([...november.moved].sort())
      expect((await booksOf(here)).balances).toEqual(books.balances)
    })

    it('moves an attempt once a statement has met its line, which a later run knows by the record', async () => {
      const tenant = freshTenant()
      const repository = repositoryOn(database(), { tenant })
      const on = till({ repository, script: { hasReceipts: false, fee: 7 } })
      const [metAttempt, openAttempt] = [await on.started(), await on.started()]
      for (const { id } of [metAttempt, openAttempt]) on.fake.accept(id)
      await on.checkAfter(10)
      const record = { row: 1, amount: 1000, currency: 'KES', valueDate: '2026-11-21', reference: 'INV-1' }
      const records = [
        { ...record, direction: 'credit' as const },
        { ...record, row: 2, direction: 'debit' as const, amount: 7 },
      ]
      const importAll = async () =>
        (await on.payments.statements.import(records, { account: 'fake' })).lines.map(({ outcome }) => outcome)
      const first = await importAll()
      expect(first[0]).toBe('already_reconciled')
      on.clock.set('2027-02-01T00:00:00.000Z')
      await on.payments.days.closeThrough({ account: 'fake', day: '2026-11-30', actor: 'amina' })
      await on.payments.deliverEvents(async () => undefined, { limit: 100 })
      const balance = () => on.payments.accounts.balance({ account: 'fake', currency: 'KES' })
      const before = await balance()
      const sql = sqlOn(database())
      await archive(sql, { tenant, before: '2027-01-01', to, timeZone: 'UTC' })
      expect(await on.payments.getPayment(metAttempt.paymentId)).toBeNull()
      expect(await on.payments.getPayment(openAttempt.paymentId)).toMatchObject({ status: 'succeeded' })
      const there = till({ repository: sqlRepository(sql, { tenant, tablePrefix: to }) }).payments
      expect(await there.attempts.get(metAttempt.id)).toMatchObject({ status: 'paid', paymentId: metAttempt.paymentId })
      expect(await there.attempts.history(metAttempt.id)).not.toEqual([])
      expect(await importAll()).toEqual(['already_reconciled', 'already_reconciled'])
      expect(await balance()).toBe(before)
      expect(await on.payments.days.verify({ account: 'fake' })).toMatchObject({ ok: true })
    })

    it('leaves a group in its place whose key is taken in the other tables', async () => {
      const { november, here, there, move } = await novemberIn(database())
      await move()
      const before = await rowsOf(here)
      const request = { amount: 1, currency: 'ETB', reference: 'INV-NEW', channel: 'till' } as const
      // The key of the first bill is free again.
      const again = await here.createPayment(request, { idempotencyKey: 'bill-1' })
      await here.failPayment(again.id, { reason: 'declined' })
      await here.deliverEvents(async () => undefined, { limit: 100 })
      await move({ before: '2030-01-01' })
      expect(await here.getPayment(again.id)).toMatchObject({ status: 'failed' })
      expect((await there().reportPayments({ limit: 100 })).items.length).toBeGreaterThanOrEqual(november.moved.length)
      expect((await rowsOf(here))['refunds']).toEqual(before['refunds'])
    })
  })
})
