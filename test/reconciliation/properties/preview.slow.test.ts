import fc from 'fast-check'
import type { PaymentRepository } from 'hospital-payments'
import { seededRandom } from 'hospital-payments/testing'
import { describe, expect, it } from 'vitest'
import { dryRun } from '../../../src/repository/dry-run/dry-run.js'
import { contents } from '../../support/service.js'
import { hospital, type Hospital, type Outcome } from '../support/hospital.js'
import { apart, built, line, period, runs, setting, type Setting } from '../support/random-hospital.js'

const withoutApplied = ({ items }: Outcome) =>
  items.map((item) => (item.kind === 'line' ? { ...item, applied: false } : item))

describe.each([
  ['in one batch', false, 100],
  ['each line in a batch of its own', true, 25],
] as const)('a preview, %s', (_, isApart, count) => {
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
] as const)('a preview after a change of the reference policy, %s', (_, isApart, count) => {
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

describe('a preview while the reference policy changes within the statement', () => {
  it.each([
    ['allow', 'one-live'],
    ['one-live', 'allow'],
  ] as const)(
    'reports what apply reports, %s for the first half and %s for the second',
    async (before, after) => {
      await fc.assert(
        fc.asyncProperty(setting, fc.array(line, { maxLength: 10 }), fc.nat(10), async (drawn, lines, cut) => {
          const { repository, clock } = await built({ ...drawn, policy: before })
          const under = (referencePolicy: 'allow' | 'one-live', storage: PaymentRepository, seed: number) =>
            hospital({ repository: storage, clock, random: seededRandom(seed), referencePolicy })
          const bothHalves = async (storage: PaymentRepository) => [
            withoutApplied(await under(before, storage, 2).apply(lines.slice(0, cut), { period })),
            withoutApplied(await under(after, storage, 3).apply(lines.slice(cut), { period })),
          ]
          const stored = await contents(repository)
          const tried = await bothHalves(dryRun(repository))
          expect(await contents(repository)).toStrictEqual(stored)
          expect(tried).toStrictEqual(await bothHalves(repository))
        }),
        runs(75),
      )
    },
    300_000,
  )
})
