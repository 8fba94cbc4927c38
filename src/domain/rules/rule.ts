/**
 * Remembered rules: a person says once what lines with a text are for, and imports set such lines aside from then on. A
 * rule never touches money of a payment or a refund.
 */
import type { Instant } from '../payments/payment.js'
import { type AccountLine, type LineChange, lineChange, storedAllocations } from '../reconciliation/account-line.js'
import type { Candidates } from '../reconciliation/matching.js'
import type { LineMeaning, NamedRefunds } from '../reconciliation/refund-matching.js'
import type { StatementLine } from '../reconciliation/statement-line.js'
import { foldedText } from '../text.js'

/** A remembered rule: the lines that it fits, and the category that they get. */
export interface Rule {
  /** The id, `rul_…`. */
  readonly id: string
  /** The account of its lines; `null` for every account. */
  readonly account: string | null
  readonly direction: AccountLine['direction']
  /** A part of the reference or the narration; width, case and runs of spaces do not matter. */
  readonly text: string
  /** The amount of its lines in minor units; `null` for any amount. */
  readonly amount: number | null
  /** The currency of its lines; `null` for any currency. */
  readonly currency: string | null
  /** The category of the lines that it settles. */
  readonly category: string
  readonly createdBy: string
  readonly createdAt: Instant
  /** The time of its deletion; `null` while it applies. */
  readonly deletedAt: Instant | null
}

/** A rule as it is stored; it has a second version once it is deleted. */
export interface StoredRule extends Rule {
  readonly version: number
}

/** The lines that a rule fits. */
export type RuleConditions = Pick<Rule, 'account' | 'direction' | 'text' | 'amount' | 'currency'>

/** Checks that two rules fit the same lines, and give them the same category. */
export function areSameRules(some: RuleConditions & Pick<Rule, 'category'>, other: typeof some): boolean {
  const names = ['account', 'direction', 'text', 'amount', 'currency', 'category'] as const
  return names.every((name) => some[name] === other[name])
}

/** Returns a rule as readers see it. */
export function shownRule({ version: _, ...rule }: StoredRule): Rule {
  return rule
}

const spaces = /\s+/gu
const lettersAndDigits = /[\p{L}\p{N}]/gu
/** The letters and digits that a rule's text has at least: a shorter one would fit lines by chance. */
export const minLetters = 4

/** Folds a text as rules compare it: NFKC, case and runs of spaces, and nothing else. */
export function textForRules(text: string): string {
  return foldedText(text).replace(spaces, ' ')
}

/** Checks that a rule's text has enough letters or digits. */
export function hasEnoughLetters(text: string): boolean {
  return (textForRules(text).match(lettersAndDigits)?.length ?? 0) >= minLetters
}

type TextsOfLine = Pick<StatementLine, 'reference' | 'narration'>

/** Returns the texts of a line in which rules look for theirs. */
function textsForRules({ reference, narration }: TextsOfLine): readonly string[] {
  return [reference, narration].flatMap((text) => (text === undefined ? [] : [textForRules(text)]))
}

/** A line as rules see it. */
type LineForRules = Pick<AccountLine, 'account' | 'direction' | 'amount' | 'currency'> & TextsOfLine

/** Makes the check of lines for a rule; the rule's text is folded once. */
export function lineCheck({
  account,
  direction,
  text,
  amount,
  currency,
}: RuleConditions): (line: LineForRules, texts?: readonly string[]) => boolean {
  const part = textForRules(text)
  return (line, texts = textsForRules(line)) =>
    line.direction === direction &&
    (account === null || line.account === account) &&
    (currency === null || line.currency === currency) &&
    (amount === null || line.amount === amount) &&
    texts.some((one) => one.includes(part))
}

/** Makes the function that returns the oldest rule that fits a line; `null` where none does. */
export function ruleFinder<Each extends Rule>(rules: readonly Each[]): (line: LineForRules) => Each | null {
  const oldestFirst = [...rules].sort(byAge)
  const checks = oldestFirst.map((rule) => ({ rule, fits: lineCheck(rule) }))
  return (line) => {
    if (checks.length === 0) return null
    const texts = textsForRules(line)
    return checks.find(({ fits }) => fits(line, texts))?.rule ?? null
  }
}

/** Sorts rules by age, the oldest first: where several fit a line, that one applies. */
function byAge(a: Rule, b: Rule): number {
  return a.createdAt < b.createdAt || (a.createdAt === b.createdAt && a.id < b.id) ? -1 : 1
}

/** The outcomes of lines that rules may settle: money that no payment explains, and that is no second payment or surplus. */
export const outcomesForRules = ['unmatched_line', 'reversal_candidate'] as const satisfies AccountLine['outcome'][]

function isOutcomeForRules(outcome: AccountLine['outcome']): boolean {
  return (outcomesForRules as readonly AccountLine['outcome'][]).includes(outcome)
}

/**
 * Checks that neither reference nor receipt nor narration of a line finds a payment, a refund or a transfer, whatever their
 * states are. Money of these is never a rule's.
 */
export function namesNothing(
  { match, pays, transits = [] }: LineMeaning,
  { payments, problem }: Candidates,
  { refunds }: NamedRefunds,
): boolean {
  return (
    isOutcomeForRules(match.outcome) &&
    match.allocations.length + payments.length + refunds.length + transits.length === 0 &&
    problem === null &&
    pays === null
  )
}

/** Checks that a stored line is open to rules: no person holds it, and none of its money was allocated or given back. */
export function isOpenToRules({ outcome, status, held, allocations, givenBack }: AccountLine): boolean {
  return status === 'open' && !held && allocations.length === 0 && givenBack === 0 && isOutcomeForRules(outcome)
}

/** Makes the change by which a rule sets a stored line aside. */
export function settledByRule(line: AccountLine, { id, category }: Rule, now: Instant): LineChange {
  const allocations = [{ to: 'category', category, amount: line.amount } as const]
  const changes = { outcome: 'set_aside' as const, allocations: storedAllocations(allocations, 'rule', id) }
  return lineChange(line, 'line.allocated', now, changes, { allocations })
}

/** Deletes a rule: no line is settled by it from now on. */
export function deletedRule(rule: StoredRule, now: Instant): StoredRule {
  return { ...rule, deletedAt: now, version: rule.version + 1 }
}
