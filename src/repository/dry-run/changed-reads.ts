import { pacer, recordsAtOnce } from '../../internal/event-loop.js'
import type { Writable } from '../../internal/writable.js'
import type { Payment } from '../../domain/payments/payment.js'
import type { PaymentTotal } from '../../domain/report.js'
import type { Cell, Filter, PageQuery, PaymentRepository, ScanField, ScanQuery } from '../port.js'
import { cellOf, matches } from '../rows.js'
import type { ChangedPayment, ChangedPayments } from './changed-payments.js'
import { JsonLog } from './json-log.js'
import { storedAndChanged } from './stored-and-changed.js'

const scanBatch = 1000
/** Sorts before every character of an instant or an id. */
const gap = '\0'

type Row = readonly Cell[]

/** Whether it may match other filters than the stored payment does, or stand elsewhere in the order. */
function isMoved({ isNew, fields }: ChangedPayment, { by, flag, isUnreconciled }: Filter): boolean {
  // What a flag shows is in many fields, and few reads ask for one.
  return isNew || 'status' in fields || by in fields || flag !== undefined || isUnreconciled === true
}

/** Pages, scans and totals of the stored payments, as `changed` has them. */
export function changedReads(repository: PaymentRepository, changed: ChangedPayments) {
  function* movedVersions(filter: Filter, size: number): Generator<ChangedPayment> {
    const versions = filter.flag || filter.isUnreconciled ? changed.all(size) : changed.moved(size)
    for (const version of versions) if (isMoved(version, filter)) yield version
  }

  /** The payments that moved, as they were stored and as they are: among the first `size` versions. */
  const moved = (filter: Filter, size: number) => storedAndChanged(repository, changed, movedVersions(filter, size))

  async function page({ direction, after, limit, ...filter }: PageQuery): Promise<Payment[]> {
    const { by } = filter
    const size = changed.size
    const isBehind = (a: { at: string; id: string }, b: { at: string; id: string }) =>
      direction === 'asc' ? isBefore(b, a) : isBefore(a, b)
    const positionOf = (payment: Payment) => ({ at: payment[by]!, id: payment.id })
    const found: Payment[] = []
    for await (const [, payment] of moved(filter, size)) {
      if (matches(payment, filter) && (!after || isBehind(positionOf(payment), after))) found.push(payment)
    }
    let last = after
    for (let more = limit; more > 0;) {
      const batch = await repository.page({ ...filter, direction, limit, ...(last && { after: last }) })
      for (const payment of batch) {
        const version = changed.find(payment.id, size)
        last = positionOf(payment)
        if (version && isMoved(version, filter)) continue
        found.push(version ? changed.with(payment, version) : payment)
        more--
      }
      if (batch.length < limit) break
    }
    found.sort((a, b) => (isBehind(positionOf(a), positionOf(b)) ? 1 : -1))
    return found.slice(0, limit)
  }

  async function* scan(query: ScanQuery, signal?: AbortSignal): AsyncGenerator<Row[]> {
    const { fields, ...filter } = query
    const { by } = filter
    signal?.throwIfAborted()
    const size = changed.size
    const [atPlace, idPlace] = [fields.indexOf(by), fields.indexOf('id')]
    const position = { at: atPlace < 0 ? fields.length : atPlace, id: idPlace < 0 ? fields.length + 1 : idPlace }
    // Behind what was asked for, and cut off again, where its place in the order was not asked for.
    const read: readonly ScanField[] = atPlace < 0 || idPlace < 0 ? [...fields, by, 'id'] : fields
    const cut = (row: Row) => (row.length > fields.length ? row.slice(0, fields.length) : row)
    const positionOf = (row: Row) => ({ at: row[position.at] as string, id: row[position.id] as string })

    // As texts and bytes: rows of a million changed payments would be most of the memory that a dry run takes.
    const rows = new JsonLog()
    const entering: string[] = []
    for await (const [, payment] of moved(filter, size)) {
      if (!matches(payment, filter)) continue
      entering.push(`${payment[by]}${gap}${payment.id}${gap}${rows.size}`)
      rows.add(read.map((field) => cellOf(payment, field)))
    }
    // By time, then by id: both have texts that sort as they do.
    entering.sort()
    const enteringRow = (place: number) => rows.get(Number(entering[place]!.split(gap)[2])) as Row

    let next = 0
    let batch: Row[] = []
    const pace = pacer(recordsAtOnce)
    /** The batch that is full with this row. */
    function full(row: Row): Row[] | null {
      batch.push(cut(row))
      if (batch.length < scanBatch) return null
      const all = batch
      batch = []
      return all
    }
    async function* given(all: Row[]): AsyncGenerator<Row[]> {
      yield all
      await pace(all.length)
      signal?.throwIfAborted()
    }
    for await (const stored of repository.scan({ ...query, fields: read }, signal)) {
      for (const row of stored) {
        const here = positionOf(row)
        const version = changed.find(here.id, size)
        if (version && isMoved(version, filter)) continue
        const place = `${here.at}${gap}${here.id}`
        for (; next < entering.length && entering[next]! < place; next++) {
          const all = full(enteringRow(next))
          if (all) yield* given(all)
        }
        const all = full(version ? changedRow(row, read, version) : row)
        if (all) yield* given(all)
      }
    }
    for (; next < entering.length; next++) {
      const all = full(enteringRow(next))
      if (all) yield* given(all)
    }
    if (batch.length > 0) yield batch
    signal?.throwIfAborted()
  }

  async function totals(filter: Filter): Promise<PaymentTotal[]> {
    const sums = new Map<string, { total: Writable<PaymentTotal>; amount: bigint }>()
    const add = (
      { currency, channel, status }: Omit<PaymentTotal, 'count' | 'amount'>,
      count: number,
      amount: bigint,
    ) => {
      const group = `${currency} ${status} ${channel}`
      let sum = sums.get(group)
      if (!sum) sums.set(group, (sum = { total: { currency, channel, status, count: 0, amount: '0' }, amount: 0n }))
      sum.total.count += count
      sum.amount += amount
    }
    const size = changed.size
    for (const total of await repository.totals(filter)) add(total, total.count, BigInt(total.amount))
    for await (const [stored, now] of moved(filter, size)) {
      if (stored && matches(stored, filter)) add(stored, -1, -BigInt(stored.amount))
      if (matches(now, filter)) add(now, 1, BigInt(now.amount))
    }
    const all = Array.from(sums.values(), ({ total, amount }) => ({ ...total, amount: `${amount}` }))
    return all.filter(({ count }) => count > 0)
  }

  return { page, scan, totals }
}

function isBefore(a: { at: string; id: string }, b: { at: string; id: string }): boolean {
  return a.at < b.at || (a.at === b.at && a.id < b.id)
}

/** The customer is a field of the payment, and two of a scan. */
function changedRow(row: Row, read: readonly ScanField[], { fields }: ChangedPayment): Row {
  const payment = fields as unknown as Payment
  return row.map((cell, place) => {
    const field = read[place]!
    const changedField = field === 'customerName' || field === 'customerPhone' ? 'customer' : field
    return changedField in fields ? cellOf(payment, field) : cell
  })
}
