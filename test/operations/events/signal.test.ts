import { describe, expect, it } from 'vitest'
import { altered, watched } from '../../support/repositories.js'
import { day, minute } from '../../support/service.js'
import { gate } from '../../support/gate.js'
import { failing, listener, settled, withEvents } from './deliveries.js'

const none = { delivered: 0, retrying: 0, dead: 0 }

describe('deliverEvents: a signal', () => {
  it('aborted before the call prevents every claim', async () => {
    const { payments, repository } = await withEvents(1)
    const { repository: seen, log } = watched(repository)
    const { send, sent } = listener()
    const signal = AbortSignal.abort(new Error('shutting down'))
    expect(await payments.using(seen).deliverEvents(send, { signal })).toStrictEqual(none)
    expect([log, sent]).toEqual([[], []])
    await payments.deliverEvents(send)
    expect(sent).toHaveLength(1)
  })

  it('aborted during sends: those in flight end, their results are stored, and no others start', async () => {
    const { payments, clock } = await withEvents(8)
    const controller = new AbortController()
    const { open, opened } = gate()
    const results = ['delivered', 'dead', {}] as const
    let begun = 0
    const { send, sent } = listener(async () => {
      const result = results[begun++]
      await opened
      return result
    })
    let ended = false
    const call = payments
      .deliverEvents(send, { concurrency: 3, signal: controller.signal })
      .finally(() => (ended = true))
    await settled()
    controller.abort()
    await settled()
    expect(ended).toBe(false)
    open()
    expect(await call).toStrictEqual({ delivered: 1, retrying: 1, dead: 1 })
    expect(sent).toEqual(['INV-0 v1', 'INV-1 v1', 'INV-2 v1'])
    expect(await payments.redeliverEvents()).toStrictEqual({ redelivered: 1 })
    clock.advance(day)
    const rest = listener()
    await payments.deliverEvents(rest.send)
    expect(rest.sent.toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7].map((i) => `INV-${i} v1`))
  })

  it('aborted between two sends of one claim ends the call', async () => {
    const { payments, clock } = await withEvents(7)
    const controller = new AbortController()
    const { send, sent } = listener(async () => {
      if (sent.length === 5) controller.abort()
    })
    expect(await payments.deliverEvents(send, { signal: controller.signal })).toStrictEqual({ ...none, delivered: 5 })
    clock.advance(minute)
    expect(await payments.deliverEvents(send)).toStrictEqual({ ...none, delivered: 2 })
    expect(new Set(sent).size).toBe(7)
  })

  it('aborted while events are claimed prevents their sends', async () => {
    const { payments, repository, clock } = await withEvents(2)
    const controller = new AbortController()
    const claiming = altered(repository, (original) => ({
      claimEvents: async (claim) => {
        const claimed = await original.claimEvents(claim)
        controller.abort()
        return claimed
      },
    }))
    const { send, sent } = listener()
    expect(await payments.using(claiming).deliverEvents(send, { signal: controller.signal })).toStrictEqual(none)
    expect(sent).toEqual([])
    clock.advance(minute)
    await payments.deliverEvents(send)
    expect(sent).toHaveLength(2)
  })

  it('never aborted changes nothing', async () => {
    const { payments } = await withEvents(2)
    const { signal } = new AbortController()
    expect(await payments.deliverEvents(failing, { signal })).toStrictEqual({ ...none, retrying: 2 })
  })

  it('may be of another realm, or of a polyfill', async () => {
    const { payments } = await withEvents(3)
    const signal = { aborted: false, throwIfAborted: () => undefined }
    const { send, sent } = listener(async () => void (signal.aborted = true))
    await payments.deliverEvents(send, { signal: signal as AbortSignal })
    expect(sent).toEqual(['INV-0 v1'])
  })
})
