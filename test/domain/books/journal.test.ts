import { describe, expect, it } from 'vitest'
import { journalPairs } from '../../../src/domain/books/journal.js'
import type { Allocation, LineEvent } from '../../../src/domain/reconciliation/account-line.js'

const line = { account: 'cbe-1000', direction: 'credit', amount: 500 } as const
const debit = { ...line, direction: 'debit' } as const
const payment = (amount: number): Allocation => ({ to: 'payment', paymentId: 'pay_1', amount })
const category = (amount: number): Allocation => ({ to: 'category', category: 'fee', amount })

function event(type: LineEvent['type'], ...allocations: Allocation[]): LineEvent {
  const about = { id: 'evt_1', createdAt: '2026-11-20T09:00:00.000Z', lineKey: 'id:1', version: 1 }
  return { ...about, type, actor: null, reason: null, allocations }
}

/** Writes each pair as `debit/credit amount`. */
function pairs(
  of: LineEvent,
  [wasCounted, isCounted]: readonly [boolean, boolean],
  one: typeof line | typeof debit = line,
): string[] {
  return journalPairs({ event: of, line: one, wasCounted, isCounted }).map(
    (pair) => `${pair.position}: ${pair.debit}/${pair.credit} ${pair.amount}`,
  )
}

const asNew = [false, true] as const
const asBefore = [true, true] as const

describe('journalPairs', () => {
  it('posts a new line between its account and suspense: money that came is a debit on the account', () => {
    expect(pairs(event('line.imported'), asNew)).toEqual(['0: cbe-1000/suspense 500'])
    expect(pairs(event('line.imported'), asNew, debit)).toEqual(['0: suspense/cbe-1000 500'])
  })

  it('posts each allocation between suspense and the account of its target', () => {
    const all = event(
      'line.allocated',
      ...[payment(100), category(50)],
      ...([
        { to: 'refund', refundId: 'ref_1', amount: 30 },
        { to: 'line', lineKey: 'id:2', amount: 20 },
      ] as const),
    )
    expect(pairs(all, asBefore)).toEqual([
      ...[
        '1: suspense/receivable 100',
        '2: suspense/category:fee 50',
        '3: suspense/refunds 30',
        '4: suspense/transit 20',
      ],
    ])
    expect(pairs(all, asBefore, debit)).toEqual([
      ...[
        '1: receivable/suspense 100',
        '2: category:fee/suspense 50',
        '3: refunds/suspense 30',
        '4: transit/suspense 20',
      ],
    ])
  })

  it('posts a line and its allocations by one event, each at its own position', () => {
    const first = event('line.imported', payment(520), category(-20))
    expect(pairs(first, asNew)).toEqual([
      ...['0: cbe-1000/suspense 500', '1: suspense/receivable 520', '2: category:fee/suspense 20'],
    ])
  })

  it('swaps the sides of what is taken back, also of an amount below 0', () => {
    const undone = event('line.unallocated', payment(520), category(-20))
    expect(pairs(undone, asBefore)).toEqual(['1: receivable/suspense 520', '2: suspense/category:fee 20'])
  })

  it('posts a void as what was taken back, and the whole line to transit', () => {
    const voided = event('line.voided', payment(480), category(20))
    expect(pairs(voided, asBefore)).toEqual([
      ...['1: receivable/suspense 480', '2: category:fee/suspense 20', '3: suspense/transit 500'],
    ])
    expect(pairs(event('line.voided'), asBefore, debit)).toEqual(['1: transit/suspense 500'])
  })

  it('posts nothing of a line that is no money, nor of its category', () => {
    expect(pairs(event('line.imported'), [false, false])).toEqual([])
    expect(pairs(event('line.allocated', category(500)), [false, false])).toEqual([])
    expect(pairs(event('line.unallocated', category(500)), [false, false])).toEqual([])
  })

  it('posts a line that begins to count, and posts it back where it ends to count', () => {
    expect(pairs(event('line.released', payment(500)), asNew)).toEqual([
      ...['0: cbe-1000/suspense 500', '1: suspense/receivable 500'],
    ])
    expect(pairs(event('line.proved'), asNew, debit)).toEqual(['0: suspense/cbe-1000 500'])
    expect(pairs(event('line.marked_duplicate'), [true, false])).toEqual(['0: suspense/cbe-1000 500'])
    expect(pairs(event('line.marked_duplicate'), [true, false], debit)).toEqual(['0: cbe-1000/suspense 500'])
  })

  it('posts nothing where no money moves', () => {
    for (const type of ['line.held', 'line.released', 'line.assigned', 'line.payer_set', 'line.proved'] as const)
      expect(pairs(event(type), asBefore)).toEqual([])
  })
})
