import { verifyWebhook, type WebhookToVerify } from 'hospital-payments/webhooks'
import { describe, expect, it, vi } from 'vitest'
import { secret } from '../support/webhooks/secrets.js'
import { sentAt, signed } from '../support/webhooks/signed.js'

const { headers, body, secrets } = signed({ secrets: [secret] })

const verify = (overrides: Partial<WebhookToVerify>) =>
  verifyWebhook({ headers: { ...headers }, body, secrets, ...overrides })

describe('verifyWebhook: the tolerance', () => {
  const at = (seconds: number, toleranceSeconds?: number) =>
    verify({ clock: () => (sentAt + seconds) * 1_000, toleranceSeconds })

  it.each([0, 1, 299, 299.999, 300, 300.001, 300.999, -1, -299, -299.5, -300])(
    'is 300 s: %d s later is in time',
    (seconds) => {
      expect(at(seconds)).toBe(true)
    },
  )

  it.each([301, 301.001, 1_000, 86_400, -300.001, -300.5, -301, -86_400])('is 300 s: %d s later is not', (seconds) => {
    expect(at(seconds)).toBe(false)
  })

  it.each([
    [0, 0, true],
    [0.999, 0, true],
    [1, 0, false],
    [-0.001, 0, false],
    [10, 10, true],
    [11, 10, false],
    [2, 1.5, false],
    [1e9, Infinity, true],
  ])('%d s later, with a tolerance of %d s, gives %s', (seconds, toleranceSeconds, accepted) => {
    expect(at(seconds, toleranceSeconds)).toBe(accepted)
  })

  it.each([NaN, Infinity, undefined, 'now', {}])('is never kept by a clock that returns %s', (now) => {
    expect(verify({ clock: () => now as never })).toBe(false)
  })

  it('counts from the time of the system where no clock is set', () => {
    vi.useFakeTimers({ now: (sentAt + 300) * 1_000, toFake: ['Date'] })
    try {
      expect(verify({ clock: undefined })).toBe(true)
      vi.setSystemTime((sentAt + 301) * 1_000)
      expect(verify({ clock: undefined })).toBe(false)
    } finally {
      vi.useRealTimers()
    }
  })
})
