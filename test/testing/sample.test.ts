import { expect, it } from 'vitest'
import { sampleOf } from '../../src/testing/steps.js'

const numbers = (count: number) => Array.from({ length: count }, (_, i) => i)

it('sampleOf: thousands give one of each sixteen, the last, and those around each five hundredth', () => {
  const sample = new Set(sampleOf(numbers(5000)))
  expect(sample.size).toBe(340)
  for (let i = 0; i < 5000; i += 16) expect(sample).toContain(i)
  for (let count = 500; count < 5000; count += 500)
    for (const i of [count - 1, count, count + 1]) expect(sample).toContain(i)
  expect(sample).toContain(4999)
})

it('sampleOf: few give the last of them', () => {
  expect(sampleOf(numbers(15))).toEqual([0, 1, 14])
})
