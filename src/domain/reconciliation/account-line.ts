/**
 * A line of a bank's statement as it is stored: a row with a version and a history, as a payment has. Its money is
 * allocated.
 */
import type { Instant } from '../payments/payment.js'
import type { LineOutcome } from './items.js'
import type { StatementLine } from './statement-line.js'

/** A part of a line's money, and its purpose. */
export type Allocation =
  | {
      readonly to: 'payment'
      readonly paymentId: string
      /** Minor units, above 0. */
      readonly amount: number
    }
  /** The money of a refund: a credit that is kept to be given back, or a debit that paid it out. */
  | { readonly to: 'refund'; readonly refundId: string; readonly amount: number }
  /** The bank's own correction: a credit and a debit that cancel out. */
  | { readonly to: 'line'; readonly lineKey: string; readonly amount: number }
  /**
   * A category of the host; its amount is not 0, and is negative where money was withheld: a fee taken off, a rest
   * waived.
   */
  | {
      readonly to: 'category'
      readonly category: string
      readonly amount: number
      /** The payment of the same call for which the money is missing; only with an amount below 0. */
      readonly paymentId?: string | undefined
    }

/** Returns a text that identifies the target of an allocation; the allocations of one call have different targets. */
export function targetOf(allocation: Allocation): string {
  if (allocation.to === 'payment') return `payment ${allocation.paymentId}`
  if (allocation.to === 'refund') return `refund ${allocation.refundId}`
  return allocation.to === 'line'
    ? `line ${allocation.lineKey}`
    : `category ${allocation.category} ${allocation.paymentId ?? ''}`
}

/** An allocation with its maker: a rule, or a person (`hand`). */
export type StoredAllocation = Allocation & {
  readonly by: 'rule' | 'hand'
  /** The id of the remembered rule that made it; absent where the rules of matching, the host or a person did. */
  readonly ruleId?: string
}

/** An outcome that a stored line can have; the other outcomes are answers of a run, or of rows that are no lines. */
export type StoredOutcome = Exclude<LineOutcome, 'already_reconciled' | 'on_hold' | 'rejected_line'>

/** The status of a line: `settled` where all of its money is allocated. */
export type LineStatus = 'open' | 'settled'

