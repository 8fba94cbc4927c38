import { maxLength } from '../limits.js'
import { hasEnoughLetters } from './rule.js'
import type { StatementLine } from '../reconciliation/statement-line.js'

const months =
  /^(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)$/i
const word = /\S+/gu
const edges = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu
const digit = /\p{N}/u

/** Returns true for a word that is another one in each line: a number, a date, the name of a month. */
function changes(text: string): boolean {
  return digit.test(text) || months.test(text.replace(edges, ''))
}

/** Returns the parts of a text between the words that change, each as it stands there. */
function lastingParts(text: string): string[] {
  const parts: string[] = []
  let [start, end] = [-1, -1]
  const finish = () => {
    if (start >= 0) parts.push(text.slice(start, end).replace(edges, ''))
    start = -1
  }
  for (const match of text.matchAll(word)) {
    if (changes(match[0])) {
      finish()
      continue
    }
    if (start < 0) start = match.index
    end = match.index + match[0].length
  }
  finish()
  return parts
}

/**
 * Suggests the text of a rule for all lines like one: the longest part of its narration, or else of its reference, without
 * numbers, dates and months. Empty where no part has enough letters.
 *
 * @example
 * suggestedText({ narration: 'LEDGER FEE NOV 2026 0042' }) // => 'LEDGER FEE'
 */
export function suggestedText({ narration, reference }: Pick<StatementLine, 'narration' | 'reference'>): string {
  for (const text of [narration, reference]) {
    const parts = lastingParts(text ?? '').map((part) => [...part].slice(0, maxLength.ruleText).join(''))
    const [best] = parts.filter(hasEnoughLetters).sort((a, b) => b.length - a.length)
    if (best !== undefined) return best
  }
  return ''
}
