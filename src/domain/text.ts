import { maxLength, shapes } from './limits.js'

/** Rules of caller text. Text is refused, never repaired: what is looked up later must be what was stored, byte for byte. */

const surrogate = /\p{Surrogate}/u
const control = /[\u0000-\u001f\u007f-\u009f]/
const lineSeparator = /[\u2028\u2029]/
const bidiControl = /\p{Bidi_Control}/u
/** The characters that join or shape others within a text; at an end they only make it look like another text. */
const joiners = '\\u200c\\u200d\\p{Variation_Selector}'
/**
 * The invisible characters without a Unicode property: blanks, and controls of annotations, hieroglyphs, Khitan and
 * music.
 */
const otherInvisible = '\\u2800\\ufff9-\\ufffb\\u{13430}-\\u{1343f}\\u{13441}\\u{13442}\\u{16fe4}\\u{1d159}'
/**
 * The characters that are shown as nothing, or as a blank, wherever they stand: two texts that look the same would be
 * two.
 */
const invisible = new RegExp(`[\\p{Default_Ignorable_Code_Point}${otherInvisible}]`, 'u')
const invisibleInReference = new RegExp(`(?![${joiners}])[\\p{Default_Ignorable_Code_Point}${otherInvisible}]`, 'u')
const paddedEnd = new RegExp(`^[\\s${joiners}]|[\\s${joiners}]$`, 'u')

const unstorable = /[\0\ud800-\udfff]/
const eachUnstorable = /\0|\p{Surrogate}/gu

/**
 * Replaces NUL and halves of surrogate pairs in the text of a bank by U+FFFD, so that every database can hold it. No
 * reference may hold any of the three, so no line finds a payment by a replaced character, or loses one.
 */
export function storableText(text: string): string {
  return unstorable.test(text) ? text.replace(eachUnstorable, '\ufffd') : text
}

/**
 * Folds a text for comparing it without width and case. Upper case comes first, so that `ß` and `SS` are the same; it is
 * normalized again, because a change of case decomposes.
 */
export function foldedText(text: string): string {
  return text.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC').replaceAll('ς', 'σ')
}

/** Counts code points, not UTF-16 units: both people and databases count code points. */
export function codePoints(text: string): number {
  let count = 0
  for (let i = 0; i < text.length; i++) if ((text.charCodeAt(i) & 0xfc00) !== 0xdc00) count++
  return count
}

/** Describes what is wrong with free text (line breaks allowed), or returns `null`. */
export function freeTextProblem(text: string, max: number): string | null {
  if (surrogate.test(text)) return 'contains half of a surrogate pair'
  if (text.includes('\0')) return 'contains a NUL character'
  return codePoints(text) > max ? `is longer than ${max} characters` : null
}

/** Checks whether a text holds a character that is shown as nothing, or that changes how others are shown. */
export function holdsInvisible(text: string): boolean {
  return control.test(text) || lineSeparator.test(text) || bidiControl.test(text) || invisible.test(text)
}

/** The shape of nearly every reference: no space at an end, nothing invisible, at most 255 characters. */
const plainReference = /^[!-~](?:[ -~]{0,253}[!-~])?$/

/** Describes what is wrong with a reference or a provider transaction id, or returns `null`. */
export function referenceProblem(text: string): string | null {
  if (plainReference.test(text)) return null
  if (text === '') return 'is empty'
  if (surrogate.test(text)) return 'contains half of a surrogate pair'
  if (codePoints(text) > maxLength.reference) return `is longer than ${maxLength.reference} characters`
  if (control.test(text)) return 'contains a control character'
  if (lineSeparator.test(text)) return 'contains a line or paragraph separator'
  if (text.includes('\ufffd')) return 'contains U+FFFD, because it was decoded with the wrong encoding'
  if (bidiControl.test(text)) return 'contains a bidirectional control character'
  if (invisibleInReference.test(text)) return 'contains an invisible character'
  if (paddedEnd.test(text)) return 'begins or ends with white space or an invisible character'
  return text === text.normalize('NFC') ? null : 'is not in Unicode normalization form C'
}

/** Checks that a payment can have this reference; a look-up of any other text finds nothing. */
export function isPossibleReference(text: string): boolean {
  return referenceProblem(text) === null
}

/** Checks that a payment can have this channel; a query of any other text finds nothing. */
export function isChannelName(text: string): boolean {
  return shapes.channel.test(text)
}
