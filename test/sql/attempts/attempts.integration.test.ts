import { expect, it } from 'vitest'
import type { FinanceRepository } from 'hospital-payments/repository'
import { checkBooks } from '../../operations/lines/support/counter.js'
import { till } from '../../operations/attempts/support/till.js'
import { kinds, onEach } from '../../support/databases/index.js'
import { migrated, repositoryOn } from '../../support/databases/repository.js'
import { refusal } from '../../support/service.js'

onEach(kinds, 'payments.attempts', (entry) => {
  const database = migrated(entry)
  const hospital = (script: object = {}) =>
    till({ repository: repositoryOn(database(), { timeoutMs: 120_000 }) as FinanceRepository, script })

  it('a payer who accepts: the attempt is stored, asked about and paid, with its fee, and no event of it is claimed', async () => {
    const { payments, fake, started, checkAfter, attemptOf, paymentOf, typesOf, repository } = hospital({ fee: 7 })
    const attempt = await started(
      {},
      { phone: '+254712345678', returnUrl: 'https://hospital.example/back', actor: 'amina' },
    )
    expect(await attemptOf(attempt)).toStrictEqual(attempt)
    expect((await payments.attempts.list({ status: 'pending', provider: 'fake' })).items).toEqual([attempt])
    await refusal(payments.attempts.start({ paymentId: attempt.paymentId, provider: 'fake' }), 'attempt_conflict')
    fake.accept(attempt.id)
    expect(await checkAfter(10)).toBe(1)
    expect(await attemptOf(attempt)).toMatchObject({ status: 'paid', nextCheckAt: null, checks: 1 })
    expect(await paymentOf(attempt)).toMatchObject({ status: 'succeeded', amountReconciled: 1000, attemptId: null })
    expect(await typesOf(attempt)).toEqual(['attempt.started', 'attempt.pending', 'attempt.paid'])
    expect(await payments.accounts.balance({ account: 'fake', currency: 'KES' })).toBe('993')
    const types: string[] = []
    await payments.deliverEvents(async ({ type }) => void types.push(type))
    expect(types).toEqual(['payment.created', 'payment.succeeded'])
    expect((await payments.history(attempt.paymentId)).map(({ type }) => type)).toEqual([
      ...['payment.created', 'payment.attempt_started', 'payment.attempt_ended', 'payment.succeeded'],
    ])
    await checkBooks(repository as FinanceRepository)
  })

  it('callbacks, doubled and forged: each message counts once, and a hint wakes', async () => {
    const { payments, fake, started, receive, attemptOf, paymentOf } = hospital({ name: 'second' })
    const [signed, hinted] = [await started(), await started()]
    for (const { id } of [signed, hinted]) fake.accept(id)
    expect(await receive(fake.callback(signed.id, { proof: 'forged' }))).toMatchObject({ status: 401 })
    await Promise.all([1, 2, 3].map(() => receive(fake.callback(signed.id))))
    await Promise.all([1, 2, 3].map(() => receive(fake.callback(hinted.id, { proof: 'hint' }))))
    expect(await attemptOf(signed)).toMatchObject({ status: 'paid' })
    await payments.attempts.checkDue()
    expect(await attemptOf(hinted)).toMatchObject({ status: 'paid' })
    for (const attempt of [signed, hinted]) expect(await paymentOf(attempt)).toMatchObject({ amountReconciled: 1000 })
    expect((await payments.lines.list({ account: 'second' })).items).toHaveLength(2)
  })

  it('races: of starts, checks, callbacks, cash and cancellations at once, a payment is pushed once and paid once', async () => {
    const { payments, fake, bill, receive, repository } = hospital({ name: 'third' })
    for (let round = 0; round < 5; round++) {
      const { id: paymentId } = await bill({ reference: `RACE-${entry.name}-${round}` })
      const starts = Array.from({ length: 8 }, () => payments.attempts.start({ paymentId, provider: 'third' }))
      const [attempt, ...others] = (await Promise.allSettled(starts)).flatMap((one) =>
        one.status === 'fulfilled' ? [one.value] : [],
      )
      expect(others).toEqual([])
      const { id } = attempt!
      fake.accept(id)
      await Promise.allSettled([
        ...[1, 2, 3].map(() => payments.attempts.check(id)),
        ...[1, 2, 3].map(() => receive(fake.callback(id))),
        payments.attempts.abandon(id, { reason: 'left', actor: 'amina' }),
        payments.cancelPayment(paymentId, { reason: 'left' }),
        payments.confirmPayment(paymentId),
      ])
      expect(await payments.attempts.check(id)).toMatchObject({ status: 'paid' })
      expect(await payments.getPayment(paymentId)).toMatchObject({
        ...{ status: 'succeeded', amountReconciled: 1000, attemptId: null },
      })
    }
    expect(fake.pushes).toHaveLength(5)
    expect(await payments.accounts.balance({ account: 'third', currency: 'KES' })).toBe('5000')
    await checkBooks(repository as FinanceRepository)
  })

  it('expireDue leaves payments with a living attempt alone, and they use up no limit', async () => {
    const { payments, started, bill, clock } = hospital({ name: 'fourth' })
    const soon = new Date(clock() + 1000).toISOString()
    const held = await started({ expiresAt: soon })
    const free = await bill({ expiresAt: soon })
    clock.advance(2000)
    expect(await payments.expireDue({ limit: 1 })).toEqual({ expired: 1 })
    expect(await payments.getPayment(free.id)).toMatchObject({ status: 'expired' })
    expect(await payments.getPayment(held.paymentId)).toMatchObject({ status: 'pending' })
  })
})
