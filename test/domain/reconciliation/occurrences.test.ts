import { sha256 } from '../../../src/internal/sha256.js'
import { expect, it } from 'vitest'
import { Occurrences } from '../../../src/domain/reconciliation/occurrences.js'

it('Occurrences: are counted exactly, however many others come between', () => {
  const occurrences = new Occurrences()
  expect(occurrences.add(sha256('a'))).toBe(0)
  expect(occurrences.add(sha256('b'), 3)).toBe(0)
  for (let other = 0; other < 20_000; other++) expect(occurrences.add(sha256(`other ${other}`))).toBe(0)
  expect(occurrences.add(sha256('a'))).toBe(1)
  expect(occurrences.add(sha256('b'))).toBe(3)
  expect(occurrences.add(sha256('b'))).toBe(4)
  expect(occurrences.size).toBe(20_002)
})

it('Occurrences: a digest has occurred as often as it was added before', () => {
  const occurrences = new Occurrences()
  expect([1, 2, 3].map(() => occurrences.add(sha256('a')))).toEqual([0, 1, 2])
  expect([2, 2, 1].map((times) => occurrences.add(sha256('b'), times))).toEqual([0, 2, 4])
  expect(occurrences.size).toBe(2)
})
