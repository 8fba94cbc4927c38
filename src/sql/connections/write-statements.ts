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

export function changedExpectedRows({ mustChange }: WriteStatement, { changed }: DriverResult): boolean {
  return mustChange === undefined || changed === mustChange
}
