import { type CashSession, cashSessionStatuses, hasUnexplainedDifference } from '../../domain/cash/session.js'
import { aggregate } from './aggregate.js'
import { document, fixed, instant, integer, key, named, oneOf, orNull, positive, signed, text } from './column.js'

/** Cash sessions: at most one is open at a point in a currency. */
export const sessions = aggregate<CashSession>({
  name: 'cash_sessions',
  columns: {
    id: key(64),
    point: fixed(key(40)),
    account: fixed(key(1020)),
    currency: fixed(key(3)),
    status: oneOf(cashSessionStatuses),
    openedBy: fixed(key(512)),
    openedAt: fixed(instant),
    // Databases reserve the field's own name.
    float: named('opening_float', fixed(integer)),
    floatDifference: fixed(signed),
    floatReason: orNull(text(500)),
    received: integer,
    paidOut: integer,
    sent: integer,
    confirmed: document,
    closedBy: orNull(text(255)),
    closedAt: orNull(instant),
    expected: orNull(integer),
    counted: orNull(integer),
    difference: orNull(signed),
    denominations: orNull(document),
    reason: orNull(text(500)),
    version: positive,
  },
  beside: {},
  derived: {
    unexplained: {
      column: orNull(key(8)),
      of: (session) => (hasUnexplainedDifference(session) ? 'yes' : null),
    },
  },
  key: ['id'],
  unique: { open: { fields: ['point', 'currency'], whileOneOf: { field: 'status', values: ['open'] } } },
  lists: {
    opened: { order: ['openedAt', 'id'] },
    point: { equal: ['point'], order: ['openedAt', 'id'] },
    status: { equal: ['status'], order: ['openedAt', 'id'] },
    opener: { equal: ['openedBy'], order: ['openedAt', 'id'] },
    unexplained: { equal: ['unexplained'], order: ['openedAt', 'id'] },
  },
})
