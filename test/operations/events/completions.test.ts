import { memoryRepository, type PaymentRepository } from 'hospital-payments'
import { describe, expect, it } from 'vitest'
import { altered } from '../../support/repositories.js'
import { minute, request, testService } from '../../support/service.js'

async function withEvents(count: number) {
  const service = testService({ repository: memoryRepository() })
  for (let i = 0; i < count; i++) await service.payments.createPayment(request({ reference: `INV-${i}` }))
  return service
}

/** Makes each write take a while, and collects the sizes of the writes. */
function recording(original: PaymentRepository) {
  const sizes: number[] = []
  const repository = altered(original, () => ({
    completeEvents: async (done) => {
      sizes.push(done.results.length)
      for (let turn = 0; turn < 5; turn++) await Promise.resolve()
      await original.completeEvents(done)
    },
  }))
  return { sizes, repository }
}

describe('deliverEvents: the results of events', () => {
  it('are stored one by one when the events are sent one by one', async () => {
    const { payments, repository } = await withEvents(7)
    const recorded = recording(repository)
    expect(await payments.using(recorded.repository).deliverEvents(async () => undefined)).toMatchObject({
      delivered: 7,
    })
    expect(recorded.sizes).toEqual([1, 1, 1, 1, 1, 1, 1])
  })

  it('are stored in fewer writes than there are events when several are sent at a time, and each is stored once', async () => {
    const { payments, repository } = await withEvents(40)
    const recorded = recording(repository)
    const call = payments.using(recorded.repository).deliverEvents(async () => undefined, { concurrency: 10 })
    expect(await call).toStrictEqual({ delivered: 40, retrying: 0, dead: 0 })
    expect(recorded.sizes.reduce((sum, size) => sum + size, 0)).toBe(40)
    expect(recorded.sizes.length).toBeLessThanOrEqual(10)
    expect(Math.max(...recorded.sizes)).toBeLessThanOrEqual(10)
  })

  it('wait for one write at most: a send that takes long holds up no other result', async () => {
    const { payments, repository } = await withEvents(3)
    let stored = 0
    const counting = altered(repository, () => ({
      completeEvents: async (done) => {
        await repository.completeEvents(done)
        stored += done.results.length
      },
    }))
    let release = () => {}
    const slow = new Promise<void>((resolve) => (release = resolve))
    const call = payments
      .using(counting)
      .deliverEvents(({ data }) => (data.reference === 'INV-1' ? slow : Promise.resolve()), { concurrency: 3 })
    for (let turn = 0; turn < 50; turn++) await Promise.resolve()
    expect(stored).toBe(2)
    release()
    await call
    expect(stored).toBe(3)
  })

  it('are stored each as it was, where some events are delivered, some dead and some fail together', async () => {
    const { payments, repository, clock } = await withEvents(9)
    const recorded = recording(repository)
    const send = async ({ data: { reference } }: { data: { reference: string } }) => {
      const number = Number(reference.slice(4))
      if (number % 3 === 1) return 'dead' as const
      if (number % 3 === 2) throw new Error('not now')
      return 'delivered' as const
    }
    const deliveries = await payments.using(recorded.repository).deliverEvents(send, { concurrency: 9 })
    expect(deliveries).toStrictEqual({ delivered: 3, retrying: 3, dead: 3 })
    expect(recorded.sizes.length).toBeLessThan(9)
    expect(await payments.redeliverEvents()).toMatchObject({ redelivered: 3 })
    clock.advance(60 * minute)
    expect(await payments.deliverEvents(async () => undefined)).toStrictEqual({ delivered: 6, retrying: 0, dead: 0 })
  })
})
