import type { Payment } from 'hospital-payments'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { currencyCodes } from '../../../src/domain/currencies.js'
import { validRequest } from '../../support/arbitraries.js'
import { watched } from '../../support/repositories.js'
import { examples } from '../../support/rounds.js'
import { at, collect, day, refusal, request, start, testService } from '../../support/service.js'

const paymentId = /^pay_[0-7][0-9A-HJKMNP-TV-Z]{25}$/
const eventId = /^evt_[0-7][0-9A-HJKMNP-TV-Z]{25}$/

describe('createPayment', () => {
  it('returns the whole pending payment for a request of required fields', async () => {
    const { payments } = testService()
    const payment = await payments.createPayment(request())
    expect(payment).toStrictEqual({
      id: expect.stringMatching(paymentId),
      status: 'pending',
      reference: 'INV-1',
      amount: 150_000,
      currency: 'ETB',
      channel: 'mobile-banking',
      instructions: { type: 'text', message: 'Pay 1500.00 ETB with reference INV-1.' },
      createdAt: start,
      updatedAt: start,
      expiresAt: null,
      paidAt: null,
      reversedAt: null,
      canceledAt: null,
      late: false,
      amountReconciled: 0,
      amountRefundPending: 0,
      amountRefunded: 0,
      amountWrittenOff: 0,
      amountWaived: 0,
      attemptId: null,
      version: 1,
    } satisfies Payment)
    expect(await payments.getPayment(payment.id)).toStrictEqual(payment)
  })

  it('returns every optional field of the request', async () => {
    const { payments } = testService()
    const optional = {
      description: 'Consultation\nroom 4',
      customer: { name: 'Almaz Bekele', phone: '+251911234567' },
      metadata: { ward: '7', 'visit.no-1_a': '' },
      expiresAt: at(day),
    }
    const payment = await payments.createPayment(request(optional))
    expect(payment).toMatchObject(optional)
    expect(await payments.getPayment(payment.id)).toStrictEqual(payment)
  })

  it('takes undefined for absent, at every depth', async () => {
    const { payments } = testService()
    const nothing = {
      description: undefined,
      customer: undefined,
      metadata: undefined,
      expiresAt: undefined,
      extra: undefined,
    }
    const bare = await payments.createPayment(request(nothing), {
      idempotencyKey: undefined,
      actor: undefined,
    } as object)
    expect(Object.keys(bare)).not.toEqual(expect.arrayContaining(['description']))
    for (const name of ['description', 'customer', 'metadata']) expect(bare).not.toHaveProperty(name)
    const inner = await payments.createPayment(
      request({ customer: { name: undefined, phone: '+12', other: undefined }, metadata: { a: undefined, b: 'c' } }),
    )
    expect(inner.customer).toStrictEqual({ phone: '+12' })
    expect(inner.metadata).toStrictEqual({ b: 'c' })
  })

  it('stores one event of the creation, with its actor and without the patient', async () => {
    const { payments } = testService()
    const payment = await payments.createPayment(request({ customer: { name: 'Almaz' } }), { actor: 'desk-3' })
    expect(await payments.history(payment.id)).toStrictEqual([
      {
        id: expect.stringMatching(eventId),
        createdAt: start,
        type: 'payment.created',
        data: {
          paymentId: payment.id,
          reference: 'INV-1',
          amount: 150_000,
          currency: 'ETB',
          status: 'pending',
          previousStatus: null,
          amountReconciled: 0,
          version: 1,
        },
        actor: 'desk-3',
        reason: null,
        evidence: null,
      },
    ])
    const anonymous = await payments.createPayment(request())
    expect((await payments.history(anonymous.id))[0]?.actor).toBeNull()
  })

  it.each([1, 100, Number.MAX_SAFE_INTEGER])(
    'keeps the amount %d the same in create, fetch, report and CSV',
    async (amount) => {
      const { payments } = testService()
      const { id } = await payments.createPayment(request({ amount }))
      expect((await payments.getPayment(id))?.amount).toBe(amount)
      expect((await payments.reportPayments()).items[0]?.amount).toBe(amount)
      expect((await collect(payments.exportCsv())).join('')).toContain(`,INV-1,${amount},ETB,`)
      expect((await payments.totals()).items[0]?.amount).toBe(String(amount))
    },
  )

  it('stores any valid request and returns it as it came', async () => {
    await fc.assert(
      fc.asyncProperty(validRequest(['mobile-banking', 'cash']), async (createRequest) => {
        const { payments } = testService()
        const payment = await payments.createPayment(createRequest)
        expect(payment).toMatchObject(createRequest)
        expect(await payments.getPayment(payment.id)).toStrictEqual(payment)
        expect(JSON.parse(JSON.stringify(payment))).toStrictEqual(payment)
        expect((await payments.findByReference(createRequest.reference)).items).toStrictEqual([payment])
      }),
      { numRuns: examples(150) },
    )
  })

  it('keeps the stored payment apart from the request and from the returned payment', async () => {
    const { payments } = testService()
    const mutable = request({ customer: { name: 'A' }, metadata: { k: 'v' } })
    const payment = await payments.createPayment(mutable)
    const before = structuredClone(payment)
    Object.assign(mutable.customer!, { name: 'B' })
    Object.assign(mutable.metadata!, { k: 'w' })
    Object.assign(payment.instructions, { message: 'Pay me instead.' })
    Object.assign(payment.customer!, { name: 'C' })
    Object.assign(payment, { status: 'succeeded' })
    expect(await payments.getPayment(payment.id)).toStrictEqual(before)
  })
})

