import {
  type Aggregate,
  type AnyAggregate,
  type Beside,
  copyRow,
  erasedBy,
  fieldsOf,
  isDeletedWhenErased,
  keyTextOf,
  type List,
  storableRow,
  type StoredRow,
  textOfFields,
  uniqueTextOf,
  withoutErasable,
  type Value,
} from '../aggregates/aggregate.js'
import type { RowClaim, RowEntry, RowPageQuery, RowQuery, RowSum } from '../aggregates/port.js'
import { matchesRow, sumsOfRows } from '../aggregates/rows.js'
import { take } from '../../internal/iterables.js'
import { type Bound, SortedRows, type SortedView, type SortKey } from '../sorted-rows.js'

/** A stored row with all its fields, which is never changed: the next version takes its place. */
interface Kept extends StoredRow<object> {
  readonly fields: Readonly<Record<string, unknown>>
}

/** Digits of the largest safe integer. */
const digits = 16

/** Returns a text that sorts as the value does among others of its column. */
function sortText(value: unknown): string {
  return typeof value === 'number' ? String(value).padStart(digits, '0') : String(value)
}

function sortKeyOf({ order: [first = '', ...rest] }: List): SortKey<Kept> {
  return {
    at: ({ fields }) => sortText(fields[first]),
    id: ({ fields }) => rest.map((field) => sortText(fields[field])).join('\0'),
  }
}

function boundOf([first, ...rest]: readonly Value[]): Bound {
  return { at: sortText(first), id: rest.map(sortText).join('\0') }
}

