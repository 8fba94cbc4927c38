import fc from 'fast-check'
import { seededRandom } from 'hospital-payments/testing'
import { describe, expect, it } from 'vitest'
import { contents } from '../../support/service.js'
import { type Hospital, hospital, type Outcome } from '../support/hospital.js'
import { apart, type Bill, built, line, period, runs } from '../support/random-hospital.js'

const words = ({ items }: Outcome) => items.map((item) => (item.kind === 'line' ? { ...item, applied: false } : item))

type Policy = 'allow' | 'one-live'

/** Few references, most of them pending: what the policies treat in different ways meets in nearly every statement. */
const bill = fc.record(
  {
    reference: fc.constantFrom('INV-0001', 'INV-0001', 'INV-0002'),
    amount: fc.constantFrom(100, 200, 300),
    currency: fc.constantFrom('ETB', 'ETB', 'USD'),
    channel: fc.constantFrom('mobile-banking', 'cash'),
    status: fc.constantFrom<Bill['status'][]>('pending', 'pending', 'pending', 'expired', 'failed', 'succeeded'),
    receipt: fc.constant(null),
  },
  { noNullPrototype: true },
)

const paying = fc.record(
  {
    row: fc.nat(99),
    direction: fc.constant('credit' as const),
    amount: fc.constantFrom(50, 100, 100, 200, 200, 300),
    currency: fc.constantFrom('ETB', 'ETB', 'USD'),
    valueDate: fc.constant('2026-11-20'),
    reference: fc.constantFrom('INV-0001', 'INV-0001', 'INV-0002'),
  },
  { noNullPrototype: true },
)

const anyLine = fc.oneof({ weight: 4, arbitrary: paying }, { weight: 1, arbitrary: line })
const bills = fc.array(bill, { minLength: 1, maxLength: 6 })

/**
 * Returns a hospital of bills from before the move and after it, over one storage, with these bills settled as drawn.
 */
async function moved(from: Policy, to: Policy, earlier: Bill[], later: readonly Bill[]): Promise<Hospital> {
  const { repository, clock } = await built({ policy: from, bills: earlier, before: [] })
  const service = hospital({ repository, clock, random: seededRandom(2), referencePolicy: to })
  for (const { status, receipt: _, ...createRequest } of later) {
    // What the policy of references refuses is not asked for.
    const made = await service.bill(createRequest).catch(() => null)
    if (made && status === 'succeeded') await service.payments.confirmPayment(made.id)
    if (made && status === 'expired') await service.payments.expirePayment(made.id)
    if (made && status === 'failed') await service.payments.failPayment(made.id, { reason: 'declined' })
  }
  return service
}

describe.each<[Policy, Policy]>([
  ['allow', 'one-live'],
  ['one-live', 'allow'],
])('reconcile: a hospital that moved from %s to %s', (from, to) => {
  it.each([
    ['in one batch', false, 100],
    ['each line in a batch of its own', true, 25],
  ] as const)(
    'gets from a preview word for word what apply says, %s',
    async (_, isApart, count) => {
      await fc.assert(
        fc.asyncProperty(bills, bills, fc.array(anyLine, { maxLength: 10 }), async (earlier, later, lines) => {
          const { preview, apply, repository } = await moved(from, to, earlier, later)
          const records = isApart ? apart(lines) : lines
          const before = await contents(repository)
          const previewed = await preview(records, { period })
          expect(await contents(repository)).toStrictEqual(before)
          expect(words(previewed)).toStrictEqual(words(await apply(records, { period })))
        }),
        runs(count),
      )
    },
    300_000,
  )
})
