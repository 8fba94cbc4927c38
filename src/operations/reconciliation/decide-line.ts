import { type AccountMove, countedMoney, movesOfChange } from '../../domain/accounts/account.js'
import type { StoredAttempt } from '../../domain/attempts/attempt.js'
import { metAttempt, metFee } from '../../domain/attempts/meet.js'
import type { Candidates, Match } from '../../domain/reconciliation/matching.js'
import type { Payment } from '../../domain/payments/payment.js'
import type { StateChange } from '../../domain/payments/state-change.js'
import {
  type AccountLine,
  isUncounted,
  lineChange,
  providerFeeCategory,
} from '../../domain/reconciliation/account-line.js'
import { duplicateReasons } from '../../domain/reconciliation/duplicates.js'
import type { LineWrite } from '../../domain/reconciliation/line-decision.js'
import type { ItemAllocation, LineItem, LineOutcome, MatchRule } from '../../domain/reconciliation/items.js'
import type { SoughtMarks } from '../../domain/reconciliation/line-key.js'
import {
  decideAgain,
  importLine,
  isUnsettled,
  possibleDuplicate,
  proveLine,
  type RuleContext,
  type Ruling,
  rulingOf,
  rulingOfMeaning,
  setAside,
  settleNewLine,
  statedFacts,
  unproved,
} from '../../domain/reconciliation/line-rules.js'
import { heldAsSecond } from '../../domain/reconciliation/mark-line.js'
import type { LineMeaning, NamedRefunds } from '../../domain/reconciliation/refund-matching.js'
import { isOpenToRules, namesNothing, type StoredRule } from '../../domain/rules/rule.js'
import type { StatementLine } from '../../domain/reconciliation/statement-line.js'
import { isTorn, type RefundChange } from '../../domain/refunds/refund-change.js'
import { attempts } from '../../repository/aggregates/attempts.js'
import type { RowEntry, RowGuard } from '../../repository/aggregates/port.js'
import type { ChainEnd } from '../../repository/day-port.js'
import type { LineEntry, ReplaceOutcome } from '../../repository/port.js'
import { wholeLine } from '../../repository/rows.js'
import type { RunContext } from '../context.js'
import type { Reconciliation } from '../input/reconcile-options.js'
import { attemptEntry } from '../attempts/attempt-entries.js'
import { paidByCode } from '../attempts/paid-by-code.js'
import { doubts, raised, secondFeeOf } from '../attempts/paid-line.js'
import { withGivenBack } from '../payments/given-back.js'
import { maxAccountRetries } from '../accounts/account-rows.js'
import { daysOfLines } from '../lines/closed-days.js'
import { lineEntry } from '../lines/line-entries.js'
import { paymentsToStore } from '../payers/payer-entries.js'
import { lineToStore } from '../payments/changes.js'
import { type Conflict, type Decisions, maxRetries, type ToStore } from '../payments/store-changes.js'
import type { ReadLine } from './batches.js'
import { categoryOfLine } from './category.js'
import { refundsToStore } from '../refunds/refund-entries.js'
import { guardOfRule, RulesOfRun } from '../rules/rules-of-run.js'
import { refundConflictOf } from '../refunds/stored-refunds.js'
import { findAccountLines, findPayments, proofEntry } from './look-up.js'
import { meaningOfEntry } from './meaning-of-entry.js'
import type { Meeting } from './met-lines.js'
import { maxLooks, readRefunds, refundsKeptChanging } from './named-refunds.js'
import { possibleTexts, readLines, readRefundsOf, readTransits, type View } from './view.js'

/**
 * The payments that a line may read again before it is reported; those that it does not use are left for the lines after it.
 */
const rowsOfLine = 64

/** Makes the item of a line. Its fields are written out: a million of them are made, and a spread object is copied slowly. */
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

/** The limit of the port. */
const maxChanges = 5000

function tooManyChanges({ allocations }: Match): Match {
  const reason = 'would change more payments than one write may'
  return { outcome: 'ambiguous', reason, allocations: allocations.map(({ payment }) => ({ payment, amount: 0 })) }
}

/** Returns the payment that a conflict shows, if it shows one. */
function paymentOf(conflict: Conflict): Payment | null {
  if (conflict.outcome === 'stale') return conflict.current
  return 'payment' in conflict ? conflict.payment : null
}

