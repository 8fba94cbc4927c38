import { describe, expect, it } from 'vitest'
import { countedMoney, movedAccount } from '../../../src/domain/accounts/account.js'

const key = { account: 'cash.main', currency: 'ETB' }

describe('movedAccount', () => {
  it('makes the first version of an account from nothing', () => {
    expect(movedAccount(null, key, -5n)).toStrictEqual({
      ...key,
      balance: '-5',
      openSessionId: null,
      lastDay: null,
      version: 1,
    })
  })

  it('adds exactly, beyond 2^53, and keeps the session', () => {
    const first = movedAccount(null, key, 2n ** 70n, { openSessionId: 'csh_1' })
    const next = movedAccount(first, key, 1n)
    expect(next).toStrictEqual({
      ...key,
      balance: '1180591620717411303425',
      openSessionId: 'csh_1',
      lastDay: null,
      version: 2,
    })
    expect(movedAccount(next, key, 0n, { openSessionId: null })).toStrictEqual({
      ...next,
      openSessionId: null,
      version: 3,
    })
    expect(first.version).toBe(1)
  })
})

describe('countedMoney', () => {
  it.each([
    ['credit', 'unmatched_line', 70n],
    ['debit', 'in_transit', -70n],
    ['credit', 'possible_duplicate', 0n],
    ['debit', 'possible_duplicate', 0n],
  ] as const)('a %s that is %s counts %s', (direction, outcome, money) => {
    expect(countedMoney({ direction, outcome, amount: 70 })).toBe(money)
  })
})
