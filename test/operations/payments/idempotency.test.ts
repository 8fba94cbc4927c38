import { createHospitalPayments, memoryRepository, textChannel } from 'hospital-payments'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { validRequest } from '../../support/arbitraries.js'
import { contents, hour, at, refusal, request, start, testService } from '../../support/service.js'
import { examples } from '../../support/rounds.js'

const full = request({
  description: 'Bed 7',
  customer: { name: 'Almaz', phone: '+251911234567' },
  metadata: { ward: '7', visit: '12' },
  expiresAt: '2026-12-01T09:00:00.000Z',
})
const options = { idempotencyKey: 'key-1' }

describe('idempotency key: repeated calls with the same request', () => {
  it('return the same payment, and store no second row and no second event', async () => {
    const { payments, clock, repository } = testService()
    const first = await payments.createPayment(full, options)
    clock.advance(hour)
    expect(await payments.createPayment(full, { ...options, actor: 'another' })).toStrictEqual(first)
    const stored = await contents(repository)
    expect(stored).toHaveLength(1)
    expect(stored[0]?.events).toHaveLength(1)
  })

  it('return the payment as it is now', async () => {
    const { payments } = testService()
    const { id } = await payments.createPayment(full, options)
    const succeeded = await payments.confirmPayment(id)
    expect(await payments.createPayment(full, options)).toStrictEqual(succeeded)
    const reversed = await payments.reversePayment(id, { reason: 'refund' })
    expect(await payments.createPayment(full, options)).toStrictEqual(reversed)
  })

  it('are recognised in any order of properties and metadata', async () => {
    const { payments } = testService()
    const first = await payments.createPayment(full, options)
    const turned = Object.fromEntries(Object.entries(full).reverse())
    const customer = { phone: '+251911234567', name: 'Almaz' }
    const metadata = { visit: '12', ward: '7' }
    expect(await payments.createPayment({ ...turned, customer, metadata } as never, options)).toStrictEqual(first)
  })

  it('are recognised in another spelling of the same instant and with undefined for absent', async () => {
    const { payments } = testService()
    const first = await payments.createPayment(full, options)
    const respelt = { ...full, expiresAt: '2026-12-01T12:00:00.0009+03:00', unknown: undefined }
    expect(await payments.createPayment(respelt, options)).toStrictEqual(first)
  })

  it('are recognised for every valid request, however its properties are ordered', async () => {
    await fc.assert(
      fc.asyncProperty(validRequest(['cash']), fc.infiniteStream(fc.nat()), async (createRequest, order) => {
        const { payments, repository } = testService()
        const shuffled = (object: object) =>
          Object.fromEntries(
            Object.entries(object)
              .map((entry) => ({ entry, rank: order.next().value as number }))
              .sort((a, b) => a.rank - b.rank)
              .map(({ entry }) => entry),
          )
        const first = await payments.createPayment(createRequest, options)
        const again = {
          ...shuffled(createRequest),
          ...(createRequest.metadata && { metadata: shuffled(createRequest.metadata) }),
        }
        expect(await payments.createPayment(again as never, options)).toStrictEqual(first)
        expect(await contents(repository)).toHaveLength(1)
      }),
      { numRuns: examples(60) },
    )
  })

  it('still return the payment when its expiresAt is past', async () => {
    const { payments, clock } = testService()
    const soon = { ...full, expiresAt: at(1000) }
    const first = await payments.createPayment(soon, options)
    clock.advance(hour)
    expect(await payments.createPayment(soon, options)).toStrictEqual(first)
    const { id } = await payments.expirePayment(first.id)
    expect(await payments.createPayment(soon, options)).toMatchObject({ id, status: 'expired' })
  })

  it('do not depend on the time-to-live, which is no field of the caller', async () => {
    const { payments, clock, repository } = testService({ defaultTtlMs: 1000 })
    const first = await payments.createPayment(request(), options)
    clock.advance(hour)
    expect(await payments.createPayment(request(), options)).toStrictEqual(first)
    const other = testService({ repository, defaultTtlMs: 5000 })
    expect(await other.payments.createPayment(request(), options)).toStrictEqual(first)
  })
})

