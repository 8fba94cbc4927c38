import { expect, it } from 'vitest'
import { at, day, request } from '../../../support/service.js'
import type { Hospital } from '../hospital.js'

/** Declares that what becomes of the invoice becomes of the payment. */
export function together(hospital: () => Hospital): void {
  const eventsToSend = async () => {
    const claim = { from: 'due', owner: 'relay', now: at(0), leaseUntil: at(day), limit: 10 } as const
    return (await hospital().repository.claimEvents(claim)).map(({ event }) => event)
  }

  it('commits the invoice and the payment together, with its history and the event to deliver', async () => {
    const { host, within, payments, invoices } = hospital()
    const payment = await host.transaction(async (tx) => {
      await tx.addInvoice('INV-1')
      return within(tx).createPayment(request(), { idempotencyKey: 'INV-1' })
    })
    expect(await invoices()).toEqual(['INV-1'])
    expect(await payments.getPayment(payment.id)).toEqual(payment)
    const history = await payments.history(payment.id)
    expect(history.map(({ type }) => type)).toEqual(['payment.created'])
    expect(await eventsToSend()).toEqual(history)
    expect(await payments.createPayment(request(), { idempotencyKey: 'INV-1' })).toEqual(payment)
  })

  it('removes both when the transaction is rolled back, and everything that the payment held', async () => {
    const { host, within, payments, invoices } = hospital()
    const failure = new Error('the printer is on fire')
    let id = ''
    const failed = host.transaction(async (tx) => {
      await tx.addInvoice('INV-1')
      id = (await within(tx).createPayment(request(), { idempotencyKey: 'INV-1' })).id
      throw failure
    })
    await expect(failed).rejects.toBe(failure)
    expect(await invoices()).toEqual([])
    expect(await payments.getPayment(id)).toBeNull()
    expect(await payments.history(id)).toEqual([])
    expect(await eventsToSend()).toEqual([])
    const next = await payments.createPayment(request({ amount: 2 }), { idempotencyKey: 'INV-1' })
    expect(next.id).not.toBe(id)
  })

  it('commits the invoice and the cash of its payment together, and removes both when it is rolled back', async () => {
    const { host, within, payments, invoices } = hospital()
    const balance = () => payments.accounts.balance({ account: 'cash.window-1', currency: 'ETB' })
    const { id: sessionId } = await payments.cash.open({
      point: 'window-1',
      currency: 'ETB',
      float: 100,
      actor: 'sara',
    })
    const bill = await payments.createPayment(request({ amount: 70 }))
    const cash = { sessionId, paymentId: bill.id, amount: 70, actor: 'sara' }
    const failure = new Error('the printer is on fire')
    const failed = host.transaction(async (tx) => {
      await tx.addInvoice('INV-1')
      await within(tx).cash.take(cash)
      throw failure
    })
    await expect(failed).rejects.toBe(failure)
    expect([await invoices(), await balance()]).toEqual([[], '100'])
    expect((await payments.getPayment(bill.id))?.status).toBe('pending')
    const { receipt, line } = await host.transaction(async (tx) => {
      await tx.addInvoice('INV-1')
      return within(tx).cash.take(cash, { idempotencyKey: 'INV-1' })
    })
    expect([await invoices(), await balance(), receipt.number]).toEqual([['INV-1'], '170', 1])
    expect(await payments.cash.get(sessionId)).toMatchObject({ received: 70, version: 2 })
    const again = await payments.cash.take(cash, { idempotencyKey: 'INV-1' })
    expect([again.line.key, again.receipt.number]).toEqual([line.key, 1])
  })

  it('takes a pending payment out of the way of the one that was paid, in one group', async () => {
    const { host, within, payments, clock, invoices } = hospital()
    const expired = await payments.createPayment(request({ expiresAt: at(1) }))
    clock.advance(day)
    await payments.expirePayment(expired.id)
    const holder = await payments.createPayment(request())
    const statuses = async (service = payments) =>
      (await service.findByReference('INV-1')).items.map(({ id, status, statusReason }) => [id, status, statusReason])

    const settled = await host.transaction(async (tx) => {
      await tx.addInvoice('INV-1')
      await within(tx).confirmPayment(expired.id, { providerTransactionId: 'FT-1' })
      return statuses(within(tx))
    })
    expect(settled).toEqual([
      [holder.id, 'failed', 'superseded'],
      [expired.id, 'succeeded', undefined],
    ])
    expect(await statuses()).toEqual(settled)
    expect(await invoices()).toEqual(['INV-1'])
  })

  it('lets calls that are started at once take turns, through one repository or several', async () => {
    const { host, within, payments, invoices } = hospital()
    const outcomes = await host.transaction(async (tx) => {
      await tx.addInvoice('INV-1')
      const [one, other] = [within(tx), within(tx)]
      return Promise.all(
        Array.from({ length: 12 }, (_, i) =>
          (i % 2 ? one : other).createPayment(request({ reference: `INV-${i % 10}` })).then(
            () => 'created',
            (error: unknown) => error,
          ),
        ),
      )
    })
    expect(outcomes.filter((outcome) => outcome === 'created')).toHaveLength(10)
    expect(outcomes.filter((outcome) => outcome !== 'created')).toMatchObject([
      { code: 'reference_conflict' },
      { code: 'reference_conflict' },
    ])
    expect((await payments.reportPayments()).items).toHaveLength(10)
    expect(await invoices()).toEqual(['INV-1'])
  })
}
