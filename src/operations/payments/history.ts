import type { PaymentEvent } from '../../domain/payments/event.js'
import { isPaymentId } from '../../domain/id.js'
import type { Context } from '../context.js'

export async function history({ repository }: Context, id: string): Promise<PaymentEvent[]> {
  return typeof id === 'string' && isPaymentId(id) ? [...(await repository.history(id))] : []
}
