import { expect, it } from 'vitest'
import { collect, request } from '../../../support/service.js'
import type { Hospital } from '../hospital.js'

const line = {
  row: 2,
  direction: 'credit',
  amount: 150_000,
  currency: 'ETB',
  valueDate: '2026-11-20',
  reference: 'INV-1',
} as const
const options = { account: 'cbe-1000', apply: true, period: { from: '2026-11-20', to: '2026-11-20' } } as const

/** Declares a statement that is applied in the transaction in which the invoice is closed. */
export function reconciled(hospital: () => Hospital): void {
  it('reconciles a statement together with the invoice, or not at all', async () => {
    const { host, within, payments, invoices } = hospital()
    const { id } = await payments.createPayment(request())
    const outcomes = async (service = payments) =>
      (await collect(service.reconcile([line], options))).map((item) =>
        item.kind === 'summary' ? item.kind : item.outcome,
      )
    const failure = new Error('the printer is on fire')
    const failed = host.transaction(async (tx) => {
      await tx.addInvoice('INV-1')
      expect(await outcomes(within(tx))).toEqual(['confirmed', 'matched', 'summary'])
      throw failure
    })
    await expect(failed).rejects.toBe(failure)
    expect(await payments.getPayment(id)).toMatchObject({ status: 'pending', amountReconciled: 0 })
    await host.transaction(async (tx) => {
      await tx.addInvoice('INV-1')
      expect(await outcomes(within(tx))).toEqual(['confirmed', 'matched', 'summary'])
      expect(await outcomes(within(tx))).toEqual(['already_reconciled', 'matched', 'summary'])
    })
    expect(await invoices()).toEqual(['INV-1'])
    expect(await payments.getPayment(id)).toMatchObject({ status: 'succeeded', amountReconciled: 150_000 })
    expect(await outcomes()).toEqual(['already_reconciled', 'matched', 'summary'])
  })
}
