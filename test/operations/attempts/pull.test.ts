import { afterEach, describe, expect, it, vi } from 'vitest'
import type { StatementRecord } from 'hospital-payments'
import { refusal } from '../../support/service.js'
import { credit, tillWithStatements } from './support/records.js'

afterEach(() => void vi.useRealTimers())

const range = { from: '2026-11-20T00:00:00Z', to: '2026-11-21T00:00:00Z' }

/** Makes a till whose provider lists a record, and then waits for ever. */
function hangingTill() {
  const seen = { returns: 0, signal: null as AbortSignal | null }
  const on = tillWithStatements()
  let records = 0
  Object.assign(on.fake, {
    list: (_range: unknown, signal: AbortSignal) => {
      seen.signal = signal
      return {
        [Symbol.asyncIterator]: () => ({
          next: (): Promise<IteratorResult<StatementRecord>> =>
            records++ === 0
              ? Promise.resolve({
                  done: false,
                  value: credit({ reference: 'nothing', providerTransactionId: 'ONE00001' }),
                })
              : new Promise(() => undefined),
          return: () => {
            seen.returns++
            return new Promise(() => undefined)
          },
        }),
      }
    },
  })
  return { ...on, seen }
}

describe('attempts.pull', () => {
  it('a list that hangs: ends after 30 seconds, is left, and the range can be pulled again', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { payments, seen, lines, fake } = hangingTill()
    const pulled = refusal(payments.attempts.pull('fake', range), 'provider_unavailable')
    for (let turn = 0; turn < 200 && vi.getTimerCount() === 0; turn++) await new Promise(setImmediate)
    await vi.advanceTimersByTimeAsync(29_999)
    expect(seen.returns).toBe(0)
    await vi.advanceTimersByTimeAsync(60_000)
    await pulled
    expect(seen).toMatchObject({ returns: 1, signal: { aborted: true } })
    vi.useRealTimers()
    Object.assign(fake, {
      list: async function* () {
        yield credit({ reference: 'nothing', providerTransactionId: 'ONE00001' })
      },
    })
    await payments.attempts.pull('fake', range)
    expect(await lines()).toHaveLength(1)
  })

  it('a list that throws at once: is refused as one that fails', async () => {
    const { payments, fake } = tillWithStatements()
    Object.assign(fake, {
      list: () => {
        throw new Error('+254712345678')
      },
    })
    const error = await refusal(payments.attempts.pull('fake', range), 'provider_unavailable')
    expect(JSON.stringify([error, error.message])).not.toContain('254712345678')
  })
})
