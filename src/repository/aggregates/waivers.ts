/** Waivers of payments. What they pay of a payment stands in the payment, whose row bounds it. */
import { type Waiver, waiverStatuses } from '../../domain/waivers/waiver.js'
import { aggregate } from './aggregate.js'
import { erasable, fixed, instant, key, longText, oneOf, orNull, orOmitted, positive, text } from './column.js'

export const waivers = aggregate<Waiver>({
  name: 'waivers',
  columns: {
    id: key(64),
    status: oneOf(waiverStatuses),
    paymentId: fixed(key(64)),
    reference: fixed(key(1020)),
    amount: fixed(positive),
    currency: fixed(key(3)),
    scheme: fixed(key(40)),
    reason: fixed(key(40)),
    note: erasable(orOmitted(longText)),
    requestedBy: fixed(text(255)),
    decidedBy: orNull(text(255)),
    decidedAt: orNull(instant),
    revokedBy: orNull(text(255)),
    revokedAt: orNull(instant),
    lineKey: orNull(key(1020)),
    createdAt: fixed(instant),
    updatedAt: instant,
    version: positive,
  },
  beside: {},
  key: ['id'],
  lists: {
    created: { order: ['createdAt', 'id'] },
    status: { equal: ['status'], order: ['createdAt', 'id'] },
    scheme: { equal: ['scheme'], order: ['createdAt', 'id'] },
    payment: { equal: ['paymentId'], order: ['createdAt', 'id'] },
  },
  lookups: ['paymentId'],
  sums: ['currency'],
  rules: [
    {
      sql: "(line_key IS NULL) = (status NOT IN ('granted', 'revoked'))",
      holds: ({ lineKey, status }) => (lineKey === null) === !['granted', 'revoked'].includes(status),
    },
  ],
})
