import type { HospitalPayments } from 'hospital-payments'
import { describe, expect, it } from 'vitest'
import { collect, refusal, request } from '../../../support/service.js'
import type { HostTransaction } from '../host.js'
import type { Hospital } from '../hospital.js'
import { group } from '../../../support/writes.js'

/** Declares that an expected conflict affects nothing but the call. */
export function conflicts(hospital: () => Hospital): void {
  /** Makes the attempt between two rows of the host's, which commits both. */
  async function amid<Result>(attempt: (bound: HospitalPayments, tx: HostTransaction) => Promise<Result>) {
    const { host, within, invoices } = hospital()
    const result = await host.transaction(async (tx) => {
      await tx.addInvoice('1 before')
      const attempted = await attempt(within(tx), tx)
      await tx.addInvoice('2 behind')
      return attempted
    })
    expect(await invoices()).toEqual(['1 before', '2 behind'])
    return result
  }

  const stored = async () => (await hospital().payments.reportPayments()).items.map(({ status }) => status)
  const key = { idempotencyKey: 'key' }

  describe.each(['committed before', 'made in the same transaction'])('a payment that was %s', (when) => {
    /** Runs `make` beforehand or within, and then `attempt` within. */
    async function after<Made, Result>(
      make: (payments: HospitalPayments) => Promise<Made>,
      attempt: (bound: HospitalPayments, made: Made, tx: HostTransaction) => Promise<Result>,
    ): Promise<Result> {
      if (when === 'made in the same transaction')
        return amid(async (bound, tx) => attempt(bound, await make(bound), tx))
      const made = await make(hospital().payments)
      return amid((bound, tx) => attempt(bound, made, tx))
    }

    it('is given again for its idempotency key', async () => {
      const [made, again] = await after(
        (payments) => payments.createPayment(request(), key),
        async (bound, first) => [first, await bound.createPayment(request(), key)] as const,
      )
      expect(again).toEqual(made)
      expect(await stored()).toEqual(['pending'])
    })

    it('keeps its idempotency key from other requests', async () => {
      await after(
        (payments) => payments.createPayment(request(), key),
        (bound) => refusal(bound.createPayment(request({ amount: 2 }), key), 'idempotency_conflict'),
      )
      expect(await stored()).toEqual(['pending'])
    })

    it('keeps its reference while it is live', async () => {
      const [id, { details }] = await after(
        (payments) => payments.createPayment(request()),
        async (bound, { id }) => [id, await refusal(bound.createPayment(request()), 'reference_conflict')] as const,
      )
      expect(details).toEqual({ existingPaymentId: id })
      expect(await stored()).toEqual(['pending'])
    })

    it('keeps the provider transaction that settled it', async () => {
      const money = { providerTransactionId: 'FT-1' }
      await after(
        async (payments) => {
          const { id } = await payments.createPayment(request())
          await payments.confirmPayment(id, money)
          return id
        },
        async (bound, id) => {
          const other = await bound.createPayment(request({ reference: 'INV-2' }))
          const { details } = await refusal(bound.confirmPayment(other.id, money), 'duplicate_payment')
          expect(details).toEqual({ paymentId: other.id, existingPaymentId: id })
        },
      )
      expect(await stored()).toEqual(['succeeded', 'pending'])
    })

    it('is shown as it is now to a change that was decided on an older version', async () => {
      const answer = await after(
        (payments) => payments.createPayment(request()),
        async (bound, { id }, tx) => {
          const failed = await bound.failPayment(id, { reason: 'no cash' })
          const repository = hospital().repositoryWithin(tx)
          const event = (await bound.history(id)).at(-1)!
          const change = { payment: failed, expectedVersion: 1, event, liveReference: null }
          return [failed, await repository.replace(group([change], 'line 1'))] as const
        },
      )
      expect(answer[1]).toEqual({ outcome: 'stale', current: answer[0] })
      expect(
        (await hospital().repository.lookup({ references: [], providerTransactionIds: [], lineKeys: ['line 1'] }))
          .lines,
      ).toEqual([])
    })
  })

  it('refuses what is wrong before it asks the database', async () => {
    await amid(async (bound) => {
      await refusal(bound.createPayment(request({ amount: 0 })), 'invalid_request')
      await refusal(bound.confirmPayment('pay_unknown'), 'payment_not_found')
      await refusal(collect(bound.exportCsv({ from: '2026-02-30' })), 'invalid_date_range')
    })
  })
}
