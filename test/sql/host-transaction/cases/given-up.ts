import { isPaymentError } from 'hospital-payments'
import { expect, it } from 'vitest'
import { refusal, request } from '../../../support/service.js'
import type { Hospital } from '../hospital.js'

/** Declares what becomes of a call that runs out of time. */
export function givenUp(hospital: () => Hospital): void {
  const key = { idempotencyKey: 'key' }

  it('takes the transaction with it, and the host goes on with another', async () => {
    const { host, within, payments, invoices } = hospital()
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    let lost: Promise<unknown> | undefined
    let failure: unknown
    await host.transaction(async (rival) => {
      await rival.addInvoice('of the rival')
      await within(rival).createPayment(request(), key)
      lost = host.transaction(async (tx) => {
        await tx.addInvoice('lost')
        const creating = within(tx, 500).createPayment(request(), key)
        failure = await creating.catch((error: unknown) => error)
        await refusal(within(tx).getPayment('pay_00000000000000000000000000'), 'storage_unavailable')
        release()
        throw failure
      })
      lost.catch(() => undefined)
      await released
    })
    await expect(lost).rejects.toThrow()
    if (!isPaymentError(failure)) throw failure
    expect(['storage_unavailable', 'outcome_unknown']).toContain(failure.code)
    expect(failure.retryable).toBe(true)

    await host.transaction(async (tx) => {
      await tx.addInvoice('next')
      await within(tx).createPayment(request({ reference: 'INV-2' }))
    })
    expect(await invoices()).toEqual(['next', 'of the rival'])
    expect((await payments.reportPayments()).items.map(({ reference }) => reference).sort()).toEqual(['INV-1', 'INV-2'])
  })
}
