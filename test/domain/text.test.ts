import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  codePoints,
  freeTextProblem,
  isPossibleReference,
  referenceProblem,
  storableText,
} from '../../src/domain/text.js'
import { freeText, hostileText, invalidReference, validReference } from '../support/arbitraries.js'

/** The rules once more, by lists of code points: contract, "Create request". */
const bidiControls = [0x061c, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069]
const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, i) => first + i)
/** Shown as nothing or as a blank: Unicode's default-ignorable characters, listed anew, and some that it leaves out. */
const ignorable = new Set([
  ...[0xad, 0x34f, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x180e, 0x200b, 0x3164, 0xfeff, 0xffa0],
  ...range(0x2060, 0x206f),
  ...range(0xfff0, 0xfff8),
  ...range(0x1bca0, 0x1bca3),
  ...range(0x1d173, 0x1d17a),
  ...range(0xe0000, 0xe00ff),
  ...range(0xe01f0, 0xe0fff),
])
const invisible = new Set([
  ...ignorable,
  ...[0x2800, 0x13441, 0x13442, 0x16fe4, 0x1d159],
  ...range(0xfff9, 0xfffb),
  ...range(0x13430, 0x1343f),
])
const variationSelectors = [...range(0xfe00, 0xfe0f), ...range(0xe0100, 0xe01ef), 0x180b, 0x180c, 0x180d, 0x180f]
const atEnds = new Set([0x200c, 0x200d, ...variationSelectors])
const whiteSpace = [0x20, 0xa0, 0x1680, 0x202f, 0x205f, 0x3000, ...Array.from({ length: 11 }, (_, i) => 0x2000 + i)]

function keyWord(point: number): string | null {
  if (point >= 0xd800 && point <= 0xdfff) return 'surrogate'
  if (point < 0x20 || (point >= 0x7f && point < 0xa0)) return 'control character'
  if (point === 0x2028 || point === 0x2029) return 'separator'
  if (point === 0xfffd) return 'U+FFFD'
  if (bidiControls.includes(point)) return 'bidirectional'
  return invisible.has(point) ? 'an invisible character' : null
}

const isBlank = (point: number) => atEnds.has(point) || whiteSpace.includes(point)

/** Returns the problem of `text` round one code point, that of the first rule broken. */
function expectedProblem(point: number, atEnd: boolean, text: string): string | null {
  return (
    keyWord(point) ?? (atEnd && isBlank(point) ? 'begins or ends' : text === text.normalize('NFC') ? null : 'form C')
  )
}

function* everyBmpCharacterAndSomeMore(): Generator<number> {
  for (let point = 0; point <= 0xffff; point++) yield point
  for (let point = 0x10000; point <= 0x10ffff; point += 97) yield point
  yield* range(0x13400, 0x13460)
  yield* range(0x16fe0, 0x16fef)
  yield* range(0x1bc90, 0x1bcaf)
  yield* range(0x1d150, 0x1d180)
  yield* range(0xdfff0, 0xe1010)
  yield 0x10ffff
}

function disagreements(around: (character: string) => string, atEnd: boolean): string[] {
  const points: string[] = []
  for (const point of everyBmpCharacterAndSomeMore()) {
    const text = around(String.fromCodePoint(point))
    const problem = referenceProblem(text)
    const expected = expectedProblem(point, atEnd, text)
    const agree = expected === null ? problem === null : problem !== null && problem.includes(expected)
    if (!agree) points.push(`U+${point.toString(16)}: ${problem} instead of ${expected}`)
  }
  return points
}

