/** Columns of statement lines and their events, in the order in which they are written. */

/** The columns that never change once a line is stored. */
const fixedColumns = ['account', 'created_at'] as const
/** The columns that never change once a part of the line's money was allocated. */
const fixedOfShared = ['direction', 'amount', 'currency', 'value_date'] as const

/**
 * Returns the condition on the stored line that a change leaves these columns as they were, in the order of
 * `fixedLineValues`.
 */
export function sameLine(stored: string, valueOf: (column: string) => string): string {
  const same = (columns: readonly string[]) =>
    columns.map((column) => `${stored}${column} = ${valueOf(column)}`).join(' AND ')
  return `${same(fixedColumns)} AND (${stored}allocations = '[]' OR (${same(fixedOfShared)}))`
}

/** The columns that a stored line is read from. */
export const lineColumns = [
  'line_key',
  'account',
  'direction',
  'amount',
  'currency',
  'value_date',
  'import_id',
  'file_row',
  'booked_at',
  'reference',
  'provider_transaction_id',
  'narration',
  'outcome',
  'status',
  'held',
  'allocated',
  'given_back',
  'allocations',
  'assignee',
  'version',
  'created_at',
  'updated_at',
] as const

/** Reference and receipt, and the narration, as they are searched. */
const searchedColumns = ['search_text', 'narration_text'] as const

/** Digests by which later lines find a stored one; written with its first version. */
export const markColumns = { identity: 'identity_mark', receipt: 'receipt_mark', entry: 'entry_mark' } as const

/** All that is written of a line. */
export const writtenLineColumns = [...lineColumns, ...searchedColumns, ...Object.values(markColumns)] as const

/** The columns that a next version is written to. */
export const changingLineColumns = [...lineColumns, ...searchedColumns].filter((column) => column !== 'line_key')

/** The columns of the accounts that lines were decided on. */
export const accountColumns = ['account', 'currency', 'version'] as const

const erasable: readonly string[] = ['narration', 'narration_text']

/**
 * Returns the value that a column of a stored line gets in a change: an erased text stays erased, whatever the writer
 * had read. The value of each column depends on that column alone, because MySQL assigns one after the other.
 */
export function changedTo(column: string, newValue: string, stored = ''): string {
  return erasable.includes(column) ? `CASE WHEN ${stored}${column} IS NULL THEN NULL ELSE ${newValue} END` : newValue
}

export const lineEventColumns = [
  'line_key',
  'version',
  'id',
  'type',
  'created_at',
  'actor',
  'reason',
  'allocations',
] as const

export const termColumns = ['term', 'created_at', 'payment_id'] as const
