import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isPublicAddress } from '../../src/webhooks/node/public-address.js'
import { examples } from '../support/rounds.js'

type Octets = readonly [number, number, number, number]

/** Reads the registry octet by octet, where the code has a list of subnets. */
function isSpecial([a, b, c, d]: Octets): boolean {
  if (a === 0 || a === 10 || a === 127 || a >= 224) return true
  if (a === 100) return b >= 64 && b <= 127
  if (a === 168) return b === 63 && c === 129 && d === 16
  if (a === 169) return b === 254
  if (a === 172) return b >= 16 && b <= 31
  if (a === 192) return b === 168 || (b === 0 && (c === 0 || c === 2)) || (b === 88 && c === 99)
  if (a === 198) return b === 18 || b === 19 || (b === 51 && c === 100)
  return a === 203 && b === 0 && c === 113
}

const octet = fc.nat(255)
/** Near the borders more often than chance would have it. */
const first = fc.oneof(octet, fc.constantFrom(0, 10, 100, 127, 169, 172, 192, 198, 203, 223, 224, 240, 255))
const second = fc.oneof(octet, fc.constantFrom(0, 15, 16, 18, 19, 31, 32, 51, 63, 64, 88, 127, 128, 168, 254))
const third = fc.oneof(octet, fc.constantFrom(0, 2, 99, 100, 113))
const octets: fc.Arbitrary<Octets> = fc.tuple(first, second, third, octet)

const hex = (high: number, low: number) => (high * 256 + low).toString(16)

describe('isPublicAddress: a random IPv4', () => {
  it('is public where an independent reading of the registry says so, also within an IPv6', () => {
    const seen = { special: 0, public: 0 }
    const check = fc.property(octets, (address) => {
      const [a, b, c, d] = address
      const dotted = address.join('.')
      const isPublic = !isSpecial(address)
      seen[isPublic ? 'public' : 'special']++
      expect(isPublicAddress(dotted)).toBe(isPublic)
      for (const prefix of ['::ffff:', '0:0:0:0:0:ffff:', '64:ff9b::']) {
        expect(isPublicAddress(prefix + dotted)).toBe(isPublic)
        expect(isPublicAddress(`${prefix}${hex(a, b)}:${hex(c, d)}`)).toBe(isPublic)
      }
    })
    fc.assert(check, { numRuns: examples(5_000) })
    expect(Math.min(seen.special, seen.public)).toBeGreaterThan(examples(500))
  })
})

describe('isPublicAddress: a random IPv6', () => {
  const group = fc.oneof(fc.nat(0xffff), fc.constantFrom(0, 0xffff))
  const rest = fc.array(group, { minLength: 6, maxLength: 6 })
  const written = (groups: readonly number[]) => groups.map((value) => value.toString(16)).join(':')

  it('outside of 2000::/3 is not public, except those that contain a public IPv4', () => {
    const outside = group.filter((value) => value >> 13 !== 1 && value !== 0 && value !== 0x64)
    const check = fc.property(outside, group, rest, (high, low, others) => {
      expect(isPublicAddress(written([high, low, ...others]))).toBe(false)
    })
    fc.assert(check, { numRuns: examples(2_000) })
  })

  it('within 2000::/3 is public where no block of the registry begins it', () => {
    const within = fc.oneof(fc.integer({ min: 0x2000, max: 0x3fff }), fc.constantFrom(0x2001, 0x2002, 0x3fff))
    const second = fc.oneof(group, fc.constantFrom(0x1ff, 0x200, 0xdb7, 0xdb8, 0xdb9, 0xfff, 0x1000))
    const check = fc.property(within, second, rest, (high, low, others) => {
      const isSpecial6 =
        (high === 0x2001 && (low < 0x200 || low === 0xdb8)) || high === 0x2002 || (high === 0x3fff && low < 0x1000)
      expect(isPublicAddress(written([high, low, ...others]))).toBe(!isSpecial6)
    })
    fc.assert(check, { numRuns: examples(2_000) })
  })
})