/** A statement line with its allocations. */
export interface AccountLine {
  /** The library's name of the line. */
  readonly key: string
  /** The account, as the call of `reconcile` named it. */
  readonly account: string
  /** The import that first stored the line. */
  readonly importId: string | null
  /** The row of the line in the file of its import. */
  readonly row: number
  readonly direction: 'credit' | 'debit'
  /** Integer, minor units. */
  readonly amount: number
  readonly currency: string
  /** The calendar day `YYYY-MM-DD` on which the line counts. */
  readonly valueDate: string
  /** The time of the movement, where the statement has it. */
  readonly bookedAt: Instant | null
  /** The reference as the statement has it. */
  readonly reference?: string
  /** The receipt of the movement. */
  readonly providerTransactionId?: string
  /** Free text of the bank; may name the payer. Absent after its erasure. */
  readonly narration?: string
  /** The outcome of the rules when they last decided the line. */
  readonly outcome: LineOutcome
  /** `settled` exactly when `allocated` is `amount`. */
  readonly status: LineStatus
  /** True where no run changes the line; people may change it. */
  readonly held: boolean
  /** The sum of the allocations, 0 … `amount`. */
  readonly allocated: number
  /**
   * Minor units that were given back through payments of which this line's allocation was undone. So much of the line's
   * open money cannot be given back again. It may be more than `amount`, where a category below 0 had settled the
   * payment.
   */
  readonly givenBack: number
  readonly allocations: readonly StoredAllocation[]
  /** The person who works on the line. */
  readonly assignee: string | null
  /** The session at the counter in which the movement was recorded; `null` for an imported line. */
  readonly sessionId: string | null
  /** The payer whose money it is, where that is known. */
  readonly payerId: string | null
  /** True where the payer came with an allocation that a rule made; it leaves again with that allocation. */
  readonly payerByRule?: true
  /** The account to which a debit sent the money; `null` for every other line. */
  readonly transferTo: string | null
  /** The number of its events. */
  readonly version: number
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

/** The type of a line's event. */
export type LineEventType =
  | 'line.imported'
  | 'line.recorded'
  | 'line.allocated'
  | 'line.unallocated'
  | 'line.held'
  | 'line.released'
  | 'line.assigned'
  | 'line.payer_set'
  | 'line.proved'
  | 'line.marked_duplicate'
  | 'line.voided'

/** One change of one line, for its history alone. It contains no narration and no note. */
export interface LineEvent {
  readonly id: string
  readonly createdAt: Instant
  readonly lineKey: string
  /** 1 at the import or the record of the movement, one more with each event. */
  readonly version: number
  readonly type: LineEventType
  readonly actor: string | null
  /** The reason that people gave; of an import, the reason for which the line is held as a possible duplicate. */
  readonly reason: string | null
  /**
   * The allocations that were made or taken back. Those that were taken back have their amounts as they were, not
   * negated.
   */
  readonly allocations: readonly Allocation[]
}

/** A line's next version, and the data of its event. */
export interface LineChange {
  line: AccountLine
  type: LineEventType
  reason: string | null
  allocations: readonly Allocation[]
}

/** One kind of event that is possible from a status; `from: null` is the first event of a line. */
interface LineTransition {
  readonly type: LineEventType
  readonly from: LineStatus | null
  readonly to: LineStatus
}

/**
 * The list of all changes of a line. Money is allocated of open lines only, and taken back of open and settled ones.
 * Hold, assignment, payer and proof leave the status as it is; so does a release, except where the rules settle a possible duplicate, and a proof of money that only a hint had reported. A line of ours is recorded first, and a void settles it.
 *
 * @example
 * lineTransitions.filter(({ from, to }) => from === null && to === 'open')
 * // => [{ type: 'line.imported', from: null, to: 'open' }, { type: 'line.recorded', from: null, to: 'open' }]
 */
export const lineTransitions: readonly LineTransition[] = Object.freeze(
  (
    [
      ['line.imported', null, 'open'],
      ['line.imported', null, 'settled'],
      ['line.recorded', null, 'open'],
      ['line.recorded', null, 'settled'],
      ['line.allocated', 'open', 'open'],
      ['line.allocated', 'open', 'settled'],
      ['line.unallocated', 'open', 'open'],
      ['line.unallocated', 'settled', 'open'],
      ['line.held', 'open', 'open'],
      ['line.held', 'settled', 'settled'],
      ['line.released', 'open', 'open'],
      ['line.released', 'open', 'settled'],
      ['line.released', 'settled', 'settled'],
      ['line.assigned', 'open', 'open'],
      ['line.assigned', 'settled', 'settled'],
      ['line.payer_set', 'open', 'open'],
      ['line.payer_set', 'settled', 'settled'],
      ['line.proved', 'open', 'open'],
      ['line.proved', 'open', 'settled'],
      ['line.proved', 'settled', 'settled'],
      ['line.marked_duplicate', 'open', 'open'],
      ['line.voided', 'open', 'settled'],
      ['line.voided', 'settled', 'settled'],
    ] as const
  ).map(([type, from, to]) => Object.freeze({ type, from, to })),
)

export function canChangeLine(type: LineEventType, from: LineStatus | null, to: LineStatus): boolean {
  return lineTransitions.some((possible) => possible.type === type && possible.from === from && possible.to === to)
}

/** Returns the minor units of a line that are not allocated yet. */
export function openOfLine({ amount, allocated }: AccountLine): number {
  return amount - allocated
}

/**
 * Checks whether a line may be a movement that is stored already, or one that only a hint of a provider reported. Such a line
 * counts as no money, even where it has the category `duplicate`.
 */
export function isUncounted({ outcome }: Pick<AccountLine, 'outcome'>): boolean {
  return outcome === 'possible_duplicate' || outcome === 'unproved'
}

/** Checks that a line is cash on its way: sent, and neither received nor taken back. */
export function isOnItsWay({ outcome, status }: Pick<AccountLine, 'outcome' | 'status'>): boolean {
  return outcome === 'in_transit' && status === 'open'
}

/** The category of a line that is stored already. */
export const duplicateCategory = 'duplicate'

/** The category of what a provider takes for a payment. */
export const providerFeeCategory = 'provider_fee'

/**
 * Returns the minor units that a refund of the line may have: the open money that was not given back through a payment.
 */
export function refundableOfLine(line: AccountLine): number {
  if (isUncounted(line)) return 0
  return Math.max(0, openOfLine(line) - line.givenBack)
}

/** Sums allocations exactly: those above and below 0 may pass 2^53 on the way to a sum that does not. */
export function sumOfAllocations(allocations: readonly Allocation[]): bigint {
  return allocations.reduce((sum, { amount }) => sum + BigInt(amount), 0n)
}

/** Sets a line's sum and status from its allocations; no other code sets them. */
function withStatus(line: AccountLine, type: LineEventType, from: LineStatus | null): AccountLine {
  const sum = sumOfAllocations(line.allocations)
  const allocated = Number(sum)
  const status = allocated === line.amount ? 'settled' : 'open'
  const isPossible = sum >= 0n && sum <= BigInt(line.amount) && canChangeLine(type, from, status)
  if (!isPossible) throw new RangeError(`${type} must not make a ${from ?? 'new'} line ${status}`)
  return { ...line, allocated, status }
}

/** Removes from a line the payer that came by a rule; the line is returned as it is where a person named the payer. */
export function withoutPayerOfRule(line: AccountLine): AccountLine {
  const { payerByRule, ...others } = line
  return payerByRule ? { ...others, payerId: null } : line
}

/** Removes the payer that came by a rule where the rule's allocation is gone. */
function withPayerOfAllocations(line: AccountLine): AccountLine {
  const isLeft = line.allocations.some(({ to, by }) => to === 'payment' && by === 'rule')
  return isLeft ? line : withoutPayerOfRule(line)
}

/** The data of a line's event beside the line itself. */
interface LineReport {
  reason?: string | null
  allocations?: readonly Allocation[]
}

/**
 * Makes the change to a line's next version.
 *
 * @throws RangeError for a change that `lineTransitions` does not list, or allocations that come to less than 0 or more than the line
 */
export function lineChange(
  line: AccountLine,
  type: LineEventType,
  now: Instant,
  changes: Partial<
    Pick<
      AccountLine,
      | ('allocations' | 'held' | 'assignee' | 'outcome' | 'payerId' | 'payerByRule')
      | ('valueDate' | 'bookedAt' | 'providerTransactionId')
    >
  >,
  { reason = null, allocations = [] }: LineReport = {},
): LineChange {
  const next = withPayerOfAllocations({ ...line, ...changes, version: line.version + 1, updatedAt: now })
  return { line: withStatus(next, type, line.status), type, reason, allocations }
}

/** Removes from an allocation who made it, as events have it. */
export function withoutBy({ by: _, ruleId: __, ...allocation }: StoredAllocation): Allocation {
  return allocation
}

/** Adds to allocations who made them, as a line stores them: a person, a rule, or the remembered rule with this id. */
export function storedAllocations(
  allocations: readonly Allocation[],
  by: StoredAllocation['by'],
  ruleId?: string,
): readonly StoredAllocation[] {
  const maker = ruleId === undefined ? { by } : { by, ruleId }
  return allocations.map((allocation) => ({ ...allocation, ...maker }))
}

/** The identity of a new line, and where it came from. */
export interface LineOrigin {
  key: string
  account: string
  importId: string | null
  line: StatementLine
}

/** Picks the statement's own texts of a line, in the shape in which they are stored; absent ones are left out. */
export function textsOfStatement({
  row,
  reference,
  providerTransactionId,
  narration,
}: Pick<StatementLine, 'row' | 'reference' | 'providerTransactionId' | 'narration'>) {
  return {
    row,
    ...(reference !== undefined && { reference }),
    ...(providerTransactionId !== undefined && { providerTransactionId }),
    ...(narration !== undefined && { narration }),
  }
}

/** The payer that a line takes from the one payment that the rules allocate it to; empty where it takes none. */
export type PayerOfRule = Partial<Pick<AccountLine, 'payerId' | 'payerByRule'>>

/** The decision of the rules about a line when it is first stored. */
interface FirstRuling {
  readonly outcome: StoredOutcome
  readonly allocations: readonly Allocation[]
  /** The reason for which it is held as a possible duplicate. */
  readonly reason?: string | null
  readonly payer?: PayerOfRule
  /** The remembered rule that made the allocations. */
  readonly ruleId?: string | undefined
}

/** Makes the first version of a line. */
export function importedLine(
  { key, account, importId, line: statementLine }: LineOrigin,
  { outcome, allocations, reason = null, payer = {}, ruleId }: FirstRuling,
  now: Instant,
): LineChange {
  const { direction, amount, currency, valueDate, bookedAt = null } = statementLine
  const line: AccountLine = {
    key,
    account,
    importId,
    direction,
    amount,
    currency,
    valueDate,
    bookedAt,
    ...textsOfStatement(statementLine),
    outcome,
    status: 'open',
    held: isUncounted({ outcome }),
    allocated: 0,
    givenBack: 0,
    allocations: storedAllocations(allocations, 'rule', ruleId),
    assignee: null,
    sessionId: null,
    payerId: null,
    ...payer,
    transferTo: null,
    version: 1,
    createdAt: now,
    updatedAt: now,
  }
  return { line: withStatus(line, 'line.imported', null), type: 'line.imported', reason, allocations }
}

/** A movement of an account of ours, as a person records it. */
interface RecordedLine {
  readonly key: string
  readonly account: string
  readonly direction: AccountLine['direction']
  readonly amount: number
  readonly currency: string
  readonly valueDate: string
  readonly outcome: StoredOutcome
  readonly allocations: readonly Allocation[]
  readonly reference?: string
  readonly providerTransactionId?: string
  /** The time of the movement; left out: now. */
  readonly bookedAt?: Instant
  readonly sessionId?: string | null
  readonly payerId?: string | null
  readonly payerByRule?: true
  readonly transferTo?: string | null
  readonly reason?: string | null
  /** Left out: a person. */
  readonly by?: StoredAllocation['by']
}

/** Makes the first version of a line that a person records; it is of no import, and never a possible duplicate. */
export function recordedLine(
  {
    allocations,
    reason = null,
    sessionId = null,
    payerId = null,
    transferTo = null,
    by = 'hand',
    ...movement
  }: RecordedLine,
  now: Instant,
): LineChange {
  // The fields that are copied stand last: V8 takes a hundred times as long to add so many to a copy.
  const line: AccountLine = {
    importId: null,
    row: 0,
    bookedAt: now,
    sessionId,
    payerId,
    transferTo,
    status: 'open',
    held: false,
    allocated: 0,
    givenBack: 0,
    allocations: storedAllocations(allocations, by),
    assignee: null,
    version: 1,
    createdAt: now,
    updatedAt: now,
    ...movement,
  }
  return { line: withStatus(line, 'line.recorded', null), type: 'line.recorded', reason, allocations }
}

/** Makes the event of a line's change. */
export function lineEvent(
  { line, type, reason, allocations }: LineChange,
  { id, actor }: { id: string; actor: string | null },
): LineEvent {
  return { id, createdAt: line.updatedAt, lineKey: line.key, version: line.version, type, actor, reason, allocations }
}

/**
 * Joins the texts in which a search looks: reference, receipt and narration, in lower case, one a line; a search has no
 * line breaks.
 */
export function lineText({ reference, providerTransactionId, narration }: Partial<AccountLine>): string {
  const texts = [reference, providerTransactionId, narration].filter((text) => text !== undefined)
  return texts.join('\n').toLowerCase()
}

/** Removes the narration from a line, for errors and for its erasure. */
export function withoutNarration({ narration: _, ...line }: AccountLine): Omit<AccountLine, 'narration'> {
  return line
}

/** The answer of a run to a line that it must leave alone. */
export type RunAnswer = 'already_reconciled' | 'set_aside' | 'on_hold'

/** Returns the answer of a run to a stored line, or `null` where the rules decide the line again. */
export function answerToRun(line: AccountLine): RunAnswer | null {
  const { status, held, allocations } = line
  if (status === 'settled') {
    const isProof = allocations.some(({ to }) => to === 'payment' || to === 'refund')
    return isProof ? 'already_reconciled' : 'set_aside'
  }
  return held || allocations.length > 0 || isUncounted(line) ? 'on_hold' : null
}
