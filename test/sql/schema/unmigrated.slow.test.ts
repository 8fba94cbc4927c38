import { createHospitalPayments, textChannel } from 'hospital-payments'
import { sqlRepository } from 'hospital-payments/sql'
import { expect, it } from 'vitest'
import { databases, onEach, opened } from '../../support/databases/index.js'
import { sqlOn } from '../../support/databases/repository.js'

onEach(databases, 'sqlRepository: a database that was never migrated', (entry) => {
  const database = opened(entry)

  it('is refused for good, by a message that says to run migrate()', async () => {
    const payments = createHospitalPayments({
      repository: sqlRepository(sqlOn(database())),
      channels: { cash: textChannel('Pay at the cashier with reference {reference}.') },
    })
    const bill = { amount: 5000, currency: 'KES', reference: 'INV-1', channel: 'cash' }
    for (const call of [
      () => payments.createPayment(bill),
      () => payments.getPayment('pay_01JD0000000000000000000000'),
      () => payments.totals(),
      () => payments.lines.list(),
    ]) {
      await expect(call()).rejects.toMatchObject({
        code: 'storage_unavailable',
        retryable: false,
        message: expect.stringContaining('run migrate()'),
      })
    }
  })
})
