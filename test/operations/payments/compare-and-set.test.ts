import { memoryRepository, type Payment, type PaymentRepository } from 'hospital-payments'
import { describe, expect, it } from 'vitest'
import { altered, watched } from '../../support/repositories.js'
import { contents, refusal, request, testService } from '../../support/service.js'

type Replace = PaymentRepository['replace']
type Answer = Awaited<ReturnType<Replace>>

/** Runs `before` with the count of each `replace`; what it returns is answered in the storage's place. */
function meddled(before: (count: number, group: Parameters<Replace>[0]) => Promise<Answer | void>) {
  const original = memoryRepository()
  const debug: unknown[] = []
  let count = 0
  const repository = altered(original, () => ({
    replace: async (group) => (await before(++count, group)) ?? original.replace(group),
  }))
  const seen = watched(repository)
  const logger = { debug: (message: string, fields?: object) => void debug.push([message, fields]) }
  return { ...testService({ repository: seen.repository, logger }), original, log: seen.log, debug, logger }
}

/** Makes the functions of another caller, straight over the storage. */
const otherCaller = (original: PaymentRepository) => testService({ repository: original }).payments

describe('confirmPayment and expirePayment: a transition that lost a race', () => {
  it.each([1, 5])('is decided again after %d stale answers', async (times) => {
    const { payments, log, debug } = meddled(async (count) =>
      count <= times ? { outcome: 'stale', current: null } : undefined,
    )
    const { id } = await payments.createPayment(request())
    log.length = 0
    const paid = await payments.confirmPayment(id)
    expect(paid).toMatchObject({ status: 'succeeded', version: 2 })
    expect(await payments.history(id)).toHaveLength(2)
    expect(log.filter((call) => call === 'replace')).toHaveLength(times + 1)
    // `current: null` shows nothing, so the payment is read anew each time.
    expect(log.filter((call) => call === 'get')).toHaveLength(times + 1)
    expect(debug).toStrictEqual(
      Array.from({ length: times }, (_, attempt) => [
        'Another change was stored first; a payment is decided again.',
        { paymentId: id, attempt },
      ]),
    )
  })

  it('is refused with concurrent_update after five decisions, with nothing changed', async () => {
    const { payments, original, log } = meddled(async () => ({ outcome: 'stale', current: null }))
    const { id } = await payments.createPayment(request())
    const before = await contents(original)
    const error = await refusal(payments.confirmPayment(id), 'concurrent_update')
    expect(error.retryable).toBe(true)
    expect(error.message).toMatch(/nothing was stored\. Try again/)
    expect(error.details).toStrictEqual({})
    expect(log.filter((call) => call === 'replace')).toHaveLength(6)
    expect(await contents(original)).toStrictEqual(before)
  })

  it('is decided on the row of the answer, without another read', async () => {
    const { payments, original, log } = meddled(async (count) => {
      if (count === 1) await otherCaller(original).failPayment(id, { reason: 'declined' })
    })
    const { id } = await payments.createPayment(request())
    log.length = 0
    const error = await refusal(payments.expirePayment(id), 'invalid_transition')
    expect(error.details).toStrictEqual({ paymentId: id, from: 'failed', to: 'expired' })
    expect(log).toEqual(['get', 'replace'])
  })

  it('returns the winner’s payment when that is the same change', async () => {
    const { payments, original } = meddled(async (count) => {
      if (count === 1) await otherCaller(original).confirmPayment(id, { providerTransactionId: 'TX-1' })
    })
    const { id } = await payments.createPayment(request())
    expect(await payments.confirmPayment(id, { actor: 'second' })).toMatchObject({
      providerTransactionId: 'TX-1',
      version: 2,
    })
    expect(await payments.history(id)).toHaveLength(2)
  })

  it('keeps the winner’s change and adds its own', async () => {
    const { payments, original } = meddled(async (count) => {
      if (count === 1) await otherCaller(original).expirePayment(id)
    })
    const { id } = await payments.createPayment(request())
    expect(await payments.confirmPayment(id)).toMatchObject({ status: 'succeeded', version: 3 })
    expect((await payments.history(id)).map(({ data }) => data.previousStatus)).toEqual([null, 'pending', 'expired'])
  })

  it('is refused with payment_not_found when the payment is gone', async () => {
    const original = memoryRepository()
    const { payments } = testService({ repository: original })
    const { id } = await payments.createPayment(request())
    let gone = false
    const repository = altered(original, () => ({
      get: async (paymentId) => (gone ? null : original.get(paymentId)),
      replace: async () => {
        gone = true
        return { outcome: 'stale', current: null }
      },
    }))
    const error = await refusal(payments.using(repository).confirmPayment(id), 'payment_not_found')
    expect(error.details).toStrictEqual({ paymentId: id })
  })

  it('reads the clock again for each decision', async () => {
    const service = meddled(async (count) => {
      if (count === 1) {
        service.clock.advance(1000)
        return { outcome: 'stale', current: null }
      }
      return undefined
    })
    const { id, createdAt } = await service.payments.createPayment(request())
    const paid = await service.payments.confirmPayment(id)
    expect(Date.parse(paid.paidAt!) - Date.parse(createdAt)).toBe(1000)
  })
})

