import { isPossibleReference } from '../domain/text.js'

/** The length of the shortest receipt: shorter numbers are counters and codes, which banks repeat. */
const minReceipt = 6

/**
 * Returns true for a text that only means that there is no number: `NONREF`, `NOTPROVIDED`, `NONE`, `N/A`, or zeros and
 * signs alone.
 */
export function isPlaceholder(text: string): boolean {
  return /^(?:NOT ?PROVIDED|NON-?REF|NONE|N\/?A|(?:0|[^\p{L}\p{N}])*)$/iu.test(text)
}

function isRepeated(text: string): boolean {
  return /^(.)\1*$/su.test(text)
}

/**
 * Returns the bank's own number of a movement as a receipt; `undefined` for a placeholder: a text of fewer than 6
 * characters, of one repeated character, or without a digit, as `NONREF` and `NOTPROVIDED` are.
 */
export function receiptOf(text: string): string | undefined {
  const isNone = text.length < minReceipt || isRepeated(text) || !/\d/.test(text)
  return isNone || !isPossibleReference(text) ? undefined : text
}

/**
 * Returns true where a text in a column of receipts is none. A person chose such a column, so a short number is taken
 * as a receipt, and so is one without a digit, as M-Pesa gives some.
 */
export function isNoReceipt(text: string): boolean {
  return isPlaceholder(text) || (text.length >= minReceipt && isRepeated(text))
}
