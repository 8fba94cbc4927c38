/** The names of the tables, and of their columns in the order in which they are written. */

export interface Tables {
  readonly payments: string
  readonly events: string
  readonly deliveries: string
  readonly lines: string
  readonly accountLines: string
  readonly lineEvents: string
  readonly accounts: string
  readonly terms: string
  readonly closingChains: string
  readonly closings: string
  readonly closingLines: string
  readonly counters: string
  readonly rowEvents: string
  readonly migrations: string
  /** The beginning of the other names of the schema (indexes, triggers). */
  readonly prefix: string
}

const defaultPrefix = 'hp_'

/** A prefix that is short enough for the longest name of the schema on every database, and needs no quotes. */
const prefixShape = /^[A-Za-z_][A-Za-z0-9_]{0,31}$/

export function tablesOf(prefix: unknown = defaultPrefix): Tables {
  if (typeof prefix !== 'string' || !prefixShape.test(prefix))
    throw new TypeError('tablePrefix must be 1 to 32 letters, digits and underscores, and begin with no digit')
  return {
    payments: `${prefix}payments`,
    events: `${prefix}payment_events`,
    deliveries: `${prefix}deliveries`,
    lines: `${prefix}statement_lines`,
    accountLines: `${prefix}account_lines`,
    lineEvents: `${prefix}line_events`,
    accounts: `${prefix}accounts`,
    terms: `${prefix}payment_terms`,
    closingChains: `${prefix}closing_chains`,
    closings: `${prefix}closings`,
    closingLines: `${prefix}closing_lines`,
    counters: `${prefix}counters`,
    rowEvents: `${prefix}row_events`,
    migrations: `${prefix}migrations`,
    prefix,
  }
}

/** The columns that never change once a payment is stored. */
export const fixedColumns = ['reference', 'amount', 'currency', 'channel', 'created_at'] as const

export const changingColumns = [
  'expires_at',
  'status',
  'instructions',
  'updated_at',
  'paid_at',
  'reversed_at',
  'canceled_at',
  'late',
  'amount_reconciled',
  'amount_refund_pending',
  'amount_refunded',
  'amount_written_off',
  'version',
  'description',
  'has_customer',
  'customer_name',
  'customer_phone',
  'metadata',
  'status_reason',
  'provider_transaction_id',
  'transaction_key',
  'money_memory',
  'given_back_unproved',
] as const

/** The columns that a stored payment is read from. */
export const paymentColumns = ['id', ...fixedColumns, ...changingColumns] as const

/** The columns that are stored beside a payment, and are no part of it. */
export const keyColumns = ['live_reference', 'idempotency_key', 'fingerprint'] as const

export const eventColumns = [
  'payment_id',
  'version',
  'id',
  'type',
  'created_at',
  'reference',
  'amount',
  'currency',
  'status',
  'previous_status',
  'amount_reconciled',
  'actor',
  'reason',
  'evidence',
  'refund',
] as const

export const deliveryColumns = ['event_id', 'payment_id', 'version', 'dead', 'free_at', 'attempts', 'owner'] as const