describe('referenceProblem', () => {
  it.each([
    ['in the middle', (c: string) => `A${c}Z`, false],
    ['at the beginning', (c: string) => `${c}Z`, true],
    ['at the end', (c: string) => `A${c}`, true],
    ['alone', (c: string) => c, true],
  ])('agrees with the rules for every code point %s', (_where, around, atEnd) => {
    expect(disagreements(around, atEnd)).toEqual([])
  })

  it.each([
    ['', 'is empty'],
    ['A\ud800Z', 'contains half of a surrogate pair'],
    ['A\udc00\ud800Z', 'contains half of a surrogate pair'],
    ['A\u0000Z', 'contains a control character'],
    ['A\u009fZ', 'contains a control character'],
    ['A\u2029Z', 'contains a line or paragraph separator'],
    ['A\ufffdZ', 'contains U+FFFD, because it was decoded with the wrong encoding'],
    ['A\u202eZ', 'contains a bidirectional control character'],
    ['INV-1 ', 'begins or ends with white space or an invisible character'],
    ['\u200dINV-1', 'begins or ends with white space or an invisible character'],
    ['INV\u200b-1', 'contains an invisible character'],
    ['INV\u034f-1', 'contains an invisible character'],
    ['INV\u{1d159}-1', 'contains an invisible character'],
    ['INV-1\ufe0f', 'begins or ends with white space or an invisible character'],
    ['\ufeffINV-1', 'contains an invisible character'],
    ['INV\u00ad-1', 'contains an invisible character'],
    ['INV\u{e0041}-1', 'contains an invisible character'],
    ['INV\u2066-1', 'contains a bidirectional control character'],
    ['cafe\u0301', 'is not in Unicode normalization form C'],
    ['\u212b', 'is not in Unicode normalization form C'],
    ['9'.repeat(256), 'is longer than 255 characters'],
  ])('returns the problem of %j', (text, problem) => {
    expect(referenceProblem(text)).toBe(problem)
    expect(isPossibleReference(text)).toBe(false)
  })

  it.each(['A', '0', "'; --", '=1+1', 'a b', 'a\u200db', 'a\u00a0b', 'caf\u00e9', '👩‍⚕️ 1', 'አማርኛ', '\u0301'])(
    'allows %j',
    (text) => {
      expect(referenceProblem(text)).toBeNull()
      expect(isPossibleReference(text)).toBe(true)
    },
  )

  it.each(['9', 'é', '𝔘'])('counts code points: 255 times %j, and not once more', (unit) => {
    expect(referenceProblem(unit.repeat(255))).toBeNull()
    expect(referenceProblem(unit.repeat(256))).toBe('is longer than 255 characters')
    expect(referenceProblem(unit.repeat(254) + 'ab')).toBe('is longer than 255 characters')
  })

  it('returns no problem of any valid reference, and one of any other', () => {
    fc.assert(fc.property(validReference(), (text) => referenceProblem(text) === null && isPossibleReference(text)))
    fc.assert(fc.property(invalidReference(), (text) => referenceProblem(text) !== null && !isPossibleReference(text)))
  })
})

describe('codePoints', () => {
  it('counts as the string iterator does', () => {
    fc.assert(fc.property(hostileText(50), (value) => codePoints(value) === [...value].length))
    expect([codePoints(''), codePoints('a'), codePoints('𝔘'), codePoints('a𝔘\ud7ff\ue000')]).toEqual([0, 1, 1, 4])
  })
})

describe('freeTextProblem', () => {
  it.each(['', ' padded ', 'two\r\nlines\ttab', '\u202e\u2028\ufffd\u007f', 'e\u0301'])('allows %j', (text) => {
    expect(freeTextProblem(text, 20)).toBeNull()
  })

  it.each([
    ['a\0b', 'contains a NUL character'],
    ['a\udfffb', 'contains half of a surrogate pair'],
    ['\ud83d', 'contains half of a surrogate pair'],
    ['x'.repeat(11), 'is longer than 10 characters'],
    ['👍'.repeat(11), 'is longer than 10 characters'],
  ])('returns the problem of %j', (text, problem) => {
    expect(freeTextProblem(text, 10)).toBe(problem)
  })

  it('takes as many code points as are allowed', () => {
    expect(freeTextProblem('x'.repeat(10), 10)).toBeNull()
    expect(freeTextProblem('👍'.repeat(10), 10)).toBeNull()
    fc.assert(fc.property(freeText(30), (text) => freeTextProblem(text, 30) === null))
  })
})

describe('storableText', () => {
  it('is free text, and the very text where that is free text', () => {
    fc.assert(
      fc.property(hostileText(50), (text) => {
        const stored = storableText(text)
        expect(freeTextProblem(stored, 1000)).toBeNull()
        expect(stored === text).toBe(freeTextProblem(text, 1000) === null)
        expect(stored).toHaveLength(text.length)
      }),
    )
  })

  it.each(['a\0b', '\ud83d', 'a\udc00'])('is no reference for %j', (text) => {
    expect(isPossibleReference(storableText(text))).toBe(false)
  })
})
