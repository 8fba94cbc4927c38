import type { SqlRow } from '../../sql/index.js'

/** The result of one check. */
export interface Finding {
  /** The subject of the check, in a word or two. */
  readonly name: string
  /** `warning`: payments are safe, but a person should look; `problem`: calls fail, or money may be lost. */
  readonly status: 'ok' | 'warning' | 'problem'
  readonly found: string
  /** The advice, where it is not well. */
  readonly todo?: string
}

/** A function that reads one row of the database. */
export type Ask = (text: string) => Promise<SqlRow>

export function ok(name: string, state: string): Finding {
  return { name, status: 'ok', found: state }
}

/** Returns `ok` where the condition holds, else a finding with its advice. */
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

/** Returns true where a version such as `10.11.6-MariaDB` is at least `[10, 6]`. */
export function isAtLeast(version: string, min: readonly number[]): boolean {
  const parts = (version.match(/\d+/g) ?? []).map(Number)
  for (const [i, want] of min.entries()) {
    const have = parts[i] ?? 0
    if (have !== want) return have > want
  }
  return true
}
