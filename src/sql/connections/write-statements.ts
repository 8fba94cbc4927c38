import type { SqlRow, WriteStatement, Written } from '../core/database.js'
import type { Result } from './driver.js'

/** Runs steps in order, until one does not change as many rows as it must: then all of them are to be undone. */
export async function runWriteStatements(
  statements: readonly WriteStatement[],
  run: (statement: WriteStatement) => Promise<Result>,
): Promise<Written> {
  let rows: readonly SqlRow[] = []
  for (const statement of statements) {
    const result = await run(statement)
    rows = result.rows
    if (!isMet(statement, result)) return { committed: false, rows }
  }
  return { committed: true, rows }
}

export function isMet({ mustChange }: WriteStatement, { changed }: Result): boolean {
  return mustChange === undefined || changed === mustChange
}
