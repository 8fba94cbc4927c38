/** Closed days on each database: changes by hand are found, and calls at once come one after the other. */
import type { HospitalPayments } from 'hospital-payments'
import type { FinanceRepository } from 'hospital-payments/repository'
import { expect, it } from 'vitest'
import { kinds, onEach, type TestDatabase } from '../../support/databases/index.js'
import { freshTenant } from '../../support/databases/index.js'
import { migrated, repositoryOn } from '../../support/databases/repository.js'
import { request } from '../../support/service.js'
import { counter, allocation, toCategory, toPayment } from '../lines/support/counter.js'

const account = 'cbe-1000'
const call = { account, actor: 'amina' }
const days = ['2026-11-17', '2026-11-18', '2026-11-19']

async function closedDays(repository: FinanceRepository) {
  const desk = counter({ repository })
  const bill = await desk.bill({ reference: 'INV-1' })
  for (const valueDate of days) {
    await desk.line({ valueDate, amount: 30 })
    const { key } = await desk.line({ valueDate, amount: 7 })
    await allocation(desk, key, [toCategory(7)])
  }
  for (const day of days) await desk.payments.days.close({ ...call, day })
  return { ...desk, bill }
}

/** Runs SQL as a hand that ignores the guards would. */
async function change(database: TestDatabase, table: string, sql: string): Promise<void> {
  for (const guard of ['UPDATE', 'DELETE']) {
    const name = database.dialect === 'postgres' ? `${table}_append_only` : `${table}_no_${guard.toLowerCase()}`
    const drop =
      database.dialect === 'postgres' ? `DROP TRIGGER IF EXISTS ${name} ON ${table}` : `DROP TRIGGER IF EXISTS ${name}`
    await database.rows(drop)
  }
  await database.rows(sql)
}

const verify = (payments: HospitalPayments) => payments.days.verify({ account })

/** Changes of the closing of 2026-11-18, each with the difference that is found. */
const changed: readonly [string, string, string, string][] = [
  ['the actor in the document', 'hp_closings', `SET document = REPLACE(document, 'amina', 'amino')`, 'hash'],
  ['an amount in the document', 'hp_closings', `SET document = REPLACE(document, '"37"', '"38"')`, 'hash'],
  ['the time', 'hp_closings', 'SET created_at = created_at + 1', 'hash'],
  ['the day', 'hp_closings', `SET day = '2026-11-16'`, 'hash'],
  ['the hash', 'hp_closings', `SET hash = REPLACE(hash, SUBSTR(hash, 1, 1), 'g')`, 'hash'],
  ['a line that was kept', 'hp_closing_lines', `SET document = REPLACE(document, ',1,', ',9,')`, 'lines'],
]

