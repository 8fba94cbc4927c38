import type { PaymentEvent } from '../../domain/payments/event.js'
import type { Payment } from '../../domain/payments/payment.js'
import type { Total } from '../../domain/report.js'
import { copyEvent, copyPayment } from '../copy.js'
import { conflictWith, type Stored } from '../group-conflict.js'
import { checkKeys, checkOnceEach, checkStorable } from '../checks.js'
import { cellOf } from '../rows.js'
import { outbox } from '../outbox.js'
import { paymentTable } from './payment-table.js'
import type {
  Cell,
  ChangeGroup,
  Filter,
  InsertEntry,
  InsertOutcome,
  LookupKeys,
  LookupResult,
  PaymentRepository,
  ReplaceOutcome,
  ScanQuery,
} from '../port.js'
import type { Writable } from '../../internal/writable.js'

const scanBatch = 1000

/**
 * A repository in the process's own memory: for tests, demonstrations and as the model that every other storage is
 * compared with. Gone when the process ends. Every call is done before it returns its promise, so calls never interleave.
 *
 * @example
 * const payments = createHospitalPayments({ repository: memoryRepository() })
 * await payments.getPayment('pay_01JD0000000000000000000000') // => null
 */
export function memoryRepository(): PaymentRepository {
  const payments = paymentTable()
  const undelivered = outbox()
  const histories = new Map<string, PaymentEvent[]>()
  const keys = new Map<string, { paymentId: string; fingerprint: string }>()
  const liveReferences = new Map<string, string>()
  const liveReferenceOf = new Map<string, string>()
  const statementLines = new Map<string, readonly string[]>()

  function store(payment: Payment, event: PaymentEvent, liveReference: string | null): void {
    const former = liveReferenceOf.get(payment.id)
    if (former !== undefined) liveReferences.delete(former)
    if (liveReference === null) liveReferenceOf.delete(payment.id)
    else {
      liveReferenceOf.set(payment.id, liveReference)
      liveReferences.set(liveReference, payment.id)
    }
    payments.put(copyPayment(payment))
    const copy = copyEvent(event)
    const history = histories.get(payment.id)
    if (history) history.push(copy)
    else histories.set(payment.id, [copy])
    undelivered.add(copy)
  }

  function copyOf(id: string): Payment {
    return copyPayment(payments.get(id)!)
  }

  function get(id: string): Payment | null {
    return payments.get(id) ? copyOf(id) : null
  }

  function insertOne({ payment, event, liveReference, idempotency }: InsertEntry): InsertOutcome {
    const used = idempotency && keys.get(idempotency.key)
    if (used) return { outcome: 'key_taken', payment: copyOf(used.paymentId), fingerprint: used.fingerprint }
    if (payments.get(payment.id)) return { outcome: 'id_taken', payment: copyOf(payment.id) }
    const holder = liveReference === null ? undefined : liveReferences.get(liveReference)
    if (holder !== undefined) return { outcome: 'reference_taken', payment: copyOf(holder) }
    store(payment, event, liveReference)
    if (idempotency) keys.set(idempotency.key, { paymentId: payment.id, fingerprint: idempotency.fingerprint })
    return { outcome: 'inserted' }
  }

  function insert(entries: readonly InsertEntry[]): InsertOutcome[] {
    for (const { payment, event } of entries) checkStorable(payment, event, 1)
    return entries.map(insertOne)
  }

  const stored: Stored = {
    payment: (id) => payments.get(id),
    holderOfReference: (liveReference) => liveReferences.get(liveReference),
    holderOfTransaction: payments.holderOfTransaction,
  }

  function replace(group: ChangeGroup): ReplaceOutcome {
    const { changes, lines } = group
    for (const { payment, event, expectedVersion } of changes) checkStorable(payment, event, expectedVersion + 1)
    checkOnceEach(group)
    if (lines.some(({ key }) => statementLines.has(key))) return { outcome: 'line_taken' }
    const conflict = conflictWith(changes, stored)
    if (conflict?.outcome === 'stale') return { outcome: 'stale', current: get(conflict.id) }
    if (conflict) return { outcome: conflict.outcome, payment: copyOf(conflict.id) }
    for (const { payment, event, liveReference } of changes) store(payment, event, liveReference)
    for (const { key, paymentIds } of lines) statementLines.set(key, [...paymentIds])
    return { outcome: 'replaced' }
  }

  function lookup({ references, providerTransactionIds, lineKeys }: LookupKeys): LookupResult {
    checkKeys(references, providerTransactionIds, lineKeys)
    const found = new Map<string, Payment>()
    const add = (payment: Payment) => found.set(payment.id, payment)
    for (const reference of references) payments.withReference(reference).forEach(add)
    for (const transaction of providerTransactionIds) payments.withTransaction(transaction).forEach(add)
    const stored = [...new Set(lineKeys)].filter((key) => statementLines.has(key))
    return {
      payments: Array.from(found.values(), copyPayment),
      lines: stored.map((key) => ({ key, paymentIds: [...statementLines.get(key)!] })),
    }
  }

  async function* scan({ fields, ...filter }: ScanQuery, signal?: AbortSignal): AsyncGenerator<Cell[][]> {
    signal?.throwIfAborted()
    let batch: Cell[][] = []
    for (const payment of payments.matching(filter, { frozen: true })) {
      batch.push(fields.map((field) => cellOf(payment, field)))
      if (batch.length < scanBatch) continue
      yield batch
      signal?.throwIfAborted()
      batch = []
    }
    if (batch.length > 0) {
      yield batch
      signal?.throwIfAborted()
    }
  }

  function totals(filter: Filter): Total[] {
    const sums = new Map<string, { total: Writable<Total>; amount: bigint }>()
    for (const { currency, channel, status, amount } of payments.matching(filter, { frozen: false })) {
      const group = `${currency} ${status} ${channel}`
      let sum = sums.get(group)
      if (!sum) sums.set(group, (sum = { total: { currency, channel, status, count: 0, amount: '0' }, amount: 0n }))
      sum.total.count++
      sum.amount += BigInt(amount)
    }
    return Array.from(sums.values(), ({ total, amount }) => ({ ...total, amount: amount.toString() }))
  }

  return {
    insert: async (entries) => insert(entries),
    replace: async (group) => replace(group),
    get: async (id) => get(id),
    page: async (query) => payments.page(query).map(copyPayment),
    lookup: async (lookupKeys) => lookup(lookupKeys),
    scan,
    totals: async (filter) => totals(filter),
    history: async (id) => (histories.get(id) ?? []).map(copyEvent),
    claimEvents: async (claim) => undelivered.claim(claim),
    completeEvents: async (done) => undelivered.complete(done),
  }
}