describe('expiresAt', () => {
  it.each([
    ['2026-12-01T12:00:00+03:00', '2026-12-01T09:00:00.000Z'],
    ['2026-12-01T09:00Z', '2026-12-01T09:00:00.000Z'],
    ['2026-12-01T09:00:00.1239Z', '2026-12-01T09:00:00.123Z'],
    ['2020-01-01T00:00:00Z', '2020-01-01T00:00:00.000Z'],
  ])('%s is returned as %s', async (expiresAt, read) => {
    const { payments } = testService()
    expect((await payments.createPayment(request({ expiresAt }))).expiresAt).toBe(read)
  })

  it('defaults to the clock plus defaultTtlMs, and is never set without it', async () => {
    const { payments } = testService({ defaultTtlMs: 90_000 })
    expect((await payments.createPayment(request())).expiresAt).toBe(at(90_000))
    expect((await payments.createPayment(request({ expiresAt: at(5) }))).expiresAt).toBe(at(5))
  })
})

describe('unsupported_channel and unsupported_currency', () => {
  it.each(['card', '', 'CASH', 'constructor', '__proto__', 'toString'])(
    'refuse the channel %j and list the others',
    async (channel) => {
      const { payments } = testService()
      const error = await refusal(payments.createPayment(request({ channel })), 'unsupported_channel')
      expect(error.details).toStrictEqual({ supported: ['mobile-banking', 'cash'] })
      expect(error.message).toMatch(/not set up/)
    },
  )

  it.each(['HRK', 'XAU', 'XXX', 'XTS', 'QQQ', 'KES'])(
    'refuse %s where only ETB and USD are allowed',
    async (currency) => {
      const { payments } = testService({ currencies: ['USD', 'ETB'] })
      const error = await refusal(payments.createPayment(request({ currency })), 'unsupported_currency')
      expect(error.details).toStrictEqual({ supported: ['ETB', 'USD'] })
      expect(error.message).toContain(`The currency ${currency} `)
    },
  )

  it('allow every active currency by default', async () => {
    const { payments } = testService()
    const { details } = await refusal(payments.createPayment(request({ currency: 'XAU' })), 'unsupported_currency')
    expect(details.supported).toEqual(expect.arrayContaining(['ETB', 'IQD', 'JPY', 'CLF']))
    expect(details.supported).toStrictEqual([...currencyCodes])
  })

  it('allow no channel where none is set up', async () => {
    const { payments } = testService({ channels: undefined } as object)
    const { details } = await refusal(payments.createPayment(request()), 'unsupported_channel')
    expect(details).toStrictEqual({ supported: [] })
  })

  it('store nothing and use no key up', async () => {
    const { repository, log } = watched(testService().repository)
    const { payments } = testService({ repository })
    const options = { idempotencyKey: 'k-1' }
    await refusal(payments.createPayment(request({ channel: 'card' }), options), 'unsupported_channel')
    await refusal(payments.createPayment(request({ currency: 'XAU' }), options), 'unsupported_currency')
    expect(log).toEqual([])
    expect((await payments.createPayment(request(), options)).version).toBe(1)
  })
})