/** The changes that one line writes: of payments, of refunds, and the line itself or its key alone. */
interface LineToStore {
  readonly key: string
  readonly changes: readonly StateChange[]
  readonly refunds: readonly RefundChange[]
  /** The references of which a conflict showed another payment to be the live one. */
  readonly contested: ReadonlySet<string>
  /**
   * The line as it is stored whole, or as it becomes; `null` where its key alone is stored: by a repository of payments, and by
   * a preview, whose memory a year's lines have to fit into. A refund changes with whole lines alone.
   */
  readonly entry: LineEntry | null
  /** The other lines that change with it: transfers that it settles, a debit that is a known fee. */
  readonly others: readonly LineEntry[]
  /** The marks by which a new line is found. */
  readonly marks: SoughtMarks
  /** Attempts that change with the line. */
  readonly rows: readonly RowEntry[]
  /** True where the line is written by itself, because it meets a stored line or an attempt. */
  readonly isAlone: boolean
  /** The changes of the account where stored lines begin to count, or count no more. */
  readonly moves: readonly AccountMove[]
  /** The chains of closings on which it was decided. */
  readonly chains: readonly ChainEnd[]
  /** The remembered rule that settles the line, as long as it is not deleted. */
  readonly settledBy: StoredRule | null
}

function isNew({ entry }: LineToStore): boolean {
  return entry?.expected === 'nothing'
}

/** Returns the lines that are stored whole, new ones with their marks. */
function entriesOf({ originals }: View, lines: readonly LineToStore[]): LineEntry[] {
  const marks = originals.marksToStore(lines.filter(isNew).map((line) => line.marks))
  return lines.flatMap((line) => {
    const { entry, others } = line
    if (!entry) return []
    return [isNew(line) ? { ...entry, marks: marks.shift()! } : entry, ...others]
  })
}

/** Makes the entries that raise the accounts of new lines that are stored whole, by the money that counts. */
function accountEntries({ accounts }: View, lines: readonly LineToStore[]): RowEntry[] {
  if (!accounts) return []
  const added = lines.filter(isNew).map(({ entry }) => entry!.line)
  const moves = added.map((line) => ({
    account: line.account,
    currency: line.currency,
    change: countedMoney(line),
    day: line.valueDate,
  }))
  return accounts.entries([...moves, ...lines.flatMap((line) => line.moves)])
}

/** Makes the guards of the rules that settle lines, one for each rule. */
function ruleGuards(lines: readonly LineToStore[]): RowGuard[] {
  const rules = new Map(lines.flatMap(({ settledBy }) => (settledBy ? [[settledBy.id, settledBy] as const] : [])))
  return [...rules.values()].map(guardOfRule)
}

/** Stores lines together: all of them whole, or all of them as keys. */
export async function storeLines(
  context: RunContext,
  view: View,
  lines: readonly LineToStore[],
  actor: string | null,
): Promise<ReplaceOutcome> {
  const { changes, rows: ofPayers } = paymentsToStore(
    context,
    lines.flatMap((line) => line.changes),
    actor,
  )
  const contested = new Set(lines.flatMap((line) => [...line.contested]))
  const paid = lines.flatMap(({ refunds }) => refunds)
  const { changes: ofRefunds, rows, events } = refundsToStore(context, paid, { actor, contested })
  const entries = await withGivenBack(
    entriesOf(view, lines),
    context.finance && lines.some(({ entry }) => entry)
      ? lines.flatMap((line) => [...line.changes, ...line.refunds])
      : [],
    async (keys) => new Map((await findAccountLines(context.finance!, keys)).map((line) => [line.key, line])),
  )
  const ofAccounts = accountEntries(view, lines)
  const ofAttempts = lines.flatMap((line) => line.rows)
  const guards = context.finance ? ruleGuards(lines) : []
  const allRows = [...rows, ...ofAttempts, ...ofAccounts, ...(context.finance ? ofPayers : [])]
  const chains = lines.flatMap((line) => line.chains)
  const answer = await context.repository.replace({
    changes: [...changes, ...ofRefunds],
    ...(rows.length > 0 && { events }),
    ...(allRows.length > 0 && { rows: allRows }),
    ...(chains.length > 0 && { chains }),
    ...(guards.length > 0 && { guards }),
    lines:
      entries.length > 0 ? entries : lines.flatMap((line) => (line.isAlone ? [] : lineToStore(line.key, line.changes))),
  })
  if (answer.outcome === 'replaced') view.accounts?.stored(ofAccounts)
  return answer
}

