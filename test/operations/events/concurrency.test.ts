import type { DeliverEventsOptions, StoredEvent } from 'hospital-payments'
import { describe, expect, it } from 'vitest'
import { settled, withEvents } from './deliveries.js'

/** Holds each send in flight until `endOne` ends it, and counts the most that were in flight together. */
function held() {
  const inFlight = new Map<StoredEvent, () => void>()
  const seen = { max: 0, shared: 0, total: 0 }
  const send = (event: StoredEvent) => {
    const paymentsOf = new Set([...inFlight.keys()].map(({ data }) => data.paymentId))
    if (paymentsOf.has(event.data.paymentId)) seen.shared++
    return new Promise<void>((resolve) => {
      inFlight.set(event, resolve)
      seen.total++
      seen.max = Math.max(seen.max, inFlight.size)
    })
  }
  const endOne = () => {
    const [first] = inFlight
    if (!first) return
    inFlight.delete(first[0])
    first[1]()
  }
  return { send, inFlight, seen, endOne }
}

/** Delivers two events of each of so many payments, ending a send whenever no more are begun. */
async function deliverAll(
  payments: number,
  options?: DeliverEventsOptions,
  meanwhile = (_advance: (ms: number) => void) => {},
) {
  const service = await withEvents(payments)
  for (const id of service.ids) await service.payments.confirmPayment(id)
  const { send, seen, endOne, inFlight } = held()
  let ended = false
  const call = service.payments.deliverEvents(send, options).finally(() => (ended = true))
  const together: number[] = []
  while (!ended) {
    await settled()
    if (inFlight.size > 0) together.push(inFlight.size)
    meanwhile((ms) => service.clock.advance(ms))
    endOne()
  }
  return { ...seen, together, result: await call }
}

describe('deliverEvents', () => {
  it('sends one event at a time by default', async () => {
    const { max, total, result } = await deliverAll(4)
    expect({ max, total }).toEqual({ max: 1, total: 8 })
    expect(result).toStrictEqual({ delivered: 8, retrying: 0, dead: 0 })
  })

  it.each([1, 2, 3, 10, 64])('sends %i at a time where concurrency allows it, and never more', async (concurrency) => {
    const { max, shared, total, result } = await deliverAll(80, { concurrency })
    expect({ max, shared, total }).toEqual({ max: concurrency, shared: 0, total: 160 })
    expect(result).toStrictEqual({ delivered: 160, retrying: 0, dead: 0 })
  })

  it('never sends two events of one payment at a time', async () => {
    const { max, shared, total } = await deliverAll(3, { concurrency: 100 })
    expect({ max, shared, total }).toEqual({ max: 3, shared: 0, total: 6 })
  })

  it('never sends more at a time than its limit is', async () => {
    const { max, total } = await deliverAll(9, { concurrency: 8, limit: 5 })
    expect({ max, total }).toEqual({ max: 5, total: 5 })
  })

  it('sends as many at a time to a slow receiver as to a fast one', async () => {
    const { together, total } = await deliverAll(40, { concurrency: 5 }, (advance) => advance(3_000))
    expect(total).toBe(80)
    // Each claim begins with as many as it may.
    expect(together.filter((size) => size === 5).length).toBeGreaterThanOrEqual(80 / 5)
  })
})
