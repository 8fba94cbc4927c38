import { memoryRepository, PaymentError, type PaymentRepository } from 'hospital-payments'
import { describe, expect, it } from 'vitest'
import { paymentFixture } from 'hospital-payments/testing'
import { altered, ofLargeGroups, watched } from '../../support/repositories.js'
import { at, badFields, contents, hour, minute, refusal, request, testService } from '../../support/service.js'

type Service = ReturnType<typeof testService>

/** Creates `count` payments that expire a millisecond after each other, the first `hour` after the start. */
async function dueFrom({ payments }: Service, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let i = 0; i < count; i++) {
    ids.push((await payments.createPayment(request({ reference: `INV-${i}`, expiresAt: at(hour + i) }))).id)
  }
  return ids
}

async function statuses({ payments }: Service, ids: readonly string[]): Promise<(string | undefined)[]> {
  return Promise.all(ids.map(async (id) => (await payments.getPayment(id))?.status))
}

describe('expireDue', () => {
  it('expires a payment exactly at its expiresAt, and no millisecond before', async () => {
    const service = testService()
    const [id = ''] = await dueFrom(service, 1)
    service.clock.set(at(hour - 1))
    expect(await service.payments.expireDue()).toStrictEqual({ expired: 0 })
    service.clock.set(at(hour))
    expect(await service.payments.expireDue({ actor: 'sweep' })).toStrictEqual({ expired: 1 })
    expect(await service.payments.getPayment(id)).toMatchObject({ status: 'expired', updatedAt: at(hour), version: 2 })
    expect((await service.payments.history(id))[1]).toMatchObject({
      type: 'payment.expired',
      actor: 'sweep',
      reason: null,
    })
    expect(await service.payments.expireDue()).toStrictEqual({ expired: 0 })
  })

  it('leaves payments alone that have no expiresAt or are not pending', async () => {
    const service = testService()
    const { payments } = service
    const [paid = '', failed = '', due = ''] = await dueFrom(service, 3)
    const { id } = await payments.createPayment(request())
    await payments.confirmPayment(paid)
    await payments.failPayment(failed, { reason: 'declined' })
    service.clock.advance(2 * hour)
    expect(await payments.expireDue()).toStrictEqual({ expired: 1 })
    expect(await statuses(service, [paid, failed, due, id])).toEqual(['succeeded', 'failed', 'expired', 'pending'])
    expect((await payments.history(due))[1]?.actor).toBeNull()
  })

  it('takes the longest overdue first, as many as its limit', async () => {
    const service = testService()
    const ids = await dueFrom(service, 5)
    service.clock.advance(2 * hour)
    expect(await service.payments.expireDue({ limit: 2 })).toStrictEqual({ expired: 2 })
    expect(await statuses(service, ids)).toEqual(['expired', 'expired', 'pending', 'pending', 'pending'])
    expect(await service.payments.expireDue({ limit: 100_000 })).toStrictEqual({ expired: 3 })
  })

  it('takes 500 by default', async () => {
    const service = testService()
    await dueFrom(service, 501)
    service.clock.advance(2 * hour)
    expect(await service.payments.expireDue()).toStrictEqual({ expired: 500 })
    expect(await service.payments.expireDue({ limit: undefined } as object)).toStrictEqual({ expired: 1 })
  })

  it('counts each payment once in total when sweeps run at once', async () => {
    const service = testService()
    const ids = await dueFrom(service, 40)
    service.clock.advance(2 * hour)
    const sweeps = await Promise.all(Array.from({ length: 6 }, () => service.payments.expireDue({ limit: 30 })))
    const more = await service.payments.expireDue()
    expect([...sweeps, more].reduce((sum, { expired }) => sum + expired, 0)).toBe(40)
    for (const id of ids) expect(await service.payments.history(id)).toHaveLength(2)
  })

  it('passes over a payment whose money arrives between', async () => {
    const original = memoryRepository()
    const service = testService({ repository: original })
    const ids = await dueFrom(service, 3)
    service.clock.advance(2 * hour)
    const repository = altered(original, () => ({
      page: async (query) => {
        const due = await original.page(query)
        await service.payments.confirmPayment(ids[1]!)
        return due
      },
    }))
    expect(await service.payments.using(repository).expireDue()).toStrictEqual({ expired: 2 })
    expect(await statuses(service, ids)).toEqual(['expired', 'succeeded', 'expired'])
  })

  it('goes on after a payment that others keep changing', async () => {
    const original = memoryRepository()
    const service = testService({ repository: original })
    const ids = await dueFrom(service, 2)
    service.clock.advance(2 * hour)
    const repository = altered(original, () => ({
      replace: async (group) =>
        group.changes[0]?.payment.id === ids[0] ? { outcome: 'stale', current: null } : original.replace(group),
    }))
    expect(await service.payments.using(repository).expireDue()).toStrictEqual({ expired: 1 })
    expect(await statuses(service, ids)).toEqual(['pending', 'expired'])
  })

  describe('one by one, after others changed some of them at each of three reads,', () => {
    /** Creates two payments that are due, of which others change one whenever they are written together. */
    async function oneByOne(before: (service: Service, ids: readonly string[]) => Promise<unknown>) {
      const original = memoryRepository()
      const service = testService({ repository: original })
      const ids = await dueFrom(service, 2)
      service.clock.advance(2 * hour)
      let isFirst = true
      const { repository, log } = watched(
        altered(original, () => ({
          replace: async (group) => {
            if (group.changes.length > 1) return { outcome: 'stale', current: null }
            if (isFirst) await before(service, ids)
            isFirst = false
            return original.replace(group)
          },
        })),
      )
      const { expireDue } = service.payments.using(repository)
      return { ...service, ids, log, expireDue, statuses: () => statuses(service, ids) }
    }

    it('expires both', async () => {
      const sweep = await oneByOne(async () => {})
      expect(await sweep.expireDue()).toStrictEqual({ expired: 2 })
      expect(sweep.log.filter((call) => call === 'page')).toHaveLength(3)
    })

    it('does not count one that another sweep expired', async () => {
      const sweep = await oneByOne(({ payments }, ids) => payments.expirePayment(ids[0]!))
      expect(await sweep.expireDue()).toStrictEqual({ expired: 1 })
      expect(await sweep.statuses()).toEqual(['expired', 'expired'])
    })

    it('passes over one whose money came', async () => {
      const sweep = await oneByOne(({ payments }, ids) => payments.confirmPayment(ids[0]!))
      expect(await sweep.expireDue()).toStrictEqual({ expired: 1 })
      expect(await sweep.statuses()).toEqual(['succeeded', 'expired'])
    })

    it('rejects with an error of the storage', async () => {
      const sweep = await oneByOne(() => {
        throw new PaymentError('storage_unavailable', 'The storage did not answer.')
      })
      await refusal(sweep.expireDue(), 'storage_unavailable')
      expect(await sweep.statuses()).toEqual(['pending', 'pending'])
    })
  })

  it('rejects with errors of the storage, and the groups before them are stored', async () => {
    const original = ofLargeGroups()
    const service = testService({ repository: original })
    const ids = await dueFrom(service, 1_100)
    service.clock.advance(2 * hour)
    let writes = 0
    const replace: PaymentRepository['replace'] = async (group) => {
      if (++writes === 2) throw new PaymentError('storage_unavailable', 'The storage did not answer.')
      return original.replace(group)
    }
    const failing = service.payments.using(altered(original, () => ({ replace })))
    await refusal(failing.expireDue({ limit: 2_000 }), 'storage_unavailable')
    expect(await statuses(service, [ids[0]!, ids[999]!, ids[1_000]!])).toEqual(['expired', 'expired', 'pending'])
    expect(await failing.expireDue({ limit: 2_000 })).toStrictEqual({ expired: 100 })
  })

  it('writes due payments in groups of a thousand, as far as its limit', async () => {
    const original = ofLargeGroups()
    const service = testService({ repository: original })
    await dueFrom(service, 2_300)
    service.clock.advance(2 * hour)
    const sizes: number[] = []
    const repository = altered(original, () => ({
      replace: (group) => (sizes.push(group.changes.length), original.replace(group)),
    }))
    const { expireDue } = service.payments.using(repository)
    expect(await expireDue({ limit: 2_200 })).toStrictEqual({ expired: 2_200 })
    expect(sizes).toEqual([1_000, 1_000, 200])
    expect(await expireDue({ limit: 100_000 })).toStrictEqual({ expired: 100 })
  })

  it('expires the others of a group when one of them is paid just before it is written', async () => {
    const original = memoryRepository()
    const service = testService({ repository: original })
    const ids = await dueFrom(service, 30)
    service.clock.advance(2 * hour)
    let isFirst = true
    const repository = altered(original, () => ({
      replace: async (group) => {
        if (isFirst) await service.payments.confirmPayment(ids[7]!)
        isFirst = false
        return original.replace(group)
      },
    }))
    expect(await service.payments.using(repository).expireDue()).toStrictEqual({ expired: 29 })
    expect(await statuses(service, ids.slice(6, 9))).toEqual(['expired', 'succeeded', 'expired'])
  })

  it('does not expire before expiresAt even if the storage shows it too early', async () => {
    const original = memoryRepository()
    const service = testService({ repository: original })
    const [id = ''] = await dueFrom(service, 1)
    service.clock.advance(minute)
    const repository = altered(original, () => ({
      page: () => original.page({ by: 'createdAt', direction: 'asc', limit: 5 }),
    }))
    expect(await service.payments.using(repository).expireDue()).toStrictEqual({ expired: 0 })
    expect(await statuses(service, [id])).toEqual(['pending'])
  })

  it('reads due payments and no others, and writes nothing where nothing is due', async () => {
    const original = memoryRepository()
    const queries: unknown[] = []
    const { repository, log } = watched(
      altered(original, () => ({ page: (query) => (queries.push(query), original.page(query)) })),
    )
    await testService({ repository }).payments.expireDue({ limit: 7 })
    expect(log).toEqual(['page'])
    expect(queries).toStrictEqual([
      { by: 'expiresAt', before: at(1), statuses: ['pending'], isUntouched: true, direction: 'asc', limit: 7 },
    ])
  })

  it('goes on behind a whole page of payments that it could not expire', async () => {
    const original = ofLargeGroups()
    const queries: unknown[] = []
    const notDue = Array.from({ length: 1000 }, (_, i) =>
      paymentFixture({ id: `pay_${String(i).padStart(26, '0')}`, expiresAt: at(hour) }),
    )
    const repository = altered(original, () => ({
      page: (query) => (queries.push(query), query.after ? original.page(query) : Promise.resolve(notDue)),
    }))
    expect(await testService({ repository }).payments.expireDue({ limit: 2000 })).toStrictEqual({ expired: 0 })
    expect(queries).toMatchObject([{ limit: 1000 }, { after: { at: at(hour), id: notDue[999]!.id }, limit: 1000 }])
    expect(queries).toHaveLength(2)
  })

  it('refuses wrong options before it reads or writes', async () => {
    const service = testService()
    await dueFrom(service, 1)
    service.clock.advance(2 * hour)
    const before = await contents(service.repository)
    const { expireDue } = service.payments
    const rule = 'limit must be an integer from 1 to 100000'
    for (const limit of [0, -1, 1.5, 100_001, NaN, '5', null, true]) {
      expect(await badFields(expireDue({ limit } as never))).toEqual([rule])
    }
    expect(await badFields(expireDue({ limit: 0, actor: '', all: true } as never))).toEqual([
      rule,
      'actor is empty',
      'all is not a known field',
    ])
    expect(await badFields(expireDue(null as never))).toEqual(['must be an object'])
    expect(await contents(service.repository)).toStrictEqual(before)
  })
})
