/** Lines that are stored as a key alone, as they would have been stored whole. */
import { type ImportedLine, lineOfKey } from '../../domain/reconciliation/line-of-key.js'
import { isPaymentEvent, type StoredEvent } from '../../domain/event-stream.js'
import type { PaymentEvent } from '../../domain/payments/event.js'
import type { FinanceRepository } from '../../repository/finance-port.js'
import type { StoredLine } from '../../repository/port.js'

/** The port's own limit. */
const mostHistories = 1000

/** The events of these payments, oldest first of each, those of their refunds among them. */
export async function eventsOf(
  { histories }: Pick<FinanceRepository, 'histories'>,
  ids: readonly string[],
): Promise<StoredEvent[]> {
  const events: StoredEvent[] = []
  for (let first = 0; first < ids.length; first += mostHistories) {
    events.push(...(await histories(ids.slice(first, first + mostHistories))))
  }
  return events
}

/** By key; of a line whose payments are no longer stored nothing is known. */
export async function linesOfKeys(
  finance: Pick<FinanceRepository, 'histories'>,
  keys: readonly StoredLine[],
): Promise<Map<string, ImportedLine>> {
  const ids = new Set(keys.flatMap(({ paymentIds }) => paymentIds))
  const events = new Map<string, PaymentEvent[]>()
  for (const event of (await eventsOf(finance, [...ids])).filter(isPaymentEvent)) {
    const ofPayment = events.get(event.data.paymentId)
    if (ofPayment) ofPayment.push(event)
    else events.set(event.data.paymentId, [event])
  }
  const found = new Map<string, ImportedLine>()
  for (const stored of keys) {
    const line = lineOfKey(
      stored,
      stored.paymentIds.flatMap((id) => events.get(id) ?? []),
    )
    if (line) found.set(stored.key, line)
  }
  return found
}
