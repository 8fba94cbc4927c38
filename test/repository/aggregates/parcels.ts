/** A throw-away aggregate with all that a description can say. */
import { aggregate } from '../../../src/repository/aggregates/aggregate.js'
import {
  document,
  erasable,
  fixed,
  flag,
  instant,
  integer,
  key,
  longText,
  named,
  oneOf,
  orNull,
  orOmitted,
  positive,
  text,
} from '../../../src/repository/aggregates/column.js'
import type { RowEntry, RowEvent } from '../../../src/repository/aggregates/port.js'

export interface Parcel {
  readonly id: string
  readonly window: string
  readonly status: 'open' | 'closed'
  readonly amount: number
  readonly weight: number | null
  readonly urgent: boolean
  readonly sentAt: string | null
  readonly createdAt: string
  readonly note: string | null
  readonly label?: string
  readonly sender: string
  readonly carrier?: string
  readonly parts: readonly { readonly name: string }[]
  readonly version: number
}

export interface ParcelKey {
  readonly idempotencyKey: string | null
}

export const parcels = aggregate<Parcel, ParcelKey>({
  name: 'parcels',
  columns: {
    id: key(64),
    window: named('window_name', fixed(key(64))),
    status: oneOf(['open', 'closed']),
    amount: fixed(positive),
    weight: orNull(integer),
    urgent: flag,
    sentAt: orNull(instant),
    createdAt: fixed(instant),
    note: erasable(orNull(longText)),
    label: orOmitted(key(100)),
    sender: key(160),
    carrier: orOmitted(text(40)),
    parts: document,
    version: positive,
  },
  beside: { idempotencyKey: fixed(orNull(key(255))) },
  derived: { folded: { column: orNull(key(100)), of: ({ label }) => label?.toLowerCase() ?? null } },
  key: ['id'],
  unique: {
    idempotency: { fields: ['idempotencyKey'] },
    label: { fields: ['folded'] },
    place: { fields: ['window', 'sender'], whileOneOf: { field: 'status', values: ['open'] } },
  },
  lists: {
    created: { order: ['createdAt', 'id'] },
    sent: { order: ['sentAt', 'id'] },
    window: { equal: ['window'], order: ['createdAt', 'amount', 'id'] },
  },
  lookups: ['window', 'folded'],
  leases: true,
  changes: ['UPDATE', 'DELETE'],
  sums: ['window', 'status', 'label'],
  rules: [
    {
      sql: "(sent_at IS NULL OR status = 'closed')",
      holds: ({ sentAt, status }) => sentAt === null || status === 'closed',
    },
  ],
})

/** A ticket, numbered within its year. */
export interface Ticket {
  readonly id: string
  readonly year: number
  readonly number: number
}

export const tickets = aggregate<Ticket>({
  name: 'tickets',
  columns: { id: key(64), year: positive, number: positive },
  beside: {},
  key: ['id', 'year'],
  unique: { number: { fields: ['year', 'number'] } },
  lists: { number: { equal: ['year'], order: ['number'] }, all: { order: ['year', 'number'], hasManyTies: true } },
  indexes: { spare: ['year'] },
  counter: { field: 'number', per: 'year' },
})

const at = (minute: number) => `2026-03-01T00:${String(minute).padStart(2, '0')}:00.000Z`

export function parcel(id: string, fields: Partial<Parcel> = {}): Parcel {
  return {
    id,
    window: 'w1',
    status: 'open',
    amount: 5,
    weight: null,
    urgent: false,
    sentAt: null,
    createdAt: at(0),
    note: null,
    sender: id,
    parts: [{ name: 'a' }],
    version: 1,
    ...fields,
  }
}

export function entryOf(
  row: Parcel,
  {
    idempotencyKey = null,
    expected = 'nothing',
    events = [],
  }: Partial<ParcelKey & Pick<RowEntry, 'expected' | 'events'>> = {},
): RowEntry {
  return { of: parcels, row, beside: expected === 'nothing' ? { idempotencyKey } : null, expected, events }
}

export function ticketEntry(id: string, year: number): RowEntry {
  return { of: tickets, row: { id, year, number: 0 }, beside: {}, expected: 'nothing', events: [] }
}

export function eventOf(stream: string, version: number, minute: number): RowEvent {
  return {
    id: `evt_${stream}_${version}`,
    stream,
    version,
    type: 'parcel.changed',
    createdAt: at(minute),
    actor: 'abebe',
    reason: null,
    data: { version, parts: ['ü'] },
  }
}

export { at }
