import type { StoredEvent } from '../../domain/event-stream.js'
import { isPaymentId } from '../../domain/id.js'
import type { Context } from '../context.js'

export async function history({ repository }: Context, id: string): Promise<StoredEvent[]> {
  return typeof id === 'string' && isPaymentId(id) ? [...(await repository.history(id))] : []
}
