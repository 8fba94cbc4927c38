import type * as port from 'hospital-payments/repository'
import {
  type Payment,
  PaymentError,
  type PaymentRepository,
  type StoredEvent,
  type PaymentTotal,
} from 'hospital-payments'
import { openJournal } from './journal.js'
import { matching } from './matching.js'

type Row = Pick<port.Change, 'payment' | 'event' | 'liveReference'> & Pick<port.InsertEntry, 'isDelivered'>
type Delivery = port.ClaimedEvent & { isDead: boolean; dueAt: string; owner: string; leaseUntil: string }

/** Refuses what the core never sends, as column types and constraints of a database do: where it comes, it is a bug. */
function checkStorable({ payment, event }: Row, version: number): void {
  if (Number.isSafeInteger(payment.amount) && payment.version === version && event.data.version === version) return
  throw new PaymentError('storage_unavailable', 'The journal refuses what the core never sends.', { retryable: false })
}

/** Returns the form by which a receipt is unique and looked up: one in letters of either case, A to Z. */
function folded(receipt: string | undefined): string | undefined {
  return receipt?.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
}

/**
 * Returns the other payment that has the same live reference or receipt, `null` for none: the unique indexes of a
 * database, as two searches.
 */
function rivalOf({ payment, liveReference }: Row, rows: ReadonlyMap<string, Row>) {
  const { id, channel, providerTransactionId } = payment
  const others = [...rows.values()].filter((row) => row.payment.id !== id)
  const holder = liveReference !== null && others.find((row) => row.liveReference === liveReference)
  if (holder) return { outcome: 'reference_taken', id: holder.payment.id } as const
  if (providerTransactionId === undefined) return null
  const sameId = others.filter((row) => folded(row.payment.providerTransactionId) === folded(providerTransactionId))
  const payer = sameId.find((row) => row.payment.channel === channel)
  return payer ? ({ outcome: 'transaction_taken', id: payer.payment.id } as const) : null
}

/**
 * Opens a repository for a small clinic: one process, no database server. Everything is in memory; each write is a line
 * of JSON in a journal, and no call returns before the disk has all that it returns. Decisions never await, so no call
 * comes between the check and the write of another.
 */
