import {
  type AnyAggregate,
  claimedKeys,
  fieldsOf,
  keyTextOf,
  type StoredRow,
  textOfFields,
  uniqueTextOf,
} from './aggregate.js'
import type { RowConflict, RowEntry, RowGuard } from './port.js'

/** The rows of a storage before a group is written. */
export interface StoredRows {
  row(of: AnyAggregate, keyText: string): StoredRow<object> | undefined
  /** Finds the row that has a unique key. */
  holder(of: AnyAggregate, unique: string, uniqueText: string): StoredRow<object> | undefined
}

function isAsExpected({ expected }: RowEntry, stored: StoredRow<object> | undefined): boolean {
  if (expected === 'anything') return true
  if (expected === 'nothing') return stored === undefined
  return (stored?.row as { version?: number } | undefined)?.version === expected
}

/**
 * Finds the first conflict that the entries and guards meet; `null` where there is none. Taken keys come first, so that a call
 * that is repeated meets what it stored. A key that another entry of the group gives up is free.
 */
export function rowConflict(
  entries: readonly RowEntry[],
  guards: readonly RowGuard[],
  stored: StoredRows,
): RowConflict | null {
  const written = new Set(entries.map(({ of, row }) => placeOf(of, keyTextOf(of, row))))
  for (const { of, row, beside } of entries) {
    const fields = fieldsOf(of, { row, beside })
    for (const [unique, uniqueKey] of claimedKeys(of)) {
      const text = uniqueTextOf(uniqueKey, fields)
      const holder = text === null ? undefined : stored.holder(of, unique, text)
      if (!holder || written.has(placeOf(of, keyTextOf(of, holder.row)))) continue
      return { outcome: 'row_taken', of: of.name, unique, stored: holder }
    }
  }
  for (const entry of entries) {
    const current = stored.row(entry.of, keyTextOf(entry.of, entry.row))
    if (!isAsExpected(entry, current)) return { outcome: 'row_stale', of: entry.of.name, stored: current ?? null }
  }
  for (const { of, key, version } of guards) {
    const current = stored.row(of, textOfFields(Object.fromEntries(of.key.map((name, i) => [name, key[i]])), of.key)!)
    if ((current?.row as { version?: number } | undefined)?.version !== version)
      return { outcome: 'row_stale', of: of.name, stored: current ?? null }
  }
  return null
}

function placeOf(of: AnyAggregate, keyText: string): string {
  return `${of.name}\0${keyText}`
}
