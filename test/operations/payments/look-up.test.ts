import { describe, expect, it } from 'vitest'
import { watched } from '../../support/repositories.js'
import { at, badFields, request, testService, unknownId } from '../../support/service.js'

describe('getPayment', () => {
  it('returns null for an unknown id', async () => {
    const { payments } = testService()
    expect(await payments.getPayment(unknownId)).toBeNull()
  })

  const malformed = [
    '',
    'pay_',
    'pay_x',
    unknownId.toUpperCase(),
    `${unknownId}0`,
    ` ${unknownId}`,
    `${unknownId}\n`,
    null,
    undefined,
    5,
    [unknownId],
    {},
  ]
  it.each(malformed.map((id) => [id]))(
    'returns null for %j without a read of the storage, and history is empty',
    async (id) => {
      const { repository, log } = watched(testService().repository)
      const { payments } = testService({ repository })
      expect(await payments.getPayment(id as never)).toBeNull()
      expect(await payments.history(id as never)).toStrictEqual([])
      expect(log).toEqual([])
    },
  )

  it('returns a copy to each caller', async () => {
    const { payments } = testService()
    const { id } = await payments.createPayment(request({ metadata: { a: 'b' } }))
    const copy = (await payments.getPayment(id))!
    Object.assign(copy.metadata!, { a: 'c' })
    Object.assign(copy.instructions, { message: '' })
    expect((await payments.getPayment(id))?.metadata).toStrictEqual({ a: 'b' })
    expect((await payments.getPayment(id))?.instructions.message).not.toBe('')
  })
})

describe('history', () => {
  it('returns every change, oldest first, in a copy for each caller', async () => {
    const { payments, clock } = testService()
    const { id } = await payments.createPayment(request())
    clock.advance(1)
    await payments.expirePayment(id)
    clock.advance(1)
    await payments.confirmPayment(id)
    clock.advance(1)
    await payments.reversePayment(id, { reason: 'refund' })
    const events = await payments.history(id)
    expect(events.map(({ type }) => type)).toEqual([
      'payment.created',
      'payment.expired',
      'payment.succeeded',
      'payment.reversed',
    ])
    expect(events.map(({ createdAt }) => createdAt)).toEqual([at(0), at(1), at(2), at(3)])
    expect(events.map(({ data }) => data.version)).toEqual([1, 2, 3, 4])
    expect(new Set(events.map((event) => event.id)).size).toBe(4)
    Object.assign(events[0]!.data, { amount: 1 })
    ;(events as object[]).pop()
    expect((await payments.history(id))[0]?.data.amount).toBe(150_000)
    expect(await payments.history(id)).toHaveLength(4)
  })

  it('is empty for an unknown id', async () => {
    expect(await testService().payments.history(unknownId)).toStrictEqual([])
  })
})

describe('findByReference', () => {
  it('returns whole payments, the newest first, equal timestamps included', async () => {
    const { payments, clock } = testService()
    const made = []
    for (const ms of [0, 0, 5, 0, 5]) {
      clock.set(at(ms))
      made.push(await payments.createPayment(request()))
    }
    await payments.createPayment(request({ reference: 'INV-2' }))
    const newestFirst = [...made].sort((a, b) => (`${a.createdAt} ${a.id}` > `${b.createdAt} ${b.id}` ? -1 : 1))
    expect(await payments.findByReference('INV-1')).toStrictEqual({ items: newestFirst, nextCursor: null })
    const first = await payments.findByReference('INV-1', { limit: 2 })
    const second = await payments.findByReference('INV-1', { limit: 2, cursor: first.nextCursor! })
    const third = await payments.findByReference('INV-1', { limit: 2, cursor: second.nextCursor! })
    expect([...first.items, ...second.items, ...third.items]).toStrictEqual(newestFirst)
    expect(third.nextCursor).toBeNull()
  })

  it('compares byte for byte', async () => {
    const { payments } = testService()
    await payments.createPayment(request())
    for (const reference of ['inv-1', 'INV-01', 'INV-1\u200b', 'INV-', '%', 'INV_1']) {
      expect(await payments.findByReference(reference)).toStrictEqual({ items: [], nextCursor: null })
    }
  })

  it('refuses a reference that is no text, and unknown options', async () => {
    const { payments } = testService()
    expect(await badFields(payments.findByReference(undefined as never))).toEqual(['reference is required'])
    for (const reference of [null, 5, ['INV-1'], {}]) {
      expect(await badFields(payments.findByReference(reference as never))).toEqual(['reference must be text'])
    }
    expect(await badFields(payments.findByReference('INV-1', { limit: 0, status: 'pending' } as never))).toEqual([
      'limit must be an integer from 1 to 500',
      'status is not a known field',
    ])
    expect(await badFields(payments.findByReference('INV-1', null as never))).toEqual(['must be an object'])
  })
})
