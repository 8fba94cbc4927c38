import type { HospitalPayments } from 'hospital-payments'
import { expect, it } from 'vitest'
import { collect, csvOf, refusal, request } from '../../../support/service.js'
import type { Hospital } from '../hospital.js'
import { copies, copyOften } from '../many.js'

/** Reads everything that can be asked of a service, in one value. */
async function everything(payments: HospitalPayments, id: string) {
  return {
    payment: await payments.getPayment(id),
    found: await payments.findByReference('INV-1'),
    history: await payments.history(id),
    report: await payments.reportPayments({ basis: 'paidAt' }),
    totals: await payments.totals(),
    csv: await csvOf(payments.exportCsv()),
  }
}

/** Reads the first piece, and leaves. */
export async function beginningOf(pieces: AsyncIterable<string>): Promise<string> {
  for await (const text of pieces) return text
  return ''
}

/** Declares that what a transaction reads is what it has written. */
export function reads(hospital: () => Hospital): void {
  it('shows its own payments to every read, and none of them outside before it commits', async () => {
    const { host, within, payments, database } = hospital()
    const [inside, id] = await host.transaction(async (tx) => {
      const bound = within(tx)
      const { id } = await bound.createPayment(request())
      await bound.createPayment(request({ reference: 'INV-2', channel: 'cash' }))
      await bound.confirmPayment(id, { providerTransactionId: 'FT-1' })
      // PGlite has one connection: whoever is outside waits.
      if (database.driver !== 'pglite') expect(await everything(payments, id)).toEqual(nothing)
      return [await everything(bound, id), id] as const
    })
    expect(inside).toMatchObject({
      payment: { status: 'succeeded' },
      found: { items: [{ id }] },
      history: [{ type: 'payment.created' }, { type: 'payment.succeeded' }],
      report: { items: [{ paymentId: id }] },
      totals: { items: [{ status: 'pending' }, { status: 'succeeded' }] },
    })
    expect(inside.csv.split('\r\n')).toHaveLength(4)
    expect(await everything(payments, id)).toEqual(inside)
  })

  it('exports a whole range, or a part of it, and goes on', async () => {
    const { host, within, payments, invoices } = hospital()
    await copyOften(hospital(), await payments.createPayment(request()))
    const exported = await host.transaction(async (tx) => {
      const bound = within(tx)
      await beginningOf(bound.exportCsv())

      const pieces = []
      for await (const text of bound.exportCsv()) {
        // Other calls come in between while it is open: those that write or fail, and another export.
        if (pieces.push(text) > 1) continue
        await bound.createPayment(request({ reference: 'later' }))
        await refusal(bound.createPayment(request({ reference: 'later' })), 'reference_conflict')
        await beginningOf(bound.exportCsv())
      }

      const stop = new AbortController()
      const stopped = collect(
        (async function* () {
          for await (const text of bound.exportCsv({}, { signal: stop.signal })) {
            yield text
            stop.abort(new Error('the clerk has left'))
          }
        })(),
      )
      await expect(stopped).rejects.toThrow('the clerk has left')

      await tx.addInvoice('INV-1')
      return pieces.join('')
    })
    expect(exported.match(/,INV-1,/g)).toHaveLength(copies)
    expect(exported).not.toContain('later')
    expect((await payments.totals()).items).toMatchObject([{ count: copies + 1 }])
    expect(await invoices()).toEqual(['INV-1'])
  })
}

const nothing = {
  payment: null,
  found: { items: [], nextCursor: null },
  history: [],
  report: { items: [], nextCursor: null },
  totals: { items: [] },
  csv: 'paymentId,reference,amount,currency,status,paidAt\r\n',
}
