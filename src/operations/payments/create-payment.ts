import type { CreatePaymentRequest, Payment } from '../../domain/payments/payment.js'
import type { Context } from '../context.js'
import type { CreatePaymentOptions } from '../input/create-request.js'
import { checkCreation, createGroup } from './new-payments.js'

export async function createPayment(
  context: Context,
  input: CreatePaymentRequest,
  options?: CreatePaymentOptions,
): Promise<Payment> {
  const created = (await createGroup(context, [checkCreation(context, input, options)]))[0]!
  if ('payment' in created) return created.payment
  throw created.error
}
