import { describe, expect, it } from 'vitest'
import { altered } from '../../support/repositories.js'
import { memoryRepository, PaymentError, type PaymentRepository } from 'hospital-payments'
import { refusal } from '../../support/service.js'
import { till } from './support/till.js'

describe('attempts.receive', () => {
  it('a signed message decides, once, however often it comes', async () => {
    const { payments, started, fake, receive, attemptOf, paymentOf } = till()
    const attempt = await started()
    fake.accept(attempt.id)
    const callback = fake.callback(attempt.id)
    for (let time = 0; time < 3; time++) expect(await receive(callback)).toEqual({ status: 200, body: 'taken' })
    expect(await attemptOf(attempt)).toMatchObject({ status: 'paid', checks: 0 })
    expect(await paymentOf(attempt)).toMatchObject({ status: 'succeeded', amountReconciled: 1000 })
    expect((await payments.lines.list({ account: 'fake' })).items).toHaveLength(1)
  })

  it('a hint changes nothing by itself, and is asked about at once', async () => {
    const { payments, started, fake, receive, attemptOf } = till()
    const attempt = await started()
    fake.accept(attempt.id)
    await receive(fake.callback(attempt.id, { proof: 'hint' }))
    expect(await attemptOf(attempt)).toMatchObject({ status: 'pending', nextCheckAt: attempt.createdAt })
    expect(await payments.attempts.checkDue()).toEqual({ checked: 1 })
    expect(await attemptOf(attempt)).toMatchObject({ status: 'paid', checks: 1 })
  })

  it('a hint that lies is found out: the status decides', async () => {
    const { payments, started, fake, receive, attemptOf } = till()
    const attempt = await started()
    const { headers, body, ...request } = fake.callback(attempt.id, { proof: 'hint' })
    const lie = JSON.stringify({ ...JSON.parse(new TextDecoder().decode(body)), outcome: { state: 'paid' } })
    await receive({ ...request, headers, body: new TextEncoder().encode(lie) })
    await payments.attempts.checkDue()
    expect(await attemptOf(attempt)).toMatchObject({ status: 'pending', lineKey: null })
  })

  it('a forged one is answered 401, and stores nothing', async () => {
    const { started, fake, receive, attemptOf } = till()
    const attempt = await started()
    fake.accept(attempt.id)
    expect(await receive(fake.callback(attempt.id, { proof: 'forged' }))).toMatchObject({ status: 401 })
    expect(await attemptOf(attempt)).toEqual(attempt)
  })

  it('one that comes before start has answered loses nothing', async () => {
    const { payments, bill, fake, receive } = till()
    const { id: paymentId } = await bill()
    const startOf = fake.start.bind(fake)
    Object.assign(fake, {
      start: async (...args: Parameters<typeof startOf>) => {
        const answer = await startOf(...args)
        fake.accept(args[0].id)
        await receive(fake.callback(args[0].id))
        return answer
      },
    })
    const attempt = await payments.attempts.start({ paymentId, provider: 'fake' })
    expect(attempt).toMatchObject({ status: 'paid', instructions: { type: 'text' } })
    expect(await payments.getPayment(paymentId)).toMatchObject({ status: 'succeeded', attemptId: null })
  })

  it('a wake during a call is kept', async () => {
    const { payments, started, fake, receive, attemptOf, clock } = till()
    const attempt = await started()
    const statusOf = fake.status.bind(fake)
    let calls = 0
    Object.assign(fake, {
      status: async (...args: Parameters<typeof statusOf>) => {
        const answer = await statusOf(...args)
        if (++calls === 1) {
          fake.accept(attempt.id)
          await receive(fake.callback(attempt.id, { proof: 'hint' }))
        }
        return answer
      },
    })
    clock.advance(10_000)
    await payments.attempts.checkDue()
    expect(await attemptOf(attempt)).toMatchObject({ status: 'pending', nextCheckAt: new Date(clock()).toISOString() })
    await payments.attempts.checkDue()
    expect(await attemptOf(attempt)).toMatchObject({ status: 'paid' })
  })

  it('an unknown attempt, and a provider that is not set up: pays nothing', async () => {
    const { payments, started, fake, receive } = till()
    const attempt = await started()
    fake.accept(attempt.id)
    const other = till()
    expect(await other.receive(fake.callback(attempt.id))).toMatchObject({ status: 200 })
    await refusal(payments.attempts.receive('none', fake.callback(attempt.id)), 'unsupported_provider')
    expect(await receive(fake.callback(attempt.id))).toMatchObject({ status: 200 })
  })

  it('a storage that fails: is answered 503, and taken when it comes again', async () => {
    let isBroken = false
    const memory = memoryRepository() as PaymentRepository & { findRows(...args: unknown[]): Promise<unknown> }
    const repository = altered(
      memory,
      () =>
        ({
          findRows: async (...args: unknown[]) => {
            if (isBroken) throw new PaymentError('storage_unavailable', 'broken')
            return memory.findRows(...args)
          },
        }) as never,
    )
    const { started, fake, receive, attemptOf } = till({ repository })
    const attempt = await started()
    fake.accept(attempt.id)
    isBroken = true
    expect(await receive(fake.callback(attempt.id))).toMatchObject({ status: 503, headers: { 'retry-after': '10' } })
    isBroken = false
    await receive(fake.callback(attempt.id))
    expect(await attemptOf(attempt)).toMatchObject({ status: 'paid' })
  })

  it('a session of a hint belongs to one attempt', async () => {
    const { started, fake, receive, payments } = till({
      script: { faultOf: (call) => (call === 'start' ? 'lost' : undefined) },
    })
    const [first, second] = [await started(), await started()]
    const seen: unknown[] = []
    const statusOf = fake.status.bind(fake)
    Object.assign(fake, {
      status: async (...args: Parameters<typeof statusOf>) => {
        seen.push([args[0].id, args[0].session])
        return statusOf(...args)
      },
    })
    const content = (attemptId: string) => ({
      ...fake.callback(attemptId, { proof: 'hint' }),
      body: new TextEncoder().encode(
        JSON.stringify({ messageId: attemptId, about: { attemptId }, session: { push: 'one' } }),
      ),
    })
    await receive(content(first.id))
    await receive(content(second.id))
    await payments.attempts.checkDue()
    expect(seen).toEqual([
      [first.id, { push: 'one' }],
      [second.id, null],
    ])
  })
})
