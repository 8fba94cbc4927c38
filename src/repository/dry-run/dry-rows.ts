import {
  type Aggregate,
  type AnyAggregate,
  type Beside,
  claimedKeys,
  copyRow,
  fieldsOf,
  keyTextOf,
  storableRow,
  type StoredRow,
  uniqueTextOf,
  type Value,
} from '../aggregates/aggregate.js'
import type { AggregateStorage, RowEntry, RowGuard } from '../aggregates/port.js'
import { rowConflict, type StoredRows } from '../aggregates/row-conflict.js'
import { checkSuccessorOfRow } from '../checks.js'
import type { ReplaceOutcome } from '../port.js'

interface Changed {
  readonly of: AnyAggregate
  readonly stored: StoredRow<object>
}

/** Returns the rows of aggregates in a dry run: the changed ones are few, and are kept as they are. */
export function dryRows(repository: AggregateStorage) {
  const changed = new Map<string, Changed>()
  const placeOf = (of: AnyAggregate, keyText: string) => `${of.name}\0${keyText}`
  const changedOf = (of: AnyAggregate) => Array.from(changed.values()).filter((one) => one.of === of)

  /** Reads the stored rows that these entries and guards may conflict with; those that the run has changed come before them. */
  async function rowsBefore(entries: readonly RowEntry[], guards: readonly RowGuard[]): Promise<StoredRows> {
    const rows = new Map<string, StoredRow<object>>()
    async function read(of: AnyAggregate, field: string, value: Value) {
      for (const stored of await repository.findRows(of, field, [value]))
        rows.set(placeOf(of, keyTextOf(of, stored.row)), stored)
    }
    for (const { of, row, beside } of entries) {
      const fields = fieldsOf(of, { row, beside })
      const names = new Set([of.key[0]!, ...claimedKeys(of).map(([, unique]) => unique.fields[0]!)])
      for (const field of names) if ((fields[field] ?? null) !== null) await read(of, field, fields[field] as Value)
    }
    for (const { of, key } of guards) await read(of, of.key[0]!, key[0]!)
    return {
      row: (of, keyText) => changed.get(placeOf(of, keyText))?.stored ?? rows.get(placeOf(of, keyText)),
      holder(of, unique, uniqueText) {
        const isHolder = (stored: StoredRow<object>) =>
          uniqueTextOf(of.unique[unique]!, fieldsOf(of, stored)) === uniqueText
        const changedHolder = changedOf(of).find(({ stored }) => isHolder(stored))
        if (changedHolder) return changedHolder.stored
        for (const [place, stored] of rows)
          if (place.startsWith(`${of.name}\0`) && !changed.has(place) && isHolder(stored)) return stored
        return undefined
      },
    }
  }

  function conflictOf(
    entries: readonly RowEntry[],
    guards: readonly RowGuard[],
    before: StoredRows,
  ): ReplaceOutcome | null {
    const conflict = rowConflict(entries, guards, before)
    if (conflict) return structuredClone(conflict)
    for (const { of, row, beside } of entries) {
      const former = before.row(of, keyTextOf(of, row))
      if (former) checkSuccessorOfRow(of, former, { row, beside })
    }
    return null
  }

  function store(entries: readonly RowEntry[], before: StoredRows): void {
    for (const { of, row, beside } of entries) {
      const keyText = keyTextOf(of, row)
      const stored = { row: storableRow(of, before.row(of, keyText)?.row, row), beside: copyRow(of, beside) }
      changed.set(placeOf(of, keyText), { of, stored })
    }
  }

  async function findRows<Row extends object, Extra extends Beside>(
    of: Aggregate<Row, Extra>,
    field: string,
    values: readonly Value[],
  ): Promise<StoredRow<Row, Extra>[]> {
    const stored = await repository.findRows(of, field, values)
    const unchanged = stored.filter(({ row }) => !changed.has(placeOf(of, keyTextOf(of, row))))
    const matching = changedOf(of).filter((one) => values.includes((fieldsOf(of, one.stored)[field] ?? null) as Value))
    return [
      ...unchanged,
      ...matching.map(({ stored: { row, beside } }) => ({
        row: copyRow(of, row) as Row,
        beside: copyRow(of, beside) as Extra,
      })),
    ]
  }

  return { rowsBefore, conflictOf, store, findRows }
}
