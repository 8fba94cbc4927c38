import { joinLines } from './joined-lines.js'
import { joinSubfields, subfieldMark } from './subfields.js'

// Code words of ISO 20022 elements as banks write them into field 86, and those which follow them.
const codes =
  'BENM|BIC|CNTP|CREF|CSID|EREF|EXCH|IBAN|IREF|ISDT|KREF|MARF|MREF|NAME|NRTX|OCMT|ORDP|PREF|PURP|REMI|RREF|RTRN|SVWZ|TRTP|ULT[BCD]|ADDR'
const following = 'ID|CUR|CUST|ISO|STRD|USTD|CHGS|CHGI'
const slashed = new RegExp(`\\s?(/(?:${codes})(?:/+(?:${codes}|${following}))*(?:/+|$))\\s?`, 'g')
const plussed = /\s?((?:ABW[AE]|BREF|CRED|DEBT|EREF|KREF|MREF|RREF|SVWZ|\b(?:BIC|IBAN|PURP))\+)\s?/g
/**
 * The form of any other code word, as in `/ROC/INV-2026-000042`; it may as well be a part of the reference, so both are
 * given.
 */
const other = /(^|\s)(\/[A-Z]{2,8}\/)([^\s/]\S*)/g

/** Sets blanks around code words: one sticks to its value, and a search for references takes the run between blanks. */
function apart(text: string): string {
  const unplussed = text.includes('+') ? text.replace(plussed, ' $1 ') : text
  if (!text.includes('/')) return unplussed
  return unplussed
    .replace(slashed, ' $1 ')
    .replace(/([^\s/])\/{2,}(?=[^\s/])/g, '$1 /')
    .replace(other, '$1$2$3 $3')
}

/**
 * Joins what the bank writes about a movement to one text: the words behind its reference, the supplementary details,
 * and its fields 86, so that a reference which was cut by a line's end, or sticks to a code word, is a word of its own.
 *
 * @param fields the lines of each field 86
 */
export function narrationOf(details: readonly string[], fields: readonly (readonly string[])[]): string {
  const mark = fields[0]?.[0] === undefined ? null : subfieldMark(fields[0][0])
  const lines = fields.flat()
  const words = apart(mark === null ? joinLines(lines) : joinSubfields(lines, mark))
  return [...details.map(apart), words]
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .join(' ')
}
