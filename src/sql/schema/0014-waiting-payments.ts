import type { DialectName } from '../core/database.js'
import type { Tables } from '../core/tables.js'

// Released migrations are never edited: databases exist that were made by them. What is to change is another migration.

const summed = 'currency, amount, amount_reconciled'
const isUnproved = "status = 'succeeded' AND amount_reconciled < amount"
const isUnderPaid = 'amount_reconciled > 0 AND amount_reconciled < amount'

/** What is asked of the payments of a day: sums by currency, channel and status, and of late ones. */
const paid = 'paid_at, id, currency, channel, status, late, amount'

/**
 * Payments that wait for people, so that none of the others is read for them: those that no statement has proved wholly, those
 * that were paid in part, and those with a reason, such as `duplicate_reference`.
 *
 * MySQL has no partial index: there the first two have a column each, null in all other payments, and the index of it. Both are
 * stored, as those of migration 0003 are. One statement, which is done as a whole or not at all.
 *
 * And the index by the time of payment gets what the sums of days take, so that no payment itself is read for them.
 */
export function waitingPayments(dialect: DialectName, { payments }: Tables): string[] {
  if (dialect === 'mysql') {
    const column = (name: string, type: string, condition: string, value: string) =>
      `ADD COLUMN ${name} ${type} GENERATED ALWAYS AS (CASE WHEN ${condition} THEN ${value} END) STORED`
    const changes = [
      column('unproved_channel', 'VARBINARY(64)', isUnproved, 'channel'),
      column('under_paid_at', 'BIGINT', isUnderPaid, 'created_at'),
      `ADD INDEX ${payments}_unproved (tenant, unproved_channel, paid_at, ${summed})`,
      `ADD INDEX ${payments}_under_paid (tenant, under_paid_at, id)`,
      `ADD INDEX ${payments}_by_reason (tenant, status_reason, created_at, id)`,
      `ADD INDEX ${payments}_paid (tenant, ${paid})`,
      `DROP INDEX ${payments}_by_paid`,
    ]
    return [`ALTER TABLE ${payments}\n${changes.map((change) => `  ${change}`).join(',\n')}`]
  }
  const index = (name: string, columns: string, where: string) =>
    `CREATE INDEX ${payments}_${name} ON ${payments} (tenant, ${columns}) WHERE ${where}`
  return [
    index('unproved', `channel, paid_at, ${summed}`, isUnproved),
    index('under_paid', 'created_at, id', isUnderPaid),
    index('by_reason', 'status_reason, created_at, id', 'status_reason IS NOT NULL'),
    index('paid', paid, 'paid_at IS NOT NULL'),
    `DROP INDEX ${payments}_by_paid`,
  ]
}
