import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { StatementLine } from '../../src/domain/reconciliation/statement-line.js'
import { tally, type Balance } from '../../src/statements/tally.js'

const line = (direction: 'credit' | 'debit', amount: number, currency = 'KES'): StatementLine => ({
  row: 1,
  direction,
  amount,
  currency,
  valueDate: '2026-11-20',
})
const kes = (amount: bigint): Balance => ({ currency: 'KES', amount })

describe('Tally', () => {
  it('begins empty', () => {
    expect(tally().summary()).toEqual({
      lines: 0,
      rejected: 0,
      skipped: 0,
      leftOut: [],
      credits: [],
      debits: [],
      statements: [],
    })
  })

  it('adds by direction and currency, in the order of currencies, past 2^53', () => {
    const counted = tally()
    const largest = Number.MAX_SAFE_INTEGER
    for (const one of [line('credit', 5, 'USD'), line('credit', largest), line('credit', largest), line('debit', 7)])
      counted.count(one)
    expect(counted.summary()).toEqual({
      lines: 4,
      rejected: 0,
      skipped: 0,
      leftOut: [],
      credits: [
        { currency: 'KES', amount: '18014398509481982' },
        { currency: 'USD', amount: '5' },
      ],
      debits: [{ currency: 'KES', amount: '7' }],
      statements: [],
    })
  })

  it('is exact for any amounts, in sum and against balances', () => {
    const large = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })
    const amount = fc.oneof(large, fc.integer({ min: Number.MAX_SAFE_INTEGER - 3, max: Number.MAX_SAFE_INTEGER }))
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom('credit', 'debit'), amount), { minLength: 1 }), (moves) => {
        const counted = tally()
        for (const [direction, one] of moves) counted.count(line(direction, one))
        const sumOf = (currency: string) =>
          moves.reduce((sum, [direction, one]) => sum + (direction === currency ? BigInt(one) : 0n), 0n)
        const [credits, debits] = [sumOf('credit'), sumOf('debit')]
        counted.endStatement(kes(0n), kes(credits - debits))
        const { statements, ...sums } = counted.summary()
        expect(statements).toMatchObject([{ addsUp: true }])
        expect([sums.credits[0]?.amount ?? '0', sums.debits[0]?.amount ?? '0']).toEqual([`${credits}`, `${debits}`])
      }),
    )
  })

  it('counts rejected records apart', () => {
    const counted = tally()
    counted.count({ row: 1, rejected: 'no amount' })
    expect(counted.summary()).toMatchObject({ lines: 0, rejected: 1, skipped: 0, leftOut: [], credits: [], debits: [] })
  })

  it('adds up the movements of each statement, and of no other currency', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.bigInt({ min: -1000n, max: 1000n }), fc.array(fc.integer({ min: -99, max: 99 })))),
        fc.bigInt({ min: -2n, max: 2n }),
        (statements, wrong) => {
          const counted = tally()
          for (const [opening, moves] of statements) {
            for (const move of moves.filter((one) => one !== 0)) {
              counted.count(line(move > 0 ? 'credit' : 'debit', Math.abs(move)))
              counted.count(line('credit', 1, 'USD'))
            }
            const moved = moves.reduce((sum, one) => sum + one, 0)
            counted.endStatement(kes(opening), kes(opening + BigInt(moved) + wrong))
          }
          expect(counted.summary().statements.map(({ addsUp }) => addsUp)).toEqual(statements.map(() => wrong === 0n))
        },
      ),
    )
  })

  it('leaves open if a statement adds up that lacks a balance, or has them in two currencies', () => {
    const counted = tally()
    counted.endStatement(null, kes(1n))
    counted.endStatement(kes(-1n), null)
    counted.endStatement(kes(1n), { currency: 'USD', amount: 1n })
    expect(counted.summary().statements).toEqual([
      { opening: null, closing: { currency: 'KES', amount: '1' }, addsUp: null },
      { opening: { currency: 'KES', amount: '-1' }, closing: null, addsUp: null },
      { opening: { currency: 'KES', amount: '1' }, closing: { currency: 'USD', amount: '1' }, addsUp: null },
    ])
  })

  it('returns a summary that later records do not change', () => {
    const counted = tally()
    const before = counted.summary()
    counted.count(line('credit', 5))
    counted.endStatement(kes(0n), kes(5n))
    expect(before).toEqual({ lines: 0, rejected: 0, skipped: 0, leftOut: [], credits: [], debits: [], statements: [] })
    expect(counted.summary().statements).toMatchObject([{ addsUp: true }])
  })

  it('keeps the balances of a hundred thousand statements, and refuses more', () => {
    const counted = tally()
    for (let count = 0; count < 100_000; count++) counted.endStatement(null, null)
    expect(counted.summary().statements).toHaveLength(100_000)
    expect(() => counted.endStatement(null, null)).toThrow('has more than 100000 statements')
  })
})
