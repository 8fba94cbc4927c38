import { describe, expect, it } from 'vitest'
import { DaySums, sumsProblem } from '../../../src/domain/days/day-sums.js'
import type { ClosingCurrency } from '../../../src/domain/days/closing.js'
import type { AccountLine } from '../../../src/domain/reconciliation/account-line.js'
import { accountLine, bill, toCategory, toPayment } from '../reconciliation/support/lines.js'

const sumsOf = (...lines: AccountLine[]) => {
  const sums = new DaySums()
  for (const line of lines) sums.add(line)
  return sums
}
const nothing = { count: 0, amount: '0' }
const none = {
  opening: null,
  closing: null,
  credits: '0',
  debits: '0',
  allocated: [],
  open: nothing,
  uncounted: nothing,
}

describe('DaySums', () => {
  it('add up lines and their allocations by target, exactly', () => {
    const max = Number.MAX_SAFE_INTEGER
    const shared = (amount: number) => {
      const allocations = [toPayment(bill(), amount + 5), toCategory(-10, 'fee'), toCategory(5, 'surplus')]
      return accountLine({ amount, allocations })
    }
    const debit = accountLine({ direction: 'debit', amount: 9, allocations: [toCategory(7, 'fee')] })
    expect(sumsOf(shared(max - 5), shared(max - 5), debit, accountLine({ amount: 4 })).currencies()).toEqual([
      {
        ...none,
        currency: 'ETB',
        credits: String(2n * BigInt(max) - 6n),
        debits: '9',
        allocated: [
          { direction: 'credit', to: 'category', category: 'fee', amount: '-20' },
          { direction: 'credit', to: 'category', category: 'surplus', amount: '10' },
          { direction: 'credit', to: 'payment', category: null, amount: String(2n * BigInt(max)) },
          { direction: 'debit', to: 'category', category: 'fee', amount: '7' },
        ],
        open: { count: 2, amount: '2' },
      },
    ])
  })

  it('count no possible duplicate, open or set aside: these stand apart', () => {
    const double = (amount: number, overrides: Parameters<typeof accountLine>[0] = {}) =>
      accountLine({ amount, outcome: 'possible_duplicate', ...overrides })
    const aside = double(40, { allocations: [toCategory(40, 'duplicate')] })
    expect(
      sumsOf(accountLine({ amount: 4 }), double(100), aside, double(9, { direction: 'debit' })).currencies(),
    ).toEqual([
      {
        ...none,
        currency: 'ETB',
        credits: '4',
        open: { count: 1, amount: '4' },
        uncounted: { count: 3, amount: '131' },
      },
    ])
  })

  it('have one entry a currency, in the order of their codes, also where there is a balance alone', () => {
    const sums = sumsOf(accountLine({ currency: 'USD' }), accountLine({ currency: 'ETB' }))
    const balances = new Map([
      ['KES', { opening: '5', closing: '5' }],
      ['USD', { opening: null, closing: '7' }],
    ])
    expect(sums.currencies(balances).map((one) => [one.currency, one.opening, one.closing, one.credits])).toEqual([
      ['ETB', null, null, '1000'],
      ['KES', '5', '5', '0'],
      ['USD', null, '7', '1000'],
    ])
  })
})

describe('sumsProblem', () => {
  const closed: ClosingCurrency = { ...none, currency: 'ETB', credits: '10', open: { count: 1, amount: '10' } }

  it('is none where all are the same, whatever their balances', () => {
    expect(sumsProblem([closed], [{ ...closed, opening: '3', closing: '13' }])).toBeNull()
    expect(sumsProblem([], [])).toBeNull()
    expect(sumsProblem([{ ...none, currency: 'KES', opening: '1' }], [])).toBeNull()
  })

  it.each<[string, Partial<ClosingCurrency>]>([
    ['credits', { credits: '11', debits: '1' }],
    ['debits', { debits: '1', open: { count: 1, amount: '9' } }],
    ['allocated', { allocated: [{ direction: 'credit', to: 'payment', category: null, amount: '1' }] }],
    ['open', { open: { count: 2, amount: '10' } }],
    ['uncounted', { uncounted: { count: 1, amount: '10' } }],
  ])('is the currency and field: %s', (field, now) => {
    expect(sumsProblem([closed], [{ ...closed, ...now }])).toBe(`currencies.ETB.${field}`)
    expect(sumsProblem([{ ...closed, ...now }], [closed])).toBe(`currencies.ETB.${field}`)
  })

  it('is that of a currency which only one of them has, the first code first', () => {
    const other = { ...closed, currency: 'AED' }
    expect(sumsProblem([closed], [closed, other])).toBe('currencies.AED.credits')
    expect(sumsProblem([closed, other], [closed])).toBe('currencies.AED.credits')
    expect(sumsProblem([closed], [other])).toBe('currencies.AED.credits')
    expect(sumsProblem([], [{ ...none, currency: 'KES', open: { count: 1, amount: '4' } }])).toBe('currencies.KES.open')
  })
})