/** A line that is decided and is to be stored, by itself or in a group. */
export type DecidedLine = Omit<ToStore<LineItem>, 'stored'> & LineToStore & { stored(): LineItem }

/** The decisions about one line: a single one within a group, or one after another by itself. */
export interface LineDecisions extends Decisions<LineItem> {
  /** The payments that the line may mean, as they were when these decisions began. */
  candidates: Candidates
  /** Returns the transfers on their way that the line names. */
  transits(): readonly AccountLine[]
  /** Returns the refunds that the line may mean, in their newest known version. */
  refunds(): NamedRefunds
  decide(): Promise<DecidedLine | { result: LineItem } | 'again'>
}

/** The parts of a write that most lines do not have. */
const nothing = {
  ...{ changes: [], refunds: [], others: [], rows: [], isAlone: false, moves: [], chains: [] },
  settledBy: null,
} as const

/** The parts of a write that store a line whole, and are empty for a line of which the key alone is stored. */
const keyAlone: Pick<LineToStore, 'refunds' | 'entry' | 'others'> = { refunds: [], entry: null, others: [] }

/** The changes that the rules write of a line. */
type RuleWrite = Omit<LineToStore, 'key' | 'marks'>

/** Makes the function that decides the lines of one reconciliation. */
export function lineDecider(context: RunContext, settings: Reconciliation, startOfDay: (day: string) => string) {
  const { repository, finance, referencePolicy: policy } = context
  const { account, actor, apply, importId } = settings
  const ofMessage = settings.message ? [settings.message] : []
  const rulesOfRun = new RulesOfRun(finance)

  let rowsToRead = 0

  /**
   * Reads again all that the line may mean, with the payment of a conflict. Without `must` it reads only as far as lines have
   * rows to read, because a thousand lines of one reference would each read its thousand payments.
   */
  async function reread(
    view: View,
    line: StatementLine,
    { payments }: Candidates,
    { conflicting = null, must }: { conflicting?: Payment | null; must: boolean },
  ): Promise<void> {
    if (conflicting) view.put(conflicting)
    const references = new Set(payments.map(({ reference }) => reference))
    if (conflicting) references.add(conflicting.reference)
    const rows = view.sizeOf(references)
    rowsToRead += rowsOfLine
    if (rows > rowsToRead && !must) return
    rowsToRead = Math.max(0, rowsToRead - rows)
    const newer = await findPayments(repository, [...references], possibleTexts([line.providerTransactionId]))
    for (const payment of newer) view.put(payment)
  }

  return function decisionsOf(view: View, entry: ReadLine): LineDecisions {
    const { row, line, marks } = entry
    const contested = new Set<string>()
    let isFresh = false
    let looks = 0
    let retriesAllowed = maxRetries
    let candidates = view.candidatesOf(entry)
    let refunds = view.refundsOf(entry)
    let meaning: LineMeaning
    /** The reason for which the line is held as a possible duplicate. */
    let doubt: string | null = null
    /** The remembered rule that sets the line aside. */
    let settledBy: StoredRule | null = null

    /** Reads the refunds that the line names again; without `finance` there are none. */
    async function rereadRefunds(): Promise<void> {
      const ids = refunds.refunds.map(({ refund }) => refund.id)
      if (finance) {
        await readRefunds(finance, view.refunds, { ids })
        // A payment that had open money when the batch was read may have none now.
        await readRefundsOf(view, finance, [entry])
      }
      refunds = view.refundsOf(entry)
    }

    const rulesNow = (): RuleContext => ({
      now: context.now(),
      policy,
      siblingsOf: (payment) => view.siblingsOf(payment),
      contested,
      isReceiptTaken: (payment) => view.isReceiptTaken(payment, line),
      startOfDay,
    })

    /**
     * Returns the changes that the rules write of a line that is new, or stored and open; `null` where nothing is to be
     * written.
     */
    function writeOf(ruling: Ruling, storedLine: AccountLine | null): RuleWrite | { problem: string } | null {
      const rules = rulesNow()
      if (storedLine) {
        const again = decideAgain(storedLine, line, ruling, rules)
        if ('problem' in again) return again
        if ('write' in again) return changesOf(again.write, lineEntry(context, again.write.lines[0], actor))
        if (!('eventless' in again) || !apply) return null
        const entry = wholeLine(again.eventless, storedLine.version, null)
        return { ...nothing, contested, entry }
      }
      const origin = { key: entry.key, account, importId, line }
      const isWhole = finance !== null && (apply || ruling.refund !== null || (ruling.transits ?? []).length > 0)
      if (!isWhole) {
        const settled = settleNewLine(origin, ruling, rules)
        if ('problem' in settled) return settled
        return settled.changes.length > 0 ? writeOfChanges(settled.changes) : null
      }
      const imported = importLine(origin, ruling, rules)
      if ('problem' in imported) return imported
      return changesOf(imported.write, lineEntry(context, imported.write.lines[0], actor))
    }

    /** Makes the changes of a decision about a line that is stored whole. */
    function changesOf({ payments, refunds, lines: [, ...settled] }: LineWrite, entry: LineEntry): RuleWrite {
      const others = settled.map((change) => lineEntry(context, change, actor))
      return writeOfChanges(payments, { refunds, entry, others })
    }

    /** Makes a write of these changes, with the line's key alone unless it has an `entry`. Its fields are written out, as those of an item are. */
    function writeOfChanges(
      changes: readonly StateChange[],
      { refunds, entry, others }: Pick<RuleWrite, 'refunds' | 'entry' | 'others'> = keyAlone,
    ): RuleWrite {
      return {
        changes,
        refunds,
        contested,
        entry,
        others,
        rows: [],
        isAlone: false,
        moves: [],
        chains: [],
        settledBy: null,
      }
    }

    /** Makes a line that counts from now on pay the attempt whose code it has. */
    function withAttempt(write: RuleWrite): RuleWrite {
      const attempt = view.met.attemptPaidBy(entry)
      if (!attempt || !finance || !apply || !write.entry || isUncounted(write.entry.line)) return write
      const { payments, rows } = paidByCode(
        context,
        { attempt, line: { record: line, lineKey: write.entry.key, key: entry.key } },
        { payments: write.changes, paymentOf: (id) => view.paymentOf(id), actor },
      )
      return { ...write, changes: payments, rows: [...write.rows, ...rows], isAlone: true }
    }

    /** Makes the changes by which a line that only a hint had reported begins to count. */
    function provedWrite(stored: AccountLine, ruling: Ruling): RuleWrite {
      const write = proveLine(stored, line, ruling, rulesNow())
      const [{ line: proved }] = write.lines
      return {
        ...changesOf(write, lineEntry(context, write.lines[0], actor)),
        rows: entry.key === stored.key ? [] : [proofEntry(account, entry.key, stored.key)],
        isAlone: true,
        moves: apply ? movesOfChange(stored, proved) : [],
      }
    }

    /**
     * Makes the changes by which a record proves the line of an attempt. Its value date stays where that day is closed. A debit that
     * came before is held where the receipt shows that it is the fee of the attempt.
     */
    async function proofOfMeeting(attempt: StoredAttempt, lineOfAttempt: AccountLine, now: string) {
      const { providerTransactionId: receipt, direction } = line
      const isReceipt = direction === 'credit' && receipt !== undefined
      const second = isReceipt ? await secondFeeOf(finance!, attempt, receipt) : null
      const { isClosed, chains } = await daysOfLines(finance!, [lineOfAttempt, ...(second ? [second] : [])])
      const { valueDate, ...others } = statedFacts(line)
      const facts = isClosed(lineOfAttempt) ? others : { valueDate, ...others }
      const held = second && !isClosed(second) ? heldAsSecond(second, duplicateReasons.receipt, now) : null
      if (second && !held) context.logger.error(doubts.feeTwice, { provider: attempt.provider, attemptId: attempt.id })
      const proof = lineChange(lineOfAttempt, 'line.proved', now, facts)
      return {
        proof,
        held,
        chains,
        moves: [
          ...movesOfChange(lineOfAttempt, proof.line),
          ...(held ? movesOfChange(second!, held.line) : []),
          // Another attempt may be paid with this receipt at the same time: the account shows it.
          ...(isReceipt ? [raised(proof.line)] : []),
        ],
      }
    }

    /** Decides a record that meets the line of an attempt: it proves the line's receipt and time, and is no line of its own. */
    async function decideMeeting({ attempt, line: lineOfAttempt }: Extract<Meeting, { kind: 'attempt' }>) {
      const isFee = line.direction === 'debit'
      const item = lineItem(row, line, isFee ? 'set_aside' : 'already_reconciled')
      const { isHint } = settings
      const now = context.now()
      const ofRecord = isFee
        ? metFee(attempt, { key: entry.key, isHint }, now)
        : metAttempt(attempt, { record: line, key: entry.key, isHint }, now)
      if (ofRecord && !apply) view.met.putAttempt(ofRecord)
      if (!ofRecord || !apply) return { result: item }
      // What the provider itself has proved of a fee stays; of the money it met no statement.
      const isKnown = isHint || (isFee && attempt.receipt === 'proved')
      const proved = isKnown ? null : await proofOfMeeting(attempt, lineOfAttempt, now)
      const held = proved?.held ?? null
      const next = held ? { ...ofRecord, feeMetBy: held.line.key } : ofRecord
      const lineWrite: LineToStore = {
        ...{ ...nothing, key: entry.key, marks, contested, isAlone: true },
        rows: [attemptEntry(context, next, null), ...ofMessage],
        entry: proved && lineEntry(context, proved.proof, actor),
        ...(proved && { chains: proved.chains, moves: proved.moves }),
        ...(held && { others: [lineEntry(context, held, actor)] }),
      }
      return {
        ...lineWrite,
        store: () => storeLines(context, view, [lineWrite], actor),
        stored() {
          view.met.putAttempt(next)
          if (proved) view.met.putLine(proved.proof.line)
          for (const change of [proved?.proof, held])
            if (change && view.lineOf(change.line.key)) view.putLine(change.line.key, change.line)
          return item
        },
      }
    }

    const decide = async () => {
      const meeting = view.meetingOf(entry)
      if (meeting?.kind === 'attempt') return decideMeeting(meeting)
      const answer = meeting && !settings.isHint ? null : view.answerTo(entry.key)
      if (answer) return { result: lineItem(row, line, answer) }
      const isStored = view.lineOf(entry.key) !== null || meeting !== null
      doubt = isStored ? null : view.duplicateReason(entry)
      // What a hint reports and a line has already brings nothing new, and takes no proof from the line.
      if (settings.isHint && (doubt !== null || isStored)) return { result: lineItem(row, line, 'already_reconciled') }
      if (doubt !== null) return decideAs(possibleDuplicate(doubt))
      if (settings.isHint) return decideAs(unproved())
      if (line.isFee) return decideAs(setAside(providerFeeCategory))
      if (refunds.refunds.some(isTorn)) {
        if (++looks > maxLooks) throw refundsKeptChanging()
        await rereadRefunds()
        return 'again'
      }
      meaning = meaningOfEntry(view, entry, candidates, refunds)
      const { match } = meaning
      let ruling = rulingOfMeaning(meaning)
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
        // The money of an attempt is no matter of the host's categories.
        const isOfAttempt = view.met.attemptPaidBy(entry) !== null
        const category = isOfAttempt ? null : categoryOfLine(line, settings.categoryOf)
        settledBy = isOfAttempt || category !== null ? null : await ruleOfLine()
        if (settledBy) ruling = setAside(settledBy.category, settledBy.id)
        if (category !== null) ruling = setAside(category)
      }
      return decideAs(ruling)
    }

    /** Returns the oldest remembered rule that fits the line, where the line names nothing that could explain its money. */
    const ruleOfLine = async (): Promise<StoredRule | null> => {
      // A line that only a hint had reported is held until this write.
      const storedLine = view.meetingOf(entry) ? null : view.lineOf(entry.key)
      const isOpen = !storedLine || isOpenToRules({ ...storedLine, outcome: meaning.match.outcome })
      if (!isOpen || !namesNothing(meaning, candidates, refunds)) return null
      return rulesOfRun.ruleFor({ account, ...line })
    }

    /** Applies a ruling. More changes than one write may have are left to people. */
    const decideAs = (ruling: Ruling): DecidedLine | { result: LineItem } => {
      const meeting = view.meetingOf(entry)
      const decided = meeting ? provedWrite(meeting.line, ruling) : writeOf(ruling, view.lineOf(entry.key))
      if (decided === null) return { result: itemOf(ruling, []) }
      if ('problem' in decided) {
        const { problem: reason } = decided
        if (!settings.message) return { result: lineItem(row, null, 'rejected_line', { reason }) }
        meaning = { ...meaning, match: { outcome: 'unmatched_line', reason, allocations: [] } }
        return decideAs({ ...rulingOf(meaning.match), doubt: reason })
      }
      const toStore = withAttempt(decided)
      if (toStore.changes.length > maxChanges) {
        meaning = { ...meaning, match: tooManyChanges(meaning.match) }
        return decideAs(rulingOf(meaning.match))
      }
      const { key } = entry
      const lineWrite: DecidedLine = {
        key,
        marks,
        changes: toStore.changes,
        refunds: toStore.refunds,
        contested: toStore.contested,
        entry: toStore.entry,
        others: toStore.others,
        rows: [...toStore.rows, ...ofMessage],
        isAlone: toStore.isAlone,
        moves: toStore.moves,
        chains: toStore.chains,
        settledBy: ruling.ruleId === undefined ? null : settledBy,
        store: () => storeLines(context, view, [lineWrite], actor),
        stored() {
          if (isNew(lineWrite)) view.originals.putLine(marks, lineWrite.entry!.line)
          const storedLine = lineWrite.entry?.line ?? null
          view.putLine(storedLine?.key ?? key, storedLine)
          if (meeting && storedLine) view.met.putLine(storedLine)
          for (const { of, row: changed } of lineWrite.rows)
            if (of.name === attempts.name) view.met.putAttempt(changed as StoredAttempt)
          for (const { payment } of lineWrite.changes) view.put(payment)
          for (const change of lineWrite.refunds) view.refunds.putChange(change)
          view.settleTransits(lineWrite.others.map((transit) => transit.key))
          return itemOf(ruling, lineWrite.changes)
        },
      }
      return lineWrite
    }

    /** Makes the item of the line, with the payments as they are after its changes. */
    const itemOf = (ruling: Ruling, changes: readonly StateChange[]): LineItem => {
      if (ruling.outcome === 'possible_duplicate') return lineItem(row, line, 'possible_duplicate', { reason: doubt })
      if (ruling.outcome === 'unproved')
        return { ...lineItem(row, line, 'unproved'), applied: apply && finance !== null }
      if (ruling.outcome === 'set_aside') {
        const { ruleId } = ruling
        const item = { ...lineItem(row, line, 'set_aside'), applied: apply && finance !== null }
        return ruleId === undefined ? item : { ...item, ruleId }
      }
      const { rule, match } = meaning
      if (ruling.refund) return { ...lineItem(row, line, 'refund_paid', { rule }), applied: apply }
      if (ruling.transits) return { ...lineItem(row, line, 'transfer_received', { rule }), applied: apply }
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
      await reread(view, line, candidates, { conflicting: paymentOf(conflict), must: attempt > 0 })
      const { key } = entry
      await readLines(view, context, [entry])
      // A host's open transaction may read what was there when it began; what stood in the way is newer.
      if (conflict.outcome === 'line_taken' && key === entry.key && view.answerTo(key) === null && !view.lineOf(key))
        view.putLine(key, null)
      if (rulesOfRun.learn(conflict)) {
        // Each rule that fits may be deleted meanwhile.
        retriesAllowed++
      }
      if (view.accounts?.learn(conflict)) {
        // Another run has written, and will end: this one may try once more for it.
        retriesAllowed = Math.min(retriesAllowed + 1, maxAccountRetries)
      }
      if (conflict.outcome === 'line_stale' && conflict.line && conflict.key === key) view.putLine(key, conflict.line)
      if (finance) await readTransits(view, finance, [entry])
      const { reason, refund } = refundConflictOf(conflict) ?? {}
      if (refund && reason === 'stale') view.refunds.put(refund)
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
      transits: () => view.transitsOf(entry),
      refunds: () => refunds,
      decide,
      learn,
      maxRetries: () => retriesAllowed,
      log: { message: 'Another change was stored first; a statement line is decided again.', fields: { row } },
      gaveUp: 'Write conflict with other changes of a statement line; the lines before it are stored. Run it again.',
    }
  }
}
