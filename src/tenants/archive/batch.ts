/** The write of one batch: whole groups of rows go to the other tables, and leave behind what makes them known again. */
import { changeOfMoves, countedMoney, movedAccount, type AccountState } from '../../domain/accounts/account.js'
import type { CashSession } from '../../domain/cash/session.js'
import { DaySums } from '../../domain/days/day-sums.js'
import { lineMark } from '../../domain/days/line-mark.js'
import type { StoredEvent } from '../../domain/event-stream.js'
import { millisecondsOf } from '../../domain/instant.js'
import { amountTerm, searchTermsOf } from '../../domain/payments/search-terms.js'
import type { Payment } from '../../domain/payments/payment.js'
import type { AccountLine } from '../../domain/reconciliation/account-line.js'
import { groupedBy } from '../../internal/grouped-by.js'
import { carriedOfDays } from '../../operations/archived/archived-lines.js'
import { accounts } from '../../repository/aggregates/accounts.js'
import type { AnyAggregate } from '../../repository/aggregates/aggregate.js'
import {
  type ArchivedLine,
  archivedLines,
  carriedForward,
  type CarriedForward,
} from '../../repository/aggregates/archived-lines.js'
import { notes } from '../../repository/aggregates/notes.js'
import type { RowEntry } from '../../repository/aggregates/port.js'
import { receiptParts, receipts } from '../../repository/aggregates/receipts.js'
import { newRow } from '../../repository/aggregates/rows.js'
import type { ChainEnd } from '../../repository/day-port.js'
import type { FinanceRepository } from '../../repository/finance-port.js'
import { readAll, type SqlContext } from '../../sql/core/context.js'
import type { Condition } from '../../sql/core/condition.js'
import type { Deadline, SqlStatement, WriteStatement } from '../../sql/core/database.js'
import { lockMs } from '../../sql/core/deadline.js'
import { markColumns } from '../../sql/core/finance/columns.js'
import { indexed } from '../../sql/core/finance/terms.js'
import { underMaintenance } from '../../sql/core/maintenance.js'
import type { Tables } from '../../sql/core/tables.js'
import { text, textOrNull } from '../../sql/core/values.js'
import { nameOf, type StoredTable, storedTables } from '../tables/stored-tables.js'
import type { FoundGroups, MovableGroup } from './find-groups.js'
import type { Link, LinkedKind } from './linked-rows.js'
import { type MovedTable, movedTables, type Subject } from './moved-tables.js'

/** The ids or keys of the rows that a batch moves, by their kind. */
export type SubjectIds = Readonly<Record<Subject, readonly string[]>>

/** The number of rows that a batch moved. */
export interface MovedCounts {
  readonly payments: number
  readonly lines: number
  /** Events of payments, lines and small rows. */
  readonly events: number
}

/** The place of the rows, and the tables that they go to. */
export interface ArchivePlace {
  readonly context: SqlContext
  readonly finance: FinanceRepository
  readonly to: Tables
  /** The repository over the other tables. */
  readonly archived: FinanceRepository
}

/** A batch as it is written; its counts hold where it is stored. */
export interface BatchToWrite {
  readonly counts: MovedCounts
  readonly ids: SubjectIds
  statements(deadline: Deadline): readonly WriteStatement[]
  /** Returns true where the batch is stored: an earlier try may have been, without an answer. */
  isStored(deadline: Deadline): Promise<boolean>
}

const noIds: SubjectIds = {
  payment: [],
  line: [],
  receipt: [],
  refund: [],
  waiver: [],
  attempt: [],
  session: [],
  event: [],
}

function idsOf(groups: readonly MovableGroup[], selection: FoundGroups): SubjectIds {
  const links = groups.flatMap((group) => group.links)
  const ofKind = (kind: LinkedKind) =>
    links.filter((link: Link) => link.kind === kind && selection.rows[kind].has(link.id)).map(({ id }) => id)
  const [payment, refund] = [ofKind('payment'), ofKind('refund')]
  const events = [...payment, ...refund].flatMap((id) => selection.events.get(id) ?? [])
  return {
    payment,
    refund,
    line: ofKind('line'),
    receipt: ofKind('receipt'),
    waiver: ofKind('waiver'),
    attempt: ofKind('attempt'),
    session: [],
    event: events.map(({ id }) => id),
  }
}

