import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { actorProblem, isSameActor } from '../../src/domain/actor.js'

describe('actorProblem', () => {
  it.each(['a', 'amina', ' Amina ', 'አሚና', 'Æ', 'x'.repeat(128), '👍'.repeat(128)])('allows %j', (actor) => {
    expect(actorProblem(actor)).toBeNull()
  })

  it.each([
    ['', 'is empty'],
    [' \u00a0', 'is empty'],
    ['x'.repeat(129), 'is longer than 128 characters'],
    ['👍'.repeat(129), 'is longer than 128 characters'],
    ['a\0b', 'contains a NUL character'],
    ['a\ud800b', 'contains half of a surrogate pair'],
  ])('returns the problem of %j', (actor, problem) => {
    expect(actorProblem(actor)).toBe(problem)
  })

  it.each([
    ...['\t', '\n', '\x1b', '\x7f', '\x9b', '\u2028', '\u2029', '\u200e', '\u202e', '\u2066'],
    ...['\u00ad', '\u034f', '\u200b', '\u200c', '\u200d', '\u2060', '\ufeff', '\u3164', '\u2800', '\ufe0f'],
    ...['\ufff9', '\u{13430}', '\u{13441}', '\u{16fe4}', '\u{1d159}', '\u{e0041}'],
  ])('refuses %j within a name', (character) => {
    expect(actorProblem(`ami${character}na`)).toBe('contains a control character or an invisible character')
  })
})

describe('isSameActor', () => {
  it.each([
    ['amina', 'AMINA'],
    ['amina', ' amina '],
    ['amina', 'ａｍｉｎａ'],
    ['amina', '\u00a0Amina\u3000'],
    ['straße', 'STRASSE'],
    ['ΟΔΟΣ', 'οδος'],
    ['ΐ', 'Ϊ́'],
    ['ﬁona', 'FIONA'],
    ['e\u0301va', 'ÉVA'],
  ])('is true for %j and %j, either way round', (one, other) => {
    expect([isSameActor(one, other), isSameActor(other, one)]).toEqual([true, true])
  })

  it.each([
    ['amina', 'amin'],
    ['amina', 'amiña'],
    ['amina b', 'aminab'],
  ])('is false for %j and %j', (one, other) => {
    expect(isSameActor(one, other)).toBe(false)
  })

  it('is true for every name and the same in capital or in small letters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 20 }), (actor) => {
        expect(isSameActor(actor, actor)).toBe(true)
        expect(isSameActor(actor, actor.toUpperCase())).toBe(true)
      }),
    )
  })
})
