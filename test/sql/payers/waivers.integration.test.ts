import { expect, it } from 'vitest'
import type { FinanceRepository } from 'hospital-payments/repository'
import { checkBooks } from '../../operations/lines/support/counter.js'
import { kinds, onEach } from '../../support/databases/index.js'
import { migrated, repositoryOn } from '../../support/databases/repository.js'
import { request, testService } from '../../support/service.js'

onEach(kinds, 'payments.waivers', (entry) => {
  const database = migrated(entry)

  function hospital() {
    const repository = repositoryOn(database(), { timeoutMs: 120_000 }) as FinanceRepository
    const { payments } = testService({ repository })
    const ask = (paymentId: string, amount: number, actor = 'amina') =>
      payments.waivers.request({ paymentId, amount, scheme: 'poor', reason: 'no_income', note: 'widow' }, { actor })
    return { payments, repository, ask, bill: () => payments.createPayment(request({ amount: 1000 })) }
  }

  it('go their way: asked for, granted, listed, revoked, with the account of the scheme at 0 in the end', async () => {
    const { payments, repository, ask, bill } = hospital()
    const { id: paymentId } = await bill()
    const { id } = await ask(paymentId, 1000)
    expect((await payments.attention()).waiversToApprove).toEqual([{ currency: 'ETB', count: 1, amount: '1000' }])
    const granted = await payments.waivers.approve(id, { actor: 'dawit' })
    expect(await payments.waivers.get(id)).toStrictEqual(granted)
    expect(granted).toMatchObject({ status: 'granted', note: 'widow', version: 2 })
    expect((await payments.waivers.list({ status: 'granted', scheme: 'poor', paymentId })).items).toEqual([granted])
    expect((await payments.attention()).waiversToApprove).toEqual([])
    expect(await payments.getPayment(paymentId)).toMatchObject({ status: 'succeeded', amountWaived: 1000 })
    await payments.waivers.revoke(id, { actor: 'sara', reason: 'insured', payments: 'reverse' })
    expect(await payments.getPayment(paymentId)).toMatchObject({ status: 'reversed', amountWaived: 0 })
    expect(await payments.accounts.balance({ account: 'waiver.poor', currency: 'ETB' })).toBe('0')
    const types = (await payments.waivers.history(id)).map(({ type, actor }) => `${type} ${actor}`)
    expect(types).toEqual(['waiver.requested amina', 'waiver.granted dawit', 'waiver.revoked sara'])
    await checkBooks(repository)
  })

  it('race: of fifty approvals, rejections and confirmations at once, a bill is never waived and paid for more', async () => {
    const { payments, repository, ask, bill } = hospital()
    const { id: paymentId } = await bill()
    const requests = await Promise.all(Array.from({ length: 10 }, (_, n) => ask(paymentId, 300, `nurse-${n}`)))
    const answers = await Promise.allSettled([
      ...Array.from({ length: 40 }, (_, n) => payments.waivers.approve(requests[n % 10]!.id, { actor: 'dawit' })),
      ...requests.slice(0, 5).map(({ id }) => payments.waivers.reject(id, { actor: 'sara', reason: 'insured' })),
      ...[400, 400, 700, 1000, 100].map((amount) => payments.confirmPayment(paymentId, { amount })),
    ])
    const codes = answers.flatMap((one) => (one.status === 'rejected' ? [(one.reason as { code: string }).code] : []))
    for (const code of codes) {
      expect(['allocation_exceeds', 'invalid_transition', 'amount_mismatch', 'concurrent_update']).toContain(code)
    }
    const payment = (await payments.getPayment(paymentId))!
    const granted = (await payments.waivers.list({ status: 'granted', limit: 500 })).items
    expect(payment.amountWaived).toBe(granted.length * 300)
    expect(payment.amountWaived).toBeLessThanOrEqual(1000)
    expect(await payments.accounts.balance({ account: 'waiver.poor', currency: 'ETB' })).toBe(`${granted.length * 300}`)
    await checkBooks(repository)
  })
})
