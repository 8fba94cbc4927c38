/** Rows of the tables as a DBA would write them, by SQL text, past everything that the library checks. */
import { schemaSql, type SchemaOptions } from '../../src/sql/schema-sql.js'
import { tablesOf } from '../../src/sql/core/tables.js'
import type { TestDatabase } from './databases/index.js'

export type Row = Readonly<Record<string, string | number | null>>

/** Cuts a script as a tool would that knows no SQL: a statement ends where a line ends in `;`. */
export function statementsOf(script: string): string[] {
  return script
    .split(/;\s*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
}

export async function run(database: TestDatabase, sql: string): Promise<void> {
  if (database.dialect === 'sqlite') database.handle.exec(sql)
  else await database.rows(sql)
}

export async function install(database: TestDatabase, options: SchemaOptions = {}): Promise<void> {
  for (const statement of statementsOf(schemaSql(database.dialect, options))) await run(database, statement)
}

export const paymentRow: Row = {
  tenant: 'a',
  id: 'pay_1',
  reference: 'INV-1',
  amount: 1,
  currency: 'ETB',
  channel: 'cash',
  created_at: -62_167_219_200_000,
  status: 'pending',
  instructions: '{}',
  updated_at: 253_402_300_799_999,
  expires_at: null,
  paid_at: null,
  reversed_at: null,
  canceled_at: null,
  late: 0,
  amount_reconciled: 0,
  amount_refund_pending: 0,
  amount_refunded: 0,
  amount_written_off: 0,
  amount_waived: 0,
  attempt_id: null,
  version: 1,
  description: null,
  metadata: null,
  status_reason: null,
  provider_transaction_id: null,
  has_customer: 0,
  customer_name: null,
  customer_phone: null,
  customer_id: null,
  imported: 0,
  transaction_key: null,
  money_memory: null,
  given_back_unproved: null,
  live_reference: null,
  idempotency_key: null,
  fingerprint: null,
}

export const eventRow: Row = {
  tenant: 'a',
  id: 'evt_1',
  created_at: 0,
  type: 'payment.created',
  payment_id: 'pay_1',
  reference: 'INV-1',
  amount: 1,
  currency: 'ETB',
  status: 'pending',
  previous_status: null,
  amount_reconciled: 0,
  version: 1,
  actor: null,
  reason: null,
  evidence: null,
  details: null,
}

export const deliveryRow: Row = {
  tenant: 'a',
  event_id: 'evt_1',
  payment_id: 'pay_1',
  version: 1,
  dead: 0,
  free_at: 0,
  attempts: 0,
  owner: null,
}

export const refundRow: Row = {
  tenant: 'a',
  id: 'ref_1',
  status: 'pending',
  payment_id: 'pay_1',
  line_key: null,
  amount: 5,
  currency: 'ETB',
  reason: 'duplicate',
  note: null,
  reference: 'R-1',
  requested_by: null,
  approved_by: null,
  provider_transaction_id: null,
  amount_reconciled: 0,
  returned_by: null,
  created_at: 0,
  updated_at: 0,
  paid_at: null,
  version: 1,
  channel: 'cash',
  idempotency_key: null,
  fingerprint: null,
  transaction_key: null,
}

export const lineRow: Row = { tenant: 'a', line_key: 'bank 1', payment_ids: '["pay_1"]' }

/** Writes a literal; MySQL takes a backslash for an escape. */
export function literal({ dialect }: TestDatabase, value: string | number | null): string {
  if (typeof value !== 'string') return String(value)
  const quoted = value.replaceAll("'", "''")
  return `'${dialect === 'mysql' ? quoted.replaceAll('\\', '\\\\') : quoted}'`
}

/** Tables of aggregates, whose names have the prefix alone. */
const ofAggregates = ['refunds', 'provider_messages'] as const

export type Table = Exclude<keyof ReturnType<typeof tablesOf>, 'prefix' | 'migrations'> | (typeof ofAggregates)[number]

function nameOf(table: Table, prefix: string | undefined): string {
  const tables = tablesOf(prefix)
  return ofAggregates.some((name) => name === table) ? tables.prefix + table : tables[table as keyof typeof tables]
}

export async function store(database: TestDatabase, table: Table, row: Row, prefix?: string): Promise<void> {
  await storeAll(database, table, [row], prefix)
}

const rowsAtOnce = 500

/** Stores rows with the same columns, many by each statement. */
export async function storeAll(
  database: TestDatabase,
  table: Table,
  rows: readonly Row[],
  prefix?: string,
): Promise<void> {
  const columns = Object.keys(rows[0]!)
  for (let first = 0; first < rows.length; first += rowsAtOnce) {
    const values = rows.slice(first, first + rowsAtOnce).map((row) => {
      return `(${columns.map((column) => literal(database, row[column]!)).join(', ')})`
    })
    await run(database, `INSERT INTO ${nameOf(table, prefix)} (${columns.join(', ')}) VALUES ${values.join(', ')}`)
  }
}
