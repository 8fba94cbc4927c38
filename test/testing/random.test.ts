import { seededRandom } from 'hospital-payments/testing'
import { describe, expect, it } from 'vitest'

const seeds = [0, -0, 1, 2, 42, -1, 0.5, 2 ** 32, 2 ** 32 + 1, Number.MAX_SAFE_INTEGER]
const text = (bytes: Uint8Array) => Array.from(bytes).join()

describe('seededRandom', () => {
  it('is the same for the same seed, however the stream is cut', () => {
    for (const seed of seeds) {
      const [one, other] = [seededRandom(seed), seededRandom(seed)]
      const whole = one(100)
      expect([...other(1), ...other(0), ...other(99)]).toEqual([...whole])
    }
  })

  it('differs from seed to seed', () => {
    const streams = Array.from({ length: 1000 }, (_, seed) => text(seededRandom(seed)(8)))
    expect(
      new Set([...streams, ...seeds.slice(4).map((seed) => text(seededRandom(seed)(8)))]).size,
    ).toBeGreaterThanOrEqual(1005)
  })

  it('stays the same from release to release', () => {
    expect(text(seededRandom(42)(8))).toBe('247,224,31,57,90,134,231,105')
  })

  it('returns as many bytes as were asked for, and goes on', () => {
    const random = seededRandom(7)
    const [first, second] = [random(16), random(16)]
    expect(first).toBeInstanceOf(Uint8Array)
    expect([first.length, second.length]).toEqual([16, 16])
    expect(text(first)).not.toBe(text(second))
  })

  it('spreads evenly over all values', () => {
    const counts = new Array<number>(256).fill(0)
    for (const byte of seededRandom(1)(256 * 200)) counts[byte]!++
    const chiSquare = counts.map((count) => (count - 200) ** 2 / 200).reduce((a, b) => a + b, 0)
    // 255 degrees of freedom: beyond these bounds one seed in a million.
    expect(chiSquare).toBeGreaterThan(155)
    expect(chiSquare).toBeLessThan(380)
  })

  it.each([Number.NaN, Number.POSITIVE_INFINITY, '1' as unknown as number])('refuses the seed %j', (seed) => {
    expect(() => seededRandom(seed)).toThrow(TypeError)
  })
})
