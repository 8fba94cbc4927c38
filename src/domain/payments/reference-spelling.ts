/** The spelling of references: payers retype them, and a storage can look their keys up by equality. */

const ignoredCharacter = /[\p{White_Space}\p{Dash_Punctuation}\u2212\u200b-\u200d]/u
const lookalikes: Readonly<Record<string, string>> = { o: '0', i: '1' }

/**
 * Removes from a reference what spellings differ in: the case of letters, spaces, dashes, O and 0, I and 1. Two
 * spellings of one reference have one key; an empty key is no key. A key has at most three bytes of UTF-8 for each
 * character of the reference, or the character's own four.
 *
 * @example
 * foldReference('INV-2026 0O1') // => '1nv2026001'
 */
export function foldReference(reference: string): string {
  let folded = ''
  for (const character of reference) {
    if (ignoredCharacter.test(character)) continue
    // One by one: as the last letter of a word, the Greek sigma would become another letter.
    const lower = character.toLowerCase()
    folded += lookalikes[lower] ?? lower
  }
  return folded
}

/** Checks that two folded references differ in one character: another, a missing or an additional one. */
export function isOneCharacterApart(a: string, b: string): boolean {
  // A character has at most two units: the text of a bank may be a thousand times as long as any reference.
  if (Math.abs(a.length - b.length) > 2) return false
  const [short, long] = [[...a], [...b]].sort((x, y) => x.length - y.length) as [string[], string[]]
  if (long.length - short.length > 1) return false
  let start = 0
  while (start < short.length && short[start] === long[start]) start++
  let end = 0
  while (end < short.length - start && short[short.length - 1 - end] === long[long.length - 1 - end]) end++
  return long.length - start - end === 1
}

/** The characters of nearly all folded references. */
const usualCharacters = [...'0123456789abcdefghjklmnpqrstuvwxyz./_']

/**
 * Lists the keys that are one character apart from a folded reference, to look them up by equality: some 40 for each
 * two of its characters. Beyond `0` … `z`, `.`, `/` and `_`, only characters of the reference itself are exchanged and
 * added.
 */
export function keysOneCharacterApart(folded: string): string[] {
  const characters = [...folded]
  const keys = new Set<string>()
  const others = new Set([...usualCharacters, ...characters])
  for (let at = 0; at <= characters.length; at++) {
    const before = characters.slice(0, at).join('')
    const after = characters.slice(at + 1).join('')
    const character = characters[at] ?? ''
    if (character !== '') keys.add(before + after)
    for (const other of others) {
      if (character !== '') keys.add(before + other + after)
      keys.add(before + other + character + after)
    }
  }
  keys.delete(folded)
  keys.delete('')
  return [...keys]
}

/** Counts the keys of `keysOneCharacterApart` without building them: for a long text they would be millions. */
export function countOneCharacterApart(folded: string): number {
  const characters = [...folded]
  const { length } = characters
  const others = new Set([...usualCharacters, ...characters]).size
  const exchanged = length * (others - 1)
  const putIn = (length + 1) * others - length
  // Of equal neighbours it does not matter which is left out.
  const leftOut = characters.filter((character, at) => character !== characters[at - 1]).length
  return exchanged + putIn + (length === 1 ? 0 : leftOut)
}
