import { beforeAll, expect, it } from 'vitest'
import { hostileTexts } from '../../../src/testing/hostile.js'
import { databases, onEach, opened } from '../../support/databases/index.js'
import { sqlOn } from '../../support/databases/repository.js'
import { everyMigration } from '../../support/migration-names.js'
import type { WriteStatement } from '../../../src/sql/core/database.js'
import { deadlineIn } from '../../../src/sql/core/deadline.js'
import { DatabaseFault } from '../../../src/sql/core/fault.js'
import { underMaintenance } from '../../../src/sql/core/maintenance.js'
import { tablesOf } from '../../../src/sql/core/tables.js'
import { dialectOf } from '../../../src/sql/dialects.js'
import {
  deliveryRow,
  eventRow,
  install,
  lineRow,
  literal,
  paymentRow,
  refundRow,
  type Row,
  run,
  store,
  type Table,
} from '../../support/schema-rows.js'

const maxAmount = Number.MAX_SAFE_INTEGER

/** One row that is right, but for one column. */
const refused: readonly [string, Table, Row, Row][] = [
  ['an amount of 0', 'payments', paymentRow, { amount: 0 }],
  ['an amount over 2^53-1', 'payments', paymentRow, { amount: maxAmount + 1 }],
  ['a negative reconciled amount', 'payments', paymentRow, { amount_reconciled: -1 }],
  ['a reconciled amount over 2^53-1', 'payments', paymentRow, { amount_reconciled: maxAmount + 1 }],
  ['version 0', 'payments', paymentRow, { version: 0 }],
  ['a sixth status', 'payments', paymentRow, { status: 'refunded' }],
  ['a status in capitals', 'payments', paymentRow, { status: 'PENDING' }],
  ['a late that is no truth value', 'payments', paymentRow, { late: 2 }],
  ['a fingerprint without a key', 'payments', paymentRow, { fingerprint: 'f' }],
  ['a payment of no tenant', 'payments', paymentRow, { tenant: null }],
  ['a refund that is under way for more than the payment', 'payments', paymentRow, { amount_refund_pending: 2 }],
  ['refunds of more than the payment', 'payments', paymentRow, { amount_refund_pending: 1, amount_refunded: 1 }],
  ['refunds of less than nothing', 'payments', paymentRow, { amount_refund_pending: -1, amount_refunded: 1 }],
  ['a negative refunded amount', 'payments', paymentRow, { amount_refund_pending: 1, amount_refunded: -1 }],
  ['a refund of 0', 'refunds', refundRow, { amount: 0 }],
  ['a refund over 2^53-1', 'refunds', refundRow, { amount: maxAmount + 1 }],
  ['a refund of which a part is proved', 'refunds', refundRow, { amount_reconciled: 4 }],
  ['a refund that came back and counts', 'refunds', refundRow, { status: 'succeeded', returned_by: 'bank 1' }],
  ['a refund of version 0', 'refunds', refundRow, { version: 0 }],
  ['a sixth status of a refund', 'refunds', refundRow, { status: 'paid' }],
  ['a seventh reason of a refund', 'refunds', refundRow, { reason: 'Duplicate' }],
  ['a refund of a payment and of a line', 'refunds', refundRow, { line_key: 'bank 1' }],
  ['a refund of nothing', 'refunds', refundRow, { payment_id: null, channel: null }],
  ['a refund of a payment without its channel', 'refunds', refundRow, { channel: null }],
  ['a key of a refund without a fingerprint', 'refunds', refundRow, { idempotency_key: 'k' }],
  ['a receipt of a refund without its folded form', 'refunds', refundRow, { provider_transaction_id: 'TX-1' }],
  ['an event of no amount', 'events', eventRow, { amount: 0 }],
  ['an event of version 0', 'events', eventRow, { version: 0 }],
  ['a delivery half dead', 'deliveries', deliveryRow, { dead: -1 }],
  ['negative attempts', 'deliveries', deliveryRow, { attempts: -1 }],
  ['a line without a key', 'lines', lineRow, { line_key: '' }],
]

