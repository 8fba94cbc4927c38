/** Payments that a person may mean by a line that no rule settles. No rule applies a suggestion. */
import { millisecondsOf } from '../instant.js'
import {
  countOneCharacterApart,
  foldReference,
  isOneCharacterApart,
  keysOneCharacterApart,
} from '../payments/reference-spelling.js'
import { matchesPhone, namePartsOf, type PhonePattern, readPhonePattern } from '../payments/payer.js'
import type { Payment } from '../payments/payment.js'
import { isSameReceipt } from '../payments/receipt-spelling.js'
import { type AccountLine, isUncounted, openOfLine } from './account-line.js'
import { isGivenBackUnpaid } from '../payments/money-of-lines.js'
import { amountAsked, openAmount } from '../payments/open-amount.js'
import { byAge } from './matching.js'
import { wordsOf } from './narration.js'

/** The reason for which a payment is suggested. */
export type SuggestionReason =
  | 'same_reference_spelt_differently'
  | 'same_receipt'
  | 'one_character_differs'
  | 'same_open_amount'
  | 'phone'
  | 'payer_name'

/** A payment that a line may be for, and the reasons. */
export interface PaymentSuggestion {
  readonly payment: Payment
  readonly line?: undefined
  readonly reasons: readonly SuggestionReason[]
}

/** A line of another account that may be the other side of a transfer between two accounts of the hospital. */
export interface TransferSuggestion {
  readonly payment?: undefined
  readonly line: AccountLine
  readonly reasons: readonly ['own_transfer']
}

/** A payment that a line may be for, or a line with which it may cancel out. */
export type Suggestion = PaymentSuggestion | TransferSuggestion

/** The best suggestion of a line of a list; `null` where there is none. */
export interface LineSuggestion {
  readonly key: string
  readonly suggestion: Suggestion | null
}

/** The most days between the two sides of a transfer. */
export const maxTransferDays = 5

/** Suggests open lines of other accounts that move the same money the other way; the nearest value dates come first. */
export function suggestTransfers(line: AccountLine, others: readonly AccountLine[]): readonly TransferSuggestion[] {
  const distance = ({ valueDate }: AccountLine) =>
    Math.abs(millisecondsOf(`${valueDate}T00:00:00.000Z`) - millisecondsOf(`${line.valueDate}T00:00:00.000Z`))
  return others
    .filter(
      (other) =>
        other.account !== line.account &&
        other.direction !== line.direction &&
        other.amount === line.amount &&
        other.currency === line.currency &&
        other.allocations.length === 0 &&
        !isUncounted(other),
    )
    .sort((a, b) => distance(a) - distance(b) || (a.key < b.key ? -1 : 1))
    .slice(0, maxSuggestions)
    .map((other) => ({ line: other, reasons: ['own_transfer'] }))
}

const maxSuggestions = 10

/** The clues of a line to its payment: a storage looks candidates up by them, and candidates are compared with them. */
export interface Clues {
  readonly currency: string
  /** The open amount of the line, minor units. */
  readonly open: number
  /** Folded references that the line may name. */
  readonly references: readonly string[]
  /** Folded references one character apart from them, at most 5,000. */
  readonly near: readonly string[]
  readonly phones: readonly PhonePattern[]
  /** Words that may be parts of a name, as `namePartsOf` returns them. */
  readonly names: readonly string[]
}

/** The most words that are joined: "INV 2026 - 1042" has so many, and phone numbers are written in groups. */
const maxJoined = 4
const maxWords = 200
/** The shortest reference for keys one character apart; shorter ones are near too many others. */
const minNearLength = 5
const minReferenceLength = 4
const maxNear = 5000
/** The shortest row of digits that counts as a phone number. */
const minPhoneLength = 8

/** Joins one to four neighbouring words; single words come first, because they are the likelier references. */
function joinedWords(narration: string): string[] {
  const words = wordsOf(narration).slice(0, maxWords)
  const joined: string[] = []
  for (let size = 1; size <= maxJoined; size++) {
    for (let at = 0; at + size <= words.length; at++) joined.push(words.slice(at, at + size).join(''))
  }
  return joined
}

