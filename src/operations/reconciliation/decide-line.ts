import { type Candidates, type Match, matchLine } from '../../domain/reconciliation/matching.js'
import type { Payment } from '../../domain/payments/payment.js'
import type { StateChange } from '../../domain/payments/state-change.js'
import type { AccountLine } from '../../domain/reconciliation/account-line.js'
import type { LineWrite } from '../../domain/reconciliation/line-decision.js'
import type { ItemAllocation, LineItem, LineOutcome, MatchRule } from '../../domain/reconciliation/items.js'
import type { SoughtMarks } from '../../domain/reconciliation/line-key.js'
import {
  decideAgain,
  importLine,
  isUnsettled,
  possibleDuplicate,
  refundPaid,
  type RuleContext,
  type Ruling,
  rulingOf,
  setAside,
} from '../../domain/reconciliation/line-rules.js'
import { type LineMeaning, meaningOf, type NamedRefunds } from '../../domain/reconciliation/refund-matching.js'
import type { StatementLine } from '../../domain/reconciliation/statement-line.js'
import { isTorn, type RefundChange } from '../../domain/refunds/refund-change.js'
import type { AccountVersion, LineEntry, ReplaceOutcome } from '../../repository/port.js'
import { wholeLine } from '../../repository/rows.js'
import type { Context } from '../context.js'
import type { Reconciliation } from '../input/reconcile-options.js'
import { withGivenBack } from '../payments/given-back.js'
import { lineEntry } from '../lines/line-entries.js'
import { changesToStore, lineToStore } from '../payments/changes.js'
import { type Conflict, type Decisions, maxRetries, type ToStore } from '../payments/store-changes.js'
import type { ReadLine } from './batches.js'
import { categoryOfLine } from './category.js'
import { refundsToStore } from '../refunds/refund-entries.js'
import { findAccountLines, findPayments } from './look-up.js'
import { maxLooks, readRefunds, refundsKeptChanging } from './named-refunds.js'
import { possible, readLines, readRefundsOf, type View } from './view.js'

/** Payments that a line may read again before it is reported; what it does not use is left for those after it. */
const rowsOfLine = 64

/** Written out: a million of them are made, and what is spread into another object is copied slowly. */
export function lineItem(
  row: number,
  line: StatementLine | null,
  outcome: LineOutcome,
  { rule = null, reason = null }: { rule?: MatchRule | null; reason?: string | null } = {},
  allocations: ItemAllocation[] = [],
): LineItem {
  return { kind: 'line', row, outcome, applied: false, rule, line, reason, allocations }
}

function allocationOf({ payment: { id, reference, late }, amount }: Match['allocations'][number]): ItemAllocation {
  return { paymentId: id, reference, amount, late }
}

/** The port's own limit. */
const maxChanges = 5000

function tooManyChanges({ allocations }: Match): Match {
  const reason = 'would change more payments than one write may'
  return { outcome: 'ambiguous', reason, allocations: allocations.map(({ payment }) => ({ payment, amount: 0 })) }
}

/** The payment that stood in the way. */
function shownBy(conflict: Conflict): Payment | null {
  if (conflict.outcome === 'stale') return conflict.current
  return 'payment' in conflict ? conflict.payment : null
}

/** What one line writes: changes of payments and refunds, and the line itself or its key alone. */
export interface LineToStore {
  readonly key: string
  readonly changes: readonly StateChange[]
  readonly refunds: readonly RefundChange[]
  /** References of which another payment was found to be the live one. */
  readonly contested: ReadonlySet<string>
  /**
   * The line as it is stored whole, or as it becomes; `null` where its key alone is stored: by a repository of payments, and by
   * a preview, whose memory a year's lines have to fit into. A refund changes with whole lines alone.
   */
  readonly entry: LineEntry | null
  /** What a new line is found by. */
  readonly marks: SoughtMarks
}

function isNew({ entry }: LineToStore): boolean {
  return entry?.expected === 'nothing'
}

/** The lines that are stored whole, new ones with their marks. */
function entriesOf({ originals }: View, lines: readonly LineToStore[]): LineEntry[] {
  const marks = originals.marksToStore(lines.filter(isNew).map((line) => line.marks))
  return lines.flatMap((line) => {
    const { entry } = line
    if (!entry) return []
    return isNew(line) ? { ...entry, marks: marks.shift()! } : entry
  })
}

