import { isDelivered, placeOf, type StoredEvent } from '../../domain/event-stream.js'
import type { Payment } from '../../domain/payments/payment.js'
import type { PaymentTotal } from '../../domain/report.js'
import type { AccountLine } from '../../domain/reconciliation/account-line.js'
import { take } from '../../internal/iterables.js'
import { copyEvent, copyLine, copyPayment } from '../copy.js'
import type { FinanceGroup, FinanceRepository, LinePosition } from '../finance-port.js'
import { conflictWith, type StoredPayments } from '../group-conflict.js'
import {
  checkGroup,
  checkKeyedGroup,
  checkKeys,
  checkStorable,
  checkSuccessorOfLine,
  checkSuccessorOfRow,
} from '../checks.js'
import { rowConflict } from '../aggregates/row-conflict.js'
import { writtenChanges } from '../change-sequences.js'
import { dayTable, movedChain } from '../day-table.js'
import { lineConflict } from '../line-conflict.js'
import { lineMarks } from '../line-marks.js'
import { keyTextOf } from '../aggregates/aggregate.js'
import { imports } from '../aggregates/imports.js'
import { notes } from '../aggregates/notes.js'
import type { RowEntry, RowGuard } from '../aggregates/port.js'
import { cellOf, isFinanceGroup } from '../rows.js'
import { outbox } from '../outbox.js'
import { aggregateTables } from './aggregate-table.js'
import { dayFunctions } from './day-functions.js'
import { eventTable } from './event-table.js'
import { lineTable } from './line-table.js'
import { paymentTable } from './payment-table.js'
import { rowEvents } from './row-events.js'
import { searchIndex } from './search-index.js'
import { type AtOnce, turnsOfEventLoop } from './turns.js'
import { payerSums } from '../payer-sums.js'
import { unprovedSums } from '../unproved.js'
import { waitingSums } from '../waiting-money.js'
import type {
  Cell,
  Change,
  ChangeGroup,
  Filter,
  InsertEntry,
  InsertOutcome,
  LookupKeys,
  LookupResult,
  ReplaceOutcome,
  ScanQuery,
} from '../port.js'
import type { Writable } from '../../internal/writable.js'

const scanBatch = 1000

/** A version of a payment with its event, new or changed. */
type ToStore = Pick<Change, 'payment' | 'event' | 'liveReference'> & Pick<InsertEntry, 'isDelivered'>