function phoneIn(text: string): PhonePattern | null {
  const pattern = readPhonePattern(text)
  if (!pattern) return null
  return pattern.first !== '' || pattern.last.length >= minPhoneLength ? pattern : null
}

/** Lists folded references one character apart from these, at most `max`; of a reference all or none. */
export function referencesNear(references: readonly string[], max: number): string[] {
  const near = new Set<string>()
  for (const reference of references) {
    if ([...reference].length < minNearLength) continue
    if (near.size + countOneCharacterApart(reference) > max) continue
    for (const key of keysOneCharacterApart(reference)) near.add(key)
  }
  return [...near]
}

/** Collects the clues of a line to its payment, with at most `max` references one character apart. */
export function cluesOf(line: AccountLine, max = maxNear): Clues {
  const { currency, reference, narration = '' } = line
  const joined = joinedWords(narration)
  const named = joined.filter((text) => /\d/.test(text)).map(foldReference)
  const long = named.filter((folded) => [...folded].length >= minReferenceLength)
  const ownReferences = reference === undefined ? [] : [foldReference(reference)]
  const references = [...new Set([...ownReferences, ...long])].filter((folded) => folded !== '')
  const phones = [...new Set(reference === undefined ? joined : [reference, ...joined])].flatMap(
    (text) => phoneIn(text) ?? [],
  )
  return {
    currency,
    open: openOfLine(line),
    references,
    near: referencesNear(references, max),
    phones,
    names: namePartsOf(narration),
  }
}

/** The weights of reasons, which are added up: a reference and its amount weigh more than a reference. */
const weights = {
  same_receipt: 2000,
  same_reference_spelt_differently: 1000,
  one_character_differs: 300,
  phone: 200,
  same_open_amount: 100,
  /** The weight of each part of the name. */
  payer_name: 60,
} as const satisfies Record<SuggestionReason, number>

/** A payment with the texts that lines are compared with: they are made once, however many lines there are. */
export interface Candidate {
  readonly payment: Payment
  readonly folded: string
  readonly nameParts: readonly string[]
}

export function candidateOf(payment: Payment): Candidate {
  const { name } = payment.customer ?? {}
  return {
    payment,
    folded: foldReference(payment.reference),
    nameParts: name === undefined ? [] : namePartsOf(name),
  }
}

/** A payment with its reasons, and their weight. */
interface ScoredPayment extends PaymentSuggestion {
  readonly score: number
}

function isNear(folded: string, references: readonly string[]): boolean {
  return references.some(
    (reference) => [...reference].length >= minNearLength && isOneCharacterApart(reference, folded),
  )
}

function compareWithCredit(
  { payment, folded, nameParts }: Candidate,
  { references, open, phones, names }: Clues,
): ScoredPayment {
  const reasons: SuggestionReason[] = []
  let score = 0
  const add = (reason: SuggestionReason, times = 1) => {
    reasons.push(reason)
    score += weights[reason] * times
  }
  if (references.includes(folded)) add('same_reference_spelt_differently')
  else if (isNear(folded, references)) add('one_character_differs')
  if (openAmount(payment) === open) add('same_open_amount')
  const { phone } = payment.customer ?? {}
  if (phone !== undefined && phones.some((pattern) => matchesPhone(pattern, phone))) add('phone')
  const parts = nameParts.filter((part) => names.includes(part))
  if (parts.length > 0) add('payer_name', parts.length)
  return { payment, reasons, score }
}

/** Returns the most that the reasons of a payment weigh whose reference is one character apart. */
function maxScoreOfNear({ phones, names }: Clues): number {
  const { one_character_differs: reference, same_open_amount: amount, phone, payer_name: name } = weights
  return reference + amount + (phones.length > 0 ? phone : 0) + name * names.length
}