onEach(databases, 'migrate: the schema', (entry) => {
  const database = opened(entry)
  let tenants = 0
  const freshTenant = () => `tenant ${++tenants}`

  beforeAll(() => install(database()))

  async function stored(columns: string, tenant: string, condition = '1 = 1'): Promise<string[]> {
    const where = `tenant = ${literal(database(), tenant)} AND ${condition}`
    const rows = await database().rows(`SELECT ${columns} FROM hp_payments WHERE ${where} ORDER BY id`)
    return rows.map((row) => Object.values(row).map(String).join('|'))
  }

  it('records what it is', async () => {
    const rows = await database().rows('SELECT name, applied_at FROM hp_migrations ORDER BY name')
    expect(rows.map(({ name }) => name)).toEqual(everyMigration)
    expect(rows.filter(({ applied_at: at }) => at === null)).toEqual([])
  })

  it('stands beside that of another prefix', async () => {
    await install(database(), { tablePrefix: 'other_' })
    const tenant = freshTenant()
    await store(database(), 'payments', { ...paymentRow, tenant }, 'other_')
    expect(await stored('id', tenant)).toEqual([])
    await store(database(), 'payments', { ...paymentRow, tenant })
    expect(await stored('id', tenant)).toEqual(['pay_1'])
  })

  it.each(refused)('refuses %s', async (_, table, row, wrong) => {
    const right = { ...row, tenant: freshTenant() }
    await expect(store(database(), table, { ...right, ...wrong })).rejects.toThrow()
    await store(database(), table, right)
  })

  it.each([
    ['idempotency_key', { idempotency_key: 'k', fingerprint: 'f' }],
    ['live_reference', { live_reference: 'INV-1' }],
    ['transaction_key', { provider_transaction_id: 'T1', transaction_key: 't1' }],
  ])('has each %s once a tenant, and any number without one', async (_, key) => {
    const row = { ...paymentRow, tenant: freshTenant() }
    await store(database(), 'payments', { ...row, ...key })
    await expect(store(database(), 'payments', { ...row, ...key, id: 'pay_2' })).rejects.toThrow()
    for (const id of ['pay_2', 'pay_3']) await store(database(), 'payments', { ...row, id })
    await store(database(), 'payments', { ...row, ...key, tenant: freshTenant() })
    expect(await stored('id', row.tenant)).toEqual(['pay_1', 'pay_2', 'pay_3'])
  })

  it('has each key of refunds once a tenant, and any number without one', async () => {
    const row = { ...refundRow, tenant: freshTenant() }
    const key = { idempotency_key: 'k', fingerprint: 'f' }
    await store(database(), 'refunds', { ...row, ...key })
    await expect(store(database(), 'refunds', { ...row, ...key, id: 'ref_2' })).rejects.toThrow()
    for (const id of ['ref_2', 'ref_3']) await store(database(), 'refunds', { ...row, id })
    await store(database(), 'refunds', { ...row, ...key, tenant: freshTenant() })
  })

  it('refuses a change by which refunds come to more than their payment', async () => {
    const tenant = freshTenant()
    await store(database(), 'payments', { ...paymentRow, tenant, amount: 10, amount_refund_pending: 6 })
    const more = `UPDATE hp_payments SET amount_refunded = 5 WHERE tenant = ${literal(database(), tenant)}`
    await expect(run(database(), more)).rejects.toThrow()
    await run(database(), more.replace('= 5', '= 4'))
    expect(await stored('amount_refund_pending, amount_refunded', tenant)).toEqual(['6|4'])
  })

  it('takes a provider transaction id again in another channel', async () => {
    const row = { ...paymentRow, tenant: freshTenant(), provider_transaction_id: 'T1', transaction_key: 't1' }
    await store(database(), 'payments', row)
    await store(database(), 'payments', { ...row, id: 'pay_2', channel: 'Cash' })
    expect(await stored('channel', row.tenant)).toEqual(['cash', 'Cash'])
  })

  it('distinguishes texts byte for byte, whatever the collation of the database', async () => {
    const tenant = freshTenant()
    for (const [i, text] of hostileTexts.entries()) {
      const keys = { reference: text, live_reference: text, provider_transaction_id: text, transaction_key: text }
      await store(database(), 'payments', { ...paymentRow, ...keys, tenant, id: String(i).padStart(4, '0') })
      await store(database(), 'lines', { ...lineRow, tenant, line_key: text })
    }
    for (const text of hostileTexts) {
      for (const column of ['reference', 'live_reference', 'provider_transaction_id', 'transaction_key'])
        expect(await stored('reference', tenant, `${column} = ${literal(database(), text)}`)).toEqual([text])
    }
  })

  it('sorts ids byte for byte', async () => {
    const tenant = freshTenant()
    for (const id of ['pay_b', 'pay_B', 'pay_a', 'pay_1', 'pay-1', 'PAY_1'])
      await store(database(), 'payments', { ...paymentRow, tenant, id })
    expect(await stored('id', tenant)).toEqual(['PAY_1', 'pay-1', 'pay_1', 'pay_B', 'pay_a', 'pay_b'])
  })

  it('distinguishes tenants byte for byte', async () => {
    const names = ['Clinic', 'clinic', 'clinic ', 'clínic', 'c'.repeat(255), '𝒳'.repeat(63)]
    for (const tenant of names) await store(database(), 'payments', { ...paymentRow, tenant, reference: tenant })
    for (const tenant of names) expect(await stored('reference', tenant)).toEqual([tenant])
  })

  it('has room for the longest texts of the contract, and gives them back as they were', async () => {
    const wide = (length: number) => '𝒳'.repeat(length)
    const row = {
      ...paymentRow,
      tenant: 't'.repeat(255),
      id: 'i'.repeat(64),
      reference: wide(255),
      channel: 'c'.repeat(64),
      instructions: wide(100_000),
      description: `${wide(498)} \n`,
      has_customer: 1,
      customer_name: wide(200),
      customer_phone: `+${'9'.repeat(15)}`,
      customer_id: 'm'.repeat(64),
      metadata: wide(60_000),
      status_reason: `${wide(499)} `,
      provider_transaction_id: wide(255),
      transaction_key: wide(255),
      live_reference: wide(255),
      idempotency_key: 'k'.repeat(255),
      fingerprint: 'f'.repeat(64),
    }
    await store(database(), 'payments', row)
    expect(await stored(Object.keys(row).join(', '), row.tenant, `id = '${row.id}'`)).toEqual([
      Object.values(row).map(String).join('|'),
    ])
    const { tenant, id } = row
    const event = {
      ...eventRow,
      tenant,
      payment_id: id,
      id: 'e'.repeat(64),
      type: 't'.repeat(64),
      reference: wide(255),
    }
    await store(database(), 'events', { ...event, actor: wide(255), reason: wide(500), evidence: wide(60_000) })
    await store(database(), 'deliveries', {
      ...deliveryRow,
      tenant,
      payment_id: id,
      event_id: event.id,
      owner: wide(255),
    })
    await store(database(), 'lines', { ...lineRow, tenant, line_key: wide(255), payment_ids: wide(100_000) })
  })

  it('refuses to change the number and the money of a receipt, and to delete it; its copies may change', async () => {
    const tenant = freshTenant()
    const values = {
      ...{ tenant, id: 'rcp_1', year: 2026, number: 7, received: 500, currency: 'ETB', allocations: '[]' },
      ...{ issued_at: 0, copies: 1, version: 1, line_key: 'cash 1', payer_id: 'MRN-1' },
    }
    const written = Object.values(values).map((value) => literal(database(), value))
    await run(database(), `INSERT INTO hp_receipts (${Object.keys(values).join(', ')}) VALUES (${written.join(', ')})`)
    const ofTenant = `WHERE tenant = ${literal(database(), tenant)}`
    for (const change of ['received = 501', 'number = 8', "currency = 'KES'", 'line_key = NULL', 'tendered = 500'])
      await expect(run(database(), `UPDATE hp_receipts SET ${change} ${ofTenant}`)).rejects.toThrow(
        'hp_receipts is fixed: UPDATE of its money is refused',
      )
    await expect(run(database(), `DELETE FROM hp_receipts ${ofTenant}`)).rejects.toThrow('DELETE is refused')
    if (database().dialect === 'postgres')
      await expect(run(database(), 'TRUNCATE hp_receipts')).rejects.toThrow('TRUNCATE is refused')
    await run(database(), `UPDATE hp_receipts SET copies = 2, version = 2 ${ofTenant}`)
    expect(await database().rows(`SELECT received, copies FROM hp_receipts ${ofTenant}`)).toMatchObject([{}])
  })

  it('lets a DELETE of the history pass only while the transaction says so for the tenant', async () => {
    const [one, other] = [freshTenant(), freshTenant()]
    for (const tenant of [one, other]) await store(database(), 'events', { ...eventRow, tenant })
    const sql = sqlOn(database())
    const { name, placeholders } = dialectOf(database().dialect, { writes: undefined })
    const tables = tablesOf()
    const deletionOf = (tenant: string) => ({
      text: placeholders(`DELETE FROM ${tables.events} WHERE tenant = ?`),
      values: [tenant],
    })
    const deadline = deadlineIn(10_000)
    const write = (statements: readonly WriteStatement[]) => sql.write(statements, deadline, { inTransaction: true })
    await expect(write([deletionOf(one)])).rejects.toThrow(DatabaseFault)
    const update = { text: `UPDATE ${tables.events} SET amount = 2`, values: [] }
    const maintained = (tenant: string, statements: readonly WriteStatement[]) =>
      write(underMaintenance({ name, placeholders }, tables, tenant, statements))
    await expect(maintained(one, [update])).rejects.toThrow(DatabaseFault)
    await maintained(one, [deletionOf(one)])
    // Once a statement PostgreSQL asks for the transaction alone.
    if (database().dialect !== 'postgres')
      await expect(maintained(one, [deletionOf(other)])).rejects.toThrow(DatabaseFault)
    await expect(write([deletionOf(other)])).rejects.toThrow(DatabaseFault)
    const count = `SELECT COUNT(*) AS n FROM hp_payment_events WHERE tenant = `
    expect(Number((await database().rows(count + literal(database(), one)))[0]!['n'])).toBe(0)
    expect(Number((await database().rows(count + literal(database(), other)))[0]!['n'])).toBe(1)
    expect(Number((await database().rows('SELECT COUNT(*) AS n FROM hp_maintenance'))[0]!['n'])).toBe(0)
  })

  it('refuses to change, delete or empty the history', async () => {
    const row = { ...eventRow, tenant: freshTenant() }
    await store(database(), 'events', row)
    const ofTenant = `WHERE tenant = '${row.tenant}'`
    const attacks = [`UPDATE hp_payment_events SET amount = 2 ${ofTenant}`, `DELETE FROM hp_payment_events ${ofTenant}`]
    // MySQL and SQLite have no trigger for it; SQLite has no such statement.
    const empty = database().dialect === 'postgres' ? ['TRUNCATE hp_payment_events'] : []
    for (const attack of [...attacks, ...empty])
      await expect(run(database(), attack)).rejects.toThrow(
        /hp_payment_events is append-only: (UPDATE|DELETE|TRUNCATE)/,
      )
    const [left] = await database().rows(`SELECT amount FROM hp_payment_events ${ofTenant}`)
    expect(Number(left?.['amount'])).toBe(1)
  })
})