describe('confirmPayment: an answer of the storage', () => {
  const holder = { id: 'pay_0000000000000000000000TAKE' } as Payment

  it('transaction_taken is refused with duplicate_payment and both ids, at once', async () => {
    const { payments, log } = meddled(async () => ({ outcome: 'transaction_taken', payment: holder }))
    const { id } = await payments.createPayment(request())
    const error = await refusal(payments.confirmPayment(id, { providerTransactionId: 'TX-1' }), 'duplicate_payment')
    expect(error.details).toStrictEqual({ paymentId: id, existingPaymentId: holder.id })
    expect(log.filter((call) => call === 'replace')).toHaveLength(1)
  })

  it('line_taken is refused with internal_error, for no line was sent', async () => {
    const { payments } = meddled(async () => ({ outcome: 'line_taken' }))
    const { id } = await payments.createPayment(request())
    expect((await refusal(payments.confirmPayment(id), 'internal_error')).message).toMatch(/not sent/)
  })

  it('reference_taken is decided again with the other payments of the reference', async () => {
    const original = memoryRepository()
    const allow = testService({ repository: original }).payments
    const old = await allow.createPayment(request())
    const { payments } = testService({ repository: original, referencePolicy: 'one-live' })
    const holder = await payments.createPayment(request())
    const seen = watched(original)
    const paid = await payments.using(seen.repository).confirmPayment(old.id)
    expect(seen.log).toEqual(['get', 'replace', 'lookup', 'replace'])
    expect(paid.version).toBe(2)
    expect((await payments.getPayment(holder.id))?.statusReason).toBe('superseded')
  })

  it('comes after a lookup of the other payments only where the decision needs them', async () => {
    const { repository, log } = watched(memoryRepository())
    const { payments } = testService({ repository, referencePolicy: 'one-live' })
    const { id } = await payments.createPayment(request())
    await payments.expirePayment(id)
    log.length = 0
    await payments.confirmPayment(id)
    expect(log).toEqual(['get', 'lookup', 'replace'])
    log.length = 0
    await payments.reversePayment(id, { reason: 'refund' })
    expect(log).toEqual(['get', 'replace'])
  })

  it('follows a lookup of the reference alone, and changes that free the reference before they take it', async () => {
    const original = memoryRepository()
    const lookups: unknown[] = []
    const groups: Parameters<Replace>[0][] = []
    const repository = altered(original, () => ({
      lookup: (keys) => (lookups.push(keys), original.lookup(keys)),
      replace: (group) => (groups.push(group), original.replace(group)),
    }))
    const { payments } = testService({ repository, referencePolicy: 'one-live' })
    const first = await payments.createPayment(request())
    await payments.expirePayment(first.id)
    const second = await payments.createPayment(request())
    groups.length = 0
    await payments.confirmPayment(first.id)
    expect(lookups).toStrictEqual([{ references: ['INV-1'], providerTransactionIds: [], lineKeys: [] }])
    expect(groups).toHaveLength(1)
    expect(groups[0]?.lines).toEqual([])
    const sent = groups[0]?.changes.map(({ payment, expectedVersion, liveReference }) => [
      payment.id,
      expectedVersion,
      liveReference,
    ])
    expect(sent).toEqual([
      [second.id, 1, null],
      [first.id, 2, 'INV-1'],
    ])
  })
})
