import { sha256 } from '../../../src/internal/crypto.js'
import { expect, it } from 'vitest'
import { Occurrences } from '../../../src/domain/reconciliation/occurrences.js'

it('occurrences are counted exactly, however many others come between', () => {
  const occurrences = new Occurrences()
  expect(occurrences.add(sha256('a'))).toBe(0)
  expect(occurrences.add(sha256('b'), 3)).toBe(0)
  for (let other = 0; other < 20_000; other++) expect(occurrences.add(sha256(`other ${other}`))).toBe(0)
  expect(occurrences.add(sha256('a'))).toBe(1)
  expect(occurrences.add(sha256('b'))).toBe(3)
  expect(occurrences.add(sha256('b'))).toBe(4)
  expect(occurrences.size).toBe(20_002)
})
