import assert from 'node:assert/strict'
import fc from 'fast-check'
import type { Payment } from 'hospital-payments'
import { describe, expect, it } from 'vitest'
import { seededRandom } from 'hospital-payments/testing'
import { contents, testService } from '../../support/service.js'
import { hospital } from '../support/hospital.js'
import { apart, built, line, period, runs, setting } from '../support/random-hospital.js'

const writing = ['matched', 'confirmed', 'under_paid']
const add = (sums: Map<string, bigint>, key: string, amount: number | string) =>
  sums.set(key, (sums.get(key) ?? 0n) + BigInt(amount))

describe('reconcile: any hospital and statement', () => {
  it('lose and make no money: what lines allocated is what payments gained, and none gets more than it asked for', async () => {
    await fc.assert(
      fc.asyncProperty(setting, fc.array(line, { maxLength: 10 }), fc.nat(9), async (drawn, lines, chance) => {
        const { apply, repository, payments } = await built(drawn)
        const reconciled = async () =>
          new Map((await contents(repository)).map(({ payment }): [string, Payment] => [payment.id, payment]))
        for (let run = 0; run < 3; run++) {
          const before = await reconciled()
          const result = await apply(chance === 0 ? apart(lines) : lines)
          const gained = new Map<string, number>()
          for (const { outcome, applied, allocations, line: of } of result.lines) {
            assert.equal(applied, writing.includes(outcome))
            if (!applied) for (const { amount } of allocations) assert.equal(amount, 0)
            if (!applied) continue
            assert.equal(
              allocations.reduce((sum, { amount }) => sum + amount, 0),
              of!.amount,
            )
            for (const { paymentId, amount } of allocations) {
              assert.ok(amount > 0)
              gained.set(paymentId, (gained.get(paymentId) ?? 0) + amount)
            }
          }
          for (const [id, now] of await reconciled()) {
            const former = before.get(id)!
            assert.equal(now.amountReconciled - former.amountReconciled, gained.get(id) ?? 0)
            assert.ok(now.amountReconciled <= now.amount)
            if (former.status === 'succeeded' || former.status === 'reversed') assert.equal(now.status, former.status)
            const events = await payments.history(id)
            assert.deepEqual(
              events.map(({ data }) => data.version),
              events.map((_, index) => index + 1),
            )
            const proved = events.reduce(
              (sum, { evidence }) => sum + (evidence?.kind === 'statement' ? evidence.amount : 0),
              0,
            )
            assert.equal(proved, now.amountReconciled)
          }
        }
      }),
      runs(50),
    )
  }, 300_000)

  it('have exactly one item for each line and each paid payment, and the statement’s own summary', async () => {
    await fc.assert(
      fc.asyncProperty(setting, fc.array(line, { maxLength: 10 }), fc.boolean(), async (before, drawn, isApplied) => {
        const { reconcile, repository } = await built(before)
        const lines = drawn.map((one, row) => ({ ...one, row }))
        const result = await reconcile(lines, { apply: isApplied, period })
        expect(result.lines.map(({ row }) => row)).toEqual(lines.map(({ row }) => row))

        const readable = new Set(result.lines.filter((item) => item.line !== null).map(({ row }) => row))
        const expected = new Map<string, bigint>()
        for (const { row, direction, currency, amount } of lines) {
          if (readable.has(row)) add(expected, `${direction} ${currency}`, amount)
        }
        const summed = new Map<string, bigint>()
        const counts = new Map<string, number>()
        for (const { outcome, direction, currency, count, amount } of result.summary.lines) {
          if (direction !== null) add(summed, `${direction} ${currency}`, amount)
          else expect([outcome, currency, amount]).toEqual(['rejected_line', null, '0'])
          counts.set(outcome, (counts.get(outcome) ?? 0) + count)
        }
        expect(summed).toEqual(expected)
        for (const [outcome, count] of counts) {
          expect(result.lines.filter((item) => item.outcome === outcome)).toHaveLength(count)
        }
        expect([...counts.values()].reduce((a, b) => a + b, 0)).toBe(lines.length)

        const ids = result.payments.map(({ payment }) => payment.paymentId)
        expect(new Set(ids).size).toBe(ids.length)
        if (isApplied) {
          const stored = (await contents(repository)).map(({ payment }) => payment)
          const paid = stored.filter(({ paidAt }) => paidAt !== null && paidAt >= '2026-11-18' && paidAt < '2026-11-27')
          expect(new Set(ids)).toEqual(new Set(paid.map(({ id }) => id)))
          for (const { payment, amountReconciled, outcome } of result.payments) {
            const of = paid.find(({ id }) => id === payment.paymentId)!
            expect(amountReconciled).toBe(of.amountReconciled)
            expect(outcome === 'matched').toBe(amountReconciled === of.amount)
            expect(outcome === 'under_paid').toBe(amountReconciled > 0 && amountReconciled < of.amount)
          }
        }
        const amounts = result.payments.reduce((sum, { payment }) => sum + BigInt(payment.amount), 0n)
        expect(result.summary.payments.reduce((sum, { amount }) => sum + BigInt(amount), 0n)).toBe(amounts)
      }),
      runs(70),
    )
  }, 300_000)

  it('lose no money under a new one-live policy either, whatever references its payments share', async () => {
    await fc.assert(
      fc.asyncProperty(setting, fc.array(line, { maxLength: 10 }), async (drawn, lines) => {
        const { repository, clock } = await built({ ...drawn, policy: 'allow' })
        const { apply } = hospital({ repository, clock, random: seededRandom(2), referencePolicy: 'one-live' })
        const amounts = async () =>
          (await contents(repository)).reduce((sum, { payment }) => sum + payment.amountReconciled, 0)
        const before = await amounts()
        const result = await apply(lines)
        const allocated = result.lines.flatMap(({ allocations }) => allocations).map(({ amount }) => amount)
        expect((await amounts()) - before).toBe(allocated.reduce((a, b) => a + b, 0))
      }),
      runs(70),
    )
  }, 300_000)

  it('match alike in whichever order the storage returns payments', async () => {
    await fc.assert(
      fc.asyncProperty(setting, fc.array(line, { maxLength: 10 }), fc.nat(), async (drawn, lines, turn) => {
        const run = async (isTurned: boolean) => {
          const { repository } = testService()
          const lookup: typeof repository.lookup = async (keys) => {
            const answer = await repository.lookup(keys)
            const order = ({ id }: Payment) => (id.charCodeAt(id.length - 1 - (turn % 8)) * 31 + turn) % 17
            return { ...answer, payments: answer.payments.toSorted((a, b) => order(a) - order(b)) }
          }
          const service = await built(drawn, { repository: isTurned ? { ...repository, lookup } : repository })
          const { items } = await service.apply(lines, { period })
          return { items, stored: await contents(repository) }
        }
        expect(await run(true)).toStrictEqual(await run(false))
      }),
      runs(50),
    )
  }, 300_000)
})
