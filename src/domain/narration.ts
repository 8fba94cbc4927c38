import { codePoints, isPossibleReference } from './text.js'

const betweenTokens = /[\s,;|()[\]{}<>"':=]+/
const atEnds = /^[./#*+?!-]+|[./#*+?!-]+$/g
const shortest = 6

/**
 * The parts of a free text that may be references: at least six characters with a digit, so that amounts, years and
 * words name nothing; in their exact case, and never split further.
 *
 * @example
 * referenceTokens('PAID 1500 ETB FOR (INV-0042), #2026/11-7.') // => ['INV-0042', '2026/11-7']
 */
export function referenceTokens(narration: string): string[] {
  const tokens = new Set<string>()
  for (const run of narration.split(betweenTokens)) {
    const token = run.replace(atEnds, '')
    if (codePoints(token) >= shortest && /\d/.test(token) && isPossibleReference(token)) tokens.add(token)
  }
  return [...tokens]
}
