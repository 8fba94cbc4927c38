/** Statements over many rows each, for databases on which a list of rows is as many placeholders. */
import { batchesOfSizes, bytesOfRow } from './batches-of-values.js'
import type { SqlValue, WriteStatement } from './database.js'
import { keptText } from './shared-texts.js'

/** The limits of one statement: its rows, a power of two, and its bytes. */
export interface RowLimits {
  readonly rows: number
  readonly bytes: number
}

type RowsText = (count: number) => string

/**
 * Returns a function that puts rows into few statements, of few texts: of 1, 2, 4 … rows. Each row changes, or returns,
 * `perRow` rows of the table.
 */
export function rowStatements(
  textOf: RowsText,
  limits: RowLimits,
  { first = [], perRow = 1 }: { first?: readonly SqlValue[]; perRow?: number } = {},
): (rows: readonly (readonly SqlValue[])[]) => WriteStatement[] {
  const texts = new Map<number, string>()
  // Made when it is needed: a repository of a tenant that writes little has few of them.
  const textFor = (count: number) => {
    const known = texts.get(count)
    if (known !== undefined) return known
    const text = keptText(textOf(count))
    texts.set(count, text)
    return text
  }
  const sizes: number[] = []
  for (let size = limits.rows; size >= 1; size /= 2) sizes.push(size)
  const statementOf = (values: readonly SqlValue[], count: number): WriteStatement => ({
    text: textFor(count),
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

/** Returns an INSERT of `count` rows, each of which has the tenant's value first; a clause may follow it. */
export function insertText(table: string, columns: readonly string[], count: number): string {
  const row = `(?${', ?'.repeat(columns.length)})`
  return `INSERT INTO ${table} (tenant, ${columns.join(', ')}) VALUES ${row}${`, ${row}`.repeat(count - 1)}`
}
