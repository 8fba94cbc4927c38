import type { HospitalPayments, PaymentRepository } from 'hospital-payments'
import { seededRandom } from 'hospital-payments/testing'
import { describe, expect, it } from 'vitest'
import { wrapped } from '../support/repositories.js'
import { everyCall } from '../support/rounds.js'
import { at, collect, day, hour, request, testService, type TestService } from '../support/service.js'
import { stateOf, cleanState, expectWhole } from './support/stored-state.js'
import { apply, issueBills, lineItems, options, statementOf, writes } from './support/day.js'

/** Keys, and what the narration names: after so many calls a run that writes has seen all that it decides by. */
const lookedUp = 2

/** Wraps a storage where something happens once, between two calls: when `n` of them have been answered. */
function interrupted(repository: PaymentRepository, n: number, happens: () => Promise<unknown>) {
  const calls = { count: 0 }
  const interrupting = wrapped(repository, async (_, proceed) => {
    const answer = await proceed()
    if (++calls.count === n) await happens()
    return answer
  })
  return { repository: interrupting, calls }
}

describe('reconcile: a run that another one overtakes', () => {
  it.each(['allow', 'one-live'] as const)(
    'reports of every line that it was written, wherever that happens (%s)',
    async (referencePolicy) => {
      const lines = statementOf(1)
      const expected = await cleanState(1, lines, referencePolicy)
      async function overtakenAt(n: number) {
        const { payments, repository, clock } = testService({ referencePolicy })
        await issueBills({ payments, clock }, 1)
        let other: ReturnType<typeof lineItems> = []
        const slow = interrupted(repository, n, async () => {
          other = lineItems(await apply(payments, lines))
        })
        const slowItems = lineItems(await apply(payments.using(slow.repository), lines))
        expect(await stateOf(repository)).toEqual(expected)
        await expectWhole(repository, lines)
        return { own: slowItems, other, calls: slow.calls.count }
      }
      const { calls } = await overtakenAt(0)
      expect(calls).toBeGreaterThan(lines.filter(writes).length)
      for (const n of everyCall(calls - 1)) {
        const { own, other } = await overtakenAt(n)
        for (const [i, line] of lines.entries()) {
          const outcomes = [own[i], other[i]].map((item) => item!.outcome).sort()
          const right = writes(line) ? ['already_reconciled', line.outcome] : [line.outcome, line.outcome]
          expect(outcomes, `after call ${n}, row ${i + 1}`).toEqual(right.sort())
          expect([own[i], other[i]].filter((item) => item!.applied)).toHaveLength(writes(line) ? 1 : 0)
        }
      }
    },
  )

  it('reads again what a line means whose money was proved in part since', async () => {
    const { payments, repository } = testService()
    await payments.createPayment(request({ reference: 'INV-0001', amount: 200 }))
    await payments.createPayment(request({ reference: 'INV-0002', amount: 300 }))
    const credit = { row: 1, direction: 'credit', currency: 'ETB', valueDate: '2026-11-20' } as const
    const part = { ...credit, amount: 50, reference: 'INV-0001' }
    const transfer = { ...credit, amount: 450, narration: 'INV-0001 INV-0002' }
    // The other clerk has a file of that line alone.
    const slow = interrupted(repository, lookedUp, () =>
      collect(payments.reconcile([part], { ...options, apply: true })),
    )
    const items = await collect(payments.using(slow.repository).reconcile([transfer], { ...options, apply: true }))
    expect(lineItems(items).map(({ outcome }) => outcome)).toEqual(['confirmed'])
  })
})

const count = 12
const numbered = (kind: string) => Array.from({ length: count }, (_, i) => `${kind}-${String(i).padStart(4, '0')}`)
const transferFor = (references: readonly string[]) => ({
  row: 1,
  direction: 'credit' as const,
  amount: 100 * references.length,
  currency: 'ETB',
  valueDate: '2026-11-20',
  narration: references.join(' '),
})

async function transferred(payments: HospitalPayments, references: readonly string[]) {
  const [item] = lineItems(await collect(payments.reconcile([transferFor(references)], { ...options, apply: true })))
  return { outcome: item!.outcome, applied: item!.applied, bills: item!.allocations.length }
}

/** Cases with more bills than a line has attempts against others who really keep changing its payments. */
describe(`reconcile: a transfer for ${count} bills`, () => {
  const references = numbered('INV')

  async function billed({ payments }: TestService, more: object = {}): Promise<void> {
    for (const reference of references) await payments.createPayment(request({ reference, amount: 100, ...more }))
  }

  it('is confirmed though a sweep expires them all while it is decided', async () => {
    const service = testService()
    await billed(service, { expiresAt: at(hour) })
    service.clock.set(at(day))
    const { payments } = service
    const slow = interrupted(service.repository, lookedUp, () => payments.expireDue())
    expect(await transferred(payments.using(slow.repository), references)).toEqual({
      outcome: 'confirmed',
      applied: true,
      bills: count,
    })
    const { items } = await payments.reportPayments({ status: 'succeeded' })
    expect(items).toHaveLength(count)
    const types = (await payments.history(items[0]!.paymentId)).map(({ type }) => type)
    expect(types).toEqual(['payment.created', 'payment.expired', 'payment.succeeded'])
  })

  it('is recorded though another payment holds the reference of each, however often it is tried', async () => {
    const allowing = testService()
    const { repository, clock } = allowing
    await billed(allowing)
    const first = (await allowing.payments.reportPayments({ limit: 500 })).items.map(({ paymentId }) => paymentId)
    for (const id of first) await allowing.payments.confirmPayment(id)
    clock.advance(hour)
    await billed(allowing)
    const second = (await allowing.payments.reportPayments({ limit: 500, status: 'pending' })).items
    // Only now does the hospital decide that a reference has one live payment; these are the ones.
    const { payments } = testService({ repository, clock, referencePolicy: 'one-live', random: seededRandom(2) })
    const receipts = second.map(({ paymentId, reference }) => ({
      ...transferFor([]),
      amount: 100,
      narration: '',
      providerTransactionId: `TX-${reference}`,
      paymentId,
    }))
    for (const { paymentId, providerTransactionId } of receipts)
      await payments.confirmPayment(paymentId, { providerTransactionId })
    await collect(payments.reconcile(receipts, { ...options, apply: true }))
    expect(await transferred(payments, references)).toEqual({ outcome: 'matched', applied: true, bills: count })
    const proved = await payments.totals({ status: 'succeeded' })
    expect(proved.items).toMatchObject([{ count: 2 * count }])
  })
})
