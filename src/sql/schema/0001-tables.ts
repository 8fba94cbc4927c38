import type { Tables } from '../core/tables.js'
import type { ColumnTypes } from './column-types.js'
import { createTable } from './table.js'

// Released migrations are never edited: databases exist that were made by them. What is to change is another migration.
// For the same reason nothing here is taken from code that changes with the library.

const largest = 9007199254740991
const statuses = "('pending', 'succeeded', 'failed', 'expired', 'reversed')"

/** One for each table: PostgreSQL reads every CHECK of a table anew for every statement that writes to it. */
function check(...conditions: readonly string[]): string {
  return `CHECK (\n    ${conditions.join('\n    AND ')}\n  )`
}

/**
 * Lengths are the contract's limits: 255 code points are up to 1020 bytes. A tenant has 255 bytes, so that with a
 * reference, a time and an id it stays far below the 3072 bytes of InnoDB's index rows.
 *
 * Events and deliveries have no foreign key to their payment: each is written in the transaction that writes it, payments
 * are never deleted, and a check by the database would cost every write a look-up and a shared lock on the payment's row.
 */
export function tables(types: ColumnTypes, names: Tables): string[] {
  const { key, text, json, int64, int32, flag } = types
  return [
    ...createTable(types, names.payments, {
      rows: 'long',
      columns: [
        `tenant ${key(255)} NOT NULL`,
        `id ${key(64)} NOT NULL`,
        `reference ${key(1020)} NOT NULL`,
        `amount ${int64} NOT NULL`,
        `currency ${key(3)} NOT NULL`,
        `channel ${key(64)} NOT NULL`,
        `created_at ${int64} NOT NULL`,
        `expires_at ${int64}`,
        `status ${key(16)} NOT NULL`,
        `instructions ${json} NOT NULL`,
        `updated_at ${int64} NOT NULL`,
        `paid_at ${int64}`,
        `reversed_at ${int64}`,
        `late ${flag} NOT NULL`,
        `amount_reconciled ${int64} NOT NULL`,
        `version ${int32} NOT NULL`,
        `description ${text(500)}`,
        `has_customer ${flag} NOT NULL`,
        `customer_name ${text(200)}`,
        `customer_phone ${text(16)}`,
        `metadata ${json}`,
        `status_reason ${text(500)}`,
        `provider_transaction_id ${key(1020)}`,
        `live_reference ${key(1020)}`,
        `idempotency_key ${key(255)}`,
        `fingerprint ${key(64)}`,
        'PRIMARY KEY (tenant, id)',
        check(
          `amount BETWEEN 1 AND ${largest}`,
          `amount_reconciled BETWEEN 0 AND ${largest}`,
          'version >= 1',
          `status IN ${statuses}`,
          'late IN (0, 1)',
          'has_customer IN (0, 1)',
          '(idempotency_key IS NULL) = (fingerprint IS NULL)',
        ),
      ],
      indexes: [
        { name: 'idempotency_key', columns: 'tenant, idempotency_key', unique: true, where: 'idempotency_key' },
        { name: 'live_reference', columns: 'tenant, live_reference', unique: true, where: 'live_reference' },
        {
          name: 'provider_transaction',
          columns: 'tenant, provider_transaction_id, channel',
          unique: true,
          where: 'provider_transaction_id',
        },
        { name: 'by_created', columns: 'tenant, created_at, id' },
        { name: 'by_status', columns: 'tenant, status, created_at, id' },
        { name: 'by_reference', columns: 'tenant, reference, created_at, id' },
        { name: 'by_paid', columns: 'tenant, paid_at, id', where: 'paid_at' },
        { name: 'by_reversed', columns: 'tenant, reversed_at, id', where: 'reversed_at' },
        { name: 'by_expires', columns: 'tenant, status, expires_at, id', where: 'expires_at' },
      ],
    }),
    ...createTable(types, names.events, {
      rows: 'short',
      columns: [
        `tenant ${key(255)} NOT NULL`,
        `payment_id ${key(64)} NOT NULL`,
        `version ${int32} NOT NULL`,
        `id ${key(64)} NOT NULL`,
        `type ${key(64)} NOT NULL`,
        `created_at ${int64} NOT NULL`,
        `reference ${key(1020)} NOT NULL`,
        `amount ${int64} NOT NULL`,
        `currency ${key(3)} NOT NULL`,
        `status ${key(16)} NOT NULL`,
        `previous_status ${key(16)}`,
        `amount_reconciled ${int64} NOT NULL`,
        `actor ${text(255)}`,
        `reason ${text(500)}`,
        `evidence ${json}`,
        'PRIMARY KEY (tenant, payment_id, version)',
        check(`amount BETWEEN 1 AND ${largest}`, `amount_reconciled BETWEEN 0 AND ${largest}`, 'version >= 1'),
      ],
    }),
    // A row is an event that is not delivered yet; it is deleted when it was delivered.
    ...createTable(types, names.deliveries, {
      rows: 'short',
      columns: [
        `tenant ${key(255)} NOT NULL`,
        `event_id ${key(64)} NOT NULL`,
        `payment_id ${key(64)} NOT NULL`,
        `version ${int32} NOT NULL`,
        `dead ${flag} NOT NULL`,
        `free_at ${int64} NOT NULL`,
        `attempts ${int32} NOT NULL`,
        `owner ${key(1020)}`,
        'PRIMARY KEY (tenant, event_id)',
        check('dead IN (0, 1)', 'attempts >= 0'),
      ],
      indexes: [
        { name: 'by_payment', columns: 'tenant, payment_id, version', unique: true },
        { name: 'by_free', columns: 'tenant, dead, free_at, event_id' },
      ],
    }),
    ...createTable(types, names.lines, {
      rows: 'short',
      columns: [
        `tenant ${key(255)} NOT NULL`,
        `line_key ${key(1020)} NOT NULL CHECK (line_key <> '')`,
        `payment_ids ${json} NOT NULL`,
        'PRIMARY KEY (tenant, line_key)',
      ],
    }),
  ]
}
