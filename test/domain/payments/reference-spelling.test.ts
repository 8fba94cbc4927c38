import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  countOneCharacterApart,
  foldReference,
  isOneCharacterApart,
  keysOneCharacterApart,
} from '../../../src/domain/payments/reference-spelling.js'

describe('foldReference', () => {
  it.each([
    'INV-2026-0010',
    'inv 2026 0010',
    'Inv2O26OOIO',
    '1NV–2026—0010',
    'iNv−2026 0O10',
    'INV\u00a02026\u200b0010',
  ])('is the same for %j', (spelling) => {
    expect(foldReference(spelling)).toBe('1nv20260010')
  })

  it.each([
    ['INV/1', '1nv/1'],
    ['INV.1', '1nv.1'],
    ['L5', 'l5'],
    ['---', ''],
    ['ΟΔΟΣ', 'οδοσ'],
  ])('turns %j into %j: nothing else is alike', (reference, folded) => {
    expect(foldReference(reference)).toBe(folded)
  })

  it('is folded once for all, and fits the column that a reference fits', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 255 }), (reference) => {
        const folded = foldReference(reference)
        expect(foldReference(folded)).toBe(folded)
        expect(new TextEncoder().encode(folded).length).toBeLessThanOrEqual(1020)
      }),
    )
  })
})

describe('isOneCharacterApart and keysOneCharacterApart', () => {
  it.each([
    ['1nv1042', '1nv1043', true],
    ['1nv1042', '1nv104', true],
    ['1nv1042', '1nv10422', true],
    ['1nv1042', 'xnv1042', true],
    ['1nv1042', '1nv1042', false],
    ['1nv1042', '1nv1024', false],
    ['1nv1042', '1nv10', false],
    ['a👩b', 'a𝔘b', true],
    ['', 'a', true],
    ['aab', 'aaab', true],
  ])('%s and %s: %s', (a, b, expected) => {
    expect([isOneCharacterApart(a, b), isOneCharacterApart(b, a)]).toEqual([expected, expected])
  })

  const folded = fc.string({ unit: fc.constantFrom(...'01ab/é'), minLength: 1, maxLength: 8 })

  it.each([
    ['left out at the front', 'nv1'],
    ['left out in the middle', 'iv1'],
    ['left out at the end', 'inv'],
    ['put in at the front', '0inv1'],
    ['put in in the middle', 'in/v1'],
    ['put in at the end', 'inv1_'],
    ['exchanged at the front', 'znv1'],
    ['exchanged in the middle', 'i.v1'],
    ['exchanged at the end', 'inv0'],
  ])('a character %s is looked up', (_, key) => {
    expect(keysOneCharacterApart('inv1')).toContain(key)
  })

  it('have neither the reference itself nor the empty text', () => {
    expect(keysOneCharacterApart('inv1')).not.toContain('inv1')
    expect(keysOneCharacterApart('1')).not.toContain('')
  })

  it('agree for every key that is looked up', () => {
    fc.assert(
      fc.property(folded, folded, (a, b) => {
        const keys = keysOneCharacterApart(a)
        for (const key of keys) expect([key, isOneCharacterApart(a, key)]).toEqual([key, true])
        const isOfOwn = [...b].every((character) => character !== 'é' || a.includes('é'))
        if (isOfOwn) expect(keys.includes(b)).toBe(isOneCharacterApart(a, b))
      }),
    )
  })
})

describe('countOneCharacterApart', () => {
  it('is the number of keys', () => {
    const folded = fc.string({ unit: fc.constantFrom('a', '0', '1', '/', 'ß', '😀'), maxLength: 12 })
    fc.assert(fc.property(folded, (text) => countOneCharacterApart(text) === keysOneCharacterApart(text).length))
  })
})
