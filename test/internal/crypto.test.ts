import { createHmac, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { equalBytes, hmacSha256 } from '../../src/internal/crypto.js'
import { examples } from '../support/rounds.js'

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const theirHmac = (key: Uint8Array, message: Uint8Array) => createHmac('sha256', key).update(message).digest('hex')

describe('hmacSha256', () => {
  // RFC 4231, with keys shorter than, as long as nearly, and longer than a block.
  it.each([
    ['0b'.repeat(20), '4869205468657265', 'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7'],
    [
      '4a656665',
      '7768617420646f2079612077616e7420666f72206e6f7468696e673f',
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    ],
    ['aa'.repeat(20), 'dd'.repeat(50), '773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe'],
    [
      'aa'.repeat(131),
      '54657374205573696e67204c6172676572205468616e20426c6f636b2d53697a65204b6579202d2048617368204b6579204669727374',
      '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54',
    ],
  ])('gives the published code for the key %s', (key, message, published) => {
    expect(hex(hmacSha256(Buffer.from(key, 'hex'), Buffer.from(message, 'hex')))).toBe(published)
  })

  it('agrees with Node for every length of a key up to 200 bytes', () => {
    for (let length = 0; length <= 200; length++) {
      const [key, message] = [randomBytes(length), randomBytes(length * 3)]
      expect(hex(hmacSha256(key, message))).toBe(theirHmac(key, message))
    }
  })

  it('agrees with Node for random keys and messages, and leaves both as they were', () => {
    const check = fc.property(
      fc.uint8Array({ maxLength: 200 }),
      fc.uint8Array({ maxLength: 1_000 }),
      (key, message) => {
        const before = [hex(key), hex(message)]
        expect(hex(hmacSha256(key, message))).toBe(theirHmac(key, message))
        expect([hex(key), hex(message)]).toEqual(before)
      },
    )
    fc.assert(check, { numRuns: examples(2_000) })
  })
})

describe('equalBytes', () => {
  it('returns whether all bytes and the length are the same', () => {
    const check = fc.property(
      fc.uint8Array({ maxLength: 40 }),
      fc.nat(),
      fc.integer({ min: 1, max: 255 }),
      (bytes, at, change) => {
        expect(equalBytes(bytes, bytes.slice())).toBe(true)
        expect(equalBytes(bytes, Uint8Array.of(...bytes, 0))).toBe(false)
        if (bytes.length === 0) return
        const changed = bytes.slice()
        changed[at % bytes.length]! ^= change
        expect(equalBytes(bytes, changed)).toBe(false)
      },
    )
    fc.assert(check)
  })
})