/** Stores the rows of one aggregate, with their unique keys, look-ups and lists. */
function aggregateTable(of: AnyAggregate) {
  const rows = new Map<string, Kept>()
  const holders = new Map<string, string>()
  const lookups = new Map<string, Set<string>>()
  const lists = new Map<string, SortedRows<Kept>>()
  const counts = new Map<string, number>()
  /** Ends of leases, by the key of the row. */
  const leases = new Map<string, string>()
  const isKey = (field: string) => of.key.length === 1 && of.key[0] === field
  const lookedUp = new Set(
    [of.key[0]!, ...of.lookups, ...Object.values(of.unique).map(({ fields }) => fields[0]!)].filter(
      (field) => !isKey(field),
    ),
  )

  /** Lists the texts under which a row's unique keys stand. */
  function uniqueTexts({ fields }: Kept): string[] {
    return Object.entries(of.unique).flatMap(([name, uniqueKey]) => {
      const text = uniqueTextOf(uniqueKey, fields)
      return text === null ? [] : [`${name}\0${text}`]
    })
  }

  /** Lists the sorted rows among which a row stands: of each list those with its values, if it has all of them. */
  function listsOf({ fields }: Kept): SortedRows<Kept>[] {
    return Object.entries(of.lists).flatMap(([name, list]) => {
      const { equal = [], order } = list
      if (textOfFields(fields, order) === null) return []
      const values = textOfFields(fields, equal)
      if (values === null) return []
      const place = `${name}\0${values}`
      let sorted = lists.get(place)
      if (!sorted) lists.set(place, (sorted = new SortedRows(sortKeyOf(list))))
      return [sorted]
    })
  }

  function lookupTexts({ fields }: Kept): string[] {
    return [...lookedUp].flatMap((field) =>
      (fields[field] ?? null) === null ? [] : [`${field}\0${String(fields[field])}`],
    )
  }

  function remove(keyText: string, kept: Kept): void {
    for (const text of uniqueTexts(kept)) if (holders.get(text) === keyText) holders.delete(text)
    for (const text of lookupTexts(kept)) lookups.get(text)?.delete(keyText)
    for (const sorted of listsOf(kept)) sorted.delete(kept)
  }

  function numbered(row: object): object {
    if (!of.counter) return row
    const { field, per } = of.counter
    const scope = String((row as Record<string, unknown>)[per])
    const number = (counts.get(scope) ?? 0) + 1
    counts.set(scope, number)
    return { ...row, [field]: number }
  }

  function store({ row, beside: newBeside, expected }: RowEntry): void {
    const keyText = keyTextOf(of, row)
    const former = rows.get(keyText)
    if (former) remove(keyText, former)
    const beside = newBeside === null ? former!.beside : copyRow(of, newBeside)
    put(keyText, { row: storableRow(of, former?.row, expected === 'nothing' ? numbered(row) : row), beside })
    leases.delete(keyText)
  }

  function put(keyText: string, stored: StoredRow<object>): void {
    const kept: Kept = { ...stored, fields: fieldsOf(of, stored) }
    rows.set(keyText, kept)
    for (const text of uniqueTexts(kept)) holders.set(text, keyText)
    for (const text of lookupTexts(kept)) lookups.set(text, (lookups.get(text) ?? new Set()).add(keyText))
    for (const sorted of listsOf(kept)) sorted.add(kept)
  }

  function find(field: string, values: readonly Value[]): Kept[] {
    const keyTexts = isKey(field)
      ? values.map(String)
      : values.flatMap((value) => [...(lookups.get(`${field}\0${String(value)}`) ?? [])])
    return [...new Set(keyTexts)].flatMap((keyText) => rows.get(keyText) ?? [])
  }

  function view({ list: name, where = {} }: RowQuery): SortedRows<Kept> | undefined {
    const { equal = [] } = of.lists[name]!
    return lists.get(`${name}\0${equal.map((field) => String(where[field])).join('\0')}`)
  }

  /** Yields matching rows upwards, behind `after` where it is given. */
  function* ascending(
    query: RowQuery,
    sorted: SortedView<Kept> | undefined,
    after?: readonly Value[],
  ): Generator<Kept> {
    const { list, from, before } = query
    const key = sortKeyOf(of.lists[list]!)
    const start = after ? boundOf(after) : null
    const isPassed = (kept: Kept) => start !== null && key.at(kept) === start.at && key.id(kept) === start.id
    const first = from === undefined ? '' : sortText(from)
    for (const kept of sorted?.ascending(start && start.at >= first ? start : { at: first, id: '' }) ?? []) {
      if (before !== undefined && key.at(kept) >= sortText(before)) return
      if (!isPassed(kept) && matchesRow(kept.fields, query)) yield kept
    }
  }

  function* descending(
    query: RowQuery,
    sorted: SortedView<Kept> | undefined,
    after?: readonly Value[],
  ): Generator<Kept> {
    const { list, from, before } = query
    const key = sortKeyOf(of.lists[list]!)
    const end = before === undefined ? null : { at: sortText(before), id: '' }
    const start = after ? boundOf(after) : null
    for (const kept of sorted?.descending(start && (!end || start.at < end.at) ? start : end) ?? []) {
      if (from !== undefined && key.at(kept) < sortText(from)) return
      if (matchesRow(kept.fields, query)) yield kept
    }
  }

  return {
    of,
    get: (keyText: string): Kept | undefined => rows.get(keyText),
    holder: (unique: string, uniqueText: string): Kept | undefined => {
      const keyText = holders.get(`${unique}\0${uniqueText}`)
      return keyText === undefined ? undefined : rows.get(keyText)
    },
    find,
    store,
    /** Erases the text of the rows with a value of a field, and returns true where there was any. */
    erase(field: string, value: Value): boolean {
      const keyTexts = [...(lookups.get(`${field}\0${String(value)}`) ?? [])]
      for (const keyText of keyTexts) {
        const kept = rows.get(keyText)!
        remove(keyText, kept)
        if (isDeletedWhenErased(of)) rows.delete(keyText)
        else put(keyText, { row: withoutErasable(of, kept.row), beside: kept.beside })
      }
      return keyTexts.length > 0
    },
    /** Deletes the rows with one of these values of a field. */
    delete(field: string, values: readonly Value[]): void {
      for (const kept of find(field, values)) {
        const keyText = keyTextOf(of, kept.row)
        remove(keyText, kept)
        rows.delete(keyText)
        leases.delete(keyText)
      }
    },
    page({ direction, after, limit, ...query }: RowPageQuery): Kept[] {
      const walk = direction === 'asc' ? ascending : descending
      return take(walk(query, view(query), after), limit)
    },
    lease({ now, until, limit, ...query }: RowClaim): Kept[] {
      const isFree = ({ row }: Kept) => (leases.get(keyTextOf(of, row)) ?? '') <= now
      const free = take(filtered(ascending(query, view(query)), isFree), limit)
      for (const { row } of free) leases.set(keyTextOf(of, row), until)
      return free
    },
    /** Yields matching rows as they are at the first one, whatever is written during the walk. */
    scan: (query: RowQuery): Iterable<Kept> => ascending(query, view(query)?.snapshot()),
    sum: (query: RowQuery): RowSum[] =>
      sumsOfRows(
        of,
        Array.from(ascending(query, view(query)), ({ fields }) => fields),
      ),
  }
}

