import type { SqlRow } from '../../sql/index.js'

/** One thing that was looked at. */
export interface Finding {
  /** What was looked at, in a word or two. */
  readonly name: string
  /** `warning`: payments are safe, but a person should look; `problem`: calls fail, or money may be lost. */
  readonly status: 'ok' | 'warning' | 'problem'
  readonly found: string
  /** What to do, where it is not well. */
  readonly todo?: string
}

/** Asks the database for one row. */
export type Ask = (text: string) => Promise<SqlRow>

export function ok(name: string, found: string): Finding {
  return { name, status: 'ok', found }
}

/** `ok` where it holds, else what is to be done. */
export function expected(
  holds: boolean,
  {
    name,
    found,
    todo,
    status = 'problem',
  }: Omit<Finding, 'status' | 'todo'> & { todo: string; status?: 'warning' | 'problem' },
): Finding {
  return holds ? ok(name, found) : { name, status, found, todo }
}

/** Whether a version such as `10.11.6-MariaDB` is at least `[10, 6]`. */
export function isAtLeast(version: string, min: readonly number[]): boolean {
  const parts = (version.match(/\d+/g) ?? []).map(Number)
  for (const [i, want] of min.entries()) {
    const have = parts[i] ?? 0
    if (have !== want) return have > want
  }
  return true
}
