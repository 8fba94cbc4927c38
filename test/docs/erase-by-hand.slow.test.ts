import { createHospitalPayments, textChannel } from 'hospital-payments'
import { describe, expect, it } from 'vitest'
import { libsql, mariadb, onEach, pglite, postgres } from '../support/databases/index.js'
import { migrated, repositoryOn } from '../support/databases/repository.js'
import { fencesOf } from './support/fences.js'

/** Returns the statements that the documents show, for the payment with this id. */
function statementsFor(id: string): string[] {
  const block = fencesOf('docs/privacy.md').find(({ text }) => text.startsWith('BEGIN;'))!.text
  return block
    .replaceAll('pay_…', id)
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '' && !['BEGIN', 'COMMIT'].includes(statement))
}

describe('docs/privacy.md: the statements that erase a payer', () => {
  onEach([postgres, mariadb, libsql, pglite], 'run', (entry) => {
    const database = migrated(entry)

    it('erase the name of one payment everywhere, which continues as before', async () => {
      const payments = createHospitalPayments({
        repository: repositoryOn(database(), { tenant: 'default' }),
        channels: { cash: textChannel('Pay at the cashier with reference {reference}.') },
      })
      const bill = {
        amount: 5000,
        currency: 'KES',
        channel: 'cash',
        customer: { name: 'Wanjiku 2nd Kamau', phone: '+254700123456' },
        description: 'X-ray of Wanjiku',
        metadata: { ward: 'Wanjiku' },
      }
      const options = { idempotencyKey: 'INV-1/1' }
      const { id } = await payments.createPayment({ ...bill, reference: 'INV-1' }, options)
      const other = await payments.createPayment({ ...bill, reference: 'INV-2' })
      await payments.confirmPayment(id)
      const refund = { paymentId: id, amount: 100, reason: 'other', note: 'to Wanjiku' } as const
      await payments.refunds.create(refund, { actor: 'amina' })

      for (const statement of statementsFor(id)) await database().rows(statement)

      const erased = await payments.getPayment(id)
      expect(erased).not.toHaveProperty('customer')
      expect(JSON.stringify([erased, await payments.history(id), await payments.refunds.list()])).not.toContain(
        'Wanjiku',
      )
      const idsOf = async (query: object) => (await payments.search(query)).items.map((payment) => payment.id)
      expect(await idsOf({ text: 'wanjiku' })).toEqual([other.id])
      expect(await idsOf({ phone: '3456' })).toEqual([other.id])
      expect(await idsOf({ text: 'INV-1' })).toEqual([id])
      expect((await payments.createPayment({ ...bill, reference: 'INV-1' }, options)).id).toBe(id)
      const [{ id: refundId } = { id: '' }] = (await payments.refunds.list()).items
      await payments.refunds.confirm(refundId, { providerTransactionId: 'T-1' })
      expect(await payments.getPayment(id)).not.toHaveProperty('customer')
      expect(await idsOf({ text: 'wanjiku' })).toEqual([other.id])
    })
  })
})
