import {
  errorCodes,
  isPaymentError,
  memoryRepository,
  PaymentError,
  type HospitalPaymentsOptions,
  type PaymentErrorCode,
  type PaymentErrorDetails,
  type PaymentErrorOptions,
} from 'hospital-payments'
import { mpesaCustomer } from 'hospital-payments/statements'
import { describe, expect, it, vi } from 'vitest'
import { altered, broken } from './support/repositories.js'
import { fakeProvider } from 'hospital-payments/testing'
import { cashWindow, people } from './operations/cash/support/window.js'
import { storeLine } from './operations/lines/support/counter.js'
import { at, hour, refusal, request, testService, unknownId } from './support/service.js'

/** The documented table: code, HTTP status, retryable. */
const documented: Record<PaymentErrorCode, readonly [status: number, retryable: boolean]> = {
  invalid_request: [400, false],
  invalid_date_range: [400, false],
  invalid_cursor: [400, false],
  unsupported_channel: [400, false],
  unsupported_currency: [400, false],
  unauthorized: [401, false],
  forbidden: [403, false],
  payment_not_found: [404, false],
  line_not_found: [404, false],
  refund_not_found: [404, false],
  waiver_not_found: [404, false],
  layout_not_found: [404, false],
  layout_conflict: [409, false],
  rule_not_found: [404, false],
  attempt_not_found: [404, false],
  unsupported_provider: [400, false],
  attempt_conflict: [409, false],
  provider_unavailable: [503, true],
  receipt_not_found: [404, false],
  session_not_found: [404, false],
  import_not_found: [404, false],
  not_found: [404, false],
  method_not_allowed: [405, false],
  payload_too_large: [413, false],
  unsupported_media_type: [415, false],
  invalid_transition: [409, false],
  amount_mismatch: [409, false],
  duplicate_payment: [409, false],
  reference_conflict: [409, false],
  idempotency_conflict: [409, false],
  line_changed: [409, false],
  allocation_exceeds: [409, false],
  refund_exceeds: [409, false],
  self_approval: [409, false],
  day_closed: [409, false],
  session_conflict: [409, false],
  session_closed: [409, false],
  cash_short: [409, false],
  transfer_differs: [409, false],
  concurrent_update: [409, true],
  internal_error: [500, false],
  storage_unavailable: [503, true],
  outcome_unknown: [503, true],
}

const codes = Object.keys(documented) as PaymentErrorCode[]

type Producer = () => Promise<unknown>

function overBroken(code: PaymentErrorCode): Producer {
  const repository = broken(memoryRepository(), new PaymentError(code, 'From the storage.'))
  return () => testService({ repository }).payments.createPayment(request())
}

const overHttp = [
  'unauthorized',
  'forbidden',
  'import_not_found',
  'not_found',
  'method_not_allowed',
  'payload_too_large',
  'unsupported_media_type',
] as const satisfies readonly PaymentErrorCode[]

/** The code of closed days, which test/domain/reconciliation/line-refusals.test.ts makes. */
const notYet = ['day_closed'] as const satisfies readonly PaymentErrorCode[]

/** Stores a credit of 1,000 that no rule settled. */
async function oneLine(options: Partial<HospitalPaymentsOptions> = {}) {
  const repository = memoryRepository()
  const { key } = await storeLine(repository)
  return { ...testService({ ...options, repository }), key }
}

