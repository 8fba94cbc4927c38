import type { SendEvent } from 'hospital-payments'
import { describe, expect, it } from 'vitest'
import { at, minute } from '../../support/service.js'
import { failing, listener, withEvents } from './deliveries.js'

const none = { delivered: 0, retrying: 0, dead: 0 }

describe('deliverEvents: a send that', () => {
  it.each<[string, SendEvent]>([
    ['returns nothing', async () => undefined],
    ["returns 'delivered'", async () => 'delivered'],
    ['is no async function and returns nothing', (() => undefined) as never],
    ["is no async function and returns 'delivered'", (() => 'delivered') as never],
  ])('%s is not repeated', async (_, act) => {
    const { payments, clock } = await withEvents(3)
    const { send, sent } = listener(act)
    expect(await payments.deliverEvents(send)).toStrictEqual({ ...none, delivered: 3 })
    clock.advance(365 * 24 * 60 * minute)
    expect(await payments.deliverEvents(send)).toStrictEqual(none)
    expect(sent).toEqual(['INV-0 v1', 'INV-1 v1', 'INV-2 v1'])
    expect(await payments.redeliverEvents()).toStrictEqual({ redelivered: 0 })
  })

  it("returns 'dead' is not repeated, and redeliverEvents makes its event due again", async () => {
    const { payments, clock } = await withEvents(2)
    const { send, sent } = listener(async () => 'dead')
    expect(await payments.deliverEvents(send)).toStrictEqual({ ...none, dead: 2 })
    clock.advance(365 * 24 * 60 * minute)
    expect(await payments.deliverEvents(send)).toStrictEqual(none)
    expect(sent).toHaveLength(2)
    expect(await payments.redeliverEvents()).toStrictEqual({ redelivered: 2 })
  })

  it.each<[string, SendEvent]>([
    ['throws', failing],
    [
      'throws at once',
      () => {
        throw new Error('The receiver is down.')
      },
    ],
    [
      'throws something that is no error',
      async () => {
        // eslint-disable-next-line @typescript-eslint/only-throw-error -- hosts do
        throw undefined
      },
    ],
    ['returns {}', async () => ({})],
    ['returns no time of its own', async () => ({ retryAfterMs: undefined })],
    ['returns a shorter wait', async () => ({ retryAfterMs: 1 })],
    ['returns a wait that is none', async () => ({ retryAfterMs: 'soon' as never })],
    ['returns true', async () => true as never],
    ['returns false', async () => false as never],
    ['returns null', async () => null as never],
    ["returns 'ok'", async () => 'ok' as never],
    ["returns 'Delivered'", async () => 'Delivered' as never],
    ['returns 200', async () => 200 as never],
    ['returns what cannot be read', async () => unreadable],
    ['throws what cannot be read', () => Promise.reject(unreadable as never)],
  ])('%s is repeated after 5 seconds, and not before', async (_, act) => {
    const { payments, clock } = await withEvents(1)
    expect(await payments.deliverEvents(act)).toStrictEqual({ ...none, retrying: 1 })
    clock.set(at(4_999))
    const { send, sent } = listener()
    expect(await payments.deliverEvents(send)).toStrictEqual(none)
    clock.set(at(5_000))
    expect(await payments.deliverEvents(send)).toStrictEqual({ ...none, delivered: 1 })
    expect(sent).toEqual(['INV-0 v1'])
  })

  it('returns a longer wait is repeated after it', async () => {
    const { payments, clock } = await withEvents(1)
    const { send } = listener(async () => ({ retryAfterMs: minute }))
    expect(await payments.deliverEvents(send)).toStrictEqual({ ...none, retrying: 1 })
    clock.set(at(minute - 1))
    expect(await payments.deliverEvents(send)).toStrictEqual(none)
    clock.set(at(minute))
    expect(await payments.deliverEvents(send)).toStrictEqual({ ...none, retrying: 1 })
  })

  it('answers each event differently has each counted by its answer', async () => {
    const { payments } = await withEvents(7)
    const answers = ['delivered', 'dead', {}, undefined, 'dead', 'delivered', undefined] as const
    let i = 0
    const { send } = listener(async () => answers[i++])
    expect(await payments.deliverEvents(send)).toStrictEqual({ delivered: 4, retrying: 1, dead: 2 })
  })
})

/** A value whose every property throws. */
const unreadable = new Proxy(
  {},
  {
    get: (_, name) => {
      // Or it could not be returned by an async function.
      if (name === 'then') return undefined
      throw new Error('unreadable')
    },
    has: () => {
      throw new Error('unreadable')
    },
  },
)
