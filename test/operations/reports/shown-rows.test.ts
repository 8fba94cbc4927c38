import { memoryRepository, type Payment, type PaymentRepository } from 'hospital-payments'
import { describe, expect, it } from 'vitest'
import { altered } from '../../support/repositories.js'
import { request, testService } from '../../support/service.js'

describe('confirmPayment: rows of a conflict', () => {
  /** Stores an expired payment, whose reference another payment can take. */
  async function behind() {
    const original = memoryRepository()
    const service = testService({ repository: original, referencePolicy: 'one-live' })
    const expired = await service.payments.createPayment(request())
    await service.payments.expirePayment(expired.id)
    return { ...service, original, expired }
  }

  /** Freezes `lookup`, as in a host's open transaction: it answers the rows of its beginning. */
  function frozenLookup(original: PaymentRepository, seen: readonly Payment[], reads: { count: number }) {
    return altered(original, () => ({
      lookup: async () => {
        reads.count++
        return { payments: structuredClone(seen) as Payment[], lines: [] }
      },
    }))
  }

  it('count before older rows that are read', async () => {
    const { payments, original, expired } = await behind()
    const holder = await payments.createPayment(request())
    const reads = { count: 0 }
    const stale = frozenLookup(original, [expired, holder], reads)
    await payments.confirmPayment(holder.id)
    const paid = await payments.using(stale).confirmPayment(expired.id)
    expect(paid.statusReason).toBe('duplicate_reference')
    expect(reads.count).toBe(2)
  })

  it('count although they were not read at all', async () => {
    const { payments, original, expired } = await behind()
    const holder = await payments.createPayment(request())
    const reads = { count: 0 }
    const paid = await payments.using(frozenLookup(original, [expired], reads)).confirmPayment(expired.id)
    expect(paid).not.toHaveProperty('statusReason')
    expect((await payments.getPayment(holder.id))?.statusReason).toBe('superseded')
    expect(reads.count).toBe(2)
  })

  it('do not count before rows that are read and as new or newer', async () => {
    const { payments, original, expired } = await behind()
    const holder = await payments.createPayment(request())
    let answers = 0
    const repository = altered(original, () => ({
      replace: async (group) => {
        if (++answers > 1) return original.replace(group)
        await payments.failPayment(holder.id, { reason: 'declined' })
        return { outcome: 'reference_taken', payment: holder }
      },
    }))
    const paid = await payments.using(repository).confirmPayment(expired.id)
    expect(paid.status).toBe('succeeded')
    expect(await payments.getPayment(holder.id)).toMatchObject({ statusReason: 'declined', version: 2 })
    expect(answers).toBe(2)
  })

  it('never count a payment among its own others', async () => {
    const { payments, original, expired } = await behind()
    let answers = 0
    const repository = altered(original, () => ({
      replace: async (group) => {
        if (++answers > 1) return original.replace(group)
        return { outcome: 'reference_taken', payment: { ...expired, status: 'succeeded', version: 9 } }
      },
    }))
    expect(await payments.using(repository).confirmPayment(expired.id)).not.toHaveProperty('statusReason')
  })
})
