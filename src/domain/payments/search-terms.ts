/**
 * The search terms of payments: short texts that are stored with each payment and looked up by equality or by their
 * beginning. They come from fields of a payment that never change, so they are written once.
 */
import type { Customer, Payment } from './payment.js'
import { foldReference } from './reference-spelling.js'

const kinds = { reference: 'r:', amount: 'a:', phone: 'p:', word: 'w:', digitWord: 'd:' } as const

/** The number of words of a name that become terms, the first ones. */
const maxWords = 20

function withoutAccents(text: string): string {
  return text.normalize('NFD').replace(/\p{Diacritic}/gu, '')
}

function everyWordOf(name: string): string[] {
  const words = withoutAccents(name)
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
  return words.filter((word) => word !== '')
}

/** Splits a name into its words, in lower case and without accents, each once. */
export function wordsOfName(name: string): string[] {
  return [...new Set(everyWordOf(name))]
}

/** Removes from a name what spellings differ in: its words in their order, with one space between them. */
export function foldName(name: string): string {
  return everyWordOf(name).join(' ')
}

function reverseDigits(digits: string): string {
  return [...digits].reverse().join('')
}

export function amountTerm(amount: number): string {
  return kinds.amount + amount
}

/** The fewest characters of a folded reference that find the references that begin with them. */
export const minReferencePart = 4

/** Returns the term of a folded reference; `null` for a reference of dashes and spaces alone. */
export function referenceTerm(folded: string): string | null {
  return folded === '' ? null : kinds.reference + folded
}

function hasDigit(word: string): boolean {
  return /\p{N}/u.test(word)
}

/**
 * Returns the term of a word. Words with digits have terms of their own: names have few of them, but receipts and
 * references, which people search in the same way, have many.
 */
export function wordTerm(word: string): string {
  return (hasDigit(word) ? kinds.digitWord : kinds.word) + word
}

/**
 * Lists the beginnings of the terms of all words that begin with a text; a text without digits may be followed by
 * digits.
 */
function wordStarts(text: string): string[] {
  return hasDigit(text) ? [kinds.digitWord + text] : [kinds.word + text, kinds.digitWord + text]
}

/**
 * The terms by which a storage looks a name up: whole terms, or beginnings of terms, with a text that follows somewhere
 * behind.
 */
interface NameLookUp {
  terms?: readonly string[]
  prefixes?: readonly { start: string; part?: string }[]
}

/**
 * Returns the terms by which a storage can search a part of a name: of three words or more a whole one, of two the
 * beginning of the last. One word alone may stand within another, and all terms of words are read for it.
 */
export function partOfName(text: string): NameLookUp {
  const words = everyWordOf(text)
  const last = words.at(-1)
  if (last === undefined) return {}
  const whole = words.slice(1, -1).sort((a, b) => b.length - a.length)[0]
  if (whole !== undefined) return { terms: [wordTerm(whole)] }
  if (words.length > 1) return { prefixes: wordStarts(last).map((start) => ({ start })) }
  const starts = hasDigit(last) ? [kinds.digitWord] : [kinds.word, kinds.digitWord]
  return { prefixes: starts.map((start) => ({ start, part: last })) }
}

/** Returns the beginning of the terms of phone numbers with these last digits. */
export function phonePrefix(lastDigits: string): string {
  return kinds.phone + reverseDigits(lastDigits)
}

/**
 * Lists all search terms of a payment, each once.
 *
 * @example
 * searchTermsOf({ reference: 'INV-7', amount: 150000, customer: { name: 'Abebe Bekele', phone: '+251911' } })
 * // => ['r:1nv7', 'a:150000', 'p:119152', 'w:abebe', 'w:bekele']
 */
export function searchTermsOf({
  reference,
  amount,
  customer = {},
}: Pick<Payment, 'reference' | 'amount'> & { customer?: Customer }): string[] {
  const { name, phone } = customer
  const folded = referenceTerm(foldReference(reference))
  return [
    ...(folded === null ? [] : [folded]),
    amountTerm(amount),
    ...(phone === undefined ? [] : [phonePrefix(phone.replace('+', ''))]),
    ...(name === undefined ? [] : wordsOfName(name).slice(0, maxWords).map(wordTerm)),
  ]
}
