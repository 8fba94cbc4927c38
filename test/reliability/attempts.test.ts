import type { FinanceRepository } from 'hospital-payments/repository'
import { expect, it } from 'vitest'
import type { FakeFault } from 'hospital-payments/testing'
import { checkBooks } from '../operations/lines/support/counter.js'
import { till } from '../operations/attempts/support/till.js'

/** Makes a small generator of numbers from 0 to 1, always the same of one seed. */
function drawn(seed: number): () => number {
  let state = seed + 0x6d2b79f5
  return () => {
    state = Math.imul(state ^ (state >>> 15), state | 1)
    state ^= state + Math.imul(state ^ (state >>> 7), state | 61)
    return ((state ^ (state >>> 14)) >>> 0) / 2 ** 32
  }
}

const callFaults: readonly FakeFault[] = ['lost', 'broken', 'refused']
const seeds = 40
const attemptsOfSeed = 25

it.each(Array.from({ length: seeds }, (_, seed) => seed))(
  'attempts: seed %i of lost, doubled, late, reordered and forged callbacks, wrong amounts and faults: one push, one payment each',
  async (seed) => {
    const next = drawn(seed)
    const chance = (share: number) => next() < share
    const oneOf = <Item>(items: readonly Item[]) => items[Math.floor(next() * items.length)]!
    const { payments, fake, started, receive, checkAfter, attemptOf, paymentOf, repository, typesOf } = till({
      script: {
        startIsIdempotent: chance(0.5),
        hasReceipts: chance(0.7),
        fee: chance(0.5) ? 3 : 0,
        faultOf: (call) => (call !== 'list' && chance(0.15) ? oneOf(callFaults) : undefined),
      },
    })
    const all = []
    for (let n = 0; n < attemptsOfSeed; n++) all.push(await started())
    const open = all.filter(({ id }) => fake.pushes.includes(id))
    const late: ReturnType<typeof fake.callback>[] = []
    for (const { id } of open) {
      const act = oneOf(['accept', 'accept', 'less', 'more', 'refuse', 'ignore'])
      if (act === 'accept') fake.accept(id)
      if (act === 'less') fake.accept(id, { amount: 300 })
      if (act === 'more') fake.accept(id, { amount: 1700 })
      if (act === 'refuse') fake.refuse(id)
      const callback = fake.callback(id, { proof: oneOf(['signed', 'hint', 'forged']) })
      if (chance(0.3)) await receive(callback)
      if (chance(0.3)) await Promise.all([receive(callback), receive(callback)])
      if (chance(0.3)) late.unshift(callback)
      if (chance(0.2)) await Promise.all([payments.attempts.checkDue(), payments.attempts.check(id)])
    }
    for (const seconds of [10, 10, 20, 20, 60, 180, 600, 900, 1800, 3600, 14_400, 21_600, 43_200])
      await checkAfter(seconds)
    for (const callback of late) await receive(callback)
    // What the credentials had held up.
    for (let n = 0; n < 12; n++) await checkAfter(300)

    expect(new Set(fake.pushes).size).toBe(fake.pushes.length)
    for (const attempt of all) {
      const now = await attemptOf(attempt)
      const money = fake.payments.find(({ attemptId }) => attemptId === attempt.id)
      const payment = await paymentOf(attempt)
      expect(payment.amountReconciled).toBe(now.status === 'paid' ? Math.min(money!.amount, 1000) : 0)
      if (now.status === 'paid')
        expect((await typesOf(attempt)).filter((type) => type === 'attempt.paid')).toHaveLength(1)
      // Decided, or left to people: nothing waits for a poll that never comes.
      expect(now.nextCheckAt).toBeNull()
      expect(payment.attemptId).toBe(now.status === 'unknown' ? attempt.id : null)
      if (!money || now.status === 'paid') continue
      // A person who asks again finds the money, also where every poll met a fault.
      for (let n = 0; n < 20 && (await attemptOf(attempt)).status !== 'paid'; n++)
        await payments.attempts.check(attempt.id)
      expect(await attemptOf(attempt)).toMatchObject({ status: 'paid' })
      expect((await paymentOf(attempt)).amountReconciled).toBe(Math.min(money.amount, 1000))
    }
    await checkBooks(repository as FinanceRepository)
  },
)
