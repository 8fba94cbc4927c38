import { isPossibleReference } from '../domain/text.js'

/** Shorter ones are counters and codes, that banks repeat. */
const minReceipt = 6

/**
 * The bank's own number of a movement as a receipt; `undefined` for a placeholder: a text of fewer than 6 characters, of one
 * repeated character, or without a digit, as `NONREF` and `NOTPROVIDED` are.
 */
export function receiptOf(text: string): string | undefined {
  const isPlaceholder = text.length < minReceipt || /^(.)\1*$/su.test(text) || !/\d/.test(text)
  return isPlaceholder || !isPossibleReference(text) ? undefined : text
}
