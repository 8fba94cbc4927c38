import { invalidRequest } from '../../domain/issue.js'
import { maxPayments } from '../../domain/limits.js'
import type { Payment } from '../../domain/payments/payment.js'
import { isPaymentError, PaymentError } from '../../errors.js'
import { pacer, recordsAtOnce } from '../../internal/event-loop.js'
import type { Context } from '../context.js'
import { createPaymentsOptions, type KeyedRequest, keyedRequest } from '../input/create-request.js'
import { parse, parseOptions } from '../input/parse.js'
import { type Created, checkCreation, createGroup, type CheckedCreation } from './new-payments.js'
import type { ActorOption } from '../input/payment-calls.js'

/** The result of one request to `createPayments`: the payment, or the error with which `createPayment` would have rejected. */
export type CreatedPayment =
  | { readonly payment: Payment; readonly error?: undefined }
  | { readonly error: PaymentError; readonly payment?: undefined }

function checkElement(context: Context, element: unknown, actor: string | undefined): CheckedCreation {
  const { request, idempotencyKey } = parse(keyedRequest, element, 1)
  return checkCreation(context, request, { idempotencyKey, actor })
}

/** Turns the result into an answer; an error of the host's code, such as a getter of a request, becomes a `PaymentError`. */
function asAnswer(created: Created): CreatedPayment {
  if ('payment' in created) return created
  const { error: cause } = created
  if (isPaymentError(cause)) return { error: cause }
  return { error: new PaymentError('internal_error', 'This payment could not be created. See the cause.', { cause }) }
}

export async function createPayments(
  context: Context,
  requests: readonly KeyedRequest[],
  options?: ActorOption,
): Promise<readonly CreatedPayment[]> {
  if (!Array.isArray(requests) || requests.length > maxPayments) {
    throw invalidRequest([{ path: '', message: `must be a list of at most ${maxPayments} requests` }])
  }
  const { actor } = parseOptions(createPaymentsOptions, options)

  // All are read before the first wait: what the caller changes later changes nothing.
  const answers: CreatedPayment[] = []
  const creations: { at: number; payment: CheckedCreation }[] = []
  for (let at = 0; at < requests.length; at++) {
    try {
      creations.push({ at, payment: checkElement(context, requests[at], actor) })
    } catch (error) {
      answers[at] = asAnswer({ error })
    }
  }

  const { groupSize } = context
  const turn = pacer(recordsAtOnce)(requests.length)
  if (turn) await turn
  for (let first = 0; first < creations.length; first += groupSize) {
    const group = creations.slice(first, first + groupSize)
    const created = await createGroup(
      context,
      group.map(({ payment }) => payment),
    )
    for (const [n, { at }] of group.entries()) answers[at] = asAnswer(created[n]!)
  }
  return answers
}
