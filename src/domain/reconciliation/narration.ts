import { codePoints, isPossibleReference } from '../text.js'

/**
 * The characters between tokens. U+FEFF is white space to JavaScript alone and is not among them: no token that holds
 * one is a reference.
 */
const betweenTokens = /[\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000,;|()[\]{}<>"':=]+/
const atEnds = './-#*+?!'
const minReferenceLength = 6

/**
 * Removes the marks at both ends. It is a loop because an expression that looks for an end walks back over every run of
 * marks in the middle.
 */
function stripMarks(run: string): string {
  let start = 0
  let end = run.length
  while (start < end && atEnds.includes(run[start]!)) start++
  while (end > start && atEnds.includes(run[end - 1]!)) end--
  return run.slice(start, end)
}

/** Splits a free text into its words, without the marks at their ends. */
export function wordsOf(text: string): string[] {
  return text
    .split(betweenTokens)
    .map(stripMarks)
    .filter((word) => word !== '')
}

/**
 * Finds the parts of a free text that may be references: at least six characters with a digit, so that amounts, years
 * and words are left out. They keep their exact case, and are never split further.
 *
 * @example
 * referenceTokens('PAID 1500 ETB FOR (INV-0042), #2026/11-7.') // => ['INV-0042', '2026/11-7']
 */
export function referenceTokens(narration: string): string[] {
  const tokens = new Set<string>()
  for (const token of wordsOf(narration)) {
    if (codePoints(token) >= minReferenceLength && /\d/.test(token) && isPossibleReference(token)) tokens.add(token)
  }
  return [...tokens]
}