/** Stores lines together: all of them whole, or all of them as keys. `accounts`: those on which new ones were decided. */
export async function storeLines(
  context: Context,
  view: View,
  lines: readonly LineToStore[],
  { actor, accounts }: { actor: string | null; accounts: readonly AccountVersion[] },
): Promise<ReplaceOutcome> {
  const changes = changesToStore(
    context,
    lines.flatMap((line) => line.changes),
    actor,
  )
  const contested = new Set(lines.flatMap((line) => [...line.contested]))
  const paid = lines.flatMap(({ refunds }) => refunds)
  const { changes: ofRefunds, refunds } = refundsToStore(context, paid, { actor, contested })
  const entries = await withGivenBack(
    entriesOf(view, lines),
    context.finance && lines.some(({ entry }) => entry)
      ? lines.flatMap((line) => [...line.changes, ...line.refunds])
      : [],
    async (keys) => new Map((await findAccountLines(context.finance!, keys)).map((line) => [line.key, line])),
  )
  return context.repository.replace({
    changes: [...changes, ...ofRefunds],
    ...(refunds.length > 0 && { refunds }),
    ...(accounts.length > 0 && { accounts }),
    lines: entries.length > 0 ? entries : lines.map(({ key, changes }) => lineToStore(key, changes)),
  })
}

/** A line that is decided and is to be stored, by itself or in a group. */
export type DecidedLine = ToStore<LineItem> & LineToStore

/** What became of a line, or the line as it is to be decided: once within a group, or again and again by itself. */
export interface LineDecisions extends Decisions<LineItem> {
  /** What the line may mean, as it was known when these decisions began. */
  candidates: Candidates
  /** The refunds that the line may mean, as they are known by now. */
  refunds(): NamedRefunds
  decide(): Promise<DecidedLine | { result: LineItem } | 'again'>
}

/** An account moves with every group of lines that any import writes to it. */
export const maxAccountRetries = 200

/** The accounts on which these lines were decided: those of new ones that are stored whole. */
export function accountsOf({ originals }: View, lines: readonly LineToStore[]): AccountVersion[] {
  return originals.accountsOf(lines.filter(isNew).map(({ entry }) => entry!.line))
}

/** What the rules write of a line. */
type Written = Pick<LineToStore, 'changes' | 'refunds' | 'contested' | 'entry'>

