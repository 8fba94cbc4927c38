import { describe, expect, it } from 'vitest'
import { watched } from '../../support/repositories.js'
import { badFields, refusal } from '../../support/service.js'
import { listener, withEvents } from './deliveries.js'

const none = { delivered: 0, retrying: 0, dead: 0 }

describe('DeliverEventsOptions.limit', () => {
  it('is the most that one call sends; the next call goes on', async () => {
    const { payments } = await withEvents(5)
    const { send, sent } = listener()
    expect(await payments.deliverEvents(send, { limit: 1 })).toStrictEqual({ ...none, delivered: 1 })
    expect(await payments.deliverEvents(send, { limit: 3 })).toStrictEqual({ ...none, delivered: 3 })
    expect(await payments.deliverEvents(send, { limit: 3 })).toStrictEqual({ ...none, delivered: 1 })
    expect(await payments.deliverEvents(send, { limit: 3 })).toStrictEqual(none)
    expect(sent).toEqual(['INV-0 v1', 'INV-1 v1', 'INV-2 v1', 'INV-3 v1', 'INV-4 v1'])
  })

  it.each([1, 2, 3, 7, 10])('a limit of %i leaves nothing leased that the call does not deliver', async (limit) => {
    const { payments } = await withEvents(20)
    const { send, sent } = listener()
    await payments.deliverEvents(send, { limit, concurrency: 4 })
    expect(sent).toHaveLength(limit)
    await payments.deliverEvents(send)
    expect(new Set(sent).size).toBe(20)
    expect(sent).toHaveLength(20)
  })

  it('ends the claims once so many events were sent', async () => {
    const { payments, repository } = await withEvents(3)
    const { repository: seen, log } = watched(repository)
    const send = async () => undefined
    await payments.using(seen).deliverEvents(send, { limit: 3, concurrency: 3 })
    expect(log.filter((name) => name === 'claimEvents')).toHaveLength(1)
  })

  it('counts failures and dead events like others', async () => {
    const { payments } = await withEvents(4)
    const answers = [{}, 'dead', 'delivered', 'delivered'] as const
    let i = 0
    expect(await payments.deliverEvents(async () => answers[i++], { limit: 3 })).toStrictEqual({
      delivered: 1,
      retrying: 1,
      dead: 1,
    })
  })

  it('is 500 by default', async () => {
    const { payments } = await withEvents(501)
    const send = async () => undefined
    expect(await payments.deliverEvents(send)).toStrictEqual({ ...none, delivered: 500 })
    expect(await payments.deliverEvents(send, { limit: undefined })).toStrictEqual({ ...none, delivered: 1 })
  })
})

describe('deliverEvents: before any claim', () => {
  const send = async () => undefined

  async function refused(...call: unknown[]): Promise<string[]> {
    const service = await withEvents(1)
    const { repository, log } = watched(service.repository)
    const { deliverEvents } = service.payments.using(repository)
    const fields = await badFields((deliverEvents as (...values: unknown[]) => Promise<unknown>)(...call))
    expect(log).toEqual([])
    return fields
  }

  it.each([
    ['limit', 1_000_000],
    ['leaseMs', 86_400_000],
    ['concurrency', 100],
  ])('a wrong %s is refused', async (name, max) => {
    for (const value of [0, -1, 1.5, max + 1, NaN, Infinity, '5', null, true]) {
      expect(await refused(send, { [name]: value })).toEqual([`${name} must be an integer from 1 to ${max}`])
    }
  })

  it('a signal that is no AbortSignal is refused', async () => {
    for (const signal of [{}, 'abort', null, new AbortController()]) {
      expect(await refused(send, { signal })).toEqual(['signal must be an AbortSignal'])
    }
  })

  it('unknown options, and options that are no object, are refused', async () => {
    expect(await refused(send, { Limit: 1, retries: 3 })).toEqual([
      'Limit is not a known field',
      'retries is not a known field',
    ])
    for (const options of [null, 5, 'all', [], new Map()]) {
      expect(await refused(send, options)).toEqual(['must be an object'])
    }
  })

  it('a send that is no function is refused', async () => {
    for (const wrong of [undefined, null, 'https://hook.hospital.test', {}, { send }]) {
      expect(await refused(wrong)).toEqual(['send must be a function'])
    }
    const { payments } = await withEvents(1)
    await refusal(payments.deliverEvents(undefined as never, {}), 'invalid_request')
  })

  it('the smallest and the largest options are not refused', async () => {
    const { payments } = await withEvents(3)
    const smallest = { limit: 1, leaseMs: 1, concurrency: 1, signal: undefined }
    expect(await payments.deliverEvents(send, smallest)).toStrictEqual({ ...none, delivered: 1 })
    const largest = { limit: 1_000_000, leaseMs: 86_400_000, concurrency: 100, signal: new AbortController().signal }
    expect(await payments.deliverEvents(send, largest)).toStrictEqual({ ...none, delivered: 2 })
  })
})