/** A part of a table's rows, small enough for one statement. */
interface PartOfTable {
  readonly table: StoredTable
  readonly condition: Condition
  readonly count: number
  /** The sum of the versions of the rows, where they are subjects; else `null`. */
  readonly versions: number | null
}

/** A condition on rows of a table, with the ids that it is made of. */
interface RowCondition {
  readonly condition: Condition
  readonly ids: readonly string[]
}

/** Makes the conditions of the rows of a table that belong to subjects. */
function conditionsOf({ context }: ArchivePlace, { column, of }: MovedTable, ids: SubjectIds): RowCondition[] {
  const { dialect } = context
  const values = [...new Set(of.flatMap((subject) => ids[subject]))]
  return dialect.batches(values).map((part) => ({ condition: dialect.oneOf(column, part), ids: part }))
}

/** Lists the sums of different values: what waivers may have paid of a payment at any time. */
function possibleSums(amounts: readonly number[]): Set<number> {
  let sums = new Set([0])
  for (const amount of amounts.slice(0, maxWaivers)) sums = new Set([...sums].flatMap((sum) => [sum, sum + amount]))
  return sums
}

const maxWaivers = 8

/** Returns every term that a payment may be found by: those that it was stored with, and those of what was open of it. */
function possibleTerms(payment: Payment, events: readonly StoredEvent[], waived: readonly number[]): string[] {
  const reconciled = new Set([0])
  for (const { data } of events) if ('amountReconciled' in data) reconciled.add(data.amountReconciled)
  const terms = new Set(searchTermsOf({ ...payment, customer: payment.customer ?? {} }).map(indexed))
  for (const sum of possibleSums(waived))
    for (const proved of reconciled) {
      const open = payment.amount - sum - proved
      if (open > 0 && open < payment.amount) terms.add(amountTerm(open))
    }
  return [...terms]
}

/** Makes the conditions of the search terms of payments; those of payments of about one time share the index. */
function termConditions({ context }: ArchivePlace, selection: FoundGroups, ids: SubjectIds): RowCondition[] {
  const { dialect } = context
  const waived = groupedBy(selection.rows.waiver.values(), ({ paymentId }) => paymentId)
  const payments = ids.payment.map((id) => selection.rows.payment.get(id)!)
  return [...groupedBy(payments, ({ createdAt }) => createdAt.slice(0, 10)).values()].flatMap((ofDay) => {
    const times = ofDay.map(({ createdAt }) => millisecondsOf(createdAt))
    const terms = ofDay.flatMap((payment) =>
      possibleTerms(
        payment,
        selection.events.get(payment.id) ?? [],
        (waived.get(payment.id) ?? []).map(({ amount }) => amount),
      ),
    )
    const isOfPayments = dialect.oneOf(
      'payment_id',
      ofDay.map(({ id }) => id),
    )
    return dialect.batches([...new Set(terms)]).map((part) => {
      const isTerm = dialect.oneOf('term', part)
      const condition = {
        text: `${isTerm.text} AND created_at >= ? AND created_at <= ? AND ${isOfPayments.text}`,
        values: [...isTerm.values, Math.min(...times), Math.max(...times), ...isOfPayments.values],
      }
      return { condition, ids: part }
    })
  })
}

/** The versions of rows that are moved as they were decided on, by the name of their table and their id. */
type Versions = ReadonlyMap<string, ReadonlyMap<string, { readonly version: number }>>

