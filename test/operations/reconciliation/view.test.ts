import { paymentFixture } from 'hospital-payments/testing'
import type { Payment, StatementLine } from 'hospital-payments'
import { describe, expect, it } from 'vitest'
import { LinesOfFile, type ReadLine } from '../../../src/operations/reconciliation/batches.js'
import { Originals } from '../../../src/operations/reconciliation/originals.js'
import { View } from '../../../src/operations/reconciliation/view.js'
import { lineFixture, refundFixture } from '../../support/finance-contract/index.js'

const old = '2026-11-18T09:00:00.000Z'
const middle = '2026-11-19T09:00:00.000Z'
const young = '2026-11-20T09:00:00.000Z'

function line(overrides: Partial<StatementLine> = {}): StatementLine {
  return { row: 1, direction: 'credit', amount: 150_000, currency: 'ETB', valueDate: '2026-11-20', ...overrides }
}

function originals(): Originals {
  const run = { account: 'cbe-1000', file: new LinesOfFile('cbe-1000', true), layout: null, otherAccount: null }
  return new Originals({ ...run, notices: new Set() })
}

const entryOf = (line: StatementLine): ReadLine => ({
  row: 1,
  line,
  key: 'k-1',
  marks: {},
  isRepeated: false,
  hasKnownReceipt: false,
})

function viewWith(payments: readonly Payment[], referencesOf: ConstructorParameters<typeof View>[0] = null): View {
  const view = new View(referencesOf, originals())
  for (const payment of payments) view.put(payment)
  return view
}

function ids(payments: readonly Payment[]): string[] {
  return payments.map(({ id }) => id)
}

function paid(overrides: Partial<Payment>): Payment {
  return paymentFixture({ status: 'succeeded', version: 2, ...overrides })
}

describe('View.candidatesOf: the candidates of a line', () => {
  it('are none without a transaction, a reference and a narration', () => {
    const view = viewWith([paid({ reference: 'A-1', providerTransactionId: 'FT1' })])
    expect(view.candidatesOf(entryOf(line()))).toEqual({ rule: null, payments: [], problem: null })
    expect(view.hasPaymentsOf(line())).toBe(false)
    expect(view.namesOf(line())).toEqual([])
  })

  it('are a problem where its transaction and its reference find different payments, oldest first', () => {
    const withReceipt = paid({ reference: 'A-1', channel: 'telebirr', providerTransactionId: 'FT1', createdAt: young })
    const named = [
      paymentFixture({ reference: 'A-2', createdAt: middle }),
      paymentFixture({ reference: 'A-2', createdAt: old }),
    ]
    const view = viewWith([withReceipt, ...named])
    const { rule, payments, problem } = view.candidatesOf(
      entryOf(line({ providerTransactionId: 'FT1', reference: 'A-2' })),
    )
    expect({ rule, problem }).toEqual({
      rule: 'transaction_id',
      problem: 'its transaction id and its reference find different payments',
    })
    expect(ids(payments)).toEqual([named[1]!.id, named[0]!.id, withReceipt.id])
  })

  it('have each payment once, where one with its transaction has its reference too and another has not', () => {
    const withBoth = paid({ reference: 'A-1', channel: 'telebirr', providerTransactionId: 'FT1', createdAt: old })
    const other = paid({ reference: 'A-2', channel: 'cbe', providerTransactionId: 'FT1', createdAt: young })
    const view = viewWith([other, withBoth])
    const { payments, problem } = view.candidatesOf(entryOf(line({ providerTransactionId: 'FT1', reference: 'A-1' })))
    expect(ids(payments)).toEqual([withBoth.id, other.id])
    expect(problem).not.toBeNull()
  })

  it('are all payments that have its transaction, in several channels, oldest first', () => {
    const payments = [young, old, middle].map((createdAt, at) =>
      paid({ channel: `c${at}`, providerTransactionId: 'FT1', createdAt }),
    )
    const candidates = viewWith(payments).candidatesOf(entryOf(line({ providerTransactionId: 'FT1' })))
    expect(candidates.payments.map(({ createdAt }) => createdAt)).toEqual([old, middle, young])
  })

  it('are no payment that has let go of the transaction since', () => {
    const payment = paid({ reference: 'A-1', providerTransactionId: 'FT1' })
    const { providerTransactionId: _, ...undone } = payment
    const view = viewWith([payment, { ...undone, version: 3 }])
    expect(view.candidatesOf(entryOf(line({ providerTransactionId: 'FT1' }))).payments).toEqual([])
    expect(view.hasPaymentsOf(line({ providerTransactionId: 'FT1' }))).toBe(false)
  })

  it('are one payment, where it got the transaction in a later version, and again in another', () => {
    const payment = paymentFixture({ reference: 'A-1' })
    const later = { ...payment, status: 'succeeded' as const, providerTransactionId: 'FT1' }
    const view = viewWith([payment, { ...later, version: 2 }, { ...payment, version: 3 }, { ...later, version: 4 }])
    expect(view.candidatesOf(entryOf(line({ providerTransactionId: 'FT1' }))).payments).toEqual([
      { ...later, version: 4 },
    ])
  })

  it('are the payments that its narration names, oldest first, where its reference finds nothing', () => {
    const payments = [
      paymentFixture({ reference: 'A-1', createdAt: young }),
      paymentFixture({ reference: 'A-2', createdAt: old }),
    ]
    const view = viewWith(payments, () => ['A-1', 'A-2', 'A-1'])
    const candidates = view.candidatesOf(entryOf(line({ reference: 'X-9', narration: 'both bills' })))
    expect({ ...candidates, payments: ids(candidates.payments) }).toEqual({
      rule: 'narration',
      payments: [payments[1]!.id, payments[0]!.id],
      problem: null,
    })
    expect(view.sizeOf(['A-1', 'A-2', 'X-9'])).toBe(2)
  })

  it('are the payments that its reference finds, also where its narration names others', () => {
    const [ofReference, named] = [paymentFixture({ reference: 'A-1' }), paymentFixture({ reference: 'A-2' })]
    const candidates = viewWith([ofReference, named], () => ['A-2']).candidatesOf(entryOf(line({ reference: 'A-1' })))
    expect(candidates).toEqual({ rule: 'reference', payments: [ofReference], problem: null })
  })
})

