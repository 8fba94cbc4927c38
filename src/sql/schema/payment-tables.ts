import { isCanceled, isUnderPaid, isUnproved, mayExpire } from '../core/payment-conditions.js'
import type { Tables } from '../core/tables.js'
import type { ColumnTypes } from './column-types.js'
import {
  deliveryColumns,
  eventColumns,
  paymentColumns,
  paymentKeyColumns,
} from '../../repository/aggregates/payment-columns.js'
import { describedChecks, describedColumns } from './described-columns.js'
import { check, createTable, type Index } from './table.js'

/** The columns that are asked of the payments of a day, so that none of them is read for it: sums by currency, channel and status, and of late ones. */
const paid = 'tenant, paid_at, id, currency, channel, status, late, amount, amount_waived'

/** The columns that sums of payments which a statement never has proved wholly take. */
const summed = 'paid_at, currency, amount, amount_waived, amount_reconciled'

/** The sums of the bills of a payer, of whom most are paid. */
const pendingOfCustomer = 'currency, amount, amount_reconciled, amount_waived'

const partialIndexes: readonly Index[] = [
  {
    name: 'pending_of',
    columns: `tenant, customer_id, ${pendingOfCustomer}`,
    where: "customer_id IS NOT NULL AND status = 'pending'",
  },
  ...[
    ['idempotency_key', 'idempotency_key'],
    ['live_reference', 'live_reference'],
    ['provider_transaction', 'transaction_key, channel', 'transaction_key'],
  ].map(([name = '', columns, column = name]) => {
    return { name, columns: `tenant, ${columns}`, unique: true, where: `${column} IS NOT NULL` }
  }),
  { name: 'unproved', columns: `tenant, channel, ${summed}`, where: isUnproved },
  { name: 'under_paid', columns: 'tenant, created_at, id', where: isUnderPaid },
  // Kept for good, so that there are more of them each year: in the order in which pages are.
  { name: 'canceled', columns: 'tenant, created_at, id', where: isCanceled },
  // By time alone: one statement finds the tenants of which something is due.
  { name: 'due', columns: 'expires_at, tenant', where: mayExpire },
]

/**
 * On MySQL and MariaDB each of these has a column of its own, null in all other payments, and the index of it. A Galera cluster
 * certifies a unique index over several columns without those that are null: two payments of one tenant without a key, written
 * on two nodes, would be in each other's way. No part contains a NUL character, so that no two rows have the same bytes by chance.
 */
const columnsForIndexes = [
  ...(
    [
      ['unique_key', 255 + 1 + 255, 'tenant', 'idempotency_key'],
      ['unique_live', 255 + 1 + 1085, 'tenant', 'live_reference'],
      ['unique_transaction', 255 + 1 + 64 + 1 + 1020, 'tenant', 'channel', 'transaction_key'],
    ] as const
  ).map(([name, bytes, ...parts]) => {
    return `${name} VARBINARY(${bytes}) GENERATED ALWAYS AS (CONCAT(${parts.join(', 0x00, ')})) STORED`
  }),
  `unproved_channel VARBINARY(64) GENERATED ALWAYS AS (CASE WHEN ${isUnproved} THEN channel END) STORED`,
  `is_canceled TINYINT GENERATED ALWAYS AS (CASE WHEN ${isCanceled} THEN 1 END) STORED`,
  `expiry_at BIGINT GENERATED ALWAYS AS (CASE WHEN ${mayExpire} THEN expires_at END) STORED`,
  `under_paid_at BIGINT GENERATED ALWAYS AS (CASE WHEN ${isUnderPaid} THEN created_at END) STORED`,
]

const indexesOfColumns: readonly Index[] = [
  { name: 'pending_of', columns: `tenant, customer_id, status, ${pendingOfCustomer}` },
  ...['unique_key', 'unique_live', 'unique_transaction'].map((name) => ({ name, columns: name, unique: true })),
  // Receipts are looked up in lists and without their channel too.
  { name: 'by_transaction', columns: 'tenant, transaction_key' },
  { name: 'unproved', columns: `tenant, unproved_channel, ${summed}` },
  { name: 'under_paid', columns: 'tenant, under_paid_at, id' },
  { name: 'canceled', columns: 'tenant, is_canceled, created_at, id' },
  { name: 'due', columns: 'expiry_at, tenant' },
]

