import type { StoredEvent } from '../../domain/event-stream.js'
import { type AccountLine, type LineEvent, withoutNarration } from '../../domain/reconciliation/account-line.js'
import { checkGroup, checkKeys, checkSuccessorOfLine } from '../checks.js'
import { copyLine } from '../copy.js'
import type { FinanceGroup, FinanceRepository, LinePosition } from '../finance-port.js'
import { accountTable, movedAccount } from '../account-table.js'
import { writtenChanges } from '../change-sequences.js'
import { movedChain } from '../day-table.js'
import { lineConflict, type StoredOfLine } from '../line-conflict.js'
import { lineMarks } from '../line-marks.js'
import type { MarkKind } from '../../domain/reconciliation/line-key.js'
import type { AccountVersion, LookupKeys, LookupResult, ReplaceOutcome } from '../port.js'
import { isFinanceGroup, paymentIdsOf, storableAfter } from '../rows.js'
import { ChangedLines } from './changed-lines.js'
import { dryDays } from './dry-days.js'
import { dryImports } from './dry-imports.js'
import { dryNotes } from './dry-notes.js'
import { dryPayments } from './dry-payments.js'
import { dryRefunds } from './dry-refunds.js'
import { dryRows } from './dry-rows.js'
import { drySearch } from './dry-search.js'
import { dryUnproved, dryWaiting } from './dry-unproved.js'
import { EventLog } from './event-log.js'
import { lineReads } from './line-reads.js'

