/**
 * The row by which a transaction says that it deletes guarded rows of a tenant. It is gone at the end of the same transaction, so
 * that no other one ever sees it.
 */
import type { DialectName, WriteStatement } from './database.js'
import type { Dialect } from './dialect.js'
import type { Tables } from './tables.js'

/** The SQL of what the transaction is known by: a row that stayed behind lets nothing pass later. */
const transactionId: Readonly<Record<DialectName, string>> = {
  postgres: 'CAST(txid_current() AS text)',
  // Of the transaction itself only a user with more rights may ask.
  mysql: 'CAST(CONNECTION_ID() AS CHAR)',
  sqlite: "'this'",
}

/** Returns the condition that the transaction may delete guarded rows of a tenant; of any where `tenant` is `null`. */
export function maintenanceIs(dialect: DialectName, { maintenance }: Tables, tenant: string | null): string {
  const ofTenant = tenant === null ? '' : `tenant = ${tenant} AND `
  return `EXISTS (SELECT 1 FROM ${maintenance} WHERE ${ofTenant}transaction_id = ${transactionId[dialect]})`
}

/** Puts statements of one transaction between those that let guarded rows of a tenant be deleted. */
export function underMaintenance(
  dialect: Pick<Dialect, 'name' | 'placeholders'>,
  { maintenance }: Tables,
  tenant: string,
  statements: readonly WriteStatement[],
): WriteStatement[] {
  const begin = `INSERT INTO ${maintenance} (tenant, transaction_id) VALUES (?, ${transactionId[dialect.name]})`
  const end = `DELETE FROM ${maintenance} WHERE tenant = ?`
  return [
    { text: dialect.placeholders(begin), values: [tenant] },
    ...statements,
    { text: dialect.placeholders(end), values: [tenant] },
  ]
}
