import { createHash, hash, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type NodeHash, sha256, sha256By } from '../../src/internal/sha256.js'
import { examples } from '../support/rounds.js'

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const theirSha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex')

describe.each([
  ['of the runtime', sha256],
  ['where the runtime has none', sha256By(undefined)],
])('sha256: %s', (_, sha256) => {
  describe('on text', () => {
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

  describe('on text, next to Node', () => {
    it('agrees for every length up to five blocks, of one to four bytes a character', () => {
      for (let length = 0; length <= 320; length++) {
        const text = 'aéአ👍'.repeat(length).slice(0, length).toWellFormed()
        expect(hex(sha256(text))).toBe(theirSha256(text))
      }
    })

    it('returns digests that the next calls leave as they are', () => {
      const texts = ['', 'INV-7', 'x'.repeat(256), 'y'.repeat(257), 'ዋ']
      expect(texts.map((text) => sha256(text)).map(hex)).toEqual(texts.map(theirSha256))
    })

    it('leaves nothing of a long text in the digest of the next', () => {
      const long = randomBytes(50_000).toString('base64')
      for (const text of [long, 'x', long.slice(0, 119), '', long]) expect(hex(sha256(text))).toBe(theirSha256(text))
    })
  })

  describe('on text of some hundred characters', () => {
    it.each([255, 256, 257])('agrees with Node for %i characters', (length) => {
      for (const last of ['a', '\x7f', '\x80', 'ÿ', 'አ']) {
        const text = 'x'.repeat(length - 1) + last
        expect(hex(sha256(text))).toBe(theirSha256(text))
      }
    })
  })

  describe('on bytes', () => {
    it('agrees with Node for random bytes, which it leaves as they were', () => {
      const check = fc.property(fc.uint8Array({ maxLength: 2_000 }), (bytes) => {
        const before = hex(bytes)
        expect(hex(sha256(bytes))).toBe(theirSha256(bytes))
        expect(hex(bytes)).toBe(before)
      })
      fc.assert(check, { numRuns: examples(2_000) })
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

    it('returns a digest that the next call does not change', () => {
      const first = sha256(Buffer.from('first'))
      const before = hex(first)
      sha256(Buffer.from('second'))
      expect(hex(first)).toBe(before)
    })
  })

  it('agrees with Node for any text, well formed or not', () => {
    const check = fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(hex(sha256(text))).toBe(theirSha256(text))
    })
    fc.assert(check, { numRuns: examples(1_000) })
    expect(hex(sha256('\ud800'))).toBe(theirSha256('\ufffd'))
  })
})

describe('sha256By: the SHA-256 of a runtime', () => {
  /** Counts how often it is asked. */
  function counting(answer: NodeHash) {
    const calls: unknown[] = []
    const counted: NodeHash = (...call) => {
      calls.push(call)
      return answer(...call)
    }
    return { calls, sha256: sha256By(counted) }
  }
  const right: NodeHash = (algorithm, content, encoding) => hash(algorithm, content, encoding as 'hex')

  it('is used where it is right', () => {
    const { calls, sha256 } = counting(right)
    calls.length = 0
    expect(hex(sha256('INV-7'))).toBe(theirSha256('INV-7'))
    expect(calls).toEqual([['sha256', 'INV-7', 'latin1']])
  })

  it.each<[string, NodeHash]>([
    ['gives another encoding', (algorithm, content) => hash(algorithm, content, 'hex')],
    ['gives nothing', () => ''],
    [
      'reads text that is not well formed in another way',
      (...call) => right('sha256', Buffer.from(`${call[1]}`, 'utf16le'), call[2]),
    ],
    [
      'is right for the empty text alone',
      (algorithm, content, encoding) => right(algorithm, content === '' ? '' : `${content}x`, encoding),
    ],
    [
      'is refused by the policy of the machine',
      () => {
        throw new Error('unsupported')
      },
    ],
  ])('is not used where it %s', (_, wrong) => {
    const { calls, sha256 } = counting(wrong)
    calls.length = 0
    expect(hex(sha256('INV-7'))).toBe(theirSha256('INV-7'))
    expect(calls).toEqual([])
  })
})
