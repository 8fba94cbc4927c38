/** Payments that a person may mean by a line which no rule settles. No rule applies what is suggested here. */
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
import { type AccountLine, openOfLine } from './account-line.js'
import { isGivenBackUnpaid } from '../payments/money-of-lines.js'
import { byAge, openAmount } from './matching.js'
import { wordsOf } from './narration.js'

/** Why a payment is suggested. */
export type SuggestionReason =
  | 'same_reference_spelt_differently'
  | 'same_receipt'
  | 'one_character_differs'
  | 'same_open_amount'
  | 'phone'
  | 'payer_name'

/** A payment, and why a person may mean it. */
export interface Suggestion {
  readonly payment: Payment
  readonly reasons: readonly SuggestionReason[]
}

const maxSuggestions = 10

/** What a line shows of the payment that it may be for: what a storage looks candidates up by, and what they are compared with. */
export interface Clues {
  readonly currency: string
  /** What is open of the line, minor units. */
  readonly open: number
  /** Folded references that it may name. */
  readonly references: readonly string[]
  /** Folded references one character apart from them, at most 5,000. */
  readonly near: readonly string[]
  readonly phones: readonly PhonePattern[]
  /** Words that may be parts of a name, as `namePartsOf` gives them. */
  readonly names: readonly string[]
}

/** "INV 2026 - 1042" is written in so many words, and a phone number in groups. */
const maxJoined = 4
const maxWords = 200
/** Shorter ones are one character apart from too many others. */
const minNearLength = 5
const minReferenceLength = 4
const maxNear = 5000
/** A row of digits that is shorter names no phone. */
const minPhoneLength = 8

/** One to four neighbouring words, joined; single words first, for they are the likelier ones. */
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

function nearOf(references: readonly string[]): string[] {
  const near = new Set<string>()
  for (const reference of references) {
    if ([...reference].length < minNearLength) continue
    if (near.size + countOneCharacterApart(reference) > maxNear) continue
    for (const key of keysOneCharacterApart(reference)) near.add(key)
  }
  return [...near]
}

/** What a line shows of its payment. */
export function cluesOf(line: AccountLine): Clues {
  const { currency, reference, narration = '' } = line
  const joined = joinedWords(narration)
  const named = joined.filter((text) => /\d/.test(text)).map(foldReference)
  const long = named.filter((folded) => [...folded].length >= minReferenceLength)
  const own = reference === undefined ? [] : [foldReference(reference)]
  const references = [...new Set([...own, ...long])].filter((folded) => folded !== '')
  const phones = [...new Set(reference === undefined ? joined : [reference, ...joined])].flatMap(
    (text) => phoneIn(text) ?? [],
  )
  return {
    currency,
    open: openOfLine(line),
    references,
    near: nearOf(references),
    phones,
    names: namePartsOf(narration),
  }
}

/** Reasons count together: a reference and its amount say more than a reference. */
const weights = {
  same_receipt: 2000,
  same_reference_spelt_differently: 1000,
  one_character_differs: 300,
  phone: 200,
  same_open_amount: 100,
  /** Of each part. */
  payer_name: 60,
} as const satisfies Record<SuggestionReason, number>

function isNear(folded: string, references: readonly string[]): boolean {
  return references.some(
    (reference) => [...reference].length >= minNearLength && isOneCharacterApart(reference, folded),
  )
}

function compared(payment: Payment, { references, open, phones, names }: Clues) {
  const reasons: SuggestionReason[] = []
  let score = 0
  const add = (reason: SuggestionReason, times = 1) => {
    reasons.push(reason)
    score += weights[reason] * times
  }
  const folded = foldReference(payment.reference)
  if (references.includes(folded)) add('same_reference_spelt_differently')
  else if (isNear(folded, references)) add('one_character_differs')
  if (openAmount(payment) === open) add('same_open_amount')
  const { phone, name } = payment.customer ?? {}
  if (phone !== undefined && phones.some((pattern) => matchesPhone(pattern, phone))) add('phone')
  const parts = name === undefined ? [] : namePartsOf(name).filter((part) => names.includes(part))
  if (parts.length > 0) add('payer_name', parts.length)
  return { payment, reasons, score }
}

/** A debit may take a payment back as a whole: what counts is that the line names it, whatever is open of it. */
function comparedForDebit(payment: Payment, line: AccountLine, { references, open }: Clues) {
  const reasons: SuggestionReason[] = []
  const { providerTransactionId: receipt } = payment
  if (isSameReceipt(receipt, line.providerTransactionId)) reasons.push('same_receipt')
  if (references.includes(foldReference(payment.reference))) reasons.push('same_reference_spelt_differently')
  if (reasons.length > 0 && payment.amount === open) reasons.push('same_open_amount')
  return { payment, reasons, score: reasons.reduce((sum, reason) => sum + weights[reason], 0) }
}

function daysApart({ bookedAt, valueDate }: AccountLine, { createdAt }: Payment): number {
  return Math.abs(millisecondsOf(bookedAt ?? `${valueDate}T12:00:00.000Z`) - millisecondsOf(createdAt))
}

/**
 * At most 10 of the candidates, best first; of those that are equally good the one asked for nearest to the line's time.
 * Left out: reversed payments, those of another currency, or without a reason, and for a credit those with nothing open. A
 * debit is suggested the payments that it names, by receipt, reference or narration; the amount of one is compared whole. A
 * reference that is spelt alike counts as one that is spelt differently.
 */
export function suggestPayments(line: AccountLine, candidates: Iterable<Payment>): readonly Suggestion[] {
  const clues = cluesOf(line)
  const scored = []
  for (const payment of candidates) {
    if (payment.currency !== line.currency || payment.status === 'reversed' || isGivenBackUnpaid(payment)) continue
    if (line.direction === 'credit' && openAmount(payment) <= 0) continue
    const one = line.direction === 'credit' ? compared(payment, clues) : comparedForDebit(payment, line, clues)
    if (one.reasons.length > 0) scored.push(one)
  }
  scored.sort(
    (a, b) =>
      b.score - a.score || daysApart(line, a.payment) - daysApart(line, b.payment) || byAge(a.payment, b.payment),
  )
  return scored.slice(0, maxSuggestions).map(({ payment, reasons }) => ({ payment, reasons }))
}
