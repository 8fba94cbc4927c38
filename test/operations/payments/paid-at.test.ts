import { describe, expect, it } from 'vitest'
import { at, day, hour, minute, pending, refusal, start } from '../../support/service.js'

describe('paidAt', () => {
  const tooEarly = at(-366 * day - 1)
  const ahead = 'is more than 24 hours ahead of the clock'
  const before = 'is more than 366 days before the payment was created'

  it('may be at most 24 hours ahead of the clock', async () => {
    const { payments, id } = await pending()
    const late = at(minute + day + 1)
    expect(await refusal(payments.confirmPayment(id, { paidAt: late }), 'invalid_request')).toMatchObject({
      message: `paidAt ${ahead}. Send the time at which the money moved.`,
      details: { issues: [{ path: 'paidAt', message: ahead }] },
    })
    expect((await payments.getPayment(id))?.status).toBe('pending')
    expect((await payments.confirmPayment(id, { paidAt: at(minute + day) })).paidAt).toBe(at(minute + day))
  })

  it('may be at most 366 days before the creation', async () => {
    const { payments, id } = await pending()
    expect((await refusal(payments.confirmPayment(id, { paidAt: tooEarly }), 'invalid_request')).details).toStrictEqual(
      {
        issues: [{ path: 'paidAt', message: before }],
      },
    )
    expect((await payments.confirmPayment(id, { paidAt: at(-366 * day) })).paidAt).toBe(at(-366 * day))
  })

  it('is judged by the creation and the clock, however long after', async () => {
    const { payments, clock, id } = await pending()
    clock.advance(1000 * day)
    expect((await payments.confirmPayment(id, { paidAt: start })).paidAt).toBe(start)
  })

  it('is refused when out of range even for a payment that has succeeded', async () => {
    const { payments, id } = await pending()
    await payments.confirmPayment(id)
    await refusal(payments.confirmPayment(id, { paidAt: tooEarly }), 'invalid_request')
  })
})

describe('late', () => {
  it.each([
    [hour - 1, false],
    [hour, false],
    [hour + 1, true],
  ])('for money %d ms after creation and an hour to pay is %s, swept or not', async (ms, late) => {
    for (const swept of [false, true]) {
      const { payments, clock, id } = await pending({ expiresAt: at(hour) })
      clock.set(at(2 * hour))
      if (swept) await payments.expireDue()
      expect((await payments.getPayment(id))?.late).toBe(false)
      const paid = await payments.confirmPayment(id, { paidAt: at(ms) })
      expect(paid.late).toBe(late)
      expect((await payments.reversePayment(id, { reason: 'refund' })).late).toBe(late)
    }
  })

  it('is by the money’s own time, not by the clock', async () => {
    const { payments, clock, id } = await pending({ expiresAt: at(hour) })
    clock.set(at(30 * day))
    expect((await payments.confirmPayment(id, { paidAt: start })).late).toBe(false)
    const other = await pending({ expiresAt: at(hour) })
    other.clock.set(at(30 * day))
    expect((await other.payments.confirmPayment(other.id)).late).toBe(true)
  })

  it('is false without an expiresAt', async () => {
    const { payments, clock, id } = await pending()
    clock.advance(300 * day)
    expect((await payments.confirmPayment(id)).late).toBe(false)
  })
})
