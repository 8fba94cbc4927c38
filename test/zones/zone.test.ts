import { expect, it } from 'vitest'

it('npm run test:zones: runs its tests in a time zone other than UTC', () => {
  expect(new Date('2026-11-20T12:00:00.000Z').getHours()).not.toBe(12)
})