onEach(kinds, 'days.close, days.verify and receipts.issue', (entry) => {
  const database = migrated(entry)

  it.each(changed)('days.verify finds %s where it was changed by hand', async (_, table, set, what) => {
    const tenant = freshTenant()
    const { payments } = await closedDays(repositoryOn(database(), { tenant }))
    expect(await verify(payments)).toEqual({ ok: true, closings: 3, firstDifference: null })
    await change(database(), table, `UPDATE ${table} ${set} WHERE tenant = '${tenant}' AND sequence = 2`)
    const { ok, firstDifference } = await verify(payments)
    expect({ ok, what: firstDifference?.what }).toEqual({ ok: false, what })
  })

  it('verify finds links that were taken out, and money of a line that was changed by hand', async () => {
    const tenant = freshTenant()
    const { payments } = await closedDays(repositoryOn(database(), { tenant }))
    const ofTenant = `WHERE tenant = '${tenant}'`
    await change(
      database(),
      'hp_account_lines',
      `UPDATE hp_account_lines SET amount = amount + 1 ${ofTenant} AND value_date = '2026-11-19' AND status = 'open'`,
    )
    const changedLine = { day: '2026-11-19', what: expect.stringMatching(/^lines\./) }
    expect(await verify(payments)).toEqual({ ok: false, closings: 3, firstDifference: changedLine })
    await change(database(), 'hp_closings', `DELETE FROM hp_closings ${ofTenant} AND sequence = 3`)
    const end = { day: '2026-11-18', what: 'missing_link' }
    expect(await verify(payments)).toEqual({ ok: false, closings: 2, firstDifference: end })
    await change(database(), 'hp_closings', `DELETE FROM hp_closings ${ofTenant} AND sequence = 1`)
    const second = { day: '2026-11-18', what: 'missing_link' }
    expect((await verify(payments)).firstDifference).toEqual(second)
    const missing = {
      code: 'internal_error',
      message: expect.stringContaining('in the chain of this account: 1 are stored'),
    }
    await expect(payments.days.close({ ...call, day: '2026-11-16' })).rejects.toMatchObject(missing)
  })

  it('close says that a link is missing where the row that its chain ends by is gone', async () => {
    const tenant = freshTenant()
    const { payments } = await closedDays(repositoryOn(database(), { tenant }))
    await database().rows(`DELETE FROM hp_closing_chains WHERE tenant = '${tenant}'`)
    expect((await verify(payments)).firstDifference).toEqual({ day: '2026-11-19', what: 'end' })
    const missing = {
      code: 'internal_error',
      message: expect.stringContaining('3 are stored, but the last has number 0'),
    }
    await expect(payments.days.close({ ...call, day: '2026-11-16' })).rejects.toMatchObject(missing)
  })

  it.each([
    ['the amount', 'amount = amount + 1'],
    ['the amount, with the next version,', 'amount = amount + 1, version = version + 1'],
    ['the direction', "direction = 'debit'"],
    ['the day, with the next version,', "value_date = '2026-11-16', version = version + 1"],
    ['the receipt', "provider_transaction_id = 'TX-9'"],
    ['the reference', "reference = 'INV-9'"],
  ])('verify names the line of which %s was changed by hand after one late line', async (_, set) => {
    const tenant = freshTenant()
    const { payments, line } = await closedDays(repositoryOn(database(), { tenant }))
    const late = await line({ valueDate: '2026-11-18', amount: 5 })
    expect(await verify(payments)).toEqual({ ok: true, closings: 3, firstDifference: null })
    expect((await payments.days.get({ account, day: '2026-11-18' }))?.changedSince).toEqual([late.key])
    const { items } = await payments.lines.list({ from: '2026-11-18', to: '2026-11-18' })
    const { key } = items.find(({ amount }) => amount === 30)!
    const where = `WHERE tenant = '${tenant}' AND line_key = '${key}'`
    await change(database(), 'hp_account_lines', `UPDATE hp_account_lines SET ${set} ${where}`)
    const firstDifference = { day: '2026-11-18', what: `lines.${key}` }
    expect(await verify(payments)).toEqual({ ok: false, closings: 3, firstDifference })
  })

  it('verify names a line that is gone, and one that was put in by hand', async () => {
    const tenant = freshTenant()
    const { payments, line } = await closedDays(repositoryOn(database(), { tenant }))
    const late = await line({ valueDate: '2026-11-18', amount: 5 })
    const ofTenant = `WHERE tenant = '${tenant}'`
    await change(database(), 'hp_line_events', `DELETE FROM hp_line_events ${ofTenant} AND line_key = '${late.key}'`)
    expect((await verify(payments)).firstDifference).toEqual({ day: '2026-11-18', what: `lines.${late.key}` })
    const [first] = (await payments.lines.list({ from: '2026-11-17', to: '2026-11-17' })).items
    await change(
      database(),
      'hp_account_lines',
      `DELETE FROM hp_account_lines ${ofTenant} AND line_key = '${first!.key}'`,
    )
    expect((await verify(payments)).firstDifference).toEqual({ day: '2026-11-17', what: `lines.${first!.key}` })
  })

  it('no money is taken back behind a closing that comes at the same time', async () => {
    const desk = counter({ repository: repositoryOn(database()) })
    for (let round = 0; round < 10; round++) {
      const day = `2026-10-${round + 10}`
      const bill = await desk.bill()
      const line = await desk.line({ valueDate: day })
      const { version } = await allocation(desk, line.key, [toPayment(bill)])
      const undo = async () => {
        const options = { expectedVersion: version, reason: 'wrong bill', payments: 'reverse' } as const
        return desk.payments.lines.unallocate(line.key, options).then(
          () => 'undone',
          (error: { code: string }) => error.code,
        )
      }
      const close = () => desk.payments.days.close({ ...call, day })
      const [closing, undone] =
        round % 2 ? await Promise.all([close(), undo()]) : (await Promise.all([undo(), close()])).reverse()
      const { currencies } = closing as Awaited<ReturnType<typeof close>>
      const isWhole = currencies[0]!.open.count === 0
      expect(undone).toBe(isWhole ? 'day_closed' : 'undone')
      expect((await desk.payments.days.get({ account, day }))?.changedSince).toEqual([])
    }
    expect(await verify(desk.payments)).toMatchObject({ ok: true, closings: 10 })
  })

  it('no refund of a line is canceled behind a closing that comes at the same time and holds it', async () => {
    const desk = counter({ repository: repositoryOn(database()) })
    for (let round = 0; round < 10; round++) {
      const day = `2026-10-${round + 10}`
      const { key } = await desk.line({ valueDate: day })
      const { id } = await desk.payments.refunds.create({ lineKey: key, amount: 1000, reason: 'overpayment' })
      const cancel = () =>
        desk.payments.refunds.cancel(id, { reason: 'not wanted' }).then(
          () => 'canceled',
          (error: { code: string }) => error.code,
        )
      const close = () => desk.payments.days.close({ ...call, day })
      const [closing, ended] = await (round % 2
        ? Promise.all([close(), cancel()])
        : Promise.all([cancel(), close()]).then(([first, second]) => [second, first] as const))
      expect(ended).toBe(closing.currencies[0]!.open.count === 0 ? 'day_closed' : 'canceled')
      expect((await desk.payments.days.get({ account, day }))?.changedSince).toEqual([])
    }
    expect(await verify(desk.payments)).toMatchObject({ ok: true, closings: 10 })
  })

  it('50 receipts that are issued at once are numbered 1 to 50', async () => {
    const { payments } = counter({ repository: repositoryOn(database()) })
    const requests = Array.from({ length: 50 }, (_, i) => ({
      request: request({ reference: `INV-${i}`, channel: 'cash' }),
    }))
    const created = await payments.createPayments(requests)
    const ids = created.map(({ payment }) => payment!.id)
    for (const id of ids) await payments.confirmPayment(id)
    const issued = await Promise.all(ids.map((id) => payments.receipts.issue(id)))
    const numbers = issued.map(({ number }) => number).sort((a, b) => a - b)
    expect(numbers).toEqual(Array.from({ length: 50 }, (_, i) => i + 1))
    expect((await payments.receipts.list({ limit: 100 })).items.map(({ number }) => number)).toEqual(numbers)
  })
})
