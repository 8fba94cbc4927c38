/** What an archive does with the rows of each table. */

/** The kinds of rows by which others are moved, each known by its id or key. */
export const subjects = ['payment', 'line', 'receipt', 'refund', 'waiver', 'attempt', 'session', 'event'] as const

export type Subject = (typeof subjects)[number]

/** The column of a table by which rows belong to subjects of these kinds. */
export interface MovedTable {
  readonly column: string
  readonly of: readonly Subject[]
  /** True where the rows are the subjects themselves, whose versions must be what they were. */
  readonly isSubject?: true
}

/**
 * Each table with rows of tenants: by what its rows move, or `'stays'`. Keys of lines, calls and messages stay, so that what is
 * repeated is known again; so do closings, imports and layouts, of which balances and days are made. Search terms move with their
 * payments, by what they are made of.
 */
export const movedTables: Readonly<Record<string, MovedTable | 'stays' | 'terms'>> = {
  payments: { column: 'id', of: ['payment'], isSubject: true },
  // The stream of a refund of a line is the refund's own.
  payment_events: { column: 'payment_id', of: ['payment', 'refund'] },
  payment_terms: 'terms',
  account_lines: { column: 'line_key', of: ['line'], isSubject: true },
  line_events: { column: 'line_key', of: ['line'] },
  line_notes: { column: 'line_key', of: ['line'] },
  refunds: { column: 'id', of: ['refund'], isSubject: true },
  waivers: { column: 'id', of: ['waiver'], isSubject: true },
  attempts: { column: 'id', of: ['attempt'], isSubject: true },
  receipts: { column: 'id', of: ['receipt'], isSubject: true },
  receipt_parts: { column: 'payment_id', of: ['payment'] },
  payer_entries: { column: 'id', of: ['event', 'refund', 'waiver'] },
  cash_sessions: { column: 'id', of: ['session'], isSubject: true },
  row_events: { column: 'stream', of: ['receipt', 'attempt', 'session'] },
  // A payment whose event waits for its delivery is not moved.
  deliveries: 'stays',
  statement_lines: 'stays',
  statement_imports: 'stays',
  accounts: 'stays',
  moved_lines: 'stays',
  carried_forward: 'stays',
  closing_chains: 'stays',
  closings: 'stays',
  closing_lines: 'stays',
  counters: 'stays',
  layouts: 'stays',
  layout_versions: 'stays',
  provider_messages: 'stays',
  request_keys: 'stays',
  rules: 'stays',
  saved_filters: 'stays',
  uploads: 'stays',
  upload_parts: 'stays',
}