/**
 * Makes the tables of payments, their events and deliveries, the keys of lines, and the terms by which payments are found. A `transaction_key` is the receipt in
 * small ASCII letters: it is unique in whichever case it is written.
 *
 * Lengths are the contract's limits: 255 code points are up to 1020 bytes. A tenant has 255 bytes, so that with a
 * reference, a time and an id it stays far below the 3072 bytes of InnoDB's index rows.
 *
 * Events and deliveries have no foreign key to their payment: each is written in the transaction that writes it, payments
 * are never deleted, and a check by the database would cost every write a look-up and a shared lock on the payment's row.
 */
export function paymentTables(types: ColumnTypes, names: Tables): string[] {
  const { key, json, int64, hasPartialIndexes } = types
  return [
    ...createTable(types, names.payments, {
      rows: 'long',
      columns: [
        `tenant ${key(255)} NOT NULL`,
        ...describedColumns(types, paymentColumns),
        ...describedColumns(types, paymentKeyColumns),
        ...(hasPartialIndexes ? [] : columnsForIndexes),
        'PRIMARY KEY (tenant, id)',
        check(
          ...describedChecks(paymentColumns),
          'amount_refund_pending + amount_refunded <= amount - amount_waived - amount_written_off',
          'amount_written_off <= amount_reconciled',
          '(idempotency_key IS NOT NULL OR fingerprint IS NULL)',
          '(provider_transaction_id IS NULL) = (transaction_key IS NULL)',
        ),
      ],
      indexes: [
        { name: 'by_created', columns: 'tenant, created_at, id' },
        { name: 'by_status', columns: 'tenant, status, created_at, id' },
        { name: 'by_reference', columns: 'tenant, reference, created_at, id' },
        { name: 'by_customer', columns: 'tenant, customer_id, created_at, id', where: 'customer_id IS NOT NULL' },
        { name: 'by_reversed', columns: 'tenant, reversed_at, id', where: 'reversed_at IS NOT NULL' },
        { name: 'by_expires', columns: 'tenant, status, expires_at, id', where: 'expires_at IS NOT NULL' },
        { name: 'given_back', columns: 'tenant, given_back_unproved', where: 'given_back_unproved IS NOT NULL' },
        { name: 'by_reason', columns: 'tenant, status_reason, created_at, id', where: 'status_reason IS NOT NULL' },
        { name: 'paid', columns: paid, where: 'paid_at IS NOT NULL' },
        ...(hasPartialIndexes ? partialIndexes : indexesOfColumns),
      ],
    }),
    ...createTable(types, names.events, {
      rows: 'short',
      columns: [
        `tenant ${key(255)} NOT NULL`,
        ...describedColumns(types, eventColumns),
        'PRIMARY KEY (tenant, payment_id, version)',
        check(...describedChecks(eventColumns)),
      ],
      indexes: [{ name: 'by_time', columns: 'tenant, created_at, id' }],
    }),
    // A row is an event that is not delivered yet; it is deleted when it was delivered.
    ...createTable(types, names.deliveries, {
      rows: 'short',
      columns: [
        `tenant ${key(255)} NOT NULL`,
        ...describedColumns(types, deliveryColumns),
        'PRIMARY KEY (tenant, event_id)',
        check(...describedChecks(deliveryColumns)),
      ],
      indexes: [
        { name: 'by_payment', columns: 'tenant, payment_id, version', unique: true },
        { name: 'by_free', columns: 'tenant, dead, free_at, event_id' },
        // Over all tenants.
        hasPartialIndexes
          ? { name: 'due', columns: 'free_at, tenant', where: 'dead = 0' }
          : { name: 'due', columns: 'dead, free_at, tenant' },
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
    // The payments of each term stand in the order of their creation, so that the newest of a common one cost as little as those of a rare one.
    ...createTable(types, names.terms, {
      rows: 'short',
      columns: [
        `tenant ${key(255)} NOT NULL`,
        `term ${key(2048)} NOT NULL`,
        `created_at ${int64} NOT NULL`,
        `payment_id ${key(64)} NOT NULL`,
        'PRIMARY KEY (tenant, term, created_at, payment_id)',
      ],
    }),
  ]
}
