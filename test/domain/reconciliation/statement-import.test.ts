import { describe, expect, it } from 'vitest'
import type { StatementBalances } from '../../../src/domain/reconciliation/statement-balances.js'
import {
  type ImportedFile,
  importWarnings,
  type KnownOfAccount,
} from '../../../src/domain/reconciliation/statement-import.js'

const balances = (
  opening: string,
  closing: string,
  addsUp: boolean | null = true,
  currency = 'ETB',
): StatementBalances => ({
  opening: { currency, amount: opening },
  closing: { currency, amount: closing },
  addsUp,
})

const days = (lines: Record<string, number>) => new Map(Object.entries(lines))

function warningsOf(file: Partial<ImportedFile>, known: Partial<KnownOfAccount> = {}) {
  return importWarnings(
    {
      format: 'camt',
      linesOfDay: days({ '2026-11-10': 3, '2026-11-12': 2 }),
      statements: [],
      leftOut: [],
      accounts: 0,
      currencies: new Set(['ETB']),
      hasRejected: false,
      noticed: [],
      ...file,
    },
    { linesOfDay: new Map(), lastFormat: null, before: null, after: null, ...known },
  )
}

const before = { from: '2026-11-01', to: '2026-11-09', statements: [balances('0', '500')] }
const after = { from: '2026-11-13', to: '2026-11-20', statements: [balances('900', '1000')] }

describe('importWarnings: an import', () => {
  it('has no warning where it follows the stored ones, and adds up', () => {
    const statements = [balances('500', '700'), balances('700', '900')]
    expect(warningsOf({ statements }, { before, after, lastFormat: 'camt' })).toEqual([])
    expect(warningsOf({})).toEqual([])
  })

  it('has a warning of several currencies, or of several accounts', () => {
    expect(warningsOf({ currencies: new Set(['ETB', 'USD']) })).toEqual([{ code: 'two_currencies' }])
    expect(warningsOf({ accounts: 2 })).toEqual([{ code: 'two_accounts' }])
    expect(warningsOf({ accounts: 1 })).toEqual([])
  })

  it('has a warning of entries of which none is booked, and none without entries', () => {
    const leftOut = [{ status: 'PDNG', count: 2 }]
    const nothing = { linesOfDay: days({}), currencies: new Set<string>() }
    expect(warningsOf({ ...nothing, leftOut })).toEqual([{ code: 'nothing_booked' }])
    expect(warningsOf(nothing)).toEqual([])
    expect(warningsOf({ ...nothing, accounts: 2 })).toEqual([])
    expect(warningsOf({ ...nothing, accounts: 2, leftOut })).toEqual([
      { code: 'two_accounts' },
      { code: 'nothing_booked' },
    ])
    // Money that the balances show, and no line has, is a warning all the same.
    expect(warningsOf({ ...nothing, statements: [balances('0', '5', false)] })).toEqual([{ code: 'totals_differ' }])
    expect(warningsOf({ ...nothing, leftOut, hasRejected: true })).toEqual([])
    expect(warningsOf({ leftOut })).toEqual([])
  })

  it('names a day of fewer lines than are stored', () => {
    const linesOfDay = days({ '2026-11-10': 4, '2026-11-11': 9, '2026-11-12': 2 })
    expect(warningsOf({}, { linesOfDay })).toEqual([{ code: 'fewer_lines', day: '2026-11-10' }])
  })

  it('has a gap where its balances do not chain: within the file, after the one before, before the one after', () => {
    expect(warningsOf({ statements: [balances('0', '700'), balances('701', '900')] })).toEqual([
      { code: 'balance_gap' },
    ])
    expect(warningsOf({ statements: [balances('501', '900')] }, { before, after })).toEqual([
      { code: 'balance_gap', day: '2026-11-10' },
    ])
    expect(warningsOf({ statements: [balances('500', '901')] }, { before, after })).toEqual([
      { code: 'balance_gap', day: '2026-11-13' },
    ])
  })

  it('chains the balances of each currency by itself', () => {
    const statements = [balances('500', '700'), balances('1', '2', true, 'USD'), balances('700', '900')]
    expect(warningsOf({ statements }, { before, after })).toEqual([])
  })

  it('names the first of each gap where it leaves out days', () => {
    const known = { before: { ...before, to: '2026-11-07' }, after: { ...after, from: '2026-11-15' } }
    expect(warningsOf({}, known)).toEqual([
      { code: 'days_missing', day: '2026-11-08' },
      { code: 'days_missing', day: '2026-11-13' },
    ])
  })

  it('leaves out no day where the balances chain: those had no line', () => {
    const known = { before: { ...before, to: '2026-11-07' }, after: { ...after, from: '2026-11-15' } }
    expect(warningsOf({ statements: [balances('500', '900')] }, known)).toEqual([])
  })

  it('has a warning of another format than the one before; arrays have no format', () => {
    expect(warningsOf({}, { lastFormat: 'csv' })).toEqual([{ code: 'other_format' }])
    expect(warningsOf({ format: null }, { lastFormat: 'csv' })).toEqual([])
  })

  it('has a warning where it differs from its own totals', () => {
    expect(warningsOf({ statements: [balances('0', '5', false)] })).toEqual([{ code: 'totals_differ' }])
    expect(warningsOf({ statements: [balances('0', '5', null)] })).toEqual([])
  })

  it('has no days to compare without lines', () => {
    expect(warningsOf({ linesOfDay: new Map() }, { before, after })).toEqual([])
  })
})
