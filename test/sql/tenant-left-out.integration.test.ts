import Database from 'libsql'
import { createHospitalPayments, memoryRepository, textChannel } from 'hospital-payments'
import { fromSqlite, migrate, sqlRepository } from 'hospital-payments/sql'
import { describe, expect, it } from 'vitest'

const request = { amount: 5000, currency: 'KES', reference: 'INV-1', channel: 'cash' }
const channels = { cash: textChannel('Pay at the cashier with reference {reference}.') }

describe('payments.using: a repository for a transaction, whose tenant is left out', () => {
  it('is refused where the service has a tenant, and taken where one is named', async () => {
    const db = new Database(':memory:')
    await migrate(fromSqlite(db))
    const payments = createHospitalPayments({
      repository: sqlRepository(fromSqlite(db), { tenant: 'kisumu' }),
      channels,
    })
    db.exec('BEGIN')
    expect(() => payments.using(sqlRepository(fromSqlite(db)))).toThrow(
      /^using: .* give it the same tenant, or use within/,
    )
    expect(() => payments.within(db).using(sqlRepository(fromSqlite(db)))).toThrow(/the same tenant/)
    for (const tenant of ['kisumu', 'default', 'nyeri']) {
      const service = payments.using(sqlRepository(fromSqlite(db), { tenant }))
      await service.createPayment(request)
    }
    await payments.within(db).createPayment({ ...request, reference: 'INV-2' })
    db.exec('COMMIT')
    const rows = db.prepare('SELECT tenant, reference FROM hp_payments ORDER BY tenant, reference').raw().all()
    expect(rows).toEqual([
      ['default', 'INV-1'],
      ['kisumu', 'INV-1'],
      ['kisumu', 'INV-2'],
      ['nyeri', 'INV-1'],
    ])
    db.close()
  })

  it('is taken where the service has none: a default tenant, and a storage without tenants', async () => {
    const database = fromSqlite(new Database(':memory:'))
    await migrate(database)
    for (const repository of [
      sqlRepository(database),
      sqlRepository(database, { tenant: 'default' }),
      memoryRepository(),
    ]) {
      const service = createHospitalPayments({ repository, channels }).using(sqlRepository(database))
      expect(await service.getPayment('pay_1')).toBeNull()
      expect(await service.using(memoryRepository()).getPayment('pay_1')).toBeNull()
    }
  })
})
