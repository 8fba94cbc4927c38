import { type HospitalPayments, type Payment, type PaymentStatus, paymentTransitions } from 'hospital-payments'
import { describe, expect, it } from 'vitest'
import {
  at,
  badFields,
  day,
  hour,
  minute,
  refusal,
  request,
  start,
  testService,
  unknownId,
} from '../../support/service.js'

type Act = (payments: HospitalPayments, id: string) => Promise<Payment>

const acts: Record<Exclude<PaymentStatus, 'pending'>, Act> = {
  succeeded: (payments, id) => payments.confirmPayment(id, { providerTransactionId: 'TX-1' }),
  failed: (payments, id) => payments.failPayment(id, { reason: 'declined' }),
  expired: (payments, id) => payments.expirePayment(id),
  reversed: (payments, id) => payments.reversePayment(id, { reason: 'refund' }),
}

const ways: Record<PaymentStatus, readonly Exclude<PaymentStatus, 'pending'>[]> = {
  pending: [],
  succeeded: ['succeeded'],
  failed: ['failed'],
  expired: ['expired'],
  reversed: ['succeeded', 'reversed'],
}

async function paymentIn(status: PaymentStatus, overrides: object = {}) {
  const service = testService()
  let payment = await service.payments.createPayment(request(overrides))
  for (const step of ways[status]) payment = await acts[step](service.payments, payment.id)
  service.clock.advance(minute)
  return { ...service, payment, id: payment.id }
}

const statuses = Object.keys(ways) as PaymentStatus[]
const targets = Object.keys(acts) as Exclude<PaymentStatus, 'pending'>[]

describe.each(statuses)('paymentTransitions: a payment that is %s', (from) => {
  it.each(targets)('becomes %s only if the table of transitions says so', async (to) => {
    const { payments, payment, id } = await paymentIn(from)
    const events = await payments.history(id)
    if (from === to) {
      expect(await acts[to](payments, id)).toStrictEqual(payment)
      expect(await payments.history(id)).toStrictEqual(events)
    } else if (paymentTransitions.some((transition) => transition.from === from && transition.to === to)) {
      const changed = await acts[to](payments, id)
      expect(changed).toMatchObject({
        status: to,
        version: payment.version + 1,
        updatedAt: at(minute),
        createdAt: start,
      })
      expect(await payments.getPayment(id)).toStrictEqual(changed)
      expect(await payments.history(id)).toStrictEqual([
        ...events,
        expect.objectContaining({
          type: `payment.${to}`,
          createdAt: at(minute),
          data: expect.objectContaining({ status: to, previousStatus: from, version: changed.version }),
        }),
      ])
    } else {
      const error = await refusal(acts[to](payments, id), 'invalid_transition')
      expect(error.details).toStrictEqual({ paymentId: id, from, to })
      expect(error.message).toBe(
        `A payment that is ${from} cannot become ${to}; nothing was changed. Read it again to see what happened to it.`,
      )
      expect(error.retryable).toBe(false)
      expect(await payments.getPayment(id)).toStrictEqual(payment)
      expect(await payments.history(id)).toStrictEqual(events)
    }
  })
})

describe('paymentTransitions', () => {
  it('is exactly the documented one, and frozen', () => {
    expect(paymentTransitions.map(({ from, to }) => `${from} → ${to}`)).toEqual([
      'null → pending',
      'pending → succeeded',
      'pending → failed',
      'pending → expired',
      'expired → succeeded',
      'failed → succeeded',
      'succeeded → reversed',
    ])
    expect(Object.isFrozen(paymentTransitions) && paymentTransitions.every(Object.isFrozen)).toBe(true)
  })
})

describe('failPayment', () => {
  it.each(['', ' ', '\n\t', '\u00a0'])('refuses a reason that says nothing, %j', async (reason) => {
    const { payments } = testService()
    const { id } = await payments.createPayment(request())
    expect(await badFields(payments.failPayment(id, { reason }))).toEqual(['reason is empty'])
    expect((await payments.getPayment(id))?.version).toBe(1)
  })

  it('keeps the reason with the payment and in the history', async () => {
    const { payments, payment, id } = await paymentIn('pending')
    const failed = await payments.failPayment(id, { reason: 'insufficient funds', actor: 'callback' })
    expect(failed).toStrictEqual({
      ...payment,
      status: 'failed',
      statusReason: 'insufficient funds',
      updatedAt: at(minute),
      version: 2,
    })
    expect((await payments.history(id))[1]).toMatchObject({
      actor: 'callback',
      reason: 'insufficient funds',
      evidence: null,
    })
    expect(await payments.failPayment(id, { reason: 'another', actor: 'other' })).toStrictEqual(failed)
  })
})