function* filtered<Item>(items: Iterable<Item>, isFit: (item: Item) => boolean): Generator<Item> {
  for (const item of items) if (isFit(item)) yield item
}

/** Keeps the rows of all aggregates in memory; a table is made when an aggregate is first named. */
export function aggregateTables() {
  const tables = new Map<string, ReturnType<typeof aggregateTable>>()

  function tableOf(of: AnyAggregate): ReturnType<typeof aggregateTable> {
    let table = tables.get(of.name)
    if (!table) tables.set(of.name, (table = aggregateTable(of)))
    return table
  }

  function copyOf<Row extends object, Extra extends Beside>(
    of: Aggregate<Row, Extra>,
    { row, beside }: StoredRow<object>,
  ): StoredRow<Row, Extra> {
    return { row: copyRow(of, row) as Row, beside: copyRow(of, beside) as Extra }
  }

  return {
    row: (of: AnyAggregate, keyText: string) => tableOf(of).get(keyText),
    holder: (of: AnyAggregate, unique: string, uniqueText: string) => tableOf(of).holder(unique, uniqueText),
    store: (entry: RowEntry): void => tableOf(entry.of).store(entry),
    erase: (of: AnyAggregate, field: string, value: Value): boolean => tableOf(of).erase(field, value),
    delete: (of: AnyAggregate, field: string, values: readonly Value[]): void => tableOf(of).delete(field, values),
    /** Erases the text of all rows that are about a payment or a line. */
    eraseTexts(subject: string, value: string): void {
      for (const { of, erase } of tables.values())
        if (erasedBy(of).some((field) => field === subject)) erase(subject, value)
    },
    find<Row extends object, Extra extends Beside>(
      of: Aggregate<Row, Extra>,
      field: string,
      values: readonly Value[],
    ): StoredRow<Row, Extra>[] {
      return tableOf(of)
        .find(field, values)
        .map((kept) => copyOf(of, kept))
    },
    page<Row extends object, Extra extends Beside>(of: Aggregate<Row, Extra>, query: RowPageQuery): Row[] {
      return tableOf(of)
        .page(query)
        .map((kept) => copyOf(of, kept).row)
    },
    lease<Row extends object, Extra extends Beside>(of: Aggregate<Row, Extra>, claim: RowClaim): Row[] {
      return tableOf(of)
        .lease(claim)
        .map((kept) => copyOf(of, kept).row)
    },
    /** Yields matching rows, which are not copied. */
    scan: <Row extends object>(of: Aggregate<Row>, query: RowQuery): Iterable<StoredRow<Row>> =>
      tableOf(of).scan(query) as Iterable<Kept & StoredRow<Row>>,
    sum: (of: AnyAggregate, query: RowQuery): RowSum[] => tableOf(of).sum(query),
    copyOf,
  }
}
