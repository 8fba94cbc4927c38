import { createHash, createHmac, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { equalBytes, hmacSha256, sha256 } from '../../src/internal/crypto.js'

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const theirHmac = (key: Uint8Array, message: Uint8Array) => createHmac('sha256', key).update(message).digest('hex')
const theirSha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex')

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
    fc.assert(check, { numRuns: 2_000 })
  })
})

describe('sha256 of text', () => {
  // FIPS 180-4 examples.
  it.each([
    ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    [
      'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
      '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
    ],
    ['a'.repeat(1_000_000), 'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0'],
  ])('gives the published digest', (text, published) => {
    expect(hex(sha256(text))).toBe(published)
  })

  it('digests text as UTF-8', () => {
    const text = 'የህክምና ክፍያ 👍'
    expect(hex(sha256(text))).toBe(theirSha256(text))
  })
})

describe('sha256 of text, next to Node', () => {
  it('agrees for every length up to five blocks, of one to four bytes a character', () => {
    for (let length = 0; length <= 320; length++) {
      const text = 'aéአ👍'.repeat(length).slice(0, length).toWellFormed()
      expect(hex(sha256(text))).toBe(theirSha256(text))
    }
  })

  it('gives digests that the next ones leave as they are', () => {
    const texts = ['', 'INV-7', 'x'.repeat(256), 'y'.repeat(257), 'ዋ']
    expect(texts.map((text) => sha256(text)).map(hex)).toEqual(texts.map(theirSha256))
  })

  it('leaves nothing of a long text in the digest of the next', () => {
    const long = randomBytes(50_000).toString('base64')
    for (const text of [long, 'x', long.slice(0, 119), '', long]) expect(hex(sha256(text))).toBe(theirSha256(text))
  })
})

describe('sha256 of text around the length and the characters that are encoded by hand', () => {
  it.each([255, 256, 257])('is the published one of %i characters', (length) => {
    for (const last of ['a', '\x7f', '\x80', 'ÿ', 'አ']) {
      const text = 'x'.repeat(length - 1) + last
      expect(hex(sha256(text))).toBe(theirSha256(text))
    }
  })
})

describe('sha256 of bytes', () => {
  it('agrees with Node for random bytes, which it leaves as they were', () => {
    const check = fc.property(fc.uint8Array({ maxLength: 2_000 }), (bytes) => {
      const before = hex(bytes)
      expect(hex(sha256(bytes))).toBe(theirSha256(bytes))
      expect(hex(bytes)).toBe(before)
    })
    fc.assert(check, { numRuns: 2_000 })
  })

  it('agrees with Node around the ends of blocks', () => {
    for (let length = 0; length <= 260; length++) {
      const bytes = randomBytes(length)
      expect(hex(sha256(bytes))).toBe(theirSha256(bytes))
    }
  })

  it('agrees with Node for megabytes, and for small ones and texts that follow', () => {
    for (const megabytes of [1, 5]) {
      const large = randomBytes(megabytes * 2 ** 20 + 3)
      expect(hex(sha256(large))).toBe(theirSha256(large))
      for (const small of [new Uint8Array(), randomBytes(1), randomBytes(55), randomBytes(56), randomBytes(64)])
        expect(hex(sha256(small))).toBe(theirSha256(small))
      for (const text of ['', 'a', 'ክፍያ'.repeat(100)]) expect(hex(sha256(text))).toBe(theirSha256(text))
    }
  })

  it('takes a part of a larger buffer for that part', () => {
    const whole = randomBytes(300)
    const part = new Uint8Array(whole.buffer, whole.byteOffset + 7, 200)
    expect(hex(sha256(part))).toBe(theirSha256(whole.subarray(7, 207)))
  })

  it('gives a digest that the next does not change', () => {
    const first = sha256(Buffer.from('first'))
    const before = hex(first)
    sha256(Buffer.from('second'))
    expect(hex(first)).toBe(before)
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
