import type { Tables } from '../core/tables.js'

// Released migrations are never edited: databases exist that were made by them. What is to change is another migration.

/**
 * On MySQL and MariaDB, each unique value that a payment need not have gets a column and an index of its own, null where
 * the value is null. A Galera cluster certifies a unique index over several columns without those that are null: two
 * payments of one tenant without a key, written on two nodes, would be in each other's way.
 *
 * No part holds a NUL character, so that no two rows have the same bytes by chance. Receipts are looked up in lists and
 * without their channel too, for which an index that is not unique remains.
 *
 * One statement, which is done as a whole or not at all, because MySQL has no `ADD COLUMN IF NOT EXISTS`.
 */
export function uniqueKeys({ payments }: Tables): string[] {
  const column = (name: string, bytes: number, ...parts: readonly string[]) =>
    `ADD COLUMN ${name} VARBINARY(${bytes}) GENERATED ALWAYS AS (CONCAT(${parts.join(', 0x00, ')})) STORED`
  const changes = [
    column('unique_key', 255 + 1 + 255, 'tenant', 'idempotency_key'),
    column('unique_live', 255 + 1 + 1020, 'tenant', 'live_reference'),
    column('unique_transaction', 255 + 1 + 64 + 1 + 1020, 'tenant', 'channel', 'provider_transaction_id'),
    ...['unique_key', 'unique_live', 'unique_transaction'].map(
      (name) => `ADD UNIQUE INDEX ${payments}_${name} (${name})`,
    ),
    `ADD INDEX ${payments}_by_transaction (tenant, provider_transaction_id)`,
    ...['idempotency_key', 'live_reference', 'provider_transaction'].map((name) => `DROP INDEX ${payments}_${name}`),
  ]
  return [`ALTER TABLE ${payments}\n${changes.map((change) => `  ${change}`).join(',\n')}`]
}
