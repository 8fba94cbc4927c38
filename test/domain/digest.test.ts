import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { base64url, digest, hex } from '../../src/domain/digest.js'

describe('digest', () => {
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
    expect(hex(digest(text))).toBe(published)
  })

  it('digests text as UTF-8', () => {
    const text = 'የህክምና ክፍያ 👍'
    expect(hex(digest(text))).toBe(createHash('sha256').update(text, 'utf8').digest('hex'))
  })
})

describe('digest, next to Node', () => {
  it('agrees for every length up to five blocks, of one to four bytes a character', () => {
    for (let length = 0; length <= 320; length++) {
      const text = 'aéአ👍'.repeat(length).slice(0, length).toWellFormed()
      expect(hex(digest(text))).toBe(createHash('sha256').update(text, 'utf8').digest('hex'))
    }
  })

  it('leaves nothing of a long text in the digest of the next', () => {
    const long = randomBytes(50_000).toString('base64')
    for (const text of [long, 'x', long.slice(0, 119), '', long])
      expect(hex(digest(text))).toBe(createHash('sha256').update(text).digest('hex'))
  })
})

describe('hex and base64url', () => {
  it.each([
    [[], '', ''],
    [[0], '00', 'AA'],
    [[0x0a, 0xff], '0aff', 'Cv8'],
    [[0xfb, 0xff, 0xbf], 'fbffbf', '-_-_'],
    [[0xff, 0xff, 0xfe, 0x3e, 0x3f, 0x00, 0xff], 'fffffe3e3f00ff', '___-Pj8A_w'],
  ])('write %j as %s and %s', (bytes, inHex, inBase64) => {
    expect(hex(Uint8Array.from(bytes))).toBe(inHex)
    expect(base64url(Uint8Array.from(bytes))).toBe(inBase64)
  })

  it('agree with Node for every length up to 70', () => {
    for (let length = 0; length <= 70; length++) {
      const bytes = randomBytes(length)
      expect(hex(bytes)).toBe(bytes.toString('hex'))
      expect(base64url(bytes)).toBe(bytes.toString('base64url'))
    }
  })
})