/** Yields rows in batches, as of the instant at which the first one is read. */
async function* scanOf<Row, Item>(
  rows: () => Iterable<Row>,
  itemOf: (row: Row) => Item,
  signal: AbortSignal | undefined,
): AsyncGenerator<Item[]> {
  signal?.throwIfAborted()
  let batch: Item[] = []
  for (const row of rows()) {
    batch.push(itemOf(row))
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

/** The functions of a storage in memory. */
export type MemoryFunctions = Omit<Required<FinanceRepository>, 'groupSize' | 'within'>

/** Returns the functions of an empty storage in memory. */
export function memoryFunctions(): MemoryFunctions {
  const payments = paymentTable()
  const undelivered = outbox()
  /** Events of each stream. */
  const histories = new Map<string, StoredEvent[]>()
  const keys = new Map<string, { paymentId: string; fingerprint: string | null }>()
  const keyOf = new Map<string, string>()
  const liveReferences = new Map<string, string>()
  const liveReferenceOf = new Map<string, string>()
  const statementLines = lineTable((key) => eventsByTime.keep(key))
  const eventsByTime = eventTable(statementLines.get)
  const marks = lineMarks()
  const index = searchIndex(payments)
  const days = dayTable()
  const aggregates = aggregateTables()
  const eventsOfRows = rowEvents()
  const turns = turnsOfEventLoop()

  function append(event: StoredEvent, isForDelivery = isDelivered(event)): void {
    const { stream } = placeOf(event)
    const copy = copyEvent(event)
    const history = histories.get(stream)
    if (history) history.push(copy)
    else histories.set(stream, [copy])
    eventsByTime.add(copy)
    if (isForDelivery) undelivered.add(copy)
  }

  function historyOf(stream: string): StoredEvent[] {
    return (histories.get(stream) ?? []).map(copyEvent)
  }

  function store({ payment, event, liveReference, isDelivered: isForDelivery }: ToStore): void {
    const former = liveReferenceOf.get(payment.id)
    if (former !== undefined) liveReferences.delete(former)
    if (liveReference === null) liveReferenceOf.delete(payment.id)
    else {
      liveReferenceOf.set(payment.id, liveReference)
      liveReferences.set(liveReference, payment.id)
    }
    payments.put(copyPayment(payment))
    append(event, isForDelivery)
  }

  function copyOf(id: string): Payment {
    return copyPayment(payments.get(id)!)
  }

  function get(id: string): Payment | null {
    return payments.get(id) ? copyOf(id) : null
  }

  function insertOne(entry: InsertEntry): InsertOutcome {
    const { payment, liveReference, idempotency, terms } = entry
    const { channel, providerTransactionId: receipt } = payment
    const storedKey = idempotency && keys.get(idempotency.key)
    if (storedKey)
      return { outcome: 'key_taken', payment: copyOf(storedKey.paymentId), fingerprint: storedKey.fingerprint }
    if (payments.get(payment.id)) return { outcome: 'id_taken', payment: copyOf(payment.id) }
    const holder = liveReference === null ? undefined : liveReferences.get(liveReference)
    if (holder !== undefined) return { outcome: 'reference_taken', payment: copyOf(holder) }
    const payer = receipt === undefined ? undefined : payments.holderOfTransaction(channel, receipt)
    if (payer !== undefined) return { outcome: 'transaction_taken', payment: copyOf(payer) }
    store(entry)
    index.add(payment, terms)
    if (idempotency) {
      keys.set(idempotency.key, { paymentId: payment.id, fingerprint: idempotency.fingerprint })
      keyOf.set(payment.id, idempotency.key)
    }
    return { outcome: 'inserted' }
  }

  /** Erases what a change erases beside the payment itself. */
  function erase({ payment, erases }: Change): void {
    if (!erases) return
    const key = keyOf.get(payment.id)
    if (key !== undefined) keys.set(key, { paymentId: payment.id, fingerprint: null })
    index.remove(payment, erases.terms)
    aggregates.eraseTexts('paymentId', payment.id)
  }

  function insert(entries: readonly InsertEntry[]): InsertOutcome[] {
    for (const { payment, event } of entries) checkStorable(payment, event, 1)
    return entries.map(insertOne)
  }

  const stored: StoredPayments = {
    payment: (id) => payments.get(id),
    holderOfReference: (liveReference) => liveReferences.get(liveReference),
    holderOfTransaction: payments.holderOfTransaction,
  }

  /** Stores the changes, or returns their conflict. */
  function applyChanges(groupChanges: readonly Change[]): ReplaceOutcome {
    const { changes, earlierEvents } = writtenChanges(groupChanges)
    const conflict = conflictWith(changes, stored)
    if (conflict?.outcome === 'stale') return { outcome: 'stale', current: get(conflict.id) }
    if (conflict) return { outcome: conflict.outcome, payment: copyOf(conflict.id) }
    for (const event of earlierEvents) append(event)
    for (const change of changes) {
      const { payment, terms } = change
      store(change)
      index.add(payment, terms)
      erase(change)
    }
    return { outcome: 'replaced' }
  }

  function replace(group: ChangeGroup): ReplaceOutcome {
    checkKeyedGroup(group)
    const { changes, lines } = group
    if (lines.some(({ key }) => statementLines.has(key))) return { outcome: 'line_taken' }
    const answer = applyChanges(changes)
    if (answer.outcome === 'replaced') lines.forEach(statementLines.keep)
    return answer
  }

  function lineOf(key: string): AccountLine | null {
    const line = statementLines.get(key)
    return line ? copyLine(line) : null
  }

  /** Returns the first conflict of rows; `null` where there is none. */
  function conflictOfRows(entries: readonly RowEntry[], guards: readonly RowGuard[]): ReplaceOutcome | null {
    const conflict = rowConflict(entries, guards, aggregates)
    if (conflict?.stored) {
      const of =
        entries.find((entry) => entry.of.name === conflict.of)?.of ??
        guards.find((guard) => guard.of.name === conflict.of)!.of
      return { ...conflict, stored: aggregates.copyOf(of, conflict.stored) }
    }
    if (conflict) return conflict
    for (const { of, row } of entries) {
      const former = aggregates.row(of, keyTextOf(of, row))
      if (former) checkSuccessorOfRow(of, former.row, row)
    }
    return null
  }

  function replaceFinance(group: FinanceGroup): ReplaceOutcome {
    checkGroup(group)
    const { changes, lines, rows = [], guards = [], chains = [] } = group
    const conflict = lineConflict(lines, statementLines.storedOf)
    if (conflict?.outcome === 'line_stale') return { ...conflict, line: lineOf(conflict.key) }
    if (conflict) return conflict
    for (const { line } of lines) {
      const former = statementLines.get(line.key)
      if (former) checkSuccessorOfLine(former, line)
    }
    const rowOutcome = conflictOfRows(rows, guards)
    if (rowOutcome) return rowOutcome
    const chainOutcome = movedChain(chains, (account) => days.state(account).sequence)
    if (chainOutcome) return chainOutcome
    const answer = applyChanges(changes)
    if (answer.outcome !== 'replaced') return answer
    lines.forEach(statementLines.store)
    lines.forEach(eventsByTime.addOfLine)
    for (const entry of lines) if (entry.marks) marks.add(entry.line.key, entry.marks)
    for (const entry of rows) {
      aggregates.store(entry)
      entry.events.forEach(eventsOfRows.add)
    }
    for (const { key, erases } of lines) if (erases) aggregates.eraseTexts('lineKey', key)
    for (const event of group.events ?? []) append(event)
    days.count(chains)
    return answer
  }

  function lookup({ references, providerTransactionIds, lineKeys }: LookupKeys): LookupResult {
    checkKeys(references, providerTransactionIds, lineKeys)
    const paymentsById = new Map<string, Payment>()
    const add = (payment: Payment) => paymentsById.set(payment.id, payment)
    for (const reference of references) payments.withReference(reference).forEach(add)
    for (const transaction of providerTransactionIds) payments.withTransaction(transaction).forEach(add)
    return {
      payments: Array.from(paymentsById.values(), copyPayment),
      lines: [...new Set(lineKeys)].flatMap(statementLines.lookUp),
    }
  }

  function eraseLineTexts({ before, after, limit }: { before: string; after?: LinePosition; limit: number }) {
    const valuedBefore: AccountLine[] = []
    for (const line of statementLines.matching({}, { frozen: false, after })) {
      if (line.valueDate >= before || valuedBefore.length >= limit) break
      valuedBefore.push(line)
    }
    const erased = new Set(statementLines.eraseNarrations(valuedBefore))
    for (const { key } of valuedBefore) if (aggregates.erase(notes, 'lineKey', key)) erased.add(key)
    const last = valuedBefore.at(-1)
    return {
      forgotten: erased.size,
      last: last ? { valueDate: last.valueDate, key: last.key } : null,
    }
  }

  function findLines(keys: readonly string[]): AccountLine[] {
    checkKeys(keys)
    return [...new Set(keys)].flatMap((key) => lineOf(key) ?? [])
  }

  /** Lists the ids of an account's imports of another layout whose days meet these, and of those whose days are not known yet. */
  function importsOfOtherLayout({
    account,
    layout,
    from,
    to,
  }: Parameters<FinanceRepository['importsOfOtherLayout']>[0]): string[] {
    const ids: string[] = []
    for (const { row } of aggregates.scan(imports, { list: 'account', where: { account } })) {
      const { id, document: entry } = row
      const isOther = entry.layout !== null && entry.layout !== layout
      const hasDays = (entry.from === null || entry.from <= to) && (entry.to === null || entry.to >= from)
      if (isOther && hasDays) ids.push(id)
    }
    return ids
  }

  function scan({ fields, ...filter }: ScanQuery, signal?: AbortSignal): AsyncIterable<Cell[][]> {
    const cellsOf = (payment: Payment) => fields.map((field) => cellOf(payment, field))
    return scanOf(() => payments.matching(filter, { frozen: true }), cellsOf, signal)
  }

  function totals(filter: Filter): PaymentTotal[] {
    const sums = new Map<string, { total: Writable<PaymentTotal>; amount: bigint; waived: bigint }>()
    for (const { currency, channel, status, amount, amountWaived } of payments.matching(filter, { frozen: false })) {
      const group = `${currency} ${status} ${channel}`
      let sum = sums.get(group)
      if (!sum) {
        const total = { currency, channel, status, count: 0, amount: '0', waived: '0' }
        sums.set(group, (sum = { total, amount: 0n, waived: 0n }))
      }
      sum.total.count++
      sum.amount += BigInt(amount)
      sum.waived += BigInt(amountWaived)
    }
    return Array.from(sums.values(), ({ total, amount, waived }) => {
      return { ...total, amount: amount.toString(), waived: waived.toString() }
    })
  }

  const calls: AtOnce<FinanceRepository> = {
    insert: (entries) => insert(entries),
    replace: (group) => (isFinanceGroup(group) ? replaceFinance(group) : replace(group)),
    get: (id) => get(id),
    page: (query) => payments.page(query).map(copyPayment),
    lookup: (lookupKeys) => lookup(lookupKeys),
    totals: (filter) => totals(filter),
    history: (id) => historyOf(id),
    claimEvents: (claim) => undelivered.claim(claim),
    completeEvents: (completion) => undelivered.complete(completion),
    findLines: (keys) => findLines(keys),
    markedLines(kind, markTexts) {
      checkKeys(markTexts)
      return marks.find(kind, markTexts).map(({ mark, key }) => ({ mark, line: lineOf(key)! }))
    },
    pageLines: (query) => statementLines.page(query),
    lineHistory: (key) => statementLines.history(key),
    lineHistories: (keys) => [...new Set(keys)].flatMap(statementLines.history),
    countLines: (query) => statementLines.count(query),
    sumOpenLines: (query) => statementLines.sumOpen(query),
    sumLines: (filter) => statementLines.sum(filter),
    eraseLineTexts: (query) => eraseLineTexts(query),
    importsOfOtherLayout: (query) => importsOfOtherLayout(query),
    searchPayments: (query) => index.search(query).map(copyPayment),
    findCandidates: (query) => index.candidates(query).map(copyPayment),
    histories: (ids) => [...new Set(ids)].flatMap(historyOf),
    sumUnproved: ({ paidBefore, channels }) =>
      unprovedSums(
        payments.matching(
          { by: 'paidAt', before: paidBefore, statuses: ['succeeded'], ...(channels && { channels }) },
          { frozen: false },
        ),
      ),
    sumWaiting: (kind) => waitingSums(kind, payments.matching({ by: 'createdAt' }, { frozen: false })),
    sumPayer: (payerId) =>
      payerSums(
        [...payments.matching({ by: 'createdAt', statuses: ['pending'] }, { frozen: false })].filter(
          ({ customer }) => customer?.id === payerId,
        ),
        [...statementLines.matching({ payerId, statuses: ['open'] }, { frozen: false })],
      ),
    pagePayer: ({ payerId, after, limit }) => {
      const isBehind = (at: string, id: string) => !after || at > after.at || (at === after.at && id > after.id)
      const bills = payments.matching({ by: 'createdAt' }, { frozen: false })
      const ofPayer = Array.from(bills).filter(
        ({ id, createdAt, customer }) => customer?.id === payerId && isBehind(createdAt, id),
      )
      const lines = Array.from(statementLines.matching({ payerId }, { frozen: false }))
        .filter(({ key, createdAt }) => isBehind(createdAt, key))
        .sort((a, b) => (a.createdAt < b.createdAt || (a.createdAt === b.createdAt && a.key < b.key) ? -1 : 1))
      return { payments: take(ofPayer, limit).map(copyPayment), lines: take(lines, limit).map(copyLine) }
    },
    pageDeadEvents: (query) => undelivered.pageDead(query),
    findRows: (of, field, values) => {
      checkKeys(values)
      return aggregates.find(of, field, values)
    },
    pageRows: (of, query) => aggregates.page(of, query),
    leaseRows: (of, claim) => aggregates.lease(of, claim),
    deleteRows: (of, field, values) => {
      checkKeys(values)
      aggregates.delete(of, field, values)
    },
    sumRows: (of, query) => aggregates.sum(of, query),
    rowHistories: (streams) => eventsOfRows.of(streams),
    pageRowEvents: (query) => eventsOfRows.page(query),
    pageEvents: (query) => eventsByTime.page(query),
    pageLineMovements: (query) => eventsByTime.pageOfLines(query),
    sumEvents: (period) => eventsByTime.sum(period),
    ...dayFunctions(days, statementLines),
  }

  return {
    ...(turns.between(calls) as MemoryFunctions),
    scan: (query, signal) => turns.batches(scan(query, signal)),
    scanLines: (filter, signal) =>
      turns.batches(scanOf(() => statementLines.matching(filter, { frozen: true }), copyLine, signal)),
    scanLineMovements: (query, signal) =>
      turns.batches(
        scanOf(
          () => eventsByTime.movements(query),
          (movement) => movement,
          signal,
        ),
      ),
    scanRows: (of, query, signal) =>
      turns.batches(
        scanOf(
          () => aggregates.scan(of, query),
          (stored) => aggregates.copyOf(of, stored).row,
          signal,
        ),
      ),
    scanClosings: (account, signal) =>
      turns.batches(
        scanOf(
          () => days.links(account),
          (link) => link,
          signal,
        ),
      ),
  }
}
