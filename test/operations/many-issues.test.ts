/** Requests that are wrong in more places than an error should list, or than one call can be spread over. */
import type { CreatePaymentRequest, HospitalPayments, PaymentError } from 'hospital-payments'
import { describe, expect, it } from 'vitest'
import { collect, refusal, request, testService } from '../support/service.js'

const fields = 5_000
/** A number of arguments above what a call takes. */
const many = 130_000

/** Makes `{ x0: 0, x1: 0, … }`. */
function unknownFields(count: number): Record<`x${number}`, number> {
  return Object.fromEntries(Array.from({ length: count }, (_, n) => [`x${n}` as const, 0]))
}

async function refusedOf(
  wrong: (payments: HospitalPayments) => Promise<unknown>,
): Promise<PaymentError<'invalid_request'>> {
  return refusal(wrong(testService().payments), 'invalid_request')
}

describe('invalid_request: a request with thousands of mistakes', () => {
  it.each<[string, (payments: HospitalPayments) => Promise<unknown>]>([
    ['of a payment', (payments) => payments.createPayment({ ...request(), ...unknownFields(fields) })],
    ['of a report', (payments) => payments.reportPayments(unknownFields(fields))],
    ['of an export', (payments) => collect(payments.exportCsv(unknownFields(fields)))],
    ['of totals', (payments) => payments.totals(unknownFields(fields))],
    ['of a confirmation', (payments) => payments.confirmPayment('pay_1', unknownFields(fields))],
    ['of a page', (payments) => payments.findByReference('INV-1', unknownFields(fields))],
    ['of a reconciliation', (payments) => collect(payments.reconcile([], { account: 'x', ...unknownFields(fields) }))],
    ['of a sweep', (payments) => payments.expireDue(unknownFields(fields))],
    ['of a relay', (payments) => payments.deliverEvents(async () => undefined, unknownFields(fields))],
  ])('%s is refused with the first hundred, and the number of the others', async (_, wrong) => {
    const { details, message } = await refusedOf(wrong)
    expect(details.issues).toHaveLength(100)
    expect(details.issues[0]).toEqual({ path: 'x0', message: 'is not a known field' })
    expect(details.more).toBe(fields - 100)
    expect(message).toContain(`; and ${fields - 100} more.`)
    expect(message.length).toBeLessThan(10_000)
  })

  it('counts those within a field among the others', async () => {
    const customer = unknownFields(150)
    const { details } = await refusedOf((payments) =>
      payments.createPayment({ ...request(), amount: 0, customer } as CreatePaymentRequest),
    )
    expect(details.issues).toHaveLength(100)
    expect(details.more).toBe(51)
  })
})

describe('invalid_request: a list of a hundred thousand wrong elements', () => {
  const list = Array<never>(many).fill('x' as never)

  it.each<[string, (payments: HospitalPayments) => Promise<unknown>, string]>([
    ['status', (payments) => payments.totals({ status: list }), 'status must be one value, or a list of 1 to 50'],
    [
      'channel',
      (payments) => payments.totals({ channel: Array<never>(many).fill(5 as never) }),
      'channel must be one value, or a list of 1 to 1000',
    ],
    [
      'columns',
      (payments) => collect(payments.exportCsv({ columns: list })),
      'columns must be a list of column names, each once',
    ],
  ])('for %s is one mistake', async (_, wrong, problem) => {
    expect((await refusedOf(wrong)).message).toBe(`The request was refused: ${problem}.`)
  })

  it('in metadata is reported as too many, with the mistakes of the first', async () => {
    const metadata = unknownFields(many) as never
    const { details } = await refusedOf((payments) => payments.createPayment(request({ metadata })))
    expect(details.issues[0]).toEqual({ path: 'metadata', message: 'has more than 20 pairs' })
    expect(details.issues).toHaveLength(21)
  })
})

describe('payment_not_found: an id that is none', () => {
  it.each([['pay_1'], ['x'.repeat(255)]])('stands in the details as the caller passed it', async (id) => {
    const { details } = await refusal(testService().payments.confirmPayment(id), 'payment_not_found')
    expect(details.paymentId).toBe(id)
  })

  it('stands in the details by its first 255 characters where it is longer', async () => {
    const { details } = await refusal(testService().payments.confirmPayment('x'.repeat(1 << 20)), 'payment_not_found')
    expect(details.paymentId).toBe(`${'x'.repeat(255)}…`)
  })
})
