import type { Attempt, Outcome } from 'hospital-payments'
import { describe, expect, it } from 'vitest'
import { refusal } from '../../support/service.js'
import { tillWithStatements } from './support/records.js'
import { seconds, till } from './support/till.js'

const left = { reason: 'left', actor: 'amina' }

/** Lets time pass while the provider answers a call. */
function slow(on: ReturnType<typeof till>, name: 'start' | 'status' | 'cancel', count: number) {
  const call = on.fake[name]!.bind(on.fake) as (...args: unknown[]) => Promise<unknown>
  Object.assign(on.fake, {
    [name]: async (...args: unknown[]) => {
      on.clock.advance(seconds(count))
      return call(...args)
    },
  })
}

describe('attempts.abandon', () => {
  it('a lease that another caller has by now: lets nothing go, forced or not', async () => {
    const on = till({ script: { canCancel: false } })
    const attempt = await on.started()
    let other: Promise<Attempt> | null = null
    const statusOf = on.fake.status.bind(on.fake)
    Object.assign(on.fake, {
      status: async (...args: Parameters<typeof statusOf>) => {
        if (other === null) {
          on.clock.advance(seconds(61))
          other = on.payments.attempts.check(attempt.id)
          await other
        }
        return statusOf(...args)
      },
    })
    await refusal(on.payments.attempts.abandon(attempt.id, { ...left, force: true }), 'attempt_conflict')
    expect(await on.attemptOf(attempt)).toMatchObject({ status: 'pending' })
    expect(await on.paymentOf(attempt)).toMatchObject({ attemptId: attempt.id })
    expect(await on.payments.attempts.abandon(attempt.id, { ...left, force: true })).toMatchObject({ status: 'failed' })
  })

  it('a lease with less than 30 seconds left: cancels nothing at the provider', async () => {
    const on = till()
    const attempt = await on.started()
    slow(on, 'status', 31)
    let cancels = 0
    Object.assign(on.fake, { cancel: async () => (cancels++, { state: 'failed', code: 'x', retry: true }) })
    await refusal(on.payments.attempts.abandon(attempt.id, left), 'attempt_conflict')
    expect(cancels).toBe(0)
    slow(on, 'status', -31)
    expect(await on.payments.attempts.abandon(attempt.id, left)).toMatchObject({ status: 'failed' })
    expect(cancels).toBe(1)
  })

  it('the lease of a start that runs: refuses it, forced too', async () => {
    const on = till()
    const { id: paymentId } = await on.bill()
    const startOf = on.fake.start.bind(on.fake)
    const refused: string[] = []
    Object.assign(on.fake, {
      start: async (...args: Parameters<typeof startOf>) => {
        const call = on.payments.attempts.abandon(args[0].id, { ...left, force: true })
        refused.push((await refusal(call, 'attempt_conflict')).code)
        return startOf(...args)
      },
    })
    expect(await on.payments.attempts.start({ paymentId, provider: 'fake' })).toMatchObject({ status: 'pending' })
    expect(refused).toEqual(['attempt_conflict'])
  })
})

describe('attempts.abandon: in doubt', () => {
  /** Makes two attempts of which the second has the receipt of the first, so that no line can be its money. */
  async function inDoubt() {
    const on = tillWithStatements()
    const [first, second] = [await on.started(), await on.started()]
    on.fake.accept(first.id)
    await on.checkAfter(10)
    const outcome = { state: 'paid', providerTransactionId: on.fake.payments[0]!.receipt }
    Object.assign(on.fake, { status: async () => outcome })
    expect(await on.payments.attempts.check(second.id)).toMatchObject({ status: 'unknown', nextCheckAt: null })
    return { ...on, second }
  }

  it('an attempt in doubt: keeps its payment until a person forces it, and then frees it', async () => {
    const on = await inDoubt()
    on.clock.advance(seconds(100_000))
    await refusal(on.payments.attempts.abandon(on.second.id, left), 'attempt_conflict')
    const abandoned = await on.payments.attempts.abandon(on.second.id, { ...left, force: true })
    expect(abandoned).toMatchObject({ status: 'failed', failure: { code: 'abandoned', retry: true }, lineKey: null })
    expect(await on.paymentOf(on.second)).toMatchObject({ status: 'pending', attemptId: null, amountReconciled: 0 })
    expect((await on.typesOf(on.second)).at(-1)).toBe('attempt.abandoned')
    expect((await on.payments.attention()).unknownAttempts).toEqual([])
    expect(await on.lines()).toHaveLength(1)
    await on.check()
  })

  it('a failed attempt in doubt: stays failed', async () => {
    const on = await inDoubt()
    await on.payments.attempts.abandon(on.second.id, { ...left, force: true })
    expect(await on.payments.attempts.check(on.second.id)).toMatchObject({ status: 'failed' })
    expect(await on.paymentOf(on.second)).toMatchObject({ attemptId: null })
  })

  it('a provider that is not set up any more: its attempt is let go where it is forced', async () => {
    const on = till()
    const attempt = await on.started()
    on.clock.advance(seconds(61))
    const others = till({ repository: on.repository, script: { name: 'other' }, clock: on.clock })
    await refusal(others.payments.attempts.abandon(attempt.id, left), 'unsupported_provider')
    expect(await others.payments.attempts.abandon(attempt.id, { ...left, force: true })).toMatchObject({
      ...{ status: 'failed', checks: 0 },
    })
    expect(await others.paymentOf(attempt)).toMatchObject({ attemptId: null })
  })
})

