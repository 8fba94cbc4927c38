import fc from 'fast-check'
import { seededRandom } from 'hospital-payments/testing'
import { describe, expect, it } from 'vitest'
import { contents } from '../../support/service.js'
import { hospital, type Hospital, type Outcome } from '../support/hospital.js'
import { apart, built, line, period, runs, setting, type Setting } from '../support/random-hospital.js'

const withoutApplied = ({ items }: Outcome) =>
  items.map((item) => (item.kind === 'line' ? { ...item, applied: false } : item))

describe.each([
  ['in one batch', false, 100],
  ['each line in a batch of its own', true, 25],
] as const)('reconcile: a preview, %s', (_, isApart, count) => {
  it('changes nothing, and reports what apply reports', async () => {
    await fc.assert(
      fc.asyncProperty(setting, fc.array(line, { maxLength: 10 }), async (drawn, lines) => {
        const { preview, apply, repository } = await built(drawn)
        const records = isApart ? apart(lines) : lines
        const before = await contents(repository)
        const first = await preview(records, { period })
        expect(await contents(repository)).toStrictEqual(before)
        expect(await preview(records, { period })).toStrictEqual(first)
        const applied = await apply(records, { period })
        expect(withoutApplied(first)).toStrictEqual(withoutApplied(applied))
        expect(first.lines.some((item) => item.applied)).toBe(false)
      }),
      runs(count),
    )
  }, 300_000)
})

/** Returns a hospital that takes up the other policy: what it has was made under the one before. */
async function underOtherPolicy(drawn: Setting): Promise<Hospital> {
  const { repository, clock } = await built(drawn)
  const referencePolicy = drawn.policy === 'allow' ? 'one-live' : 'allow'
  return hospital({ repository, clock, random: seededRandom(2), referencePolicy })
}

describe.each([
  ['in one batch', false, 100],
  ['each line in a batch of its own', true, 25],
] as const)('reconcile: a preview after a change of the reference policy, %s', (_, isApart, count) => {
  it('changes nothing, and reports what apply reports', async () => {
    await fc.assert(
      fc.asyncProperty(setting, fc.array(line, { maxLength: 10 }), async (drawn, lines) => {
        const { preview, apply, repository } = await underOtherPolicy(drawn)
        const records = isApart ? apart(lines) : lines
        const before = await contents(repository)
        const first = await preview(records, { period })
        expect(await contents(repository)).toStrictEqual(before)
        expect(withoutApplied(first)).toStrictEqual(withoutApplied(await apply(records, { period })))
      }),
      runs(count),
    )
  }, 300_000)
})