export async function journalRepository(path: string): Promise<PaymentRepository & { close(): Promise<void> }> {
  const journal = await openJournal(path)
  const rows = new Map<string, Row>()
  const histories = new Map<string, StoredEvent[]>()
  const keys = new Map<string, { id: string; fingerprint: string }>()
  const lines = new Map<string, readonly string[]>()
  /** Events still to be delivered, as they were stored: those of one payment stand in the order of their versions. */
  const outbox = new Map<string, Delivery>()
  const unclaimed = { attempts: 0, isDead: false, dueAt: '', owner: '', leaseUntil: '' }
  const paymentOf = (id: string) => rows.get(id)!.payment
  const payments = () => Array.from(rows.values(), ({ payment }) => payment)

  function store({ payment, event, liveReference, isDelivered }: Row): void {
    rows.set(payment.id, { payment, event, liveReference })
    histories.set(payment.id, [...(histories.get(payment.id) ?? []), event])
    if (isDelivered !== false) outbox.set(event.id, { ...unclaimed, event })
  }

  /** The effect of each kind of line in the journal. */
  const kinds = {
    insert: (entries: readonly port.InsertEntry[]) => {
      for (const { idempotency, ...row } of entries) {
        store(row)
        if (idempotency) keys.set(idempotency.key, { id: row.payment.id, fingerprint: idempotency.fingerprint })
      }
    },
    replace: (group: port.ChangeGroup) => {
      group.changes.forEach(store)
      for (const { key, paymentIds } of group.lines) lines.set(key, paymentIds)
    },
    lease: ({ ids, ...lease }: { ids: string[]; owner: string; leaseUntil: string }) =>
      ids.forEach((id) => outbox.set(id, { ...outbox.get(id)!, ...lease })),
    complete: ({ owner, results }: port.EventCompletion) => {
      for (const { eventId, next } of results) {
        const entry = outbox.get(eventId)
        if (!entry || entry.owner !== owner) continue
        const { event, isDead, attempts } = entry
        if (next === 'delivered') outbox.delete(eventId)
        else if (next === 'dead') outbox.set(eventId, { ...unclaimed, event, isDead: true })
        else outbox.set(eventId, { ...unclaimed, event, dueAt: next.retryAt, attempts: isDead ? 0 : attempts + 1 })
      }
    },
  }

  function apply(line: string): void {
    const [kind, what] = JSON.parse(line) as [keyof typeof kinds, never]
    kinds[kind](what)
  }

  /** Applies the line as the next start will: values of callers and stored values share nothing. */
  function write<Kind extends keyof typeof kinds>(kind: Kind, what: Parameters<(typeof kinds)[Kind]>[0]): void {
    const line = JSON.stringify([kind, what])
    journal.append(line)
    apply(line)
  }

  /** Returns the answer as of now, once the disk has all of it. */
  async function answered<T>(decide: () => T): Promise<T> {
    const answer = structuredClone(decide())
    await journal.settled()
    return answer
  }

  function insertOne(entry: port.InsertEntry, stored: port.InsertEntry[]): port.InsertOutcome {
    const used = entry.idempotency && keys.get(entry.idempotency.key)
    if (used) return { outcome: 'key_taken', payment: paymentOf(used.id), fingerprint: used.fingerprint }
    if (rows.has(entry.payment.id)) return { outcome: 'id_taken', payment: paymentOf(entry.payment.id) }
    const rival = rivalOf(entry, rows)
    if (rival) return { outcome: rival.outcome, payment: paymentOf(rival.id) }
    apply(JSON.stringify(['insert', [entry]]))
    stored.push(entry)
    return { outcome: 'inserted' }
  }

  journal.lines.forEach(apply)

  return {
    insert: (entries) =>
      answered(() => {
        for (const entry of entries) checkStorable(entry, 1)
        const stored: port.InsertEntry[] = []
        const outcomes = entries.map((entry) => insertOne(entry, stored))
        // One line for the group: a crash leaves all of it or nothing.
        journal.append(JSON.stringify(['insert', stored]))
        return outcomes
      }),
    replace: (group) =>
      answered(() => {
        for (const change of group.changes) checkStorable(change, change.expectedVersion + 1)
        if (group.lines.some(({ key }) => lines.has(key))) return { outcome: 'line_taken' }
        const changed = new Map(rows) // as the changes so far would leave them
        for (const change of group.changes) {
          const current = changed.get(change.payment.id)?.payment ?? null
          if (current?.version !== change.expectedVersion) return { outcome: 'stale', current }
          const rival = rivalOf(change, changed)
          if (rival) return { outcome: rival.outcome, payment: paymentOf(rival.id) }
          changed.set(change.payment.id, change)
        }
        write('replace', group)
        return { outcome: 'replaced' }
      }),
    get: (id) => answered(() => rows.get(id)?.payment ?? null),
    page: ({ direction, after, limit, ...filter }) =>
      answered(() => {
        const matches = matching(payments(), filter)
        if (direction === 'desc') matches.reverse()
        const isPast = (a: string, b: string) => (direction === 'asc' ? a > b : a < b)
        const isBehind = ({ id, [filter.by]: at }: Payment) =>
          !after || isPast(at!, after.at) || (at === after.at && isPast(id, after.id))
        return matches.filter(isBehind).slice(0, limit)
      }),
    lookup: (query) =>
      answered(() => {
        const [references, transactions] = [
          new Set(query.references),
          new Set(query.providerTransactionIds.map(folded)),
        ]
        const hasReceipt = ({ providerTransactionId: id }: Payment) => id !== undefined && transactions.has(folded(id))
        const isAsked = (one: Payment) => references.has(one.reference) || hasReceipt(one)
        return {
          payments: payments().filter(isAsked),
          lines: query.lineKeys.filter((key) => lines.has(key)).map((key) => ({ key, paymentIds: lines.get(key)! })),
        }
      }),
    async *scan({ fields, ...filter }, signal) {
      signal?.throwIfAborted()
      const matches = matching(payments(), filter)
      await journal.settled()
      for (let start = 0; start < matches.length; start += 1000) {
        yield matches.slice(start, start + 1000).map(({ customer, metadata = {}, ...payment }) => {
          const { id: customerId, name: customerName, phone: customerPhone } = customer ?? {}
          const pairs = Object.entries(metadata).map(([key, value]) => [`metadata.${key}`, value])
          const cells: Partial<Record<port.ScanField, port.Cell | undefined>> = {
            ...{ ...payment, customerId, customerName, customerPhone },
            ...Object.fromEntries(pairs),
          }
          return fields.map((field) => cells[field] ?? null)
        })
        signal?.throwIfAborted()
      }
    },
    totals: (filter) =>
      answered(() => {
        const sums = new Map<string, PaymentTotal>()
        for (const { currency, channel, status, amount, amountWaived } of matching(payments(), filter)) {
          const group = JSON.stringify([currency, channel, status])
          const sum = sums.get(group) ?? { currency, channel, status, count: 0, amount: '0', waived: '0' }
          const add = (digits: string, more: number) => String(BigInt(digits) + BigInt(more))
          const more = { amount: add(sum.amount, amount), waived: add(sum.waived, amountWaived) }
          sums.set(group, { ...sum, count: sum.count + 1, ...more })
        }
        return [...sums.values()]
      }),
    history: (id) => answered(() => histories.get(id) ?? []),
    claimEvents: ({ from, owner, now, leaseUntil, limit }) =>
      answered(() => {
        const passed = new Set<string | null>()
        // Of each payment the oldest event counts, be it free or not.
        const isOldest = ({ data }: StoredEvent) => passed.size < passed.add(data.paymentId).size
        const inTurn = [...outbox.values()].filter(({ event, isDead }) =>
          from === 'dead' ? isDead : !isDead && isOldest(event),
        )
        const free = inTurn.filter((one) => one.dueAt <= now && one.leaseUntil <= now).slice(0, limit)
        write('lease', { ids: free.map(({ event }) => event.id), owner, leaseUntil })
        return free.map(({ event, attempts }) => ({ event, attempts }))
      }),
    completeEvents: (done) => answered(() => write('complete', done)),
    close: () => journal.close(),
  }
}
