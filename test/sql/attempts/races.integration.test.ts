import type { FinanceRepository } from 'hospital-payments/repository'
import { expect, it } from 'vitest'
import { checkBooks } from '../../operations/lines/support/counter.js'
import { till } from '../../operations/attempts/support/till.js'
import { freshTenant } from '../../support/databases/database.js'
import { kinds, onEach } from '../../support/databases/index.js'
import { migrated, repositoryOn } from '../../support/databases/repository.js'

const callers = Array.from({ length: 8 }, (_, caller) => caller)

onEach(kinds, 'payments.attempts: eight callers at once', (entry) => {
  const database = migrated(entry)

  /** Makes a till whose calls may be of several processes, each with a repository of its own, and counts the questions. */
  function hospital(name: string) {
    const tenant = freshTenant()
    const open = () => repositoryOn(database(), { tenant, timeoutMs: 120_000 })
    const on = till({ repository: open(), script: { name } })
    const services = callers.map(() => on.payments.using(open()))
    const questions: string[] = []
    const statusOf = on.fake.status.bind(on.fake)
    Object.assign(on.fake, {
      status: async (...args: Parameters<typeof statusOf>) => {
        questions.push(args[0].id)
        await new Promise(setImmediate)
        return statusOf(...args)
      },
    })
    const check = () => checkBooks(on.repository as FinanceRepository)
    return { ...on, services, questions, check }
  }

  const codesOf = (results: readonly PromiseSettledResult<unknown>[]) =>
    results.flatMap((one) => (one.status === 'rejected' ? [(one.reason as { code: string }).code] : []))

  it('starts of one payment: one wins, the others are attempt_conflict, and one push is sent', async () => {
    const { services, bill, fake } = hospital('starts')
    for (let round = 0; round < 3; round++) {
      const { id: paymentId } = await bill({ reference: `STARTS-${entry.name}-${round}` })
      const results = await Promise.allSettled(
        services.map(({ attempts }) => attempts.start({ paymentId, provider: 'starts' })),
      )
      expect(codesOf(results)).toEqual(Array.from({ length: 7 }, () => 'attempt_conflict'))
      expect(fake.pushes).toHaveLength(round + 1)
    }
  })

  it('starts with one key: all answer one attempt, and one push is sent', async () => {
    const { services, bill, fake } = hospital('keys')
    const { id: paymentId } = await bill({ reference: `KEYS-${entry.name}` })
    const call = { paymentId, provider: 'keys', phone: '+254712345678' }
    const key = { idempotencyKey: 'key-1' }
    const all = await Promise.all(services.map(({ attempts }) => attempts.start(call, key)))
    expect(new Set(all.map(({ id }) => id)).size).toBe(1)
    expect(fake.pushes).toHaveLength(1)
  })

  it('checkDue: asks about each attempt once in each lease', async () => {
    const { services, started, fake, questions, clock, payments, check } = hospital('due')
    const attempts = []
    for (let n = 0; n < 6; n++) attempts.push(await started({ reference: `DUE-${entry.name}-${n}` }))
    for (const { id } of attempts.slice(0, 3)) fake.accept(id)
    const ids = attempts.map(({ id }) => id).sort()
    clock.advance(10_000)
    const first = await Promise.all(services.map((service) => service.attempts.checkDue()))
    expect(first.reduce((sum, { checked }) => sum + checked, 0)).toBe(6)
    expect([...questions].sort()).toEqual(ids)
    clock.advance(10_000)
    await Promise.all(services.map((service) => service.attempts.checkDue()))
    expect(questions).toHaveLength(9)
    expect((await payments.attempts.list({ status: 'paid', provider: 'due' })).items).toHaveLength(3)
    await check()
  })

  it('check beside receive: the money counts once, in one line', async () => {
    const { services, started, fake, paymentOf, attemptOf, payments, check } = hospital('both')
    for (let round = 0; round < 3; round++) {
      const attempt = await started({ reference: `BOTH-${entry.name}-${round}` })
      fake.accept(attempt.id)
      const callback = fake.callback(attempt.id)
      await Promise.all(
        services.map(({ attempts }, caller) =>
          caller % 2 === 0 ? attempts.check(attempt.id) : attempts.receive('both', callback),
        ),
      )
      expect(await attemptOf(attempt)).toMatchObject({ status: 'paid' })
      expect(await paymentOf(attempt)).toMatchObject({ status: 'succeeded', amountReconciled: 1000, attemptId: null })
      expect((await payments.lines.list({ account: 'both' })).items).toHaveLength(round + 1)
    }
    await check()
  })
})