describe('View', () => {
  it('names no text twice, and none that no reference can be', () => {
    const view = viewWith([], () => ['A-1', 'A-1', '', 'x'.repeat(300)])
    expect(view.namesOf(line())).toEqual(['A-1'])
  })

  it('looks up at most 5,000 references of a line, and none where it names more', () => {
    const names = (count: number) => Array.from({ length: count }, (_, at) => `N-${at}`)
    const few = viewWith([], () => names(5000))
    expect(few.namesToLookUp(line())).toHaveLength(5000)
    expect(few.candidatesOf(entryOf(line())).problem).toBeNull()
    const many = viewWith([], () => names(5001))
    expect(many.namesToLookUp(line())).toEqual([])
    expect(many.candidatesOf(entryOf(line()))).toEqual({
      rule: 'narration',
      payments: [],
      problem: 'names more than 5000 references',
    })
  })

  it('calls referencesOf once for each line', () => {
    let calls = 0
    const view = viewWith([], () => [`A-${++calls}`])
    const one = line()
    expect([view.namesOf(one), view.namesOf(one), view.namesOf(line())]).toEqual([['A-1'], ['A-1'], ['A-2']])
  })

  it.each([
    ['has payments of a line with the transaction of one', { providerTransactionId: 'FT1' }, true],
    ['has payments of a line with the reference of one', { reference: 'A-1' }, true],
    ['has no payments of another line', { providerTransactionId: 'FT9', reference: 'A-9', narration: 'A-1' }, false],
  ])('%s', (_, overrides, hasPayments) => {
    const view = viewWith([paid({ reference: 'A-1', providerTransactionId: 'FT1' })])
    expect(view.hasPaymentsOf(line(overrides))).toBe(hasPayments)
  })

  it('leaves a newer payment as it is, where an older version is read after it', () => {
    const newer = paymentFixture({ reference: 'A-1', version: 3, amountReconciled: 7 })
    const view = viewWith([newer, { ...newer, version: 2, amountReconciled: 0 }])
    expect(view.candidatesOf(entryOf(line({ reference: 'A-1' }))).payments).toEqual([newer])
    const changed = { ...newer, description: 'the same version, read again' }
    view.put(changed)
    expect(view.candidatesOf(entryOf(line({ reference: 'A-1' }))).payments).toEqual([changed])
  })

  it('has no siblings of a payment whose reference was not read', () => {
    const [first, second] = [paymentFixture({ reference: 'A-1' }), paymentFixture({ reference: 'A-1' })]
    const view = viewWith([first, second])
    expect(ids(view.siblingsOf(first))).toEqual([second.id])
    expect(view.siblingsOf(paymentFixture({ reference: 'A-2' }))).toEqual([])
  })
})

describe('View.putLine: a stored line', () => {
  it('is counted and returned, also one of which the key alone is stored', () => {
    const view = new View(null, originals())
    const stored = lineFixture({ key: 'k-2', outcome: 'unmatched_line' })
    view.putLine('k-1', null)
    view.putLine('k-2', stored)
    expect(view.storedLines).toBe(2)
    expect([view.lineOf('k-1'), view.lineOf('k-2'), view.lineOf('k-3')]).toEqual([null, stored, null])
    expect([view.answerTo('k-1'), view.answerTo('k-3')]).toEqual(['already_reconciled', null])
  })
})

