import { take } from '../../internal/iterables.js'
import { copyImport } from '../copy.js'
import type { ImportPageQuery, StoredImport } from '../finance-port.js'
import { SortedRows, type SortKey } from '../sorted-rows.js'

/** Later than every day and instant. */
const end = '~'

const byCreation: SortKey<StoredImport> = { at: ({ createdAt }) => createdAt, id: ({ id }) => id }

/** By a day of their own; of one day the newest is the last. */
function byDay(day: 'from' | 'to'): SortKey<StoredImport> {
  return { at: (entry) => entry[day] ?? '', id: ({ createdAt, id }) => `${createdAt} ${id}` }
}

/** The completed imports of an account, by what their neighbours ask for. */
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

/** The imports, in all and of each account, newest first. */
export function importTable() {
  const rows = new Map<string, StoredImport>()
  const all = new SortedRows(byCreation)
  const ofAccount = new Map<string, SortedRows<StoredImport>>()
  const completed = new Map<string, ReturnType<typeof completedOfAccount>>()

  function sortedBy<Value>(map: Map<string, Value>, account: string, make: () => Value): Value {
    let found = map.get(account)
    if (!found) map.set(account, (found = make()))
    return found
  }

  /** The sequences in which the import stands. */
  function indexesOf(entry: StoredImport): SortedRows<StoredImport>[] {
    const { account, completedAt, from, to, format } = entry
    const ordered = [all, sortedBy(ofAccount, account, () => new SortedRows(byCreation))]
    if (completedAt === null) return ordered
    const { byEnd, byBegin, withFormat } = sortedBy(completed, account, completedOfAccount)
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
    const found = completed.get(account)
    if (!found) return { before: null, after: null, lastWithFormat: null }
    const next = first(found.byBegin.ascending({ at: to, id: end }))
    return {
      before: first(found.byEnd.descending({ at: from, id: '' })),
      after: next && first(found.byBegin.descending({ at: next.from!, id: end })),
      lastWithFormat: first(found.withFormat.descending(null)),
    }
  }

  /** The imports of an account of another layout whose days meet these, and those whose days are not known yet. */
  function ofOtherLayout({ account, layout, from, to }: { account: string; layout: string; from: string; to: string }) {
    const sorted = ofAccount.get(account)
    const found = sorted ? [...sorted.ascending({ at: '', id: '' })] : []
    return found.flatMap((entry) => {
      const isOther = entry.layout !== null && entry.layout !== layout
      return isOther && (entry.from ?? '') <= to && (entry.to ?? end) >= from ? [entry.id] : []
    })
  }

  return { get: (id: string): StoredImport | undefined => rows.get(id), save, page, neighbours, ofOtherLayout }
}
