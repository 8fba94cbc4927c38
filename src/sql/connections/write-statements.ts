import type { SqlRow, TransactionResult, WriteStatement } from '../core/database.js'
import type { DriverResult } from './driver.js'

/** Runs statements in order, until one does not change as many rows as it must: then all of them are to be undone. */
export async function runWriteStatements(
  statements: readonly WriteStatement[],
  run: (statement: WriteStatement) => Promise<DriverResult>,
): Promise<TransactionResult> {
  let rows: readonly SqlRow[] = []
  for (const statement of statements) {
    const result = await run(statement)
    rows = result.rows
    if (!changedExpectedRows(statement, result)) return { committed: false, rows }
  }
  return { committed: true, rows }
}

/** Decides on statements that were sent together: none counts behind one that did not change as many rows as it must. */
export function resultOfTogether(
  statements: readonly WriteStatement[],
  results: readonly DriverResult[],
  fault: Error | null,
): TransactionResult {
  const refused = results.findIndex((result, place) => !changedExpectedRows(statements[place]!, result))
  if (refused >= 0) return { committed: false, rows: results[refused]!.rows }
  if (fault) throw fault
  return { committed: true, rows: results.at(-1)!.rows }
}

export function changedExpectedRows({ mustChange }: WriteStatement, { changed }: DriverResult): boolean {
  return mustChange === undefined || changed === mustChange
}