/** Returns a dry run of payments, of statement lines and of refunds. */
export function dryFinance(repository: FinanceRepository): FinanceRepository {
  const changedLines = new ChangedLines()
  const lineEvents = new EventLog<LineEvent>(({ lineKey }) => lineKey)
  const dry = dryPayments(repository, (key) => changedLines.has(key))
  const { payments, reads, changed, events } = dry
  const notes = dryNotes(repository)
  const marks = lineMarks()
  const accounts = accountTable()
  const { keepFormerDay, ...lines } = lineReads(repository, changedLines)
  const days = dryDays(repository, lines.scanLines)
  const refunds = dryRefunds(repository, events)
  const rows = dryRows(repository)

  async function replaceFinance(group: FinanceGroup): Promise<ReplaceOutcome> {
    checkGroup(group)
    const written = writtenChanges(group.changes)
    const { changes } = written
    const {
      lines: entries,
      refunds: refundEntries = [],
      rows: rowEntries = [],
      guards = [],
      chains = [],
      accounts: decidedOn = [],
    } = group
    const keys = entries.map(({ line }) => line.key)
    const held = await reads.storedBefore(changes, keys)
    const whole = await reads.wholeLinesBefore(
      entries
        .filter(({ expected, line }) => expected !== 'nothing' || held.lines.has(line.key))
        .map(({ line }) => line.key),
    )
    const heldRefunds = await refunds.refundsBefore(refundEntries)
    const rowsBefore = await rows.rowsBefore(rowEntries, guards)
    if (chains.length > 0) await days.readChains(chains)
    // The last read that is waited for: writes of this run in the meantime are read behind it.
    const versionBefore = await versionsBefore(decidedOn)
    const storedOf = (key: string): StoredOfLine =>
      changedLines.find(key)?.line ?? whole.get(key) ?? (held.lines.has(key) || dry.hasKey(key) ? 'key' : 'nothing')
    const lineOutcome = lineConflict(entries, storedOf)
    if (lineOutcome?.outcome === 'line_taken') return lineOutcome
    if (lineOutcome) {
      const stored = storedOf(lineOutcome.key)
      return { ...lineOutcome, line: typeof stored === 'object' ? copyLine(stored) : null }
    }
    for (const { line } of entries) {
      const former = storedOf(line.key)
      if (typeof former === 'object') checkSuccessorOfLine(former, line)
    }
    const refundOutcome = refunds.conflictOf(refundEntries, heldRefunds)
    if (refundOutcome) return refundOutcome
    const rowOutcome = rows.conflictOf(rowEntries, guards, rowsBefore)
    if (rowOutcome) return rowOutcome
    const chainOutcome = movedChain(chains, days.sequenceOf)
    if (chainOutcome) return chainOutcome
    const accountOutcome = movedAccount(decidedOn, (account) => accounts.version(account) || versionBefore(account))
    if (accountOutcome) return accountOutcome
    const conflict = dry.conflictOf(changes, held)
    if (conflict) return dry.answerTo(conflict)
    dry.store(written, held)
    days.count(chains)
    accounts.raise(decidedOn)
    for (const { line, event, marks: entryMarks } of entries) {
      if (entryMarks) marks.add(line.key, entryMarks)
      const former = changedLines.find(line.key)?.line ?? whole.get(line.key)
      if (former) keepFormerDay(former, line)
      changedLines.add(storableAfter(former, line), changedLines.find(line.key)?.wasStored ?? whole.has(line.key))
      if (event) lineEvents.add(event)
    }
    refunds.store(refundEntries)
    rows.store(rowEntries, rowsBefore)
    group.events?.forEach((event) => events.add(event))
    return { outcome: 'replaced' }
  }

  async function findLines(keys: readonly string[]): Promise<AccountLine[]> {
    checkKeys(keys)
    const distinctKeys = [...new Set(keys)]
    const unchanged = distinctKeys.filter((key) => !changedLines.has(key))
    const stored = unchanged.length > 0 ? (await reads.findLines(unchanged)).map(copyLine) : []
    return [...stored, ...distinctKeys.flatMap((key) => changedLines.find(key)?.line ?? [])]
  }

  async function accountVersions(account: string): Promise<AccountVersion[]> {
    const versions = accounts.of(account)
    const currencies = new Set(versions.map(({ currency }) => currency))
    return [
      ...(await repository.accountVersions(account)).filter(({ currency }) => !currencies.has(currency)),
      ...versions,
    ]
  }

  /** Reads the versions of accounts, without those that this run has raised. */
  async function versionsBefore(decidedOn: readonly AccountVersion[]) {
    const versions = new Map<string, number>()
    for (const account of new Set(decidedOn.map((account) => account.account))) {
      for (const { currency, version } of await repository.accountVersions(account))
        versions.set(`${currency} ${account}`, version)
    }
    return ({ account, currency }: AccountVersion) => versions.get(`${currency} ${account}`) ?? 0
  }

  async function markedLines(kind: MarkKind, markTexts: readonly string[]) {
    checkKeys(markTexts)
    const stored = await repository.markedLines(kind, markTexts)
    const current = stored.map(({ mark, line }) => ({ mark, line: changedLines.find(line.key)?.line ?? line }))
    return [
      ...current,
      ...marks.find(kind, markTexts).map(({ mark, key }) => ({ mark, line: changedLines.find(key)!.line })),
    ]
  }

  async function lookup(keys: LookupKeys): Promise<LookupResult> {
    const result = await payments.lookup(keys)
    const changedStored = [...new Set(keys.lineKeys)].flatMap((key) => {
      const line = changedLines.find(key)?.line
      return line ? [{ key, paymentIds: paymentIdsOf(line) }] : []
    })
    return { ...result, lines: [...result.lines.filter(({ key }) => !changedLines.has(key)), ...changedStored] }
  }

  async function eraseLineTexts(query: { before: string; after?: LinePosition; limit: number }) {
    const { before, after, limit } = query
    const page = await lines.pageLines({ limit, ...(after && { after }) })
    const valuedBefore = page.filter(({ valueDate }) => valueDate < before)
    let forgotten = 0
    for (const line of valuedBefore) {
      const hadNotes = await notes.erase(line.key)
      if (line.narration !== undefined) {
        changedLines.add(withoutNarration(line), changedLines.find(line.key)?.wasStored ?? true)
      }
      if (hadNotes || line.narration !== undefined) forgotten++
    }
    const last = valuedBefore.at(-1)
    return { forgotten, last: last ? { valueDate: last.valueDate, key: last.key } : null }
  }

  async function lineHistories(keys: readonly string[]): Promise<LineEvent[]> {
    const stored = await repository.lineHistories(keys)
    const dryEvents = [...new Set(keys)].filter((key) => changedLines.has(key)).flatMap((key) => lineEvents.of(key))
    return [...stored, ...dryEvents]
  }

  async function histories(ids: readonly string[]): Promise<StoredEvent[]> {
    const stored = await repository.histories(ids)
    const dryEvents = [...new Set(ids)].filter((id) => changed.has(id)).flatMap((id) => events.of(id))
    return [...stored, ...dryEvents]
  }

  async function pageDeadEvents(query: { after?: { at: string; id: string }; limit: number }): Promise<StoredEvent[]> {
    const stored = await repository.pageDeadEvents(query)
    if (changed.size + refunds.changed.size === 0) return [...stored]
    const all = [...stored, ...events.undelivered.pageDead(query)]
    const isEarlier = (a: StoredEvent, b: StoredEvent) =>
      a.createdAt < b.createdAt || (a.createdAt === b.createdAt && a.id < b.id)
    return all.sort((a, b) => (isEarlier(a, b) ? -1 : 1)).slice(0, query.limit)
  }

  return {
    ...payments,
    lookup,
    replace: (group) => (isFinanceGroup(group) ? replaceFinance(group) : payments.replace(group)),
    findLines,
    markedLines,
    accountVersions,
    ...lines,
    lineHistory: async (key) => [
      ...(await repository.lineHistory(key)),
      ...(changedLines.has(key) ? lineEvents.of(key) : []),
    ],
    lineHistories,
    addNote: notes.addNote,
    notes: notes.notes,
    eraseLineTexts,
    ...dryImports(repository),
    ...drySearch(repository, dry),
    histories,
    sumUnproved: dryUnproved(repository, changed),
    sumWaiting: dryWaiting(repository, changed),
    pageDeadEvents,
    ...refunds.reads,
    findRows: rows.findRows,
    pageRows: (of, query) => repository.pageRows(of, query),
    scanRows: (of, query, signal) => repository.scanRows(of, query, signal),
    sumRows: (of, query) => repository.sumRows(of, query),
    rowHistories: (streams) => repository.rowHistories(streams),
    pageRowEvents: (query) => repository.pageRowEvents(query),
    ...days.functions,
  }
}