describe('idempotency key: a call with another request', () => {
  it.each([
    { amount: 150_001 },
    { currency: 'KES' },
    { reference: 'INV-2' },
    { channel: 'cash' },
    { description: 'Bed 8' },
    { description: undefined },
    { customer: { name: 'Almaz' } },
    { customer: { phone: '+251911234567' } },
    { customer: { name: 'Almaz', phone: '+251911234568' } },
    { customer: undefined },
    { metadata: { ward: '7' } },
    { metadata: { ward: '12', visit: '7' } },
    { metadata: undefined },
    { metadata: {} },
    { expiresAt: '2026-12-01T09:00:00.001Z' },
    { expiresAt: undefined },
  ])('is refused with idempotency_conflict and changes nothing: %j', async (change) => {
    const { payments, repository } = testService()
    await payments.createPayment(full, options)
    const before = await contents(repository)
    await refusal(payments.createPayment({ ...full, ...change } as never, options), 'idempotency_conflict')
    expect(await contents(repository)).toStrictEqual(before)
  })

  it('is refused with nothing of the first request', async () => {
    const { payments } = testService()
    const { id } = await payments.createPayment(full, options)
    const error = await refusal(
      payments.createPayment(request({ reference: 'INV-9' }), options),
      'idempotency_conflict',
    )
    expect(error.message).toBe(
      'This idempotency key was used for a different request; nothing was stored. Use a new key.',
    )
    expect(error.details).toStrictEqual({})
    expect(error.retryable).toBe(false)
    const text = JSON.stringify([error.message, error.details])
    for (const secret of [id, 'INV-1', 'Almaz', 'key-1', '+251911234567']) expect(text).not.toContain(secret)
  })
})

describe('idempotency key: the keys of several calls', () => {
  it('are compared byte for byte, and without one every call is a new payment', async () => {
    const { payments, repository } = testService()
    for (const idempotencyKey of ['a', 'A', 'aa', undefined, undefined]) {
      await payments.createPayment(request(), { idempotencyKey } as object)
    }
    expect(await contents(repository)).toHaveLength(5)
  })

  it('are shared by all services over one repository', async () => {
    const { payments, repository } = testService()
    const first = await payments.createPayment(request(), options)
    expect(await testService({ repository }).payments.createPayment(request(), options)).toStrictEqual(first)
    expect(await testService().payments.using(repository).createPayment(request(), options)).toStrictEqual(first)
  })

  it('are answered before a reference conflict', async () => {
    const { payments } = testService({ referencePolicy: 'one-live' })
    const first = await payments.createPayment(request(), options)
    expect(await payments.createPayment(request(), options)).toStrictEqual(first)
    await refusal(payments.createPayment(request({ amount: 1 }), options), 'idempotency_conflict')
    await refusal(payments.createPayment(request(), { idempotencyKey: 'key-2' }), 'reference_conflict')
    await refusal(payments.createPayment(request()), 'reference_conflict')
  })
})

describe('createPayment: colliding ids', () => {
  const stuck = (bytes: number) => new Uint8Array(bytes)
  const service = (repository: ReturnType<typeof memoryRepository>) =>
    createHospitalPayments({
      repository,
      channels: { cash: textChannel('{reference}') },
      random: stuck,
      clock: () => Date.parse(start),
    })

  it('from two services with stuck random sources still make two payments', async () => {
    const repository = memoryRepository()
    const [one, two] = [service(repository), service(repository)]
    const first = await one.createPayment(request({ channel: 'cash' }))
    const second = await two.createPayment(request({ channel: 'cash', reference: 'INV-2' }))
    expect(second.id).not.toBe(first.id)
    expect((await contents(repository)).map(({ payment }) => payment)).toStrictEqual([first, second])
    expect(await two.history(second.id)).toHaveLength(1)
  })

  it('are passed over five times, then the error names the random source', async () => {
    const repository = memoryRepository()
    const cash = request({ channel: 'cash' })
    const one = service(repository)
    for (let i = 0; i < 4; i++) await one.createPayment(cash)
    expect((await service(repository).createPayment(cash)).version).toBe(1)
    const two = service(repository)
    const before = await contents(repository)
    const error = await refusal(two.createPayment(cash), 'internal_error')
    expect(error.message).toMatch(/random source/)
    expect(await contents(repository)).toStrictEqual(before)
    expect((await two.createPayment(cash)).version).toBe(1)
  })
})