describe('attempts.checkDue: an attempt that cannot be checked', () => {
  it.each(['look-up', 'write'] as const)(
    'by a fault of its %s: the others are checked, and the log has its code',
    async (place) => {
      const logs: object[] = []
      const on = till({ logger: { warn: (_message: string, fields?: object) => void logs.push(fields!) } })
      const [first, ...others] = [await on.started(), await on.started(), await on.started()]
      for (const { id } of [first!, ...others]) on.fake.accept(id)
      const { reference } = (await on.payments.getPayment(first!.paymentId))!
      const broken = { ...on.repository, replace: on.repository.replace } as typeof on.repository
      const fault = Object.assign(new Error('+254712345678 is broken'), { code: 'E_BROKEN' })
      if (place === 'write')
        Object.assign(broken, {
          replace: async (group: Parameters<typeof on.repository.replace>[0]) => {
            if (JSON.stringify(group.rows ?? []).includes(first!.id)) throw fault
            return on.repository.replace(group)
          },
        })
      else
        Object.assign(broken, {
          lookup: async (keys: Parameters<typeof on.repository.lookup>[0]) =>
            keys.references.includes(reference) ? Promise.reject(fault) : on.repository.lookup(keys),
        })
      const service = on.payments.using(broken)
      on.clock.advance(seconds(10))
      expect(await service.attempts.checkDue()).toEqual({ checked: 2 })
      for (const other of others) expect(await on.attemptOf(other)).toMatchObject({ status: 'paid' })
      expect(logs).toContainEqual(
        expect.objectContaining({ attemptId: first!.id, error: 'PaymentError', code: 'internal_error' }),
      )
      expect(JSON.stringify(logs)).not.toContain('254712345678')
      on.clock.advance(seconds(61))
      expect(await on.payments.attempts.checkDue()).toEqual({ checked: 1 })
    },
  )
})

describe('attempts: polls whose time passes during a call', () => {
  it('a slow start: they are made up for by one', async () => {
    const on = till()
    slow(on, 'start', 25)
    const attempt = await on.started()
    expect(attempt).toMatchObject({ status: 'pending', nextCheckAt: '2026-11-20T09:00:20.000Z' })
    expect(await on.checkAfter(0)).toBe(1)
    expect(await on.attemptOf(attempt)).toMatchObject({ checks: 1, nextCheckAt: '2026-11-20T09:00:40.000Z' })
  })

  it('a slow question: they are made up for by one', async () => {
    const on = till()
    const attempt = await on.started()
    slow(on, 'status', 29)
    expect(await on.checkAfter(20)).toBe(1)
    expect(await on.attemptOf(attempt)).toMatchObject({ checks: 1, nextCheckAt: '2026-11-20T09:00:40.000Z' })
  })

  it('the last poll: is made up for, before the attempt is left to people', async () => {
    const on = till({ script: { polls: [10, 20] } })
    slow(on, 'start', 25)
    const attempt = await on.started()
    on.fake.accept(attempt.id)
    expect(await on.checkAfter(0)).toBe(1)
    expect(await on.attemptOf(attempt)).toMatchObject({ status: 'paid' })
  })
})

describe('attempts: a start that is sent again', () => {
  const idempotent = (answer: () => Promise<object>, script: object = {}) => {
    const on = till({ script: { startIsIdempotent: true, ...script } })
    let starts = 0
    Object.assign(on.fake, {
      start: async () => {
        starts++
        return answer()
      },
      status: async (): Promise<Outcome> => ({ state: 'pending' }),
    })
    return { ...on, starts: () => starts }
  }

  it('was answered, without a session: is not sent again when its polls are over', async () => {
    const on = idempotent(async () => ({ session: null }), { polls: [10] })
    const attempt = await on.started()
    await on.checkAfter(10)
    expect(await on.attemptOf(attempt)).toMatchObject({ status: 'unknown' })
    await on.payments.attempts.check(attempt.id)
    expect(on.starts()).toBe(1)
  })

  it('was lost, and its outcome is not known: is sent again until it is answered', async () => {
    let isKnown = false
    const on = idempotent(async () => ({ session: null, outcome: { state: isKnown ? 'pending' : 'unknown' } }))
    const attempt = await on.started()
    await on.checkAfter(10)
    isKnown = true
    await on.checkAfter(10)
    await on.checkAfter(20)
    expect(on.starts()).toBe(3)
    expect(await on.attemptOf(attempt)).toMatchObject({ status: 'pending', checks: 1 })
  })

  it.each([
    ['after 23 hours', async (on: ReturnType<typeof till>) => void on.clock.advance(23 * 3_600_000)],
    [
      'for a payment that is paid',
      async (on: ReturnType<typeof till>, { paymentId }: Attempt) => {
        await on.payments.confirmPayment(paymentId, { providerTransactionId: 'OTHER0001' })
      },
    ],
    [
      'once it is given up',
      async (on: ReturnType<typeof till>, { id }: Attempt) => {
        on.clock.advance(seconds(61))
        Object.assign(on.fake, { cancel: undefined })
        await on.payments.attempts.abandon(id, { ...left, force: true })
      },
    ],
  ])('%s: is not sent again', async (_name, change) => {
    const on = idempotent(async () => Promise.reject(new Error('no answer came')))
    const attempt = await on.started()
    await change(on, attempt)
    on.clock.advance(seconds(61))
    await on.payments.attempts.check(attempt.id)
    expect(on.starts()).toBe(1)
  })
})
