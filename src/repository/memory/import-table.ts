import { take } from '../../internal/iterables.js'
import { copyImport } from '../copy.js'
import type { ImportPageQuery, StoredImport } from '../finance-port.js'
import { SortedRows, type SortKey } from '../sorted-rows.js'

/** Text that sorts behind every day and instant. */
const end = '~'

const byCreation: SortKey<StoredImport> = { at: ({ createdAt }) => createdAt, id: ({ id }) => id }

/** Sorts by one of the days of an import; of one day the newest is the last. */
function byDay(day: 'from' | 'to'): SortKey<StoredImport> {
  return { at: (entry) => entry[day] ?? '', id: ({ createdAt, id }) => `${createdAt} ${id}` }
}

/** Returns the sequences in which the completed imports of an account stand, as the search of neighbours reads them. */
function completedOfAccount() {
  return {
    byEnd: new SortedRows(byDay('to')),
    byBegin: new SortedRows(byDay('from')),
    withFormat: new SortedRows(byCreation),
  }
}

function first<Row>(rows: Iterable<Row>): Row | null {
  return take(rows, 1)[0] ?? null
}

/** Stores the imports, in all and of each account, newest first. */
export function importTable() {
  const rows = new Map<string, StoredImport>()
  const all = new SortedRows(byCreation)
  const ofAccount = new Map<string, SortedRows<StoredImport>>()
  const completed = new Map<string, ReturnType<typeof completedOfAccount>>()

  function getOrMake<Value>(map: Map<string, Value>, account: string, make: () => Value): Value {
    let value = map.get(account)
    if (!value) map.set(account, (value = make()))
    return value
  }

  /** Lists the sequences in which the import stands. */
  function indexesOf(entry: StoredImport): SortedRows<StoredImport>[] {
    const { account, completedAt, from, to, format } = entry
    const ordered = [all, getOrMake(ofAccount, account, () => new SortedRows(byCreation))]
    if (completedAt === null) return ordered
    const { byEnd, byBegin, withFormat } = getOrMake(completed, account, completedOfAccount)
    return [
      ...ordered,
      ...(to === null ? [] : [byEnd]),
      ...(from === null ? [] : [byBegin]),
      ...(format === null ? [] : [withFormat]),
    ]
  }

  function save(entry: StoredImport): void {
    const former = rows.get(entry.id)
    if (former) for (const index of indexesOf(former)) index.delete(former)
    const copy = copyImport(entry)
    rows.set(copy.id, copy)
    for (const index of indexesOf(copy)) index.add(copy)
  }

  function page({ account, after, limit }: ImportPageQuery): StoredImport[] {
    const sorted = account === undefined ? all : ofAccount.get(account)
    return sorted ? take(sorted.descending(after ?? null), limit) : []
  }

  function neighbours({ account, from, to }: { account: string; from: string; to: string }) {
    const sequences = completed.get(account)
    if (!sequences) return { before: null, after: null, lastWithFormat: null }
    const next = first(sequences.byBegin.ascending({ at: to, id: end }))
    return {
      before: first(sequences.byEnd.descending({ at: from, id: '' })),
      after: next && first(sequences.byBegin.descending({ at: next.from!, id: end })),
      lastWithFormat: first(sequences.withFormat.descending(null)),
    }
  }

  /** Lists the ids of an account's imports of another layout whose days meet these, and of those whose days are not known yet. */
  function ofOtherLayout({ account, layout, from, to }: { account: string; layout: string; from: string; to: string }) {
    const sorted = ofAccount.get(account)
    const entries = sorted ? [...sorted.ascending({ at: '', id: '' })] : []
    return entries.flatMap((entry) => {
      const isOther = entry.layout !== null && entry.layout !== layout
      return isOther && (entry.from ?? '') <= to && (entry.to ?? end) >= from ? [entry.id] : []
    })
  }

  return { get: (id: string): StoredImport | undefined => rows.get(id), save, page, neighbours, ofOtherLayout }
}
