import { describe, expect, it } from 'vitest'
import { day, hour, minute, request, start } from '../../support/service.js'
import { answerWith, type Received, receiver } from '../../support/webhooks/receiver.js'
import { dead, delivered, retrying, sendingOne } from '../../support/webhooks/sending.js'
import { waits } from '../../support/schedule.js'

const nothing = { delivered: 0, retrying: 0, dead: 0 }

const idsOf = (received: readonly Received[]) => [...new Set(received.map(({ headers }) => headers['webhook-id']))]
const typesOf = (received: readonly Received[]) =>
  received.map(({ body }) => (JSON.parse(body.toString()) as { type: string }).type)

type Sending = Awaited<ReturnType<typeof sendingOne>>

/** Tries, and moves the clock on to each next try, until the event is dead; the waits in between. */
async function tryUntilDead({ deliver, clock, serviceLog }: Sending): Promise<number[]> {
  const waited: number[] = []
  for (;;) {
    serviceLog.length = 0
    const counts = await deliver()
    if (counts.dead > 0) return waited
    expect(counts).toEqual(retrying)
    const [retryAt] = serviceLog.flatMap(({ fields }) => (fields['retryAt'] === undefined ? [] : [fields['retryAt']]))
    const wait = Date.parse(String(retryAt)) - clock()
    clock.advance(wait - 1)
    expect(await deliver()).toEqual(nothing)
    clock.advance(1)
    waited.push(wait)
  }
}

function expectSchedule(waited: readonly number[]): void {
  expect(waited).toHaveLength(waits.length)
  for (const [i, wait] of waits.entries()) {
    expect(waited[i]).toBeGreaterThanOrEqual(wait)
    expect(waited[i]).toBeLessThanOrEqual(Math.ceil(wait * 1.2))
  }
}

describe('webhookSender: an endpoint that always fails', () => {
  it('is tried ten times at the times of the schedule; then the event is dead until it is redelivered', async () => {
    const endpoint = await receiver(answerWith(500))
    const service = await sendingOne({ url: endpoint.url })
    expectSchedule(await tryUntilDead(service))
    expect(endpoint.received).toHaveLength(10)
    const [first, last] = [0, 9].map((i) => Number(endpoint.received[i]!.headers['webhook-timestamp']) * 1_000)
    expect(first).toBe(Date.parse(start))
    expect(last! - first!).toBeGreaterThanOrEqual(75 * hour + 35 * minute)

    service.clock.advance(90 * day)
    expect(await service.deliver()).toEqual(nothing)
    expect(endpoint.received).toHaveLength(10)

    expect(await service.payments.redeliverEvents()).toEqual({ redelivered: 1 })
    expectSchedule(await tryUntilDead(service))
    expect(endpoint.received).toHaveLength(20)
    expect(idsOf(endpoint.received)).toHaveLength(1)
    expect(new Set(endpoint.received.map(({ body }) => body.toString())).size).toBe(1)
  })

  it('holds up the later events of that payment until the first is dead, and those of no other', async () => {
    let works: (body: string) => boolean = () => true
    const endpoint = await receiver((response, request) => {
      const body = endpoint.received.at(-1)!.body.toString()
      answerWith(works(body) ? 204 : 500)(response, request)
    })
    const service = await sendingOne({ url: endpoint.url })
    const { payments, payment, deliver, clock } = service
    await payments.confirmPayment(payment.id)
    await payments.createPayment(request({ reference: 'INV-2' }))
    works = (body) => !body.includes('payment.created') || !body.includes(payment.id)
    expect(await deliver()).toEqual({ delivered: 1, retrying: 1, dead: 0 })
    expect(typesOf(endpoint.received)).toEqual(['payment.created', 'payment.created'])
    for (const wait of waits.slice(0, -1)) {
      clock.advance(Math.ceil(wait * 1.2))
      expect(await deliver()).toEqual(retrying)
    }
    clock.advance(Math.ceil(1.2 * day))
    expect(await deliver()).toEqual({ delivered: 1, retrying: 0, dead: 1 })
    expect(typesOf(endpoint.received).at(-1)).toBe('payment.succeeded')
  })
})

describe('webhookSender: an endpoint that recovers', () => {
  it.each([1, 4, 9])('after %i failures has the event once', async (failures) => {
    const endpoint = await receiver((response, request) => {
      answerWith(endpoint.received.length <= failures ? 503 : 204)(response, request)
    })
    const { deliver, clock } = await sendingOne({ url: endpoint.url })
    for (let i = 0; i < failures; i++) {
      expect(await deliver()).toEqual(retrying)
      clock.advance(Math.ceil(1.2 * waits[i]!))
    }
    expect(await deliver()).toEqual(delivered)
    clock.advance(30 * day)
    expect(await deliver()).toEqual(nothing)
    expect(endpoint.received).toHaveLength(failures + 1)
  })

  it('after the event died has it when it is redelivered', async () => {
    const endpoint = await receiver((response, request) => {
      answerWith(endpoint.received.length === 1 ? 410 : 204)(response, request)
    })
    const { deliver, payments } = await sendingOne({ url: endpoint.url })
    expect(await deliver()).toEqual(dead)
    await payments.redeliverEvents()
    expect(await deliver()).toEqual(delivered)
    expect(idsOf(endpoint.received)).toHaveLength(1)
  })
})
