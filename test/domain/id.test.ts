import { describe, expect, it } from 'vitest'
import { isImportId, isPaymentId, monotonicIds } from '../../src/domain/id.js'

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const now = Date.parse('2026-11-20T09:00:00.000Z')

/** Returns the 26 characters as one number of 130 bits. */
function valueOf(id: string): bigint {
  return [...id.slice(4)].reduce((value, character) => value * 32n + BigInt(alphabet.indexOf(character)), 0n)
}

const timeOf = (id: string) => Number(valueOf(id) >> 80n)
const randomPartOf = (id: string) => valueOf(id) & ((1n << 80n) - 1n)

function settableClock(start = now) {
  const state = { ms: start }
  return Object.assign(() => state.ms, { set: (ms: number) => void (state.ms = ms) })
}

const filledWith = (byte: number) => (bytes: number) => new Uint8Array(bytes).fill(byte)

describe('monotonicIds', () => {
  it('writes 48 bits of time and 80 random ones in 26 Crockford characters', () => {
    const random = () => Uint8Array.from([0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef, 0x5a, 0xa5])
    const id = monotonicIds(() => now, random).payment()
    expect(id).toMatch(/^pay_[0-7][0-9A-HJKMNP-TV-Z]{25}$/)
    expect(timeOf(id)).toBe(now)
    expect(randomPartOf(id)).toBe(0x0123456789abcdef5aa5n)
  })

  it.each([
    [0, '0000000000'],
    [1, '0000000001'],
    [31, '000000000Z'],
    [32, '0000000010'],
    [1_469_918_176_385, '01ARYZ6S41'],
    [2 ** 48 - 1, '7ZZZZZZZZZ'],
  ])('writes the time %d as %s, as ULIDs do', (ms, text) => {
    expect(monotonicIds(() => ms, filledWith(0)).payment()).toBe(`pay_${text}${'0'.repeat(16)}`)
  })

  it('names payments pay_ and events evt_, from one sequence', () => {
    const ids = monotonicIds(() => now, filledWith(0))
    expect(ids.payment()).toBe(`pay_${idText(now, 0n)}`)
    expect(ids.event()).toBe(`evt_${idText(now, 1n)}`)
    expect(ids.payment()).toBe(`pay_${idText(now, 2n)}`)
  })

  it('names imports imp_ and notes note_, from the same sequence', () => {
    const ids = monotonicIds(() => now, filledWith(0))
    expect(ids.import()).toBe(`imp_${idText(now, 0n)}`)
    expect(ids.note()).toBe(`note_${idText(now, 1n)}`)
    expect(isImportId(ids.import())).toBe(true)
    expect([ids.payment(), `${ids.import()}0`, 'imp_', ids.import().toLowerCase()].some(isImportId)).toBe(false)
  })

  it('reads exactly 10 random bytes, once a millisecond', () => {
    const lengths: number[] = []
    const clock = settableClock()
    const ids = monotonicIds(clock, (bytes) => {
      lengths.push(bytes)
      return new Uint8Array(bytes)
    })
    expect(lengths).toEqual([])
    ids.payment()
    ids.event()
    expect(lengths).toEqual([10])
    clock.set(now + 1)
    ids.payment()
    expect(lengths).toEqual([10, 10])
  })

  it('rises by one within a millisecond, over every carry', () => {
    const ids = monotonicIds(() => now, filledWith(0))
    const first = ids.payment()
    const made = Array.from({ length: 2500 }, () => ids.payment())
    expect(made.map((id) => valueOf(id) - valueOf(first))).toEqual(made.map((_, i) => BigInt(i + 1)))
    expect([...made].sort()).toEqual(made)
  })

  it('carries as far as the first character of the random part', () => {
    const ids = monotonicIds(
      () => now,
      (bytes) => new Uint8Array(bytes).fill(255).fill(7, 0, 1),
    )
    expect(ids.payment()).toBe(`pay_${idText(now, (1n << 75n) - 1n)}`)
    expect(ids.payment()).toBe(`pay_${idText(now, 1n << 75n)}`)
  })

  it('rises when the clock steps back, and follows it again when it has caught up', () => {
    const clock = settableClock()
    const ids = monotonicIds(clock, filledWith(7))
    const before = ids.payment()
    clock.set(now - 3_600_000)
    const during = ids.payment()
    expect(timeOf(during)).toBe(now)
    expect(valueOf(during)).toBe(valueOf(before) + 1n)
    clock.set(now + 1)
    const after = ids.payment()
    expect(timeOf(after)).toBe(now + 1)
    expect(randomPartOf(after)).toBe(0x07070707070707070707n)
    expect([after, before, during].sort()).toEqual([before, during, after])
  })

  it('borrows the next millisecond when the random part is used up', () => {
    const parts = [filledWith(255), filledWith(255), filledWith(1)]
    const clock = settableClock()
    const ids = monotonicIds(clock, (bytes) => parts.shift()!(bytes))
    expect(ids.payment()).toBe(`pay_${idText(now, (1n << 80n) - 1n)}`)
    expect(ids.payment()).toBe(`pay_${idText(now + 1, (1n << 80n) - 1n)}`)
    expect(ids.payment()).toBe(`pay_${idText(now + 2, 0x01010101010101010101n)}`)
    clock.set(now + 2)
    expect(ids.payment()).toBe(`pay_${idText(now + 2, 0x01010101010101010102n)}`)
    expect(parts).toEqual([])
  })

  it.each([0, 9, 11, 16])('refuses a random source that returns %d bytes', (length) => {
    const ids = monotonicIds(
      () => now,
      () => new Uint8Array(length),
    )
    const refusal = new TypeError('random(10) must return 10 bytes')
    expect(() => ids.payment()).toThrow(refusal)
    expect(() => ids.payment()).toThrow(refusal)
  })

  it('continues after the random source failed once', () => {
    const parts = [filledWith(3), () => new Uint8Array(9), filledWith(4)]
    const clock = settableClock()
    const ids = monotonicIds(clock, (bytes) => parts.shift()!(bytes))
    ids.payment()
    clock.set(now + 1)
    expect(() => ids.payment()).toThrow(TypeError)
    expect(ids.payment()).toBe(`pay_${idText(now + 1, 0x04040404040404040404n)}`)
  })

  it('rises within one millisecond of a clock with fractions too', () => {
    const clock = settableClock(now + 0.25)
    const parts = [filledWith(9), filledWith(1)]
    const ids = monotonicIds(clock, (bytes) => parts.shift()!(bytes))
    const first = ids.payment()
    clock.set(now + 0.75)
    expect(valueOf(ids.payment())).toBe(valueOf(first) + 1n)
    expect(timeOf(first)).toBe(now)
  })

  it('keeps sequences of two services apart', () => {
    const [one, other] = [monotonicIds(() => now, filledWith(1)), monotonicIds(() => now, filledWith(2))]
    expect(randomPartOf(one.payment())).toBe(0x01010101010101010101n)
    expect(randomPartOf(other.payment())).toBe(0x02020202020202020202n)
  })
})