/**
 * Compares a payment with a debit, which may reverse it as a whole: the line must name the payment, whatever is open of
 * it.
 */
function compareWithDebit(
  { payment, folded }: Candidate,
  line: AccountLine,
  { references, open }: Clues,
): ScoredPayment {
  const reasons: SuggestionReason[] = []
  const { providerTransactionId: receipt } = payment
  if (isSameReceipt(receipt, line.providerTransactionId)) reasons.push('same_receipt')
  if (references.includes(folded)) reasons.push('same_reference_spelt_differently')
  if (reasons.length > 0 && amountAsked(payment) === open) reasons.push('same_open_amount')
  return { payment, reasons, score: reasons.reduce((sum, reason) => sum + weights[reason], 0) }
}

function compare(line: AccountLine, clues: Clues, candidates: Iterable<Candidate>): ScoredPayment[] {
  const scored: ScoredPayment[] = []
  for (const candidate of candidates) {
    const { payment } = candidate
    if (payment.currency !== line.currency || payment.status === 'reversed' || isGivenBackUnpaid(payment)) continue
    if (line.direction === 'credit' && openAmount(payment) <= 0) continue
    const suggestion =
      line.direction === 'credit' ? compareWithCredit(candidate, clues) : compareWithDebit(candidate, line, clues)
    if (suggestion.reasons.length > 0) scored.push(suggestion)
  }
  return scored
}

function daysApart({ bookedAt, valueDate }: AccountLine, { createdAt }: Payment): number {
  return Math.abs(millisecondsOf(bookedAt ?? `${valueDate}T12:00:00.000Z`) - millisecondsOf(createdAt))
}

/** Returns the first `max`, best first. Times are read of those alone that weigh enough to be among them. */
function firstOf(line: AccountLine, scored: readonly ScoredPayment[], max: number): ScoredPayment[] {
  const minScore = scored.map(({ score }) => score).sort((a, b) => b - a)[max - 1] ?? 0
  const timed = scored
    .filter(({ score }) => score >= minScore)
    .map((suggestion) => ({ suggestion, apart: daysApart(line, suggestion.payment) }))
  timed.sort(
    (a, b) =>
      b.suggestion.score - a.suggestion.score || a.apart - b.apart || byAge(a.suggestion.payment, b.suggestion.payment),
  )
  return timed.slice(0, max).map(({ suggestion }) => suggestion)
}

function suggestionOf({ payment, reasons }: ScoredPayment): PaymentSuggestion {
  return { payment, reasons }
}

/**
 * Suggests at most 10 of the candidates, best first; of equally good ones, the payment created nearest to the line's
 * time comes first. Reversed payments are left out, also those of another currency or without a reason, and for a
 * credit those with nothing open. For a debit, the payments are suggested that it names by receipt, reference or
 * narration, and their whole amount is compared. A reference of the same spelling has the reason of one that is spelt
 * differently.
 */
export function suggestPayments(line: AccountLine, candidates: Iterable<Payment>): readonly PaymentSuggestion[] {
  // References are compared with those of the candidates: the list of misspelt ones is for looking up alone.
  const scored = compare(line, cluesOf(line, 0), Array.from(candidates, candidateOf))
  return firstOf(line, scored, maxSuggestions).map(suggestionOf)
}

/** The first of the suggestions of a line. */
export interface BestPayment {
  readonly suggestion: PaymentSuggestion | null
  /** True where no payment whose reference is one character apart can be better. */
  readonly isBeyondNear: boolean
}

/** Suggests the first of those that `suggestPayments` suggests. */
export function suggestBest(line: AccountLine, clues: Clues, candidates: Iterable<Candidate>): BestPayment {
  const [best] = firstOf(line, compare(line, clues, candidates), 1)
  return {
    suggestion: best ? suggestionOf(best) : null,
    isBeyondNear: line.direction === 'debit' || (best?.score ?? 0) > maxScoreOfNear(clues),
  }
}
