import { memoryRepository } from 'hospital-payments'
import { describe, expect, it } from 'vitest'
import { movedAccount } from '../../../src/domain/accounts/account.js'
import { AccountRows } from '../../../src/operations/accounts/account-rows.js'
import { accounts } from '../../../src/repository/aggregates/accounts.js'

const [bank, birr] = [
  { account: 'bank', currency: 'ETB' },
  { account: 'till', currency: 'ETB' },
]
const first = movedAccount(null, bank, 500n)

const ofMonths = (byMonth: Record<string, string>) => ({ byMonth, lastDay: '2026-11-20' })

/** Makes the conflict of a row that another write has raised. */
const stale = (row: object | null, of: string = accounts.name) =>
  ({ outcome: 'row_stale', of, stored: row && { row, beside: {} } }) as const

describe('AccountRows', () => {
  it('entries: the moves of an account and currency are one entry, and the last session counts', () => {
    const rows = new AccountRows(memoryRepository())
    const entries = rows.entries([
      { ...bank, change: 700n, day: '2026-11-20' },
      { ...birr, change: 0n, day: null },
      { ...bank, change: -200n, day: '2026-10-31', openSessionId: 'csh_1' },
      { ...bank, currency: 'USD', change: -1n, day: '2026-11-20' },
    ])
    expect(entries).toEqual([
      {
        of: accounts,
        row: { ...first, ...ofMonths({ '2026-11': '700', '2026-10': '-200' }), openSessionId: 'csh_1' },
        beside: {},
        expected: 'nothing',
        events: [],
      },
      { of: accounts, row: movedAccount(null, birr, 0n), beside: {}, expected: 'nothing', events: [] },
      {
        of: accounts,
        row: { ...movedAccount(null, { ...bank, currency: 'USD' }, -1n), ...ofMonths({ '2026-11': '-1' }) },
        beside: {},
        expected: 'nothing',
        events: [],
      },
    ])
  })

  it('entries: a row that was read is raised from its version', async () => {
    const repository = memoryRepository()
    const rows = new AccountRows(repository)
    const [opened] = rows.entries([{ ...bank, change: 500n, day: null }])
    expect(await repository.replace({ changes: [], lines: [], rows: [opened!] })).toEqual({ outcome: 'replaced' })
    const later = new AccountRows(repository)
    expect(later.of('bank', 'ETB')).toBeNull()
    await later.read(['bank', 'till', 'bank'])
    expect(later.of('bank', 'ETB')).toEqual(first)
    const [raised] = later.entries([{ ...bank, change: 1n, day: null }])
    expect(raised).toMatchObject({ row: { balance: '501', version: 2 }, beside: null, expected: 1 })
    expect(await repository.replace({ changes: [], lines: [], rows: [raised!] })).toEqual({ outcome: 'replaced' })
    later.stored([raised!])
    expect(later.of('bank', 'ETB')).toEqual(raised!.row)
    const meanwhile = await repository.replace({ changes: [], lines: [], rows: [raised!] })
    expect(meanwhile.outcome !== 'replaced' && rows.learn(meanwhile)).toBe(true)
    expect(rows.of('bank', 'ETB')).toEqual(raised!.row)
  })

  it('learn: a row of a conflict is kept while an older one is read, and other conflicts are not of accounts', async () => {
    const older = { findRows: async () => [{ row: first, beside: {} }] as never }
    const rows = new AccountRows(older)
    const second = movedAccount(first, bank, 1n)
    expect(rows.learn(stale(second))).toBe(true)
    await rows.read(['bank'])
    expect(rows.of('bank', 'ETB')).toEqual(second)
    expect(rows.learn(stale(null))).toBe(true)
    expect(rows.learn(stale(movedAccount(second, bank, 1n), 'refunds'))).toBe(false)
    expect(rows.learn({ outcome: 'line_taken' })).toBe(false)
    expect(rows.of('bank', 'ETB')).toEqual(second)
  })
})
