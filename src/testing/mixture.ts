/** Payments of every status, in channels that differ by case alone, and every combination of conditions on them. */
import type { Payment, PaymentStatus } from '../domain/payments/payment.js'
import type { Filter } from '../repository/port.js'
import { later } from './steps.js'

const nine = '2026-11-20T09:00:00.000Z'
const statuses: readonly PaymentStatus[] = ['pending', 'succeeded', 'failed', 'expired', 'reversed']
const channels = ['cash', 'telebirr', 'Cash', 'till'] as const
const references = ['INV-1', 'INV-2', 'INV-3'] as const
const orders = ['createdAt', 'paidAt', 'reversedAt', 'expiresAt'] as const

/** Payments ten seconds apart by every time, and by each in another order. */
export const mixture: readonly Partial<Payment>[] = Array.from({ length: 30 }, (_, i) => {
  const status = statuses[i % 5]!
  const isPaid = status === 'succeeded' || status === 'reversed'
  const at = (step: number) => later(nine, ((i * step) % 30) * 10 + 7)
  return {
    status,
    channel: channels[i % 4]!,
    reference: references[(i >> 1) % 3]!,
    amount: 3 ** (i % 20),
    createdAt: at(1),
    expiresAt: at(7),
    paidAt: isPaid ? at(11) : null,
    reversedAt: status === 'reversed' ? at(13) : null,
  }
})

const optional = (condition: Partial<Filter>): readonly Partial<Filter>[] => [{}, condition]

/** Filters by each time with each choice of the other conditions; no period begins or ends where a payment is. */
export const combinations: readonly Filter[] = orders.flatMap((by) =>
  optional({ from: later(nine, 55) }).flatMap((from) =>
    optional({ before: later(nine, 245) }).flatMap((before) =>
      optional({ reference: 'INV-1' }).flatMap((reference) =>
        optional({ statuses: ['succeeded', 'expired', 'pending'] }).flatMap((status) =>
          optional({ channels: ['telebirr', 'cash', 'till'] }).map((channel) => ({
            by,
            ...from,
            ...before,
            ...reference,
            ...status,
            ...channel,
          })),
        ),
      ),
    ),
  ),
)

/** Selects the payments of a filter, in ascending order: the rule of the port, by the letter. */
export function matching(payments: readonly Payment[], filter: Filter): Payment[] {
  const { by, from = '', before = '~', reference, statuses, channels } = filter
  const at = (payment: Payment) => payment[by] ?? ''
  return payments
    .filter((payment) => payment[by] !== null && at(payment) >= from && at(payment) < before)
    .filter((payment) => reference === undefined || payment.reference === reference)
    .filter(({ status }) => statuses?.includes(status) ?? true)
    .filter(({ channel }) => channels?.includes(channel) ?? true)
    .sort((a, b) => (at(a) < at(b) || (at(a) === at(b) && a.id < b.id) ? -1 : 1))
}
