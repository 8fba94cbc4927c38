import { isPaymentError } from 'hospital-payments'
import { describe, expect, it } from 'vitest'
import { request } from '../../../support/service.js'
import type { HostTransaction, Instant } from '../host.js'
import type { Hospital } from '../hospital.js'
import { repeated } from './repeated.js'

/** Declares that a transaction that reads one instant does not see what others have done since. */
export function overtaken(hospital: () => Hospital, { name, isolation, variable, aborts }: Instant): void {
  const key = { idempotencyKey: 'key' }

  /** Lets the host take its instant; then `rival` comes first. */
  async function overtakenBy<Result>(
    rival: () => Promise<unknown>,
    work: (tx: HostTransaction) => Promise<Result>,
  ): Promise<Result> {
    const { host, invoices } = hospital()
    const refused: unknown[] = []
    const result = await repeated((attempt) =>
      host.transaction(async (tx) => {
        if (variable) await tx.query(`SET SESSION ${variable} = ${aborts ? 'ON' : 'OFF'}`)
        try {
          await tx.query('SELECT number FROM invoices')
          if (attempt === 1) await rival()
          const worked = await work(tx)
          await tx.addInvoice('INV-1')
          return worked
        } catch (error) {
          refused.push(isPaymentError(error) ? error.code : error)
          throw error
        } finally {
          if (variable) await tx.query(`SET SESSION ${variable} = DEFAULT`)
        }
      }, isolation),
    )
    expect(refused).toEqual(aborts ? ['concurrent_update'] : [])
    expect(await invoices()).toEqual(['INV-1'])
    return result
  }

  const then = aborts ? 'has the host repeat its transaction, which then' : 'sees it, and'

  describe(`when another comes first, ${name}`, () => {
    it(`${then} changes a payment on top of its change`, async () => {
      const { payments, within } = hospital()
      const { id } = await payments.createPayment(request())
      const paid = await overtakenBy(
        () => payments.failPayment(id, { reason: 'no cash' }),
        (tx) => within(tx).confirmPayment(id, { providerTransactionId: 'FT-1' }),
      )
      expect(paid).toMatchObject({ status: 'succeeded', version: 3 })
      expect(await payments.getPayment(id)).toEqual(paid)
    })

    it(`${then} is given its payment for the same key`, async () => {
      const { payments, within } = hospital()
      const made = await overtakenBy(
        () => payments.createPayment(request(), key),
        (tx) => within(tx).createPayment(request(), key),
      )
      expect((await payments.reportPayments()).items).toMatchObject([{ paymentId: made.id }])
    })

    it(`${then} is refused its reference`, async () => {
      const { payments, within } = hospital()
      const outcome = await overtakenBy(
        () => payments.createPayment(request()),
        async (tx) => {
          const created = within(tx).createPayment(request())
          return created.catch((error: unknown) => {
            if (isPaymentError(error, 'reference_conflict')) return error.details
            throw error
          })
        },
      )
      const { items } = await payments.reportPayments()
      expect(outcome).toEqual({ existingPaymentId: items[0]?.paymentId })
      expect(items).toHaveLength(1)
    })
  })
}
