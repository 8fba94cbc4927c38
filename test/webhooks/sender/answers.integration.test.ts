import { describe, expect, it } from 'vitest'
import { day, hour, minute, start } from '../../support/service.js'
import { answerWith, receiver } from '../../support/webhooks/receiver.js'
import { dead, delivered, retrying, sendingOne } from '../../support/webhooks/sending.js'

describe('webhookSender: an answer', () => {
  it.each([200, 201, 202, 204, 299])('%i delivers the event', async (status) => {
    const endpoint = await receiver(answerWith(status))
    const { deliver, senderLog, serviceLog } = await sendingOne({ url: endpoint.url })
    expect(await deliver()).toEqual(delivered)
    expect(await deliver()).toEqual({ delivered: 0, retrying: 0, dead: 0 })
    expect(endpoint.received).toHaveLength(1)
    expect(senderLog).toEqual([])
    expect(serviceLog.map(({ level }) => level)).not.toContain('warn')
  })

  it.each([300, 304, 400, 401, 404, 408, 409, 425, 429, 500, 502, 503, 504, 599])(
    '%i is tried again',
    async (status) => {
      const endpoint = await receiver(answerWith(status))
      const { deliver, clock, senderLog, waits } = await sendingOne({ url: endpoint.url })
      expect(await deliver()).toEqual(retrying)
      expect(senderLog.map(({ fields }) => fields['status'])).toEqual([status])
      const [wait = 0] = waits()
      expect(wait).toBeGreaterThanOrEqual(5_000)
      expect(wait).toBeLessThanOrEqual(6_000)
      clock.advance(wait)
      expect(await deliver()).toEqual(retrying)
      expect(endpoint.received).toHaveLength(2)
    },
  )

  it('410 is the last: the endpoint is gone', async () => {
    const endpoint = await receiver(answerWith(410, { 'retry-after': '60' }))
    const { deliver, clock, payments } = await sendingOne({ url: endpoint.url })
    expect(await deliver()).toEqual(dead)
    clock.advance(30 * day)
    expect(await deliver()).toEqual({ delivered: 0, retrying: 0, dead: 0 })
    expect(endpoint.received).toHaveLength(1)
    expect(await payments.redeliverEvents()).toEqual({ redelivered: 1 })
  })

  it.each([301, 302, 303, 307, 308])('%i is not followed, but tried again', async (status) => {
    const elsewhere = await receiver()
    const endpoint = await receiver(answerWith(status, { location: elsewhere.url }))
    const { deliver } = await sendingOne({ url: endpoint.url })
    expect(await deliver()).toEqual(retrying)
    expect(endpoint.received).toHaveLength(1)
    expect(elsewhere.connections()).toBe(0)
  })
})

describe('webhookSender: Retry-After', () => {
  const inTen = new Date(Date.parse(start) + 10 * minute).toUTCString()
  const longAgo = 'Sun, 06 Nov 1994 08:49:37 GMT'

  it.each([
    [429, '120', 120_000, 120_000],
    [503, '120', 120_000, 120_000],
    [500, '120', 120_000, 120_000],
    [503, inTen, 10 * minute, 10 * minute],
    [429, inTen, 10 * minute, 10 * minute],
    [503, '864000', 24 * hour, 24 * hour],
    [503, 'Fri, 20 Nov 2099 09:00:00 GMT', 24 * hour, 24 * hour],
    [503, '1', 5_000, 6_000],
    [503, '0', 5_000, 6_000],
    [503, longAgo, 5_000, 6_000],
    [503, 'later', 5_000, 6_000],
    [503, '-5', 5_000, 6_000],
  ])('with status %i, %s, makes the wait %i to %i ms', async (status, header, min, max) => {
    const endpoint = await receiver(answerWith(status, { 'retry-after': header }))
    const { deliver, waits } = await sendingOne({ url: endpoint.url })
    expect(await deliver()).toEqual(retrying)
    const [wait = 0] = waits()
    expect(wait).toBeGreaterThanOrEqual(min)
    expect(wait).toBeLessThanOrEqual(max)
  })

  it('is the time of the next try: no request comes a millisecond sooner', async () => {
    const endpoint = await receiver(answerWith(503, { 'retry-after': '120' }))
    const { deliver, clock } = await sendingOne({ url: endpoint.url })
    await deliver()
    clock.advance(119_999)
    await deliver()
    expect(endpoint.received).toHaveLength(1)
    clock.advance(1)
    await deliver()
    expect(endpoint.received).toHaveLength(2)
  })
})
