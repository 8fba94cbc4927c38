import { expect, it } from 'vitest'
import { onEach } from '../../support/databases/index.js'
import { refusal, request } from '../../support/service.js'
import { conflicts } from './cases/conflicts.js'
import { reads } from './cases/reads.js'
import { reconciled } from './cases/reconciled.js'
import { together } from './cases/together.js'
import { declareFor, type Hospital } from './hospital.js'
import type { Place } from './host.js'
import { byDriver, byLibrary, byWithin } from './places.js'

/** Libraries of which only whether a transaction is open can be found out, and not which. */
const noRecord: Readonly<Record<string, readonly string[]>> = {
  'sqlite (libsql)': ['libsql', 'TypeORM'],
  mariadb: ['mysql2', 'Drizzle'],
}

/** Declares what `payments.within` adds to what a bridge does. */
function ended(hospital: () => Hospital, place: Place): void {
  it('is refused after the transaction has ended, and stores nothing', async () => {
    const { host, within, payments } = hospital()
    const left: ReturnType<typeof within>[] = []
    await host.transaction(async (tx) => {
      left.push(within(tx), within(tx))
      await left[0]!.createPayment(request({ reference: 'INV-1' }))
    })
    for (const service of left) {
      const error = await refusal(service.createPayment(request({ reference: 'INV-2' })), 'storage_unavailable')
      expect(error.message).toContain('open a transaction first')
      expect(error.retryable).toBe(false)
    }
    expect((await payments.reportPayments()).items.map(({ reference }) => reference)).toEqual(['INV-1'])
  })

  it('is refused in the next transaction, be it on the same connection, and leaves that one usable', async (test) => {
    const { host, library, within, payments, invoices } = hospital()
    if (noRecord[place.name]?.includes(library))
      return test.skip('the library and the database keep no record that can be asked')
    const left: ReturnType<typeof within>[] = []
    await host.transaction(async (tx) => {
      // The second one is never used in its transaction.
      left.push(within(tx), within(tx))
      await left[0]!.createPayment(request({ reference: 'INV-1' }))
    })
    await host.transaction(async (tx) => void left.push(within(tx)))
    await host.transaction(async (tx) => {
      await tx.addInvoice('INV-2')
      for (const service of left)
        await refusal(service.createPayment(request({ reference: 'INV-2' })), 'storage_unavailable')
      await within(tx).createPayment(request({ reference: 'INV-3' }))
    })
    const { items } = await payments.reportPayments()
    expect(items.map(({ reference }) => reference)).toEqual(['INV-1', 'INV-3'])
    expect(await invoices()).toEqual(['INV-2'])
  })

  it('keeps the tenant, and may be entered again from within', async () => {
    const { host, within, payments } = hospital()
    const stored = await payments.createPayment(request())
    await host.transaction(async (tx) => {
      const inside = within(tx).within(tx.connection)
      expect(await inside.getPayment(stored.id)).toEqual(stored)
      await inside.confirmPayment(stored.id)
    })
    expect((await payments.getPayment(stored.id))?.status).toBe('succeeded')
  })
}

onEach([...byDriver, ...byLibrary, ...byWithin], 'payments.within', (place) => {
  declareFor(
    place,
    (hospital) => {
      together(hospital)
      conflicts(hospital)
      reads(hospital)
      reconciled(hospital)
      ended(hospital, place)
    },
    'within',
  )
})
