import {
  type CreatePaymentRequest,
  createHospitalPayments,
  type HospitalPayments,
  type HospitalPaymentsOptions,
  isPaymentError,
  memoryRepository,
  type Payment,
  type PaymentErrorCode,
  type StoredEvent,
  type PaymentRepository,
  textChannel,
} from 'hospital-payments'
import { type ManualClock, manualClock, seededRandom } from 'hospital-payments/testing'
import { expect } from 'vitest'
import type { AnyPaymentError } from '../../src/errors.js'

/** The time of the clock of every test service at first. */
export const start = '2026-11-20T09:00:00.000Z'

export const unknownId = 'pay_00000000000000000000000000'

export interface TestService {
  readonly payments: HospitalPayments
  readonly clock: ManualClock
  readonly repository: PaymentRepository
}

export function testService(overrides: Partial<HospitalPaymentsOptions> = {}): TestService {
  const clock = manualClock(start)
  const repository = overrides.repository ?? memoryRepository()
  const payments = createHospitalPayments({
    repository,
    channels: {
      'mobile-banking': textChannel('Pay {amount} {currency} with reference {reference}.'),
      cash: textChannel('Pay at the cashier with reference {reference}.'),
    },
    clock,
    random: seededRandom(1),
    ...overrides,
  })
  return { payments, clock, repository }
}

/** Makes a valid request with only the required fields; overrides may make it anything else. */
export function request(overrides: object = {}): CreatePaymentRequest {
  return { amount: 150_000, currency: 'ETB', reference: 'INV-1', channel: 'mobile-banking', ...overrides }
}

/** Returns the instant `ms` after the start of the clock. */
export function at(ms: number): string {
  return new Date(Date.parse(start) + ms).toISOString()
}

export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour

/** Makes a service with one payment that was asked for a minute ago. */
export async function pending(overrides: object = {}) {
  const service = testService()
  const payment = await service.payments.createPayment(request(overrides))
  service.clock.advance(minute)
  return { ...service, payment, id: payment.id }
}

type Refusal<Code extends PaymentErrorCode> = Extract<AnyPaymentError, { code: Code }>

/** Returns the error of a call that must be refused with `code`. */
export async function refusal<Code extends PaymentErrorCode>(
  call: Promise<unknown>,
  code: Code,
): Promise<Refusal<Code>> {
  const outcome = await call.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  )
  if (!('error' in outcome)) throw new Error(`not refused: ${JSON.stringify(outcome.value)}`)
  if (!isPaymentError(outcome.error)) throw outcome.error
  expect(outcome.error.code, outcome.error.message).toBe(code)
  return outcome.error as Refusal<Code>
}

/** Lists `path message` of every bad field that an `invalid_request` names. */
export async function badFields(call: Promise<unknown>): Promise<string[]> {
  const { details, message } = await refusal(call, 'invalid_request')
  const fields = details.issues.map(({ path, message: problem }) => (path === '' ? problem : `${path} ${problem}`))
  expect(message).toBe(`The request was refused: ${fields.join('; ')}.`)
  return fields
}

export async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const collected: Item[] = []
  for await (const item of items) collected.push(item)
  return collected
}

export async function csvOf(pieces: AsyncIterable<string>): Promise<string> {
  return (await collect(pieces)).join('')
}

/** Reads everything that is stored: each payment with its history, in the order of creation. */
export async function contents(repository: PaymentRepository): Promise<{ payment: Payment; events: StoredEvent[] }[]> {
  const payments = await repository.page({ by: 'createdAt', direction: 'asc', limit: 1_000_000 })
  return Promise.all(
    payments.map(async (payment) => ({ payment, events: [...(await repository.history(payment.id))] })),
  )
}
