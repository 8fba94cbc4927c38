/** Statements over many rows each, for databases on which a list of rows is as many placeholders. */
import { batchesOfSizes, bytesOfRow } from './batches-of-values.js'
import type { SqlValue, WriteStatement } from './database.js'

/** How many rows one statement takes at most, a power of two, and of how many bytes. */
export interface RowLimits {
  readonly rows: number
  readonly bytes: number
}

type RowsText = (count: number) => string

/**
 * Rows as few statements, of few texts: of 1, 2, 4 … rows. Each row changes, or returns, as many rows of the table as
 * `perRow` says.
 */
export function rowStatements(
  textOf: RowsText,
  limits: RowLimits,
  { first = [], perRow = 1 }: { first?: readonly SqlValue[]; perRow?: number } = {},
): (rows: readonly (readonly SqlValue[])[]) => WriteStatement[] {
  const texts = new Map<number, string>()
  const sizes: number[] = []
  for (let size = limits.rows; size >= 1; size /= 2) {
    sizes.push(size)
    texts.set(size, textOf(size))
  }
  const statementOf = (values: readonly SqlValue[], count: number): WriteStatement => ({
    text: texts.get(count)!,
    values: first.length > 0 ? [...first, ...values] : values,
    mustChange: perRow * count,
  })
  // Where each row is a statement, to measure and cut them would take a fifth of the time of a group.
  if (limits.rows === 1) return (rows) => rows.map((row) => statementOf(row, 1))
  const { bytes } = limits
  const sizeOf = bytes === Infinity ? () => 0 : bytesOfRow
  return (rows) =>
    batchesOfSizes(rows, sizeOf, { sizes, bytes }).map((batch) => statementOf(batch.flat(), batch.length))
}

/** The beginning of an INSERT of so many rows, each of which has the tenant's value first. */
export function insertText(table: string, columns: readonly string[], count: number): string {
  const row = `(?${', ?'.repeat(columns.length)})`
  return `INSERT INTO ${table} (tenant, ${columns.join(', ')}) VALUES ${row}${`, ${row}`.repeat(count - 1)}`
}
