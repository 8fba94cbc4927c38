import type { Tables } from '../core/tables.js'
import type { ColumnTypes } from './column-types.js'
import { check, createTable, largest } from './table.js'

const statuses = "('requested', 'pending', 'succeeded', 'failed', 'canceled')"
const reasons = "('duplicate', 'overpayment', 'service_not_given', 'price_corrected', 'insurance_paid', 'other')"

/**
 * Makes the table of refunds of payments and of lines. Their events stand among those of payments, with a document of what these do not
 * have: a refund of a line has a stream of its own there, by its own id.
 *
 * On MySQL the key of idempotency and the receipt have a column of their own each that is null where there is none, as those of
 * payments have. A receipt is unique whatever the channel: that of a refund is its payment's, and no account.
 */
export function refundTables(types: ColumnTypes, names: Tables): string[] {
  const { key, text, json, int64, int32, hasPartialIndexes } = types
  const uniqueKey = 'unique_key VARBINARY(511) GENERATED ALWAYS AS (CONCAT(tenant, 0x00, idempotency_key)) STORED'
  const uniqueTransaction =
    'unique_transaction VARBINARY(1276) GENERATED ALWAYS AS (CONCAT(tenant, 0x00, transaction_key)) STORED'
  return [
    ...createTable(types, names.refunds, {
      rows: 'long',
      columns: [
        `tenant ${key(255)} NOT NULL`,
        `id ${key(64)} NOT NULL`,
        `payment_id ${key(64)}`,
        `line_key ${key(1020)}`,
        `channel ${key(64)}`,
        `amount ${int64} NOT NULL`,
        `currency ${key(3)} NOT NULL`,
        `reason ${key(32)} NOT NULL`,
        `note ${json}`,
        `reference ${key(1020)} NOT NULL`,
        `requested_by ${text(255)}`,
        `created_at ${int64} NOT NULL`,
        `status ${key(16)} NOT NULL`,
        `approved_by ${text(255)}`,
        `provider_transaction_id ${key(1020)}`,
        `transaction_key ${key(1020)}`,
        `amount_reconciled ${int64} NOT NULL`,
        `returned_by ${key(1020)}`,
        `updated_at ${int64} NOT NULL`,
        `paid_at ${int64}`,
        `version ${int32} NOT NULL`,
        `idempotency_key ${key(255)}`,
        `fingerprint ${key(64)}`,
        ...(hasPartialIndexes ? [] : [uniqueKey, uniqueTransaction]),
        'PRIMARY KEY (tenant, id)',
        check(
          `amount BETWEEN 1 AND ${largest}`,
          'amount_reconciled IN (0, amount)',
          "(returned_by IS NULL OR status = 'failed')",
          'version >= 1',
          `status IN ${statuses}`,
          `reason IN ${reasons}`,
          '(payment_id IS NULL) <> (line_key IS NULL)',
          '(payment_id IS NULL) = (channel IS NULL)',
          '(idempotency_key IS NULL) = (fingerprint IS NULL)',
          '(provider_transaction_id IS NULL) = (transaction_key IS NULL)',
        ),
      ],
      indexes: [
        hasPartialIndexes
          ? {
              name: 'idempotency_key',
              columns: 'tenant, idempotency_key',
              unique: true,
              where: 'idempotency_key IS NOT NULL',
            }
          : { name: 'unique_key', columns: 'unique_key', unique: true },
        { name: 'by_created', columns: 'tenant, created_at, id' },
        { name: 'by_status', columns: 'tenant, status, created_at, id' },
        { name: 'by_paid', columns: 'tenant, paid_at, id', where: 'paid_at IS NOT NULL' },
        { name: 'by_payment', columns: 'tenant, payment_id, created_at, id', where: 'payment_id IS NOT NULL' },
        { name: 'by_reference', columns: 'tenant, reference' },
        {
          name: 'by_transaction',
          columns: 'tenant, transaction_key',
          unique: hasPartialIndexes,
          where: 'transaction_key IS NOT NULL',
        },
        ...(hasPartialIndexes ? [] : [{ name: 'unique_transaction', columns: 'unique_transaction', unique: true }]),
        { name: 'by_line', columns: 'tenant, line_key', where: 'line_key IS NOT NULL' },
      ],
    }),
  ]
}
