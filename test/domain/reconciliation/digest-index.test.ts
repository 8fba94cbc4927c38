import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DigestIndex } from '../../../src/domain/reconciliation/digest-index.js'
import { idBytes } from '../../../src/domain/id.js'
import { sha256 } from '../../../src/internal/sha256.js'
import { examples } from '../../support/rounds.js'

describe('DigestIndex', () => {
  it('numbers new digests from 0, and recognises them again, however many there are', () => {
    const index = new DigestIndex()
    expect(index.find(sha256('0'))).toBe(-1)
    for (let number = 0; number < 5000; number++) {
      expect(index.find(sha256(`${number}`))).toBe(-1)
      expect(index.add(sha256(`${number}`))).toBe(number)
      expect(index.add(sha256(`${number}`))).toBe(number)
      expect(index.size).toBe(number + 1)
    }
    for (let number = 0; number < 5000; number++) expect(index.find(sha256(`${number}`))).toBe(number)
    expect(index.find(sha256('5000'))).toBe(-1)
  })

  it.each([63, 64, 65, 128, 256])('has each of %d digests, and no other, the first time that it is asked', (count) => {
    for (let run = 0; run < 40; run++) {
      const digests = Array.from({ length: count }, (_, number) => sha256(`${run} ${number}`))
      const filled = () => {
        const index = new DigestIndex()
        for (const digest of digests) index.add(digest)
        return index
      }
      expect([filled().find(digests[run]!), filled().find(sha256(`${run}`))]).toEqual([run, -1])
    }
  })

  it.each([0, 4, 8, 12])('distinguishes two hundred digests that differ in the two bytes from %d on alone', (at) => {
    const index = new DigestIndex()
    const digests = Array.from({ length: 200 }, (_, number) => {
      const bytes = new Uint8Array(16).fill(7)
      bytes.set([number & 0xff, number >>> 4], at)
      return bytes
    })
    expect(digests.map((digest) => index.add(digest))).toEqual(digests.map((_, number) => number))
    expect(digests.map((digest) => index.find(digest))).toEqual(digests.map((_, number) => number))
  })

  it('agrees with a Map', () => {
    const word = fc.constantFrom(0, 1, 0x80, 0xff)
    const key = fc.array(word, { minLength: 16, maxLength: 16 }).map((bytes) => Uint8Array.from(bytes))
    fc.assert(
      fc.property(fc.array(key, { maxLength: 300 }), (keys) => {
        const index = new DigestIndex()
        const map = new Map<string, number>()
        for (const bytes of keys) {
          const text = bytes.join()
          expect(index.find(bytes)).toBe(map.get(text) ?? -1)
          if (!map.has(text)) map.set(text, map.size)
          expect(index.add(bytes)).toBe(map.get(text))
        }
      }),
      { numRuns: examples(200) },
    )
  })

  it('takes digests that are a part of something larger', () => {
    const bytes = Uint8Array.from({ length: 40 }, (_, i) => i)
    const index = new DigestIndex()
    expect(index.add(bytes.subarray(3, 19))).toBe(0)
    expect(index.find(bytes.slice(3, 19))).toBe(0)
    expect(index.find(bytes.slice(4, 20))).toBe(-1)
  })
})

describe('idBytes', () => {
  const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
  const body = fc
    .tuple(fc.integer({ min: 0, max: 7 }), fc.array(fc.integer({ min: 0, max: 31 }), { minLength: 25, maxLength: 25 }))
    .map(([first, rest]) => [first, ...rest])

  it('are the 26 digits of an id as one number of 128 bits', () => {
    fc.assert(
      fc.property(body, (digits) => {
        const number = digits.reduce((total, digit) => total * 32n + BigInt(digit), 0n)
        const bytes = idBytes(`pay_${digits.map((digit) => alphabet[digit]).join('')}`)
        expect(bytes.reduce((total, byte) => total * 256n + BigInt(byte), 0n)).toBe(number)
        expect(bytes).toHaveLength(16)
      }),
      { numRuns: examples(1000) },
    )
  })
})
