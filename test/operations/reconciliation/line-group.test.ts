import type { Payment, Refund, StatementLine } from 'hospital-payments'
import { paymentFixture } from 'hospital-payments/testing'
import { describe, expect, it } from 'vitest'
import type { StateChange } from '../../../src/domain/payments/state-change.js'
import type { RefundChange, RefundNow } from '../../../src/domain/refunds/refund-change.js'
import type { DecidedLine } from '../../../src/operations/reconciliation/decide-line.js'
import { LineGroup } from '../../../src/operations/reconciliation/line-group.js'
import { lineEntryFixture, lineFixture, refundFixture } from '../../support/finance-contract/index.js'

const line: StatementLine = {
  row: 1,
  direction: 'credit',
  amount: 150_000,
  currency: 'ETB',
  valueDate: '2026-11-20',
}

function paid(payment: Payment): StateChange {
  return {
    payment,
    former: payment,
    type: 'payment.succeeded',
    previousStatus: 'pending',
    reason: null,
    evidence: null,
  }
}

function paidOut(refund: Refund, payment: Payment | null): RefundChange {
  return { refund, previousStatus: 'pending', reason: null, evidence: null, payment, former: payment }
}

/** Makes a decided line with its changes. */
function decided(overrides: Partial<DecidedLine> = {}): DecidedLine {
  const never = () => {
    throw new Error('nothing is stored here')
  }
  return {
    key: 'k',
    changes: [],
    refunds: [],
    contested: new Set(),
    entry: null,
    others: [],
    rows: [],
    settledBy: null,
    isAlone: false,
    moves: [],
    chains: [],
    marks: {},
    store: never,
    stored: never,
    ...overrides,
  }
}

function groupOf(...lines: readonly DecidedLine[]): LineGroup {
  const group = new LineGroup(1000)
  for (const [at, one] of lines.entries())
    group.add({
      entry: { row: at + 1, line, key: one.key, marks: {}, isRepeated: false, hasKnownReceipt: false },
      decided: one,
    })
  return group
}

/** Makes the payments and refunds that a line may mean. */
function meaning(payments: readonly Payment[], refunds: readonly RefundNow[] = []) {
  const candidates = { rule: null, payments, problem: null }
  return { candidates, refunds: () => ({ rule: null, refunds }), transits: () => [] }
}

const payment = paymentFixture({ reference: 'A-1', providerTransactionId: 'FT1' })
const sameReference = paymentFixture({ reference: 'A-1' })
const other = paymentFixture({ reference: 'A-2' })
const refund = refundFixture({ paymentId: payment.id, providerTransactionId: 'FT-R' })
const otherRefund = refundFixture({ paymentId: other.id })
const ofLine = refundFixture()

describe('LineGroup.isTouchedBy: a group', () => {
  const group = groupOf(
    decided({ key: 'k-1', changes: [paid(payment)] }),
    decided({ key: 'k-2', refunds: [paidOut(ofLine, null)] }),
  )
  const touches = (overrides: Partial<StatementLine>, means = meaning([])) =>
    group.isTouchedBy({ line: { ...line, ...overrides } }, means)

  it.each([
    ['touches a line with a transaction of it', { providerTransactionId: 'FT1' }, meaning([]), true],
    ['touches a line that may mean a payment of the same reference', {}, meaning([other, sameReference]), true],
    [
      'touches a line that may mean a refund of a payment of the same reference',
      {},
      meaning([], [{ refund, origin: { payment } }]),
      true,
    ],
    [
      'touches a line that may mean a refund of it',
      {},
      meaning([], [{ refund: ofLine, origin: { line: lineFixture() } }]),
      true,
    ],
    ['touches no line without a transaction that means nothing', {}, meaning([]), false],
    [
      'touches no line that means others',
      { providerTransactionId: 'FT2' },
      meaning(
        [other],
        [
          { refund: otherRefund, origin: { payment: other } },
          { refund: refundFixture(), origin: { line: lineFixture() } },
        ],
      ),
      false,
    ],
  ])('%s', (_, overrides, means, expected) => {
    expect(touches(overrides, means)).toBe(expected)
  })

  it('touches a line with the transaction of a refund that is paid out', () => {
    const paying = groupOf(decided({ refunds: [paidOut(refund, payment)] }))
    const entry = { line: { ...line, providerTransactionId: 'FT-R' } }
    expect(paying.isTouchedBy(entry, meaning([]))).toBe(true)
  })

  it('touches nothing while the group is empty', () => {
    const entry = { line: { ...line, providerTransactionId: 'FT1' } }
    expect(new LineGroup(1000).isTouchedBy(entry, meaning([payment]))).toBe(false)
  })
})

describe('LineGroup.takes: a group', () => {
  const first = decided({ changes: [paid(payment)], refunds: [paidOut(otherRefund, other)] })

  it('takes any line while it is empty', () => {
    const many = Array.from({ length: 1001 }, () => paid(paymentFixture()))
    expect(new LineGroup(1000).takes(decided({ changes: many }))).toBe(true)
  })

  it.each([
    ['takes a line that changes others', decided({ changes: [paid(paymentFixture())] }), true],
    ['takes a line that changes nothing', decided(), true],
    [
      'takes no line that changes a payment of a reference of the group',
      decided({ changes: [paid(sameReference)] }),
      false,
    ],
    ['takes no line that pays out a refund of the group', decided({ refunds: [paidOut(otherRefund, null)] }), false],
    [
      'takes no line whose refund changes a payment of a reference of the group',
      decided({ refunds: [paidOut(refundFixture({ paymentId: other.id }), other)] }),
      false,
    ],
    [
      'takes no whole line where it has lines without an entry',
      decided({ entry: lineEntryFixture(lineFixture()) }),
      false,
    ],
  ])('%s', (_, next, expected) => {
    expect(groupOf(first).takes(next)).toBe(expected)
  })

  it('takes whole lines alone where it has whole lines', () => {
    const whole = groupOf(decided({ entry: lineEntryFixture(lineFixture()) }))
    expect(whole.takes(decided())).toBe(false)
    expect(whole.takes(decided({ entry: lineEntryFixture(lineFixture()) }))).toBe(true)
  })

  it('takes lines until it has a thousand changes, those of refunds counted', () => {
    const changes = Array.from({ length: 998 }, () => paid(paymentFixture()))
    const group = groupOf(decided({ changes, refunds: [paidOut(refund, payment)] }))
    expect(group.takes(decided({ changes: [paid(paymentFixture())] }))).toBe(true)
    expect(group.takes(decided({ changes: [paid(paymentFixture()), paid(paymentFixture())] }))).toBe(false)
  })

  it('takes lines until it has as many as are written together', () => {
    const group = new LineGroup(2)
    for (const isTaken of [true, true, false]) {
      const next = decided({ changes: [paid(paymentFixture())] })
      expect(group.takes(next)).toBe(isTaken)
      if (isTaken)
        group.add({
          entry: { row: 1, line, key: next.key, marks: {}, isRepeated: false, hasKnownReceipt: false },
          decided: next,
        })
    }
  })
})
