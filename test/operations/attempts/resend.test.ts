import { describe, expect, it } from 'vitest'
import type { FakeFault } from 'hospital-payments/testing'
import { till } from './support/till.js'

/** Makes a till whose first start is lost, and whose later ones have a fault. */
async function lostStart(fault: FakeFault) {
  const on = till({
    script: {
      startIsIdempotent: true,
      faultOf: (call, _, count) => (call === 'start' ? (count === 1 ? 'lost' : fault) : undefined),
    },
  })
  const { id: paymentId } = await on.bill()
  const call = () => on.payments.attempts.start({ paymentId, provider: 'fake' }, { idempotencyKey: 'key-1' })
  return { ...on, attempt: await call(), call }
}

describe('attempts.check: a start that is sent again', () => {
  it.each(['unavailable', 'refused'] as const)(
    'fails as %s: the attempt lives, and its money counts',
    async (fault) => {
      const { attempt, call, checkAfter, attemptOf, paymentOf, fake } = await lostStart(fault)
      await checkAfter(61)
      expect(await attemptOf(attempt)).toMatchObject({ status: 'unknown', failure: null })
      expect(await paymentOf(attempt)).toMatchObject({ attemptId: attempt.id })
      expect(await call()).toMatchObject({ id: attempt.id })
      expect(fake.pushes).toEqual([attempt.id])
    },
  )
})
