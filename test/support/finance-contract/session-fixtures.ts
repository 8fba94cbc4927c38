import type { CashSession, CashSessionEventType } from '../../../src/domain/cash/session.js'
import type { RowEntry } from '../../../src/repository/aggregates/port.js'
import { sessions } from '../../../src/repository/aggregates/sessions.js'
import { nextId } from '../../../src/testing/fixtures.js'

/** Makes a complete, valid session: just opened, unless overridden; its id is new with each call. */
export function sessionFixture(overrides: Partial<CashSession> = {}): CashSession {
  const { point = 'window-1' } = overrides
  return {
    id: nextId('csh'),
    point,
    account: `cash.${point}`,
    currency: 'ETB',
    status: 'open',
    openedBy: 'sara',
    openedAt: '2026-11-20T09:00:00.000Z',
    float: 1000,
    floatDifference: 0,
    floatReason: null,
    received: 0,
    paidOut: 0,
    sent: 0,
    confirmed: [],
    closedBy: null,
    closedAt: null,
    expected: null,
    counted: null,
    difference: null,
    denominations: null,
    reason: null,
    version: 1,
    ...overrides,
  }
}

/** Makes the entry of a session's version, which expects the one before it, with its event. */
export function sessionEntryFixture(session: CashSession, type: CashSessionEventType): RowEntry {
  const { id, version } = session
  const isNew = version === 1
  const event = {
    id: nextId('evt'),
    stream: id,
    version,
    type,
    createdAt: session.closedAt ?? session.openedAt,
    actor: 'sara',
    reason: null,
    data: { lineKey: null, amount: null, paymentId: null, channel: null },
  }
  return {
    of: sessions,
    row: session,
    beside: isNew ? {} : null,
    expected: isNew ? 'nothing' : version - 1,
    events: [event],
  }
}

/** Returns a session's next version. */
export function nextSession(session: CashSession, changes: Partial<CashSession> = {}): CashSession {
  return { ...session, ...changes, version: session.version + 1 }
}

/** Returns a session that was closed with the cash that it expects. */
export function closedSession(session: CashSession): CashSession {
  const { float, received, paidOut, sent } = session
  const expected = float + received - paidOut - sent
  const closed = { status: 'closed', closedBy: 'sara', closedAt: '2026-11-20T17:00:00.000Z' } as const
  return nextSession(session, { ...closed, expected, counted: expected, difference: 0 })
}
