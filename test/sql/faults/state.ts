import { expect } from 'vitest'
import type { TestDatabase } from '../../support/databases/index.js'

/** All rows of a tenant, by the payment, the line or whatever they belong to; the tenant itself is left out. */
export type State = Readonly<Record<string, string>>

const tables = {
  hp_payments: 'id',
  hp_payment_events: 'payment_id',
  hp_deliveries: 'payment_id',
  hp_statement_lines: 'line_key',
  hp_account_lines: 'line_key',
  hp_line_events: 'line_key',
  hp_refunds: 'id',
  hp_accounts: 'account',
  hp_cash_sessions: 'id',
  hp_waivers: 'id',
  hp_attempts: 'id',
  hp_provider_messages: 'id',
  hp_request_keys: 'subject',
  hp_row_events: 'stream',
  hp_receipt_parts: 'payment_id',
  hp_receipts: 'id',
  hp_counters: 'scope',
  hp_closing_chains: 'account',
  hp_closings: 'account',
  hp_closing_lines: 'account',
} as const

export async function stateOf(database: TestDatabase, tenant: string): Promise<State> {
  const rowsOf: Record<string, string[]> = {}
  await Promise.all(
    Object.entries(tables).map(async ([table, owner]) => {
      for (const { tenant: _, ...row } of await database.rows(`SELECT * FROM ${table} WHERE tenant = '${tenant}'`)) {
        const rows = (rowsOf[String(row[owner])] ??= [])
        rows.push(`${table} ${JSON.stringify(Object.values(row).map(textOf))}`.replaceAll(tenant, ''))
      }
    }),
  )
  return Object.fromEntries(Object.entries(rowsOf).map(([key, rows]) => [key, rows.sort().join('\n')]))
}

/** Returns text, also where MariaDB returns bytes: for text that is compared byte for byte. */
function textOf(value: unknown): unknown {
  return Buffer.isBuffer(value) ? value.toString() : value
}

/** Drops the ids of events: a sweep that is repeated makes new events for what it had left over. */
export function withoutEventIds(state: State): State {
  return Object.fromEntries(
    Object.entries(state).map(([key, rows]) => [
      key,
      rows
        .replaceAll(/evt_\w+/g, 'evt')
        .split('\n')
        .sort()
        .join('\n'),
    ]),
  )
}

/** Expects each payment as it was before or as it is after, and none in between. */
export function expectEachBeforeOrAfter(state: State, before: State, after: State): void {
  const keys = new Set([state, before, after].flatMap((each) => Object.keys(each)))
  for (const key of keys) expect([before[key], after[key]]).toContain(state[key])
}

/** Expects all payments as they were before, or all as they are after. */
export function expectBeforeOrAfter(state: State, before: State, after: State): void {
  expect([before, after]).toContainEqual(state)
}