/** Counts the rows that a batch is to move, table by table; `null` where a row is gone meanwhile. */
async function partsOf(
  place: ArchivePlace,
  ids: SubjectIds,
  {
    terms,
    versions,
    tables: only,
  }: { readonly terms: readonly RowCondition[]; readonly versions: Versions; readonly tables?: readonly string[] },
): Promise<PartOfTable[] | null> {
  const { context } = place
  const { dialect, tables, tenant } = context
  const parts: PartOfTable[] = []
  for (const table of storedTables) {
    const moved = movedTables[table.name]!
    if (moved === 'stays' || (only && !only.includes(table.name))) continue
    for (const { condition, ids: of } of moved === 'terms' ? terms : conditionsOf(place, moved, ids)) {
      const select = `SELECT COUNT(*) AS count_of FROM ${nameOf(table, tables)} WHERE tenant = ? AND ${condition.text}`
      const statement = { text: dialect.placeholders(select), values: [tenant, ...condition.values] }
      const [[count] = []] = await context.read(statement)
      const isSubject = moved !== 'terms' && moved.isSubject === true
      if (isSubject && Number(count) !== of.length) return null
      const sum = () => of.reduce((total, id) => total + versions.get(table.name)!.get(id)!.version, 0)
      if (Number(count) > 0) parts.push({ table, condition, count: Number(count), versions: isSubject ? sum() : null })
    }
  }
  return parts
}

/** Returns the statements that hold rows, and refuse the write unless they have the versions that it was decided on. */
function held({ context }: ArchivePlace, { table, condition, count, versions }: PartOfTable): WriteStatement[] {
  if (versions === null) return []
  const { dialect, tables, tenant } = context
  const from = `FROM ${nameOf(table, tables)} WHERE tenant = ? AND ${condition.text}`
  const values = [tenant, ...condition.values]
  return [
    { text: dialect.placeholders(`SELECT 1 AS stored ${from}${dialect.finance.forUpdate}`), values, mustChange: count },
    {
      text: dialect.placeholders(
        `SELECT COUNT(*) AS count_of ${from} GROUP BY tenant HAVING SUM(version) = ?${dialect.lockingRead}`,
      ),
      values: [...values, versions],
      mustChange: 1,
    },
  ]
}

/** Returns the statements that copy rows to the other tables and delete them here. */
function moved({ context, to }: ArchivePlace, { table, condition, count }: PartOfTable): WriteStatement[] {
  const { dialect, tables, tenant } = context
  const columns = ['tenant', ...table.columns.map(({ name }) => name)].join(', ')
  const from = `FROM ${nameOf(table, tables)} WHERE tenant = ? AND ${condition.text}`
  const values = [tenant, ...condition.values]
  const counted = (statement: string): WriteStatement => ({
    text: dialect.placeholders(statement + dialect.finance.counted),
    values,
    mustChange: count,
  })
  return [counted(`INSERT INTO ${nameOf(table, to)} (${columns}) SELECT ${columns} ${from}`), counted(`DELETE ${from}`)]
}

/** Reads the marks of lines. */
async function marksOf({ context }: ArchivePlace, keys: readonly string[]) {
  const { dialect, tables, tenant } = context
  const columns = ['line_key', markColumns.identity, markColumns.receipt, markColumns.entry, markColumns.reference]
  const statements = dialect.batches(keys).map((part): SqlStatement => {
    const { text: isOne, values } = dialect.oneOf('line_key', part)
    const select = `SELECT ${columns.join(', ')} FROM ${tables.accountLines} WHERE tenant = ? AND ${isOne}`
    return { text: dialect.placeholders(select), values: [tenant, ...values] }
  })
  const rows = await context.attempt(({ deadline }) => readAll(context, statements, deadline))
  return new Map(
    rows.map(([key, identity, receipt, entry, reference]) => [
      text(key),
      {
        identityMark: textOrNull(identity),
        receiptMark: textOrNull(receipt),
        entryMark: textOrNull(entry),
        referenceMark: textOrNull(reference),
      },
    ]),
  )
}

type Marks = Awaited<ReturnType<typeof marksOf>>

function archivedLine(line: AccountLine, marks: Marks, movedTo: string): ArchivedLine {
  const { key: lineKey, account, importId, direction, amount, currency, valueDate, sessionId, version } = line
  const { reference, providerTransactionId } = line
  return {
    lineKey,
    account,
    importId,
    direction,
    amount,
    currency,
    valueDate,
    ...(reference !== undefined && { reference }),
    ...(providerTransactionId !== undefined && { providerTransactionId }),
    lineVersion: version,
    digest: lineMark(line)[2],
    sessionId,
    movedTo,
    ...marks.get(lineKey)!,
  }
}

const dayText = ({ account, day }: { account: string; day: string }) => `${day} ${account}`

