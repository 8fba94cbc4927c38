import fc from 'fast-check'
import { seededRandom } from 'hospital-payments/testing'
import { describe, expect, it } from 'vitest'
import { contents } from '../../support/service.js'
import { type Hospital, hospital, type Outcome } from '../support/hospital.js'
import { apart, built, line, period, runs, setting } from '../support/random-hospital.js'

const words = ({ items }: Outcome) => items.map((item) => (item.kind === 'line' ? { ...item, applied: false } : item))

type Policy = 'allow' | 'one-live'

/** The same storage under the other policy, where more is asked for and settled before the statement comes. */
async function moved({ repository, clock }: Hospital, referencePolicy: Policy, asked: readonly string[]) {
  const service = hospital({ repository, clock, random: seededRandom(2), referencePolicy })
  for (const [index, reference] of asked.entries()) {
    const made = service.bill({ reference, amount: 100 * (index + 1) })
    const { id } = (await made.catch(() => null)) ?? { id: null }
    if (id !== null && index % 3 === 1) await service.payments.confirmPayment(id)
    if (id !== null && index % 3 === 2) await service.payments.expirePayment(id)
  }
  return service
}

const askedLater = fc.array(fc.constantFrom('INV-0001', 'INV-0002', 'INV-0003', 'INV-0004'), { maxLength: 4 })

describe.each<[Policy, Policy]>([
  ['allow', 'one-live'],
  ['one-live', 'allow'],
])('in a hospital that moved from %s to %s', (from, to) => {
  it.each([
    ['in one batch', false, 400],
    ['each line in a batch of its own', true, 100],
  ] as const)(
    'a preview says word for word what apply says, %s',
    async (_, isApart, count) => {
      await fc.assert(
        fc.asyncProperty(setting, askedLater, fc.array(line, { maxLength: 10 }), async (given, asked, lines) => {
          const { preview, apply, repository } = await moved(await built({ ...given, policy: from }), to, asked)
          const records = isApart ? apart(lines) : lines
          const before = await contents(repository)
          const told = await preview(records, { period })
          expect(await contents(repository)).toStrictEqual(before)
          expect(words(told)).toStrictEqual(words(await apply(records, { period })))
        }),
        runs(count),
      )
    },
    300_000,
  )
})
