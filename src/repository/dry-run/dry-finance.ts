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
import { dryReceipts } from './dry-receipts.js'
import { dryRefunds } from './dry-refunds.js'
import { drySearch } from './dry-search.js'
import { dryUnproved, dryWaiting } from './dry-unproved.js'
import { EventLog } from './event-log.js'
import { lineReads } from './line-reads.js'

/** A dry run of payments, of statement lines and of refunds. */
export function dryFinance(repository: FinanceRepository): FinanceRepository {
  const changedLines = new ChangedLines()
  const lineEvents = new EventLog<LineEvent>(({ lineKey }) => lineKey)
  const dry = dryPayments(repository, (key) => changedLines.has(key))
  const { payments, reads, changed, events } = dry
  const notes = dryNotes(repository)
  const marks = lineMarks()
  const accounts = accountTable()
  const { restated, ...lines } = lineReads(repository, changedLines)
  const days = dryDays(repository, lines.scanLines)
  const refunds = dryRefunds(repository, events)

  async function replaceFinance(group: FinanceGroup): Promise<ReplaceOutcome> {
    checkGroup(group)
    const written = writtenChanges(group.changes)
    const { changes } = written
    const { lines: entries, refunds: refundEntries = [], chains = [], accounts: decidedOn = [] } = group
    const keys = entries.map(({ line }) => line.key)
    const held = await reads.heldAgainst(changes, keys)
    const whole = await reads.linesHeld(
      entries
        .filter(({ expected, line }) => expected !== 'nothing' || held.lines.has(line.key))
        .map(({ line }) => line.key),
    )
    const heldRefunds = await refunds.heldAgainst(refundEntries)
    if (chains.length > 0) await days.read(chains)
    // The last of what is waited for: what this run has written meanwhile is looked at behind it.
    const versionBefore = await versionsBefore(decidedOn)
    const storedOf = (key: string): StoredOfLine =>
      changedLines.find(key)?.line ?? whole.get(key) ?? (held.lines.has(key) || dry.hasKey(key) ? 'key' : 'nothing')
    const lineMet = lineConflict(entries, storedOf)
    if (lineMet?.outcome === 'line_taken') return lineMet
    if (lineMet) {
      const found = storedOf(lineMet.key)
      return { ...lineMet, line: typeof found === 'object' ? copyLine(found) : null }
    }
    for (const { line } of entries) {
      const former = storedOf(line.key)
      if (typeof former === 'object') checkSuccessorOfLine(former, line)
    }
    const refundMet = refunds.conflictOf(refundEntries, heldRefunds)
    if (refundMet) return refundMet
    const moved = movedChain(chains, days.sequenceOf)
    if (moved) return moved
    const movedOn = movedAccount(decidedOn, (account) => accounts.version(account) || versionBefore(account))
    if (movedOn) return movedOn
    const met = dry.conflictOf(changes, held)
    if (met) return dry.answerTo(met)
    dry.store(written, held)
    days.count(chains)
    accounts.raise(decidedOn)
    for (const { line, event, marks: given } of entries) {
      if (given) marks.add(line.key, given)
      const former = changedLines.find(line.key)?.line ?? whole.get(line.key)
      if (former) restated(former, line)
      changedLines.add(storableAfter(former, line), changedLines.find(line.key)?.wasStored ?? whole.has(line.key))
      if (event) lineEvents.add(event)
    }
    refunds.store(refundEntries)
    return { outcome: 'replaced' }
  }

  async function findLines(keys: readonly string[]): Promise<AccountLine[]> {
    checkKeys(keys)
    const wanted = [...new Set(keys)]
    const unchanged = wanted.filter((key) => !changedLines.has(key))
    const stored = unchanged.length > 0 ? (await reads.findLines(unchanged)).map(copyLine) : []
    return [...stored, ...wanted.flatMap((key) => changedLines.find(key)?.line ?? [])]
  }

  async function accountVersions(account: string): Promise<AccountVersion[]> {
    const own = accounts.of(account)
    const raised = new Set(own.map(({ currency }) => currency))
    return [...(await repository.accountVersions(account)).filter(({ currency }) => !raised.has(currency)), ...own]
  }

  /** The versions of accounts, without what this run has raised. */
  async function versionsBefore(decidedOn: readonly AccountVersion[]) {
    const versions = new Map<string, number>()
    for (const account of new Set(decidedOn.map((account) => account.account))) {
      for (const { currency, version } of await repository.accountVersions(account))
        versions.set(`${currency} ${account}`, version)
    }
    return ({ account, currency }: AccountVersion) => versions.get(`${currency} ${account}`) ?? 0
  }

  async function markedLines(kind: MarkKind, wanted: readonly string[]) {
    checkKeys(wanted)
    const stored = await repository.markedLines(kind, wanted)
    const now = stored.map(({ mark, line }) => ({ mark, line: changedLines.find(line.key)?.line ?? line }))
    return [...now, ...marks.find(kind, wanted).map(({ mark, key }) => ({ mark, line: changedLines.find(key)!.line }))]
  }

  async function lookup(wanted: LookupKeys): Promise<LookupResult> {
    const found = await payments.lookup(wanted)
    const own = [...new Set(wanted.lineKeys)].flatMap((key) => {
      const line = changedLines.find(key)?.line
      return line ? [{ key, paymentIds: paymentIdsOf(line) }] : []
    })
    return { ...found, lines: [...found.lines.filter(({ key }) => !changedLines.has(key)), ...own] }
  }

  async function eraseLineTexts(query: { before: string; after?: LinePosition; limit: number }) {
    const { before, after, limit } = query
    const page = await lines.pageLines({ limit, ...(after && { after }) })
    const valuedBefore = page.filter(({ valueDate }) => valueDate < before)
    let forgotten = 0
    for (const line of valuedBefore) {
      const hadNotes = await notes.forget(line.key)
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
    const own = [...new Set(keys)].filter((key) => changedLines.has(key)).flatMap((key) => lineEvents.of(key))
    return [...stored, ...own]
  }

  async function histories(ids: readonly string[]): Promise<StoredEvent[]> {
    const stored = await repository.histories(ids)
    const own = [...new Set(ids)].filter((id) => changed.has(id)).flatMap((id) => events.of(id))
    return [...stored, ...own]
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
    ...days.functions,
    ...dryReceipts(repository),
  }
}
