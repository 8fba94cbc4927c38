import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contents } from '../../support/service.js'
import type { Outcome } from '../support/hospital.js'
import { apart, built, line, period, runs, setting } from '../support/random-hospital.js'

const words = ({ items }: Outcome) => items.map((item) => (item.kind === 'line' ? { ...item, applied: false } : item))

describe.each([
  ['in one batch', false, 300],
  ['each line in a batch of its own', true, 100],
] as const)('a preview, %s', (_, isApart, count) => {
  it('changes nothing, and says word for word what apply says', async () => {
    await fc.assert(
      fc.asyncProperty(setting, fc.array(line, { maxLength: 10 }), async (given, lines) => {
        const { preview, apply, repository } = await built(given)
        const records = isApart ? apart(lines) : lines
        const before = await contents(repository)
        const first = await preview(records, { period })
        expect(await contents(repository)).toStrictEqual(before)
        expect(await preview(records, { period })).toStrictEqual(first)
        const applied = await apply(records, { period })
        expect(words(first)).toStrictEqual(words(applied))
        expect(first.lines.some((item) => item.applied)).toBe(false)
      }),
      runs(count),
    )
  }, 300_000)
})
