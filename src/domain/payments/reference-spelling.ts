/** References as payers spell them: what a storage can look up by equality, for hospitals type and payers retype. */

const dropped = /[\p{White_Space}\p{Dash_Punctuation}\u2212\u200b-\u200d]/u
const alike: Readonly<Record<string, string>> = { o: '0', i: '1' }

/**
 * A reference without what spellings differ in: letters of either case, spaces, dashes, O and 0, I and 1. Two spellings of
 * one reference have one key; an empty key is none. At most three bytes a character of the reference in UTF-8, or its own four.
 *
 * @example
 * foldReference('INV-2026 0O1') // => '1nv2026001'
 */
export function foldReference(reference: string): string {
  let folded = ''
  for (const character of reference) {
    if (dropped.test(character)) continue
    // One by one: as the last letter of a word, the Greek sigma would become another letter.
    const lower = character.toLowerCase()
    folded += alike[lower] ?? lower
  }
  return folded
}

/** Whether two folded references differ in one character: another one, one more or one less. */
export function isOneCharacterApart(a: string, b: string): boolean {
  // A character has at most two units: what a bank wrote may be a thousand times as long as any reference.
  if (Math.abs(a.length - b.length) > 2) return false
  const [short, long] = [[...a], [...b]].sort((x, y) => x.length - y.length) as [string[], string[]]
  if (long.length - short.length > 1) return false
  let start = 0
  while (start < short.length && short[start] === long[start]) start++
  let end = 0
  while (end < short.length - start && short[short.length - 1 - end] === long[long.length - 1 - end]) end++
  return long.length - start - end === 1
}

/** What folded references consist of, nearly always. */
const usual = [...'0123456789abcdefghjklmnpqrstuvwxyz./_']

/**
 * The keys that are one character apart from a folded reference, to look up by equality: some 40 for each two of its
 * characters. Of other characters than `0` … `z`, `.`, `/` and `_` only those are exchanged and put in that it has itself.
 */
export function keysOneCharacterApart(folded: string): string[] {
  const characters = [...folded]
  const keys = new Set<string>()
  const others = new Set([...usual, ...characters])
  for (let at = 0; at <= characters.length; at++) {
    const before = characters.slice(0, at).join('')
    const after = characters.slice(at + 1).join('')
    const here = characters[at] ?? ''
    if (here !== '') keys.add(before + after)
    for (const other of others) {
      if (here !== '') keys.add(before + other + after)
      keys.add(before + other + here + after)
    }
  }
  keys.delete(folded)
  keys.delete('')
  return [...keys]
}

/** How many keys `keysOneCharacterApart` has, without building any: of a long text they would be millions. */
export function countOneCharacterApart(folded: string): number {
  const characters = [...folded]
  const { length } = characters
  const others = new Set([...usual, ...characters]).size
  const exchanged = length * (others - 1)
  const putIn = (length + 1) * others - length
  // Of equal neighbours it does not matter which is left out.
  const leftOut = characters.filter((character, at) => character !== characters[at - 1]).length
  return exchanged + putIn + (length === 1 ? 0 : leftOut)
}