describe('reversePayment', () => {
  it('keeps paidAt, lets go of the transaction, and sets reversedAt and the reason', async () => {
    const { payments, payment, id } = await paymentIn('succeeded')
    const reversed = await payments.reversePayment(id, { reason: 'billed twice', actor: 'finance' })
    const { providerTransactionId, ...kept } = payment
    expect(providerTransactionId).toBe('TX-1')
    expect(reversed).toStrictEqual({
      ...kept,
      status: 'reversed',
      statusReason: 'billed twice',
      reversedAt: at(minute),
      updatedAt: at(minute),
      version: 3,
    })
    expect(reversed.paidAt).toBe(start)
    expect((await payments.history(id))[2]).toMatchObject({ actor: 'finance', reason: 'billed twice', evidence: null })
    const again = { reason: 'other', reversedAt: at(5), actor: 'other' }
    expect(await payments.reversePayment(id, again)).toStrictEqual(reversed)
  })

  it('takes a reversedAt within 366 days before creation and 24 hours ahead of the clock', async () => {
    for (const reversedAt of [at(-366 * day), at(hour), at(minute + day)]) {
      const { payments, id } = await paymentIn('succeeded')
      expect((await payments.reversePayment(id, { reason: 'r', reversedAt })).reversedAt).toBe(reversedAt)
    }
    const { payments, id } = await paymentIn('succeeded')
    for (const reversedAt of [at(-366 * day - 1), at(minute + day + 1)]) {
      const error = await refusal(payments.reversePayment(id, { reason: 'r', reversedAt }), 'invalid_request')
      expect(error.details.issues[0]?.path).toBe('reversedAt')
      expect(error.message).toMatch(/^reversedAt is more than (366 days|24 hours)/)
    }
    expect((await payments.getPayment(id))?.status).toBe('succeeded')
  })
})

describe('expirePayment', () => {
  it('expires a payment without expiresAt at any time', async () => {
    const { payments, payment, id } = await paymentIn('pending')
    const expired = await payments.expirePayment(id, { actor: 'desk' })
    expect(expired).toStrictEqual({ ...payment, status: 'expired', updatedAt: at(minute), version: 2 })
    expect((await payments.history(id))[1]).toMatchObject({ actor: 'desk', reason: null, evidence: null })
  })

  it('never expires a payment before its expiresAt', async () => {
    const { payments, clock, id } = await paymentIn('pending', { expiresAt: at(hour) })
    clock.set(at(hour - 1))
    const error = await refusal(payments.expirePayment(id), 'invalid_transition')
    expect(error.details).toStrictEqual({ paymentId: id, from: 'pending', to: 'expired' })
    expect(error.message).toMatch(/before its expiresAt/)
    clock.set(at(hour))
    expect((await payments.expirePayment(id)).status).toBe('expired')
  })
})

describe('failPayment, expirePayment and reversePayment: the arguments', () => {
  it('need a reason of 1 to 500 code points where there is one', async () => {
    const { payments, id } = await paymentIn('succeeded')
    const other = await payments.createPayment(request())
    const calls = [
      (options: unknown) => payments.failPayment(other.id, options as never),
      (options: unknown) => payments.reversePayment(id, options as never),
    ]
    for (const call of calls) {
      for (const options of [undefined, {}]) expect(await badFields(call(options))).toEqual(['reason is required'])
      expect(await badFields(call(null))).toEqual(['must be an object'])
      expect(await badFields(call({ reason: '' }))).toEqual(['reason is empty'])
      expect(await badFields(call({ reason: null, actor: null }))).toEqual([
        'reason must be text',
        'actor must be text',
      ])
      expect(await badFields(call({ reason: 'x'.repeat(501) }))).toEqual(['reason is longer than 500 characters'])
      expect((await call({ reason: '👍'.repeat(500) }).then((payment) => payment as Payment)).version).toBeGreaterThan(
        1,
      )
    }
  })

  it('are checked by name', async () => {
    const { payments, id } = await paymentIn('pending')
    const unknown = ['note is not a known field']
    expect(await badFields(payments.failPayment(id, { reason: 'r', note: 1 } as never))).toEqual(unknown)
    expect(await badFields(payments.reversePayment(id, { reason: 'r', note: 1 } as never))).toEqual(unknown)
    expect(await badFields(payments.reversePayment(id, { reason: 'r', reversedAt: 'x' }))).toEqual([
      'reversedAt must be an ISO 8601 date and time with Z or an offset',
    ])
    expect(await badFields(payments.expirePayment(id, { reason: 'r' } as never))).toEqual([
      'reason is not a known field',
    ])
    expect(await badFields(payments.expirePayment(id, null as never))).toEqual(['must be an object'])
    expect(await badFields(payments.expirePayment(id, { actor: '' }))).toEqual(['actor is empty'])
  })

  it('name a payment that is known', async () => {
    const { payments } = testService()
    for (const act of Object.values(acts)) {
      expect(await badFields(act(payments, null as never))).toEqual(['id must be text'])
      expect((await refusal(act(payments, unknownId), 'payment_not_found')).details).toStrictEqual({
        paymentId: unknownId,
      })
    }
  })
})
