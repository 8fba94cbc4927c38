import type { AccountLine } from '../domain/reconciliation/account-line.js'
import type { LineEntry } from './port.js'

/** What a storage holds of a line: the line, its key alone, or nothing. */
export type StoredOfLine = AccountLine | 'key' | 'nothing'

/** The first conflict of a group's lines, and the key of that line; `line_taken` comes before any that is stale. */
export type LineConflict = { outcome: 'line_taken' } | { outcome: 'line_stale'; key: string }

function isAsExpected(found: StoredOfLine, { expected, line, expectedGivenBack = line.givenBack }: LineEntry): boolean {
  if (typeof found !== 'object') return found === expected
  return found.version === expected && found.givenBack === expectedGivenBack
}

export function lineConflict(
  lines: readonly LineEntry[],
  storedOf: (key: string) => StoredOfLine,
): LineConflict | null {
  const isTaken = ({ line, expected }: LineEntry) => expected === 'nothing' && storedOf(line.key) !== 'nothing'
  if (lines.some(isTaken)) return { outcome: 'line_taken' }
  const stale = lines.find((entry) => !isAsExpected(storedOf(entry.line.key), entry))
  return stale ? { outcome: 'line_stale', key: stale.line.key } : null
}
