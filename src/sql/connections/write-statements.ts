import type { SqlRow, Step, Written } from '../core/database.js'
import type { Result } from './driver.js'

/** Runs steps in order, until one does not change as many rows as it must: then all of them are to be undone. */
export async function runSteps(steps: readonly Step[], run: (step: Step) => Promise<Result>): Promise<Written> {
  let rows: readonly SqlRow[] = []
  for (const step of steps) {
    const result = await run(step)
    rows = result.rows
    if (!isMet(step, result)) return { committed: false, rows }
  }
  return { committed: true, rows }
}

export function isMet({ mustChange }: Step, { changed }: Result): boolean {
  return mustChange === undefined || changed === mustChange
}
