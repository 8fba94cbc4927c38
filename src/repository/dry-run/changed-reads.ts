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

/** Returns true where a payment may match other filters than the stored one does, or stand elsewhere in the order. */
function isMoved({ isNew, fields }: ChangedPayment, { by, flag, isUnreconciled }: Filter): boolean {
  // A flag depends on many fields, and few reads have one.
  return isNew || 'status' in fields || by in fields || flag !== undefined || isUnreconciled === true
}

/** Reads pages, scans and totals of the stored payments, as `changed` has them. */
export function changedReads(repository: PaymentRepository, changed: ChangedPayments) {
  function* movedVersions(filter: Filter, size: number): Generator<ChangedPayment> {
    const versions = filter.flag || filter.isUnreconciled ? changed.all(size) : changed.moved(size)
    for (const version of versions) if (isMoved(version, filter)) yield version
  }

  /** Reads the payments that moved, as they were stored and as they are, among the first `size` versions. */
  const moved = (filter: Filter, size: number) => storedAndChanged(repository, changed, movedVersions(filter, size))

  async function page({ direction, after, limit, ...filter }: PageQuery): Promise<Payment[]> {
    const { by } = filter
    const size = changed.size
    const isBehind = (a: { at: string; id: string }, b: { at: string; id: string }) =>
      direction === 'asc' ? isBefore(b, a) : isBefore(a, b)
    const positionOf = (payment: Payment) => ({ at: payment[by]!, id: payment.id })
    const payments: Payment[] = []
    for await (const [, payment] of moved(filter, size)) {
      if (matches(payment, filter) && (!after || isBehind(positionOf(payment), after))) payments.push(payment)
    }
    let last = after
    for (let more = limit; more > 0;) {
      const batch = await repository.page({ ...filter, direction, limit, ...(last && { after: last }) })
      for (const payment of batch) {
        const version = changed.find(payment.id, size)
        last = positionOf(payment)
        if (version && isMoved(version, filter)) continue
        payments.push(version ? changed.with(payment, version) : payment)
        more--
      }
      if (batch.length < limit) break
    }
    payments.sort((a, b) => (isBehind(positionOf(a), positionOf(b)) ? 1 : -1))
    return payments.slice(0, limit)
  }

  async function* scan(query: ScanQuery, signal?: AbortSignal): AsyncGenerator<Row[]> {
    const { fields, ...filter } = query
    const { by } = filter
    signal?.throwIfAborted()
    const size = changed.size
    const [atPlace, idPlace] = [fields.indexOf(by), fields.indexOf('id')]
    const position = { at: atPlace < 0 ? fields.length : atPlace, id: idPlace < 0 ? fields.length + 1 : idPlace }
    // Behind the fields of the query, and cut off again, where they lack a part of the place in the order.
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
    /** Adds a row to the batch, and returns the batch where it is full. */
    function addRow(row: Row): Row[] | null {
      batch.push(cut(row))
      if (batch.length < scanBatch) return null
      const fullBatch = batch
      batch = []
      return fullBatch
    }
    async function* yieldAndPace(rowsOfBatch: Row[]): AsyncGenerator<Row[]> {
      yield rowsOfBatch
      await pace(rowsOfBatch.length)
      signal?.throwIfAborted()
    }
    for await (const stored of repository.scan({ ...query, fields: read }, signal)) {
      for (const row of stored) {
        const here = positionOf(row)
        const version = changed.find(here.id, size)
        if (version && isMoved(version, filter)) continue
        const place = `${here.at}${gap}${here.id}`
        for (; next < entering.length && entering[next]! < place; next++) {
          const fullBatch = addRow(enteringRow(next))
          if (fullBatch) yield* yieldAndPace(fullBatch)
        }
        const fullBatch = addRow(version ? changedRow(row, read, version) : row)
        if (fullBatch) yield* yieldAndPace(fullBatch)
      }
    }
    for (; next < entering.length; next++) {
      const fullBatch = addRow(enteringRow(next))
      if (fullBatch) yield* yieldAndPace(fullBatch)
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

/** Returns a row with the changed fields. The customer is one field of the payment, and two of a scan. */
function changedRow(row: Row, read: readonly ScanField[], { fields }: ChangedPayment): Row {
  const payment = fields as unknown as Payment
  return row.map((cell, place) => {
    const field = read[place]!
    const changedField = field === 'customerName' || field === 'customerPhone' ? 'customer' : field
    return changedField in fields ? cellOf(payment, field) : cell
  })
}