/** For every code but those of HTTP and of closed days a call of the public functions that is refused with it. */
const producers: Record<Exclude<PaymentErrorCode, (typeof overHttp | typeof notYet)[number]>, Producer> = {
  invalid_request: () => testService().payments.createPayment(request({ amount: 0 })),
  invalid_date_range: () => testService().payments.totals({ from: '2026-02-30' }),
  invalid_cursor: () => testService().payments.reportPayments({ cursor: 'x' }),
  unsupported_channel: () => testService().payments.createPayment(request({ channel: 'card' })),
  unsupported_currency: () => testService().payments.createPayment(request({ currency: 'XAU' })),
  payment_not_found: () => testService().payments.confirmPayment(unknownId),
  session_not_found: () => cashWindow().cash.close({ sessionId: 'csh_1', counted: 0, actor: 'sara' }),
  session_conflict: async () => {
    const { open } = cashWindow()
    await open(1)
    return open(2)
  },
  session_closed: async () => {
    const { cash, open } = cashWindow()
    const { id } = await open(0)
    await cash.close({ sessionId: id, counted: 0, actor: people.cashier })
    return cash.close({ sessionId: id, counted: 1, actor: people.cashier })
  },
  cash_short: async () => {
    const { cash, open } = cashWindow()
    return cash.send({ sessionId: (await open(0)).id, amount: 1, to: 'cash.safe', actor: people.cashier })
  },
  transfer_differs: async () => {
    const { cash, open } = cashWindow()
    const { line } = await cash.send({
      sessionId: (await open()).id,
      amount: 9,
      to: 'cash.safe',
      actor: people.cashier,
    })
    return cash.receive({ lineKey: line.key, counted: 8, actor: people.supervisor, supervisor: true })
  },
  invalid_transition: async () => {
    const { payments } = testService()
    const { id } = await payments.createPayment(request({ expiresAt: at(hour) }))
    return payments.expirePayment(id)
  },
  amount_mismatch: async () => {
    const { payments } = testService()
    const { id } = await payments.createPayment(request())
    return payments.confirmPayment(id, { amount: 1 })
  },
  duplicate_payment: async () => {
    const { payments } = testService()
    const [first, second] = [await payments.createPayment(request()), await payments.createPayment(request())]
    await payments.confirmPayment(first.id, { providerTransactionId: 'TX-1' })
    return payments.confirmPayment(second.id, { providerTransactionId: 'TX-1' })
  },
  reference_conflict: async () => {
    const { payments } = testService({ referencePolicy: 'one-live' })
    await payments.createPayment(request())
    return payments.createPayment(request())
  },
  idempotency_conflict: async () => {
    const { payments } = testService()
    await payments.createPayment(request(), { idempotencyKey: 'k' })
    return payments.createPayment(request({ amount: 1 }), { idempotencyKey: 'k' })
  },
  line_not_found: () => testService().payments.lines.hold('id:unknown', { expectedVersion: 1 }),
  line_changed: async () => {
    const { payments, key } = await oneLine()
    await payments.lines.hold(key, { expectedVersion: 1 })
    return payments.lines.assign(key, { expectedVersion: 1, assignee: 'amina' })
  },
  allocation_exceeds: async () => {
    const { payments, key } = await oneLine()
    return payments.lines.allocate(key, {
      expectedVersion: 1,
      allocations: [{ to: 'category', category: 'bank_fee', amount: 1001 }],
    })
  },
  receipt_not_found: () => testService().payments.receipts.print(1, 2026),
  attempt_not_found: () => testService().payments.attempts.check('att_00000000000000000000000000'),
  unsupported_provider: async () => {
    const { payments } = testService()
    const { id } = await payments.createPayment(request())
    return payments.attempts.start({ paymentId: id, provider: 'fake' })
  },
  attempt_conflict: async () => {
    const { payments } = testService({ providers: { fake: fakeProvider() } })
    const { id } = await payments.createPayment(request())
    await payments.attempts.start({ paymentId: id, provider: 'fake' })
    return payments.attempts.start({ paymentId: id, provider: 'fake' })
  },
  provider_unavailable: async () => {
    const { payments } = testService({ providers: { fake: fakeProvider({ faultOf: () => 'unavailable' }) } })
    const { id } = await payments.createPayment(request())
    return payments.attempts.start({ paymentId: id, provider: 'fake' })
  },
  layout_not_found: () => testService().payments.layouts.replace('cbe', { mapping: mpesaCustomer }, { actor: 'dawit' }),
  layout_conflict: async () => {
    const { layouts } = testService().payments
    const create = () => layouts.create({ name: 'mine', mapping: mpesaCustomer }, { actor: 'dawit' })
    await create()
    return create()
  },
  rule_not_found: () => testService().payments.rules.delete('rul_00000000000000000000000000', { actor: 'dawit' }),
  waiver_not_found: () => testService().payments.waivers.approve('wvr_00000000000000000000000000', { actor: 'dawit' }),
  refund_not_found: () => testService().payments.refunds.confirm('ref_00000000000000000000000000'),
  refund_exceeds: async () => {
    const { payments } = testService()
    const { id } = await payments.createPayment(request())
    return payments.refunds.create({ paymentId: id, amount: 1, reason: 'duplicate' })
  },
  self_approval: async () => {
    const { payments, key } = await oneLine({ refundApproval: () => true })
    const refund = await payments.refunds.create({ lineKey: key, amount: 1, reason: 'duplicate' }, { actor: 'amina' })
    return payments.refunds.approve(refund.id, { actor: 'amina' })
  },
  concurrent_update: async () => {
    const repository = altered(memoryRepository(), () => ({
      replace: async () => ({ outcome: 'stale', current: null }),
    }))
    const { payments } = testService({ repository })
    const { id } = await payments.createPayment(request())
    return payments.failPayment(id, { reason: 'declined' })
  },
  internal_error: () =>
    testService({ channels: { cash: () => null as never } }).payments.createPayment(request({ channel: 'cash' })),
  storage_unavailable: overBroken('storage_unavailable'),
  outcome_unknown: overBroken('outcome_unknown'),
}

