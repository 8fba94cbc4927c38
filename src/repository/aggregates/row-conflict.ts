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
interface StoredRows {
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
  const takers: Takers = new Map()
  return (
    takenKey(added, { free: keysGivenUp(changed, stored), takers }, stored) ??
    staleRow(entries, guards, stored) ??
    takenKey(changed, { free: new Set(), takers }, stored)
  )
}

/** Entries of the group by the unique keys that they take. */
type Takers = Map<string, RowEntry>

/** Returns all fields of a row as the entry leaves it. */
function fieldsAfter(entry: RowEntry, stored: StoredRows): Readonly<Record<string, unknown>> {
  const { of, row, beside } = entry
  return fieldsOf(of, { row, beside: beside ?? stored.row(of, keyTextOf(of, row))?.beside ?? null })
}

function keysOfRow(of: AnyAggregate, fieldsNow: () => Readonly<Record<string, unknown>>) {
  const claimed = claimedKeys(of)
  if (claimed.length === 0) return []
  const fields = fieldsNow()
  return claimed.flatMap(([unique, uniqueKey]) => {
    const text = uniqueTextOf(uniqueKey, fields)
    return text === null ? [] : [{ unique, text, place: `${of.name}\0${unique}\0${text}` }]
  })
}

/** Returns the unique keys that rows have now and no longer have after these changes. */
function keysGivenUp(changed: readonly RowEntry[], stored: StoredRows): ReadonlySet<string> {
  const places = changed.flatMap((entry) => {
    const { of, row } = entry
    const former = stored.row(of, keyTextOf(of, row))
    if (!former) return []
    const kept = new Set(keysOfRow(of, () => fieldsAfter(entry, stored)).map(({ place }) => place))
    return keysOfRow(of, () => fieldsOf(of, former)).filter(({ place }) => !kept.has(place))
  })
  return new Set(places.map(({ place }) => place))
}

/** Finds the first entry whose unique key another row has, or an earlier entry; those in `free` are given up. */
function takenKey(
  entries: readonly RowEntry[],
  { free, takers }: { readonly free: ReadonlySet<string>; readonly takers: Takers },
  stored: StoredRows,
): RowConflict | null {
  for (const entry of entries) {
    const { of } = entry
    for (const { unique, text, place } of keysOfRow(of, () => fieldsAfter(entry, stored))) {
      const holder = stored.holder(of, unique, text)
      if (holder && !free.has(place) && keyTextOf(of, holder.row) !== keyTextOf(of, entry.row))
        return { outcome: 'row_taken', of: of.name, unique, stored: holder }
      const taker = takers.get(place)
      if (taker) return { outcome: 'row_taken', of: of.name, unique, stored: rowOfTaker(taker, stored) }
      takers.set(place, entry)
    }
  }
  return null
}

/** Returns the row of an earlier entry as it is stored; that of a new one as it would be. */
function rowOfTaker({ of, row, beside }: RowEntry, stored: StoredRows): StoredRow<object> {
  return stored.row(of, keyTextOf(of, row)) ?? { row, beside: beside ?? {} }
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