/** Makes the rows of the sums that lines leave behind, with what earlier lines of their days have left. */
async function carriedRows(finance: FinanceRepository, lines: readonly AccountLine[]): Promise<RowEntry[]> {
  const names = [...new Set(lines.map(({ account }) => account))]
  const days = groupedBy(lines, ({ account, valueDate }) => dayText({ account, day: valueDate }))
  const stored = new Map<string, CarriedForward>()
  for (const account of names) {
    const valueDates = lines.flatMap((line) => (line.account === account ? line.valueDate : [])).sort()
    const range = { account, from: valueDates[0]!, to: valueDates.at(-1)! }
    for (const row of (await carriedOfDays(finance, range)).values()) stored.set(dayText(row), row)
  }
  return Array.from(days, ([name, ofDay]): RowEntry => {
    const former = stored.get(name)
    const { account, valueDate: day } = ofDay[0]!
    const sums = new DaySums()
    if (former) sums.addClosing({ currencies: former.sums })
    for (const line of ofDay) sums.add(line)
    const row: CarriedForward = { account, day, sums: sums.currencies(), version: (former?.version ?? 0) + 1 }
    return former
      ? { of: carriedForward, row, beside: null, expected: former.version, events: [] }
      : { ...newRow(carriedForward, row) }
  })
}

/** Makes the rows of the accounts in the other tables: the balance of the lines that are there. */
async function archivedAccounts(archived: FinanceRepository, lines: readonly AccountLine[]): Promise<RowEntry[]> {
  const names = [...new Set(lines.map(({ account }) => account))]
  const states = (await archived.findRows(accounts, 'account', names)).map(({ row }) => row)
  const moves = lines.map((line) => ({
    account: line.account,
    currency: line.currency,
    change: countedMoney(line),
    day: line.valueDate,
  }))
  return Array.from(
    groupedBy(moves, ({ account, currency }) => `${currency} ${account}`).values(),
    (group): RowEntry => {
      const { account, currency } = group[0]!
      const former: AccountState | null =
        states.find((state) => state.account === account && state.currency === currency) ?? null
      const { change, ...others } = changeOfMoves(group)
      const row = movedAccount(former, { account, currency }, change, others)
      return former
        ? { of: accounts, row, beside: null, expected: former.version, events: [] }
        : { ...newRow(accounts, row) }
    },
  )
}

/**
 * Returns the statements for the keys of records that met the lines of attempts: a record that comes again is known by its key
 * alone, because the attempt is no longer here.
 */
function keysOfRecords({ context }: ArchivePlace, selection: FoundGroups, ids: SubjectIds): WriteStatement[] {
  const { dialect, tables, tenant } = context
  const insert = dialect.placeholders(
    `INSERT INTO ${tables.lines} (tenant, line_key, payment_ids) VALUES (?, ?, ?)` +
      dialect.finance.orNothing('tenant, line_key'),
  )
  return ids.attempt.flatMap((id) => {
    const { paymentId, metBy, feeMetBy } = selection.rows.attempt.get(id)!
    return [metBy, feeMetBy].flatMap((key) =>
      key === null ? [] : [{ text: insert, values: [tenant, key, JSON.stringify([paymentId])] }],
    )
  })
}

const eventTables = ['payment_events', 'line_events', 'row_events']

function countOf(parts: readonly PartOfTable[], names: readonly string[]): number {
  return parts.reduce((sum, { table, count }) => (names.includes(table.name) ? sum + count : sum), 0)
}

/** Makes the write of subjects with all that belongs to them; `extra` are the statements of what stays behind. */
function toWrite(
  place: ArchivePlace,
  ids: SubjectIds,
  parts: readonly PartOfTable[],
  extra: (deadline: Deadline) => readonly WriteStatement[],
): BatchToWrite {
  const { dialect, tables, tenant } = place.context
  return {
    ids,
    counts: { payments: ids.payment.length, lines: ids.line.length, events: countOf(parts, eventTables) },
    statements: (deadline) =>
      underMaintenance(dialect, tables, tenant, [
        ...parts.flatMap((part) => held(place, part)),
        ...extra(deadline),
        ...parts.flatMap((part) => moved(place, part)),
      ]),
    async isStored(deadline) {
      const { table, condition, count } = parts.find(({ versions }) => versions !== null) ?? parts[0]!
      const select = `SELECT COUNT(*) AS count_of FROM ${nameOf(table, place.to)} WHERE tenant = ? AND ${condition.text}`
      const statement = { text: dialect.placeholders(select), values: [tenant, ...condition.values] }
      const [[stored] = []] = await place.context.database.read(statement, deadline)
      return Number(stored) === count
    },
  }
}