describe('errorCodes', () => {
  it('are exactly the documented ones, with status and retryability', () => {
    const inTable = Object.entries(errorCodes).map(([code, { status, retryable }]) => [code, [status, retryable]])
    expect(Object.fromEntries(inTable)).toStrictEqual(documented)
    for (const { meaning } of Object.values(errorCodes)) expect(meaning).toMatch(/^[A-Z`].*\.$/)
  })

  it.each(Object.keys(producers) as (keyof typeof producers)[])('%s is produced by a public function', async (code) => {
    const error = await refusal(producers[code](), code)
    expect([error.httpStatus, error.retryable]).toStrictEqual(documented[code])
    expect(error.name).toBe('PaymentError')
    expect(error.message).toMatch(/\.$/)
    expect(isPaymentError(error, code)).toBe(true)
  })

  it('have a producer each, and no producer makes another', () => {
    expect([...Object.keys(producers), ...overHttp, ...notYet].sort()).toEqual(Object.keys(errorCodes).sort())
  })
})

describe('PaymentError', () => {
  it.each(codes)('%s has the status and retryability of its code, {} for details and no cause', (code) => {
    const error = new PaymentError(code, 'What was wrong.')
    expect(error).toBeInstanceOf(Error)
    expect(error.message).toBe('What was wrong.')
    expect([error.code, error.httpStatus, error.retryable]).toStrictEqual([code, ...documented[code]])
    expect(error.details).toStrictEqual({})
    expect(error).not.toHaveProperty('cause')
    expect(String(error)).toBe('PaymentError: What was wrong.')
  })

  it('keeps details and cause, whatever the cause is', () => {
    const details = { paymentId: 'pay_1' }
    for (const cause of [new Error('x'), 'x', null, undefined, 0]) {
      const error = new PaymentError('payment_not_found', 'm', { details, cause })
      expect(error.details).toBe(details)
      expect(error.cause).toBe(cause)
      expect('cause' in error).toBe(true)
    }
  })

  it.each([true, false])('may be made retryable: %s', (retryable) => {
    expect(new PaymentError('storage_unavailable', 'm', { retryable }).retryable).toBe(retryable)
    expect(new PaymentError('invalid_request', 'm', { retryable }).retryable).toBe(retryable)
    const absent = { retryable: undefined } as unknown as PaymentErrorOptions<'outcome_unknown'>
    expect(new PaymentError('outcome_unknown', 'm', absent).retryable).toBe(true)
  })

  it('does not list its brand among its properties', () => {
    const error = new PaymentError('internal_error', 'm', { cause: new Error('secret of the driver') })
    expect(Object.keys(error).sort()).toEqual(['code', 'details', 'httpStatus', 'name', 'retryable'])
    expect(JSON.stringify(error)).not.toContain('secret')
    expect(Object.getOwnPropertySymbols({ ...error })).toEqual([])
  })
})

describe('isPaymentError', () => {
  const error = new PaymentError('concurrent_update', 'Try again.')

  it('is true for a PaymentError, and for its code where one is passed', () => {
    expect(isPaymentError(error)).toBe(true)
    expect(isPaymentError(error, 'concurrent_update')).toBe(true)
    for (const code of codes) expect(isPaymentError(error, code)).toBe(code === 'concurrent_update')
  })

  const others = [
    null,
    undefined,
    'x',
    0,
    true,
    {},
    [],
    () => error,
    new Error('concurrent_update'),
    { ...error },
    { code: 'concurrent_update' },
  ]
  it.each(others.map((other) => [other]))('is false for %s', (other) => {
    expect(isPaymentError(other)).toBe(false)
    expect(isPaymentError(other, 'concurrent_update')).toBe(false)
  })

  it('is true for the errors of another copy of the library, and in that copy for ours', async () => {
    vi.resetModules()
    const copy = await import('hospital-payments')
    expect(copy.PaymentError).not.toBe(PaymentError)
    const foreign = new copy.PaymentError('payment_not_found', 'm', { details: { paymentId: 'pay_1' } })
    expect(foreign).not.toBeInstanceOf(PaymentError)
    expect(isPaymentError(foreign)).toBe(true)
    expect(isPaymentError(foreign, 'payment_not_found')).toBe(true)
    expect(isPaymentError(foreign, 'internal_error')).toBe(false)
    expect(copy.isPaymentError(error, 'concurrent_update')).toBe(true)
  })

  it('is true for an error of the storage of another copy, with which the service rejects as it is', async () => {
    vi.resetModules()
    const copy = await import('hospital-payments')
    const foreign = new copy.PaymentError('storage_unavailable', 'Down.')
    const { payments } = testService({ repository: broken(memoryRepository(), foreign) })
    expect(await payments.totals().catch((caught: unknown) => caught)).toBe(foreign)
  })

  it('narrows details by code', () => {
    const caught: unknown = new PaymentError('reference_conflict', 'm', { details: { existingPaymentId: 'pay_1' } })
    if (!isPaymentError(caught, 'reference_conflict')) throw new Error('not recognised')
    const details: PaymentErrorDetails['reference_conflict'] = caught.details
    expect(details.existingPaymentId).toBe('pay_1')
  })
})