describe('View.mayMeanRefund', () => {
  const open = paymentFixture({ reference: 'A-1' })
  const proved = paid({ reference: 'A-2', amountReconciled: 150_000 })
  const reversed = paymentFixture({ reference: 'A-3', status: 'reversed', version: 3 })
  const unproved = paid({ reference: 'A-4' })
  const matters = (overrides: Partial<StatementLine>, stored = false) => {
    const view = viewWith([open, proved, reversed, unproved])
    if (stored) view.putLine('k-1', null)
    return view.mayMeanRefund(entryOf(line(overrides)))
  }

  it.each([
    ['is true for a debit', { direction: 'debit', reference: 'A-1' }, true],
    ['is true for a credit that finds no payment', { reference: 'X-1' }, true],
    ['is true for a credit whose payment has all its money', { reference: 'A-2' }, true],
    ['is true for a credit whose payment was reversed', { reference: 'A-3' }, true],
    ['is false for a credit that a pending payment takes', { reference: 'A-1' }, false],
    ['is false for a credit that proves a payment that succeeded', { reference: 'A-4' }, false],
  ] as const)('%s', (_, overrides, expected) => {
    expect(matters(overrides)).toBe(expected)
  })

  it('is false for a line that is stored, also for a debit', () => {
    expect(matters({ direction: 'debit', reference: 'A-1' }, true)).toBe(false)
  })
})

describe('View.refundsOf: the refunds of a line', () => {
  const payment = paid({ reference: 'A-1', amountRefundPending: 1000 })
  const refund = refundFixture({ paymentId: payment.id, reference: 'R-1' })
  const view = () => {
    const made = viewWith([payment], () => ['R-1'])
    made.refunds.putNow({ refund, origin: { payment } })
    return made
  }

  it('are those that its narration names, where its transaction and reference find neither refund nor payment', () => {
    expect(view().refundsOf(entryOf(line({ reference: 'X-1' })))).toEqual({
      rule: 'narration',
      refunds: [{ refund, origin: { payment } }],
    })
  })

  it('are those that the narration of a debit names, even where its reference finds a payment', () => {
    const debit = line({ direction: 'debit', reference: 'A-1' })
    expect(view().refundsOf(entryOf(debit)).rule).toBe('narration')
    expect(view().refundNamesOf(entryOf(debit))).toEqual(['R-1'])
  })

  it('are none that the narration of a credit names, where its reference finds a payment', () => {
    const credit = line({ reference: 'A-1' })
    expect(view().refundsOf(entryOf(credit))).toEqual({ rule: null, refunds: [] })
    expect(view().refundNamesOf(entryOf(credit))).toEqual([])
  })

  it('are not looked up by the narration, where the reference finds one', () => {
    const credit = line({ reference: 'R-1' })
    expect(view().refundsOf(entryOf(credit)).rule).toBe('reference')
    expect(view().refundNamesOf(entryOf(credit))).toEqual([])
  })

  it('have the newest version of their payment, in any order of reads', () => {
    const newer = { ...payment, version: 5, amountRefundPending: 0 }
    const changed = view()
    changed.put(newer)
    expect(changed.refundsOf(entryOf(line({ reference: 'R-1' }))).refunds).toEqual([
      { refund, origin: { payment: newer } },
    ])
    const newest = { ...payment, version: 6 }
    const unread = { former: null, previousStatus: null, reason: null, evidence: null }
    changed.refunds.putChange({ refund: { ...refund, version: 2 }, payment: newest, ...unread })
    expect(changed.refundsOf(entryOf(line({ reference: 'R-1' }))).refunds).toEqual([
      { refund: { ...refund, version: 2 }, origin: { payment: newest } },
    ])
    changed.refunds.putNow({ refund, origin: { payment } })
    expect(changed.refundsOf(entryOf(line({ reference: 'R-1' }))).refunds).toEqual([
      { refund: { ...refund, version: 2 }, origin: { payment: newest } },
    ])
  })

  it('are no longer found by a receipt that they have let go of', () => {
    const first = view()
    const paidOut = refundFixture({
      paymentId: payment.id,
      reference: 'R-2',
      status: 'succeeded',
      providerTransactionId: 'FT9',
    })
    first.refunds.putNow({ refund: paidOut, origin: { payment } })
    const refundsIn = (made: View) =>
      made.refundsOf(entryOf(line({ direction: 'debit', providerTransactionId: 'FT9' })))
    expect(refundsIn(first)).toEqual({ rule: 'transaction_id', refunds: [{ refund: paidOut, origin: { payment } }] })
    const { providerTransactionId: _, ...undone } = paidOut
    first.refunds.put({ ...undone, status: 'failed', version: 2 })
    expect(refundsIn(first).rule).toBe('narration')
  })

  it('are in the order of their ids, for any order of reads', () => {
    const made = view()
    const ids = ['ref_00000000000000000000000002', 'ref_00000000000000000000000001']
    for (const id of ids)
      made.refunds.putNow({
        refund: refundFixture({ id, paymentId: payment.id, reference: 'R-3' }),
        origin: { payment },
      })
    expect(made.refundsOf(entryOf(line({ reference: 'R-3' }))).refunds.map((one) => one.refund.id)).toEqual(
      [...ids].reverse(),
    )
  })
})
