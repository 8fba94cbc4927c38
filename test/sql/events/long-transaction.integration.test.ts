import type { HospitalPayments, StoredEvent } from 'hospital-payments'
import { describe, expect, it } from 'vitest'
import { freshTenant, mariadb, onEach, postgres } from '../../support/databases/index.js'
import { migrated, repositoryOn } from '../../support/databases/repository.js'
import { gate } from '../../support/gate.js'
import { request, testService } from '../../support/service.js'
import { inHostTransaction } from './host-transaction.js'

/** Writes of another process's transaction about the payment `INV-other`, of which one event waits before. */
const writes: Record<string, (payments: HospitalPayments, other: string) => Promise<unknown>> = {
  'wrote a new payment': (payments) => payments.createPayment(request({ reference: 'INV-new' })),
  'changed another payment': (payments, other) => payments.confirmPayment(other),
  'changed another payment and wrote a new one': async (payments, other) => {
    await payments.confirmPayment(other)
    await payments.createPayment(request({ reference: 'INV-new' }))
  },
}

const late: Record<keyof typeof writes, string[]> = {
  'wrote a new payment': ['INV-new v1'],
  'changed another payment': ['INV-other v2'],
  'changed another payment and wrote a new one': ['INV-new v1', 'INV-other v2'],
}

onEach([postgres, mariadb], 'deliverEvents: a long transaction of another process', (entry) => {
  const database = migrated(entry as typeof postgres)

  describe.each(Object.keys(writes))('(it %s)', (what) => {
    it('delays no event, and its own are delivered once it has committed', async () => {
      const tenant = freshTenant()
      const clock = () => Date.now()
      const random = (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes))
      const { payments } = testService({ repository: repositoryOn(database(), { tenant }), clock, random })
      const delivered: string[] = []
      const send = async ({ data }: StoredEvent) => void delivered.push(`${data.reference} v${data.version}`)
      const other = await payments.createPayment(request({ reference: 'INV-other' }))

      const end = gate()
      const begun = gate()
      const foreign = inHostTransaction(database(), tenant, async (repository) => {
        await writes[what]!(testService({ repository, clock, random }).payments, other.id)
        begun.open()
        await end.opened
      })
      try {
        await Promise.race([begun.opened, foreign])
        const { id } = await payments.createPayment(request({ reference: 'INV-mine' }))
        await payments.confirmPayment(id)
        expect(await payments.deliverEvents(send)).toEqual({ delivered: 3, retrying: 0, dead: 0 })
        expect(delivered.toSorted()).toEqual(['INV-mine v1', 'INV-mine v2', 'INV-other v1'])
      } finally {
        end.open()
        await foreign
      }
      delivered.length = 0
      await payments.deliverEvents(send)
      expect(delivered.toSorted()).toEqual(late[what])
    })
  })
})
