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
 * Finds the first conflict that the entries and guards meet; `null` where there is none: unique keys of new rows, so that a call
 * that is repeated meets what it stored; versions; unique keys of changed rows. A new row may take a key that a changed one of
 * the group gives up.
 */
export function rowConflict(
  entries: readonly RowEntry[],
  guards: readonly RowGuard[],
  stored: StoredRows,
): RowConflict | null {
  const isNew = ({ expected }: RowEntry) => expected === 'nothing'
  const added = entries.filter(isNew)
  const changed = entries.filter((entry) => !isNew(entry))
  const rewritten = new Set(changed.map(placeOfEntry))
  return takenKey(added, rewritten, stored) ?? staleRow(entries, guards, stored) ?? takenKey(changed, new Set(), stored)
}

/** Finds the first entry whose unique key another row has, or an earlier entry; keys of the rows in `free` are given up. */
function takenKey(entries: readonly RowEntry[], free: ReadonlySet<string>, stored: StoredRows): RowConflict | null {
  const takers = new Map<string, RowEntry>()
  for (const entry of entries) {
    const { of } = entry
    const fields = fieldsOf(of, entry)
    for (const [unique, uniqueKey] of claimedKeys(of)) {
      const text = uniqueTextOf(uniqueKey, fields)
      if (text === null) continue
      const holder = stored.holder(of, unique, text)
      const holderPlace = holder && placeOf(of, keyTextOf(of, holder.row))
      if (holder && holderPlace !== placeOfEntry(entry) && !free.has(holderPlace!))
        return { outcome: 'row_taken', of: of.name, unique, stored: holder }
      const place = `${of.name}\0${unique}\0${text}`
      const taker = takers.get(place)
      if (taker)
        return { outcome: 'row_taken', of: of.name, unique, stored: { row: taker.row, beside: taker.beside ?? {} } }
      takers.set(place, entry)
    }
  }
  return null
}

function staleRow(entries: readonly RowEntry[], guards: readonly RowGuard[], stored: StoredRows): RowConflict | null {
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

function placeOfEntry({ of, row }: RowEntry): string {
  return placeOf(of, keyTextOf(of, row))
}

function placeOf(of: AnyAggregate, keyText: string): string {
  return `${of.name}\0${keyText}`
}
