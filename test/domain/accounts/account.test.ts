import { describe, expect, it } from 'vitest'
import {
  balanceBefore,
  changeOfMoves,
  countedMoney,
  movedAccount,
  movesOfChange,
} from '../../../src/domain/accounts/account.js'
import { lineFixture } from '../../support/finance-contract/line-fixtures.js'

const key = { account: 'cash.main', currency: 'ETB' }

describe('movedAccount', () => {
  it('makes the first version of an account from nothing', () => {
    expect(movedAccount(null, key, -5n)).toStrictEqual({
      ...key,
      balance: '-5',
      byMonth: {},
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
      byMonth: {},
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

describe('changeOfMoves', () => {
  it('adds up moves, their months and the newest day, and takes the last session', () => {
    const change = changeOfMoves([
      { ...key, change: 5n, day: '2026-11-30' },
      { ...key, change: -7n, day: '2026-10-01', openSessionId: 'csh_1' },
      { ...key, change: 0n, day: null },
      { ...key, change: 2n, day: '2026-11-01' },
    ])
    const months = new Map([
      ['2026-11', 7n],
      ['2026-10', -7n],
    ])
    expect(change).toStrictEqual({ change: 0n, openSessionId: 'csh_1', lastDay: '2026-11-30', months })
    const first = movedAccount(null, key, change.change, change)
    expect(first).toMatchObject({ balance: '0', byMonth: { '2026-11': '7', '2026-10': '-7' }, lastDay: '2026-11-30' })
    const back = changeOfMoves([{ ...key, change: -7n, day: '2026-11-02' }])
    expect(movedAccount(first, key, back.change, back).byMonth).toStrictEqual({ '2026-10': '-7' })
  })
})

describe('balanceBefore', () => {
  it('adds up the months before one, and no other', () => {
    const state = { byMonth: { '2026-09': '1', '2027-01': '1000', '2026-11': '100', '2025-12': '-10' } }
    expect(['2025-12', '2026-01', '2026-11', '2027-02'].map((month) => balanceBefore(state, month))).toEqual([
      0n,
      -10n,
      -9n,
      1091n,
    ])
  })
})

describe('movesOfChange', () => {
  const line = { ...lineFixture(), direction: 'debit', amount: 70, outcome: 'unmatched_line' } as const
  const ofLine = { account: line.account, currency: line.currency }

  it('a line that counts as before, on the same day, moves nothing', () => {
    expect(movesOfChange(line, { ...line, held: true, version: 2 })).toEqual([])
  })

  it('a line that counts no longer, or on another day, leaves its day', () => {
    const held = { ...line, outcome: 'possible_duplicate' } as const
    expect(movesOfChange(line, held)).toEqual([
      { ...ofLine, change: 70n, day: line.valueDate },
      { ...ofLine, change: 0n, day: line.valueDate },
    ])
    expect(movesOfChange(line, { ...line, valueDate: '2026-12-01' })).toEqual([
      { ...ofLine, change: 70n, day: line.valueDate },
      { ...ofLine, change: -70n, day: '2026-12-01' },
    ])
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
