import {
  type HospitalPayments,
  isPaymentError,
  memoryRepository,
  PaymentError,
  type PaymentErrorCode,
} from 'hospital-payments'
import { describe, expect, it } from 'vitest'
import { altered, broken } from '../support/repositories.js'
import { collect, refusal, request, testService, unknownId } from '../support/service.js'

const driverText = 'ECONNREFUSED 10.0.0.1:5432 INSERT INTO hp_payments (customer) VALUES (Almaz)'

const operations: Record<string, (payments: HospitalPayments) => Promise<unknown>> = {
  createPayment: (payments) => payments.createPayment(request()),
  getPayment: (payments) => payments.getPayment(unknownId),
  findByReference: (payments) => payments.findByReference('INV-1'),
  confirmPayment: (payments) => payments.confirmPayment(unknownId),
  failPayment: (payments) => payments.failPayment(unknownId, { reason: 'r' }),
  expirePayment: (payments) => payments.expirePayment(unknownId),
  reversePayment: (payments) => payments.reversePayment(unknownId, { reason: 'r' }),
  expireDue: (payments) => payments.expireDue(),
  reportPayments: (payments) => payments.reportPayments(),
  exportCsv: (payments) => collect(payments.exportCsv()),
  totals: (payments) => payments.totals(),
  history: (payments) => payments.history(unknownId),
  deliverEvents: (payments) => payments.deliverEvents(async () => undefined),
  redeliverEvents: (payments) => payments.redeliverEvents(),
}

describe.each(Object.entries(operations))('internal_error: %s over a failing storage', (_name, call) => {
  it('rejects with an internal_error that keeps the raw error as cause, and none of its text', async () => {
    const cause = new Error(driverText)
    for (const service of [
      testService({ repository: broken(memoryRepository(), cause) }).payments,
      testService().payments.using(broken(memoryRepository(), cause)),
    ]) {
      const error = await refusal(call(service), 'internal_error')
      expect(error.cause).toBe(cause)
      expect(error.message).toBe('The repository failed with an error that is not a PaymentError. See the cause.')
      expect(error.details).toStrictEqual({})
      expect(error.retryable).toBe(false)
    }
  })

  it('rejects with a PaymentError of the storage as it is', async () => {
    const codes: PaymentErrorCode[] = ['storage_unavailable', 'outcome_unknown', 'concurrent_update']
    for (const code of codes) {
      const thrown = new PaymentError(code, 'From the storage.', { cause: new Error(driverText), retryable: false })
      const { payments } = testService({ repository: broken(memoryRepository(), thrown) })
      expect(await refusal(call(payments), code)).toBe(thrown)
    }
  })

  it('rejects with internal_error where the storage throws at once, and no error', async () => {
    const sync = () => {
      // eslint-disable-next-line @typescript-eslint/only-throw-error -- drivers do
      throw driverText
    }
    const names = ['insert', 'replace', 'get', 'page', 'lookup', 'scan', 'totals', 'history', 'claimEvents'] as const
    const repository = altered(memoryRepository(), () => Object.fromEntries(names.map((name) => [name, sync])))
    const error = await refusal(call(testService({ repository }).payments), 'internal_error')
    expect(error.cause).toBe(driverText)
    expect(error.message).not.toContain('10.0.0.1')
  })
})

describe('internal_error and storage_unavailable: a storage that fails late', () => {
  it('rejects a transition at its write, with nothing changed', async () => {
    const original = memoryRepository()
    const { payments } = testService({ repository: original })
    const payment = await payments.createPayment(request())
    const cause = new Error(driverText)
    const failing = payments.using(altered(original, () => ({ replace: () => Promise.reject(cause) })))
    for (const call of [
      failing.confirmPayment(payment.id),
      failing.failPayment(payment.id, { reason: 'r' }),
      failing.expirePayment(payment.id),
    ]) {
      expect((await refusal(call, 'internal_error')).cause).toBe(cause)
    }
    expect(await payments.getPayment(payment.id)).toStrictEqual(payment)
  })

  it('rejects a confirmation at the lookup of the other payments of a reference', async () => {
    const original = memoryRepository()
    const { payments } = testService({ repository: original })
    const { id } = await payments.createPayment(request())
    await payments.expirePayment(id)
    const thrown = new PaymentError('storage_unavailable', 'Down.')
    const failing = payments.using(altered(original, () => ({ lookup: () => Promise.reject(thrown) })))
    expect(await failing.confirmPayment(id).catch((error: unknown) => error)).toBe(thrown)
    expect(isPaymentError(thrown, 'storage_unavailable') && thrown.retryable).toBe(true)
  })
})

it('PaymentRepository: one that lacks one function of finance stores payments alone', async () => {
  const { pageRows: _, ...stored } = memoryRepository()
  const { payments } = testService({ repository: stored as never })
  const { id } = await payments.createPayment(request())
  expect((await payments.confirmPayment(id)).status).toBe('succeeded')
  const message = (await refusal(payments.lines.list(), 'internal_error')).message
  expect(message).toContain('this repository stores no statement lines')
})
