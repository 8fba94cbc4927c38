import {
  type AccountLine,
  type LineEvent,
  openOfLine,
  withoutNarration,
} from '../../domain/reconciliation/account-line.js'
import { take } from '../../internal/iterables.js'
import { copyLine, copyLineEvent } from '../copy.js'
import type { LineCount } from '../day-port.js'
import type { LineRowFilter, LinePageQuery, LinePosition, LineSum, OpenLineSum } from '../finance-port.js'
import { isOfKind, type LineKind, matchesLine, paymentIdsOf, storableAfter } from '../rows.js'
import type { StoredOfLine } from '../line-conflict.js'
import type { LineEntry, StoredLine } from '../port.js'
import { type Bound, merge, SortedRows, type SortKey } from '../sorted-rows.js'

const byValueDate: SortKey<AccountLine> = { at: ({ valueDate }) => valueDate, id: ({ key }) => key }

/** Lines of one kind, with the sum of their open money. */
interface Partition {
  kind: LineKind
  rows: SortedRows<AccountLine>
  count: number
  open: bigint
}

function isFirst(a: AccountLine, b: AccountLine): boolean {
  return a.valueDate < b.valueDate || (a.valueDate === b.valueDate && a.key < b.key)
}

/**
 * Stores the statement lines, whole or by their key alone, with their histories. As with payments, rows are only exchanged for
 * the next version, and partitioned by the fields that most reads filter by: a page of the open lines costs the same beside a
 * million settled ones. `beforeChange` is called with the key of a line that is about to change.
 */
export function lineTable(beforeChange: (key: string) => void) {
  const rows = new Map<string, AccountLine>()
  /** Keys that are stored without a line, and the payments behind them. */
  const keys = new Map<string, readonly string[]>()
  const histories = new Map<string, LineEvent[]>()
  const partitions = new Map<string, Partition>()

  function partitionOf({ account, status, direction, currency, outcome }: AccountLine): Partition {
    const name = `${status} ${outcome} ${direction} ${currency} ${account}`
    let partition = partitions.get(name)
    if (!partition) {
      const kind = { account, status, direction, currency, outcome }
      partition = { kind, rows: new SortedRows(byValueDate), count: 0, open: 0n }
      partitions.set(name, partition)
    }
    return partition
  }

  function takeOut(line: AccountLine): void {
    const partition = partitionOf(line)
    partition.rows.delete(line)
    partition.count--
    partition.open -= BigInt(openOfLine(line))
  }

  function put(line: AccountLine): void {
    beforeChange(line.key)
    const former = rows.get(line.key)
    if (former) takeOut(former)
    rows.set(line.key, line)
    const partition = partitionOf(line)
    partition.rows.add(line)
    partition.count++
    partition.open += BigInt(openOfLine(line))
  }

  function store({ line, event }: LineEntry): void {
    put(copyLine(storableAfter(rows.get(line.key), line)))
    if (!event) return
    const history = histories.get(line.key)
    if (history) history.push(copyLineEvent(event))
    else histories.set(line.key, [copyLineEvent(event)])
  }

  function storedOf(key: string): StoredOfLine {
    return rows.get(key) ?? (keys.has(key) ? 'key' : 'nothing')
  }

  /** Returns the line as a look-up has it; an empty list where it is not stored at all. */
  function lookUp(key: string): StoredLine[] {
    const line = rows.get(key)
    const paymentIds = line ? paymentIdsOf(line) : keys.get(key)
    return paymentIds ? [{ key, paymentIds: [...paymentIds] }] : []
  }

  function* matching(
    filter: LineRowFilter,
    { frozen, after }: { frozen: boolean; after?: LinePosition | undefined },
  ): Generator<AccountLine> {
    const { from = '', to } = filter
    // No key follows `after` directly, so the line itself is passed over below.
    const start: Bound =
      after && after.valueDate >= from ? { at: after.valueDate, id: after.key } : { at: from, id: '' }
    const views = [...partitions.values()]
      .filter(({ kind }) => isOfKind(kind, filter))
      .map((partition) => (frozen ? partition.rows.snapshot() : partition.rows))
    for (const line of merge(
      views.map((view) => view.ascending(start)),
      isFirst,
    )) {
      if (to !== undefined && line.valueDate > to) return
      if (after && line.key === after.key && line.valueDate === after.valueDate) continue
      if (matchesLine(line, filter)) yield line
    }
  }

  function page({ after, limit, ...filter }: LinePageQuery): AccountLine[] {
    return take(matching(filter, { frozen: false, after }), limit).map(copyLine)
  }

  function count({ account, from, to }: { account: string; from: string; to: string }): LineCount[] {
    const days = new Map<string, LineCount>()
    for (const { valueDate: day, version } of matching({ account, from, to }, { frozen: false })) {
      const { count, versions } = days.get(day) ?? { count: 0, versions: 0 }
      days.set(day, { day, count: count + 1, versions: versions + version })
    }
    return [...days.values()]
  }

  function sumOpen({ to }: { to?: string } = {}): OpenLineSum[] {
    const openPartitions = [...partitions.values()].filter(({ kind, count }) => kind.status === 'open' && count > 0)
    return openPartitions.flatMap((partition) => {
      const { account, currency, direction, outcome } = partition.kind
      const [first] = take(partition.rows.ascending({ at: '', id: '' }), 1)
      const { count, amount } = to === undefined ? { ...partition, amount: partition.open } : openUpTo(partition, to)
      if (count === 0) return []
      return { account, currency, direction, outcome, count, amount: `${amount}`, oldest: first!.valueDate }
    })
  }

  function openUpTo({ rows }: Partition, to: string): { count: number; amount: bigint } {
    let [count, amount] = [0, 0n]
    for (const line of rows.ascending({ at: '', id: '' })) {
      if (line.valueDate > to) break
      count++
      amount += BigInt(openOfLine(line))
    }
    return { count, amount }
  }

  function sum(filter: LineRowFilter): LineSum[] {
    type Sum = Omit<LineSum, 'amount' | 'open'> & { amount: bigint; open: bigint }
    const sums = new Map<string, Sum>()
    for (const line of matching(filter, { frozen: false })) {
      const { account, currency, direction, outcome, amount } = line
      const name = `${currency} ${direction} ${outcome} ${account}`
      const former = sums.get(name) ?? { account, currency, direction, outcome, count: 0, amount: 0n, open: 0n }
      sums.set(name, {
        ...former,
        count: former.count + 1,
        amount: former.amount + BigInt(amount),
        open: former.open + BigInt(openOfLine(line)),
      })
    }
    return Array.from(sums.values(), (sum) => ({ ...sum, amount: `${sum.amount}`, open: `${sum.open}` }))
  }

  /** Erases the narrations of lines, and returns the keys of those that had one. */
  function eraseNarrations(lines: readonly AccountLine[]): ReadonlySet<string> {
    const narrated = lines.filter(({ narration }) => narration !== undefined)
    for (const line of narrated) put(withoutNarration(line))
    return new Set(narrated.map(({ key }) => key))
  }

  return {
    get: (key: string): AccountLine | undefined => rows.get(key),
    has: (key: string): boolean => rows.has(key) || keys.has(key),
    keep: ({ key, paymentIds }: StoredLine) => void keys.set(key, [...paymentIds]),
    store,
    storedOf,
    lookUp,
    matching,
    page,
    count,
    sumOpen,
    sum,
    eraseNarrations,
    history: (key: string): LineEvent[] => (histories.get(key) ?? []).map(copyLineEvent),
  }
}