function idText(ms: number, random: bigint): string {
  let rest = (BigInt(ms) << 80n) | random
  let text = ''
  for (let i = 0; i < 26; i++, rest >>= 5n) text = alphabet.charAt(Number(rest & 31n)) + text
  return text
}

describe('isPaymentId', () => {
  const body = '01ARZ3NDEKTSV4RRFFQ69G5FAV'

  it.each([`pay_${body}`, `pay_${'0'.repeat(26)}`, `pay_7${'Z'.repeat(25)}`])('is true for %s', (id) => {
    expect(isPaymentId(id)).toBe(true)
  })

  it('accepts the 32 characters of Crockford and no other of ASCII', () => {
    const ascii = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code))
    expect(ascii.filter((character) => isPaymentId(`pay_${body.slice(0, 25)}${character}`)).join('')).toBe(alphabet)
    expect(ascii.filter((character) => isPaymentId(`pay_${character}${body.slice(1)}`)).join('')).toBe('01234567')
  })

  it.each([
    '',
    'pay_',
    body,
    `evt_${body}`,
    `PAY_${body}`,
    `pay-${body}`,
    `pay_${body.toLowerCase()}`,
    `pay_8${body.slice(1)}`,
    `pay_${body.slice(1)}`,
    `pay_${body}0`,
    ` pay_${body}`,
    `pay_${body} `,
    `pay_${body}\n`,
    `x\npay_${body}`,
    `pay_${body.slice(0, 25)}０`,
  ])('refuses %j', (text) => {
    expect(isPaymentId(text)).toBe(false)
  })
})