/**
 * Decides the write of some groups; `null` where a row of them is gone. All that it depends on is read here or was before, and is
 * held in the write: where anything has changed meanwhile, nothing is stored.
 */
export async function batchOf(
  place: ArchivePlace,
  groups: readonly MovableGroup[],
  selection: FoundGroups,
  chains: readonly ChainEnd[],
): Promise<BatchToWrite | null> {
  const ids = idsOf(groups, selection)
  const lines = ids.line.map((key) => selection.rows.line.get(key)!)
  const marks = await marksOf(place, ids.line)
  const carried = await carriedRows(place.finance, lines)
  const states = await archivedAccounts(place.archived, lines)
  const stubs = lines.map((line) => newRow(archivedLines, archivedLine(line, marks, place.to.prefix)))
  const { payment, line, receipt, refund, waiver, attempt } = selection.rows
  const versions: Versions = new Map<string, ReadonlyMap<string, { readonly version: number }>>([
    ['payments', payment],
    ['account_lines', line],
    ['receipts', receipt],
    ['refunds', refund],
    ['waivers', waiver],
    ['attempts', attempt],
  ])
  const parts = await partsOf(place, ids, { terms: termConditions(place, selection, ids), versions })
  if (parts === null) return null
  const { dialect, tables, tenant, days } = place.context
  const rowWrites = (of: AnyAggregate, into: Tables) =>
    dialect.finance.rowWrites(of, { tables: into, tenant, bound: false })
  return toWrite(place, ids, parts, (until) => [
    ...chains.flatMap((end) => days.holdChain(end)),
    ...rowWrites(carriedForward, tables)(carried, lockMs(until)),
    ...rowWrites(archivedLines, tables)(stubs, lockMs(until)),
    ...rowWrites(accounts, place.to)(states, lockMs(until)),
    ...keysOfRecords(place, selection, ids),
  ])
}

/** The tables to which a caller may add a row of a payment or a line without changing it: a receipt, or a note. */
const tablesOfStrays = ['receipts', 'receipt_parts', 'row_events', 'line_notes']

/**
 * Decides the write of what was added to moved payments and lines while they were moved, by callers who had read them before; `null`
 * where nothing was, as nearly always.
 */
export async function straysOf(
  place: ArchivePlace,
  { payment, line }: Pick<SubjectIds, 'payment' | 'line'>,
): Promise<BatchToWrite | null> {
  const { finance } = place
  const parts = payment.length > 0 ? await finance.findRows(receiptParts, 'paymentId', payment) : []
  const added = line.length > 0 ? await finance.findRows(notes, 'lineKey', line) : []
  if (parts.length + added.length === 0) return null
  const ids = [...new Set(parts.map(({ row }) => row.receiptId))]
  const stored = ids.length > 0 ? await finance.findRows(receipts, 'id', ids) : []
  const versions = new Map([['receipts', new Map(stored.map(({ row }) => [row.id, row]))]])
  const moved = { ...noIds, payment, line, receipt: stored.map(({ row }) => row.id) }
  const rows = await partsOf(place, moved, { terms: [], versions, tables: tablesOfStrays })
  return rows && { ...toWrite(place, moved, rows, () => []), counts: { payments: 0, lines: 0, events: 0 } }
}

/** Decides the write of sessions at the counter of which every line was moved; `null` where one is gone. */
export async function sessionsOf(place: ArchivePlace, sessions: readonly CashSession[]): Promise<BatchToWrite | null> {
  const ids = { ...noIds, session: sessions.map(({ id }) => id) }
  const versions = new Map([['cash_sessions', new Map(sessions.map((session) => [session.id, session]))]])
  const parts = await partsOf(place, ids, { terms: [], versions })
  return parts && toWrite(place, ids, parts, () => [])
}
