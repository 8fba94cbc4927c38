import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { base64url, hex } from '../../src/internal/encoding.js'

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
