/** Many payments at once beside as many single calls. */
import {
  type CreatedPayment,
  type HospitalPayments,
  type HospitalPaymentsOptions,
  isPaymentError,
  textChannel,
} from 'hospital-payments'
import fc from 'fast-check'
import type { KeyedRequest } from '../../src/operations/input/create-request.js'
import { request } from './service.js'

/** Returns what a caller can see of an answer. */
export function visibleOf({ payment, error }: CreatedPayment) {
  if (!error) return { payment }
  const { code, message, details, httpStatus, retryable, cause } = error
  return { error: { code, message, details, httpStatus, retryable, cause } }
}

/** Returns the answers of `createPayment`, called with one request after the other. */
export async function oneByOne(
  payments: HospitalPayments,
  requests: readonly KeyedRequest[],
  options: { actor?: string | undefined } = {},
): Promise<CreatedPayment[]> {
  const answers: CreatedPayment[] = []
  for (const { request, idempotencyKey } of requests) {
    const answer = payments.createPayment(request, { idempotencyKey, ...options }).then(
      (payment): CreatedPayment => ({ payment }),
      (error: unknown): CreatedPayment => {
        if (isPaymentError(error)) return { error }
        throw error
      },
    )
    answers.push(await answer)
  }
  return answers
}

const gatewayDown = new Error('The gateway is down.')

/** Those of most services, and one that fails for some of the requests. */
export const channels: HospitalPaymentsOptions['channels'] = {
  cash: textChannel('Pay at the cashier with reference {reference}.'),
  gateway: async ({ amount, reference }) => {
    if (amount % 2 === 0) throw gatewayDown
    return { type: 'redirect', message: reference, url: `https://pay.example/${reference}` }
  },
}

const drawnRequest = fc
  .record(
    {
      amount: fc.constantFrom<unknown>(5000, 5000, 5000, 5001, 0, '5'),
      reference: fc.constantFrom<unknown>('INV-1', 'INV-2', 'INV-3', 'INV-4', ''),
      channel: fc.constantFrom('cash', 'cash', 'cash', 'gateway', 'unheard-of'),
      currency: fc.constantFrom('ETB', 'ETB', 'ETB', 'XAU'),
      metadata: fc.constantFrom<unknown>({ ward: '7' }, { ward: 7, __proto__: null }),
      colour: fc.constant('blue'),
    },
    { requiredKeys: ['amount', 'reference', 'channel'], noNullPrototype: true },
  )
  .map((fields) => request({ ...fields }))
  .filter((made) => !('colour' in made) || made.amount === 5001)

/** Good and bad requests that share references and keys. */
export const keyedRequest: fc.Arbitrary<KeyedRequest> = fc.record(
  {
    request: fc.oneof(
      { weight: 30, arbitrary: drawnRequest },
      { weight: 1, arbitrary: fc.constant(undefined as never) },
    ),
    idempotencyKey: fc.constantFrom('a', 'b', 'c', 'd', 'not a key'),
  },
  { requiredKeys: ['request'], noNullPrototype: true },
)
