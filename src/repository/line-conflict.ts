import type { AccountLine } from '../domain/reconciliation/account-line.js'
import type { LineEntry } from './port.js'

/** The stored part of a line: the line, its key alone, or nothing. */
export type StoredOfLine = AccountLine | 'key' | 'nothing'

/** The first conflict of a group's lines, and the key of that line; `line_taken` comes before any that is stale. */
type LineConflict = { outcome: 'line_taken' } | { outcome: 'line_stale'; key: string }

function isAsExpected(
  stored: StoredOfLine,
  { expected, line, expectedGivenBack = line.givenBack }: LineEntry,
): boolean {
  if (typeof stored !== 'object') return stored === expected
  return stored.version === expected && stored.givenBack === expectedGivenBack
}

/** Finds the first conflict of a group's lines; `null` where there is none. */
export function lineConflict(
  lines: readonly LineEntry[],
  storedOf: (key: string) => StoredOfLine,
): LineConflict | null {
  const isTaken = ({ line, expected }: LineEntry) => expected === 'nothing' && storedOf(line.key) !== 'nothing'
  if (lines.some(isTaken)) return { outcome: 'line_taken' }
  const stale = lines.find((entry) => !isAsExpected(storedOf(entry.line.key), entry))
  return stale ? { outcome: 'line_stale', key: stale.line.key } : null
}