/** Decides the lines of one reconciliation. */
export function lineDecider(context: Context, settings: Reconciliation, startOfDay: (day: string) => string) {
  const { repository, finance, referencePolicy: policy } = context
  const { account, actor, apply, importId } = settings

  let rowsToRead = 0

  /**
   * All that the line may mean, and what stood in the way, as it is now; without `must` only as far as lines have rows to
   * read, for a thousand lines of one reference would each read its thousand payments.
   */
  async function reread(
    view: View,
    line: StatementLine,
    { payments }: Candidates,
    { shown = null, must }: { shown?: Payment | null; must: boolean },
  ): Promise<void> {
    if (shown) view.put(shown)
    const references = new Set(payments.map(({ reference }) => reference))
    if (shown) references.add(shown.reference)
    const rows = view.sizeOf(references)
    rowsToRead += rowsOfLine
    if (rows > rowsToRead && !must) return
    rowsToRead = Math.max(0, rowsToRead - rows)
    const newer = await findPayments(repository, [...references], possible([line.providerTransactionId]))
    for (const payment of newer) view.put(payment)
  }

  return function decisionsOf(view: View, entry: ReadLine): LineDecisions {
    const { row, line, key, marks } = entry
    const contested = new Set<string>()
    let isFresh = false
    let looks = 0
    let retriesAllowed = maxRetries
    let candidates = view.candidatesOf(entry)
    let refunds = view.refundsOf(entry)
    let meaning: LineMeaning
    /** Why the line is held as a possible duplicate. */
    let doubt: string | null = null

    /** The refunds that the line names, as they are now; without `finance` there are none. */
    async function rereadRefunds(): Promise<void> {
      const ids = refunds.refunds.map(({ refund }) => refund.id)
      if (finance) {
        await readRefunds(finance, view.refunds, { ids })
        // A payment that had open money when the batch was read may have none now.
        await readRefundsOf(view, finance, [entry])
      }
      refunds = view.refundsOf(entry)
    }

    /** What the rules write of a line that is new, or stored and open; `null` where nothing is to be written. */
    function written(ruling: Ruling, kept: AccountLine | null): Written | { problem: string } | null {
      const rules: RuleContext = {
        now: context.now(),
        policy,
        siblingsOf: (payment) => view.siblingsOf(payment),
        contested,
        isReceiptTaken: (payment) => view.isReceiptTaken(payment, line),
        startOfDay,
      }
      if (kept) {
        const again = decideAgain(kept, line, ruling, rules)
        if ('problem' in again) return again
        if ('write' in again)
          return { ...writtenBy(again.write), entry: lineEntry(context, again.write.lines[0], actor) }
        if (!('eventless' in again) || !apply) return null
        return { changes: [], refunds: [], contested, entry: wholeLine(again.eventless, kept.version, null) }
      }
      const imported = importLine({ key, account, importId, line }, ruling, rules)
      if ('problem' in imported) return imported
      const toWrite = writtenBy(imported.write)
      const isWhole = finance && (apply || toWrite.refunds.length > 0)
      if (isWhole) return { ...toWrite, entry: lineEntry(context, imported.write.lines[0], actor) }
      return toWrite.changes.length > 0 ? { ...toWrite, entry: null } : null
    }

    function writtenBy({ payments, refunds }: LineWrite): Omit<Written, 'entry'> {
      return { changes: payments, refunds, contested }
    }

    const decide = async () => {
      const answer = view.answerTo(key)
      if (answer) return { result: lineItem(row, line, answer) }
      doubt = view.lineOf(key) ? null : view.duplicateReason(entry)
      if (doubt !== null) return decidedAs(possibleDuplicate(doubt))
      if (refunds.refunds.some(isTorn)) {
        if (++looks > maxLooks) throw refundsKeptChanging()
        await rereadRefunds()
        return 'again'
      }
      meaning = meaningOf(line, { match: matchLine(line, candidates), rule: candidates.rule }, refunds)
      const { match, pays } = meaning
      let ruling = pays ? refundPaid(pays) : rulingOf(match)
      if (isUnsettled(ruling)) {
        // Others may have written since, this very line too. Such lines are few, and people look into each of them.
        if (!isFresh && match.allocations.length + refunds.refunds.length > 0) {
          isFresh = true
          await reread(view, line, candidates, { must: false })
          await rereadRefunds()
          await readLines(view, context, [entry])
          candidates = view.candidatesOf(entry)
          return 'again'
        }
        const category = categoryOfLine(line, settings.categoryOf)
        if (category !== null) ruling = setAside(category)
      }
      return decidedAs(ruling)
    }

    /** What a ruling comes to: more changes than one write may have are for people. */
    const decidedAs = (ruling: Ruling): DecidedLine | { result: LineItem } => {
      const toStore = written(ruling, view.lineOf(key))
      if (toStore === null) return { result: itemOf(ruling, []) }
      if ('problem' in toStore) return { result: lineItem(row, null, 'rejected_line', { reason: toStore.problem }) }
      if (toStore.changes.length > maxChanges) {
        meaning = { ...meaning, match: tooManyChanges(meaning.match) }
        return decidedAs(rulingOf(meaning.match))
      }
      const one = { key, marks, ...toStore }
      return {
        ...one,
        store: () => storeLines(context, view, [one], { actor, accounts: accountsOf(view, [one]) }),
        stored() {
          if (isNew(one)) view.originals.putLine(marks, one.entry!.line)
          view.putLine(key, one.entry?.line ?? null)
          for (const { payment } of one.changes) view.put(payment)
          for (const change of one.refunds) view.refunds.putChange(change)
          return itemOf(ruling, one.changes)
        },
      }
    }

    /** The line as it is reported: with the payments as they are after its changes. */
    const itemOf = (ruling: Ruling, changes: readonly StateChange[]): LineItem => {
      if (ruling.outcome === 'possible_duplicate') return lineItem(row, line, 'possible_duplicate', { reason: doubt })
      if (ruling.outcome === 'set_aside') {
        return { ...lineItem(row, line, 'set_aside'), applied: apply && finance !== null }
      }
      const { rule, match } = meaning
      if (ruling.refund) return { ...lineItem(row, line, 'refund_paid', { rule }), applied: apply }
      const { outcome, reason, allocations } = match
      const after = new Map(changes.map(({ payment }) => [payment.id, payment]))
      const reported = allocations.map(({ payment, amount }) =>
        allocationOf({ payment: after.get(payment.id) ?? payment, amount }),
      )
      const item = lineItem(row, line, outcome, { rule, reason }, reported)
      return changes.length > 0 ? { ...item, applied: apply } : item
    }

    const learn = async (conflict: Conflict, attempt: number): Promise<void> => {
      // Even where the line counts already: later lines of the file build on what it has written.
      await reread(view, line, candidates, { shown: shownBy(conflict), must: attempt > 0 })
      await readLines(view, context, [entry])
      // A host's open transaction may read what was there when it began; what stood in the way is newer.
      if (conflict.outcome === 'line_taken' && view.answerTo(key) === null && !view.lineOf(key)) view.putLine(key, null)
      if (conflict.outcome === 'account_moved') {
        view.originals.putAccount(conflict)
        // Whoever moved it has written: others come to their end meanwhile.
        retriesAllowed = Math.min(retriesAllowed + 1, maxAccountRetries)
      }
      if (conflict.outcome === 'line_stale' && conflict.line) view.putLine(key, conflict.line)
      if (conflict.outcome === 'refund_stale' && conflict.refund) view.refunds.put(conflict.refund)
      if (conflict.outcome === 'reference_taken') {
        contested.add(conflict.payment.reference)
        // Each payment of a transfer may meet another one.
        retriesAllowed = maxRetries + meaning.match.allocations.length
      }
      await rereadRefunds()
      candidates = view.candidatesOf(entry)
      isFresh = true
    }

    return {
      candidates,
      refunds: () => refunds,
      decide,
      learn,
      maxRetries: () => retriesAllowed,
      log: { message: 'Another change came first; deciding a statement line again.', fields: { row } },
      gaveUp: 'Others kept changing the payments of a statement line; what came before it is stored. Run it again.',
    }
  }
}
