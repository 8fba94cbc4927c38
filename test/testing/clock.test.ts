import { createHospitalPayments, memoryRepository, textChannel } from 'hospital-payments'
import { manualClock } from 'hospital-payments/testing'
import { describe, expect, it } from 'vitest'

const nine = Date.parse('2026-11-20T09:00:00.000Z')

describe('manualClock', () => {
  it('starts at nine in the morning of 20 November 2026, or at the instant that is given', () => {
    expect(manualClock()()).toBe(nine)
    expect(manualClock('1970-01-01T00:00:00.001Z')()).toBe(1)
  })

  it('stands still until it is moved', () => {
    const clock = manualClock()
    expect([clock(), clock()]).toEqual([nine, nine])
    clock.advance(1)
    expect(clock()).toBe(nine + 1)
    clock.advance(-1001)
    expect(clock()).toBe(nine - 1000)
    clock.set('2026-11-20T12:00:00.250Z')
    expect(clock()).toBe(nine + 3 * 3_600_000 + 250)
  })

  it('can be destructured, and is apart from other clocks', () => {
    const clock = manualClock()
    const { set, advance } = clock
    set('2026-11-21T09:00:00.000Z')
    advance(5)
    expect(clock()).toBe(nine + 86_400_005)
    expect(manualClock()()).toBe(nine)
  })

  it.each([
    '',
    'yesterday',
    '2026-11-20',
    '2026-02-30T09:00:00.000Z',
    '2026-11-20T09:00:00.000',
    '2026-11-20T25:00:00.000Z',
  ])('refuses %j, which is no instant, and stays where it was', (text) => {
    const clock = manualClock()
    expect(() => clock.set(text)).toThrow(TypeError)
    expect(() => manualClock(text)).toThrow(TypeError)
    expect(clock()).toBe(nine)
  })

  it.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, '1' as unknown as number])('refuses to advance by %j', (ms) => {
    const clock = manualClock()
    expect(() => clock.advance(ms)).toThrow(TypeError)
    expect(clock()).toBe(nine)
  })

  it('is the time of payments whose service is given it', async () => {
    const clock = manualClock()
    const payments = createHospitalPayments({
      repository: memoryRepository(),
      channels: { cash: textChannel('Pay {reference}.') },
      clock,
    })
    clock.advance(60_000)
    const request = { amount: 1, currency: 'ETB', reference: 'INV-1', channel: 'cash' }
    expect((await payments.createPayment(request)).createdAt).toBe('2026-11-20T09:01:00.000Z')
  })
})
