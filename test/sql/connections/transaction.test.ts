import { expect, it } from 'vitest'
import { limitsOf } from '../../../src/sql/connections/transaction.js'

it('limitsOf: the limits of a transaction are whole milliseconds, and at least one', () => {
  expect(limitsOf({ remaining: () => 999.5 })).toEqual({ lockMs: 900, silenceMs: 1000 })
  expect(limitsOf({ remaining: () => -5 })).toEqual({ lockMs: 1, silenceMs: 1 })
})
