import { describe, expect, it } from 'vitest'
import { lineChange, storedAllocations } from '../../../src/domain/reconciliation/account-line.js'
import {
  decideAgain,
  importLine,
  isUnsettled,
  refundPaid,
  rulingOf,
  setAside,
} from '../../../src/domain/reconciliation/line-rules.js'
import { matchLine } from '../../../src/domain/reconciliation/matching.js'
import type { Payment } from '../../../src/domain/payments/payment.js'
import type { StatementLine } from '../../../src/domain/reconciliation/statement-line.js'
import {
  accountLine,
  bill,
  lineContext,
  now,
  refund,
  refundNow,
  stated,
  statedOf,
  toCategory,
  toRefund,
} from './support/lines.js'

const ruled = (line: StatementLine, ...payments: Payment[]) =>
  rulingOf(matchLine(line, { rule: payments.length > 0 ? 'reference' : null, payments, problem: null }))

const origin = (line: StatementLine) => ({ key: 'id:1', account: 'bank', importId: 'imp_1', line })

function write(decision: object) {
  expect(decision).toHaveProperty('write')
  return (decision as Extract<ReturnType<typeof importLine>, { write: unknown }>).write
}

describe('importLine: a new line', () => {
  it('is settled where it confirms a payment, and the payment gets its receipt', () => {
    const payment = bill()
    const line = stated({ providerTransactionId: 'TX-1' })
    const { lines, payments } = write(importLine(origin(line), ruled(line, payment), lineContext()))
    expect(lines.map(({ type, line: { status, outcome, version } }) => [type, status, outcome, version])).toEqual([
      ['line.imported', 'settled', 'confirmed', 1],
    ])
    expect(lines[0].allocations).toEqual([{ to: 'payment', paymentId: payment.id, amount: 1000 }])
    expect(payments).toMatchObject([
      {
        type: 'payment.succeeded',
        payment: { status: 'succeeded', amountReconciled: 1000, providerTransactionId: 'TX-1' },
        evidence: { kind: 'statement', lineKey: 'id:1', account: 'bank', row: 7, amount: 1000 },
      },
    ])
  })

  it('is settled too where it pays less than is open, and the payment keeps its status', () => {
    const line = stated({ amount: 400 })
    const { lines, payments } = write(importLine(origin(line), ruled(line, bill()), lineContext()))
    expect(lines[0].line).toMatchObject({ outcome: 'under_paid', status: 'settled', allocated: 400 })
    expect(payments).toMatchObject([
      { type: 'payment.reconciled', payment: { status: 'pending', amountReconciled: 400 } },
    ])
  })

  it.each([
    ['unmatched_line', stated(), []],
    ['over_paid', stated({ amount: 1200 }), [bill()]],
    ['currency_mismatch', stated({ currency: 'KES' }), [bill()]],
    ['reversal_candidate', stated({ direction: 'debit' }), [bill()]],
  ] as const)(
    'is stored open where no rule settles it, with the reason of the rules: %s',
    (outcome, line, candidates) => {
      const { lines, payments } = write(importLine(origin(line), ruled(line, ...candidates), lineContext()))
      expect(lines[0].line).toMatchObject({ outcome, status: 'open', allocated: 0, allocations: [], version: 1 })
      expect(payments).toEqual([])
    },
  )

  it('is settled by the category of the host, which is called only where no payment settles it', () => {
    const line = stated({ direction: 'debit', amount: 30 })
    expect(isUnsettled(ruled(line))).toBe(true)
    expect(isUnsettled(ruled(stated(), bill()))).toBe(false)
    expect(isUnsettled(refundPaid(refundNow(refund({ amount: 30 }))))).toBe(false)
    const { lines } = write(importLine(origin(line), setAside('bank_fee'), lineContext()))
    expect(lines[0].line).toMatchObject({
      outcome: 'set_aside',
      status: 'settled',
      allocations: [{ to: 'category', category: 'bank_fee', amount: 30, by: 'rule' }],
    })
  })

  it('pays a refund out', () => {
    const line = stated({ direction: 'debit' })
    const { lines, payments, refunds } = write(importLine(origin(line), refundPaid(refundNow(refund())), lineContext()))
    expect(lines[0].line).toMatchObject({ outcome: 'refund_paid', status: 'settled', allocations: [toRefund(1000)] })
    expect(payments).toEqual([])
    expect(refunds).toMatchObject([
      {
        previousStatus: 'pending',
        refund: { status: 'succeeded', amountReconciled: 1000, version: 2 },
        payment: { amountRefundPending: 0, amountRefunded: 1000, version: 2 },
        evidence: { kind: 'statement', lineKey: 'id:1', amount: 1000 },
      },
    ])
  })

  it('pays no refund out at a time that cannot be true', () => {
    const line = stated({ direction: 'debit', bookedAt: '2019-03-12T10:00:00.000Z' })
    expect(importLine(origin(line), refundPaid(refundNow(refund())), lineContext())).toEqual({
      problem: 'bookedAt is more than 366 days before the refund was created',
    })
  })

  it('is a problem with a time that cannot be true of the payment, and nothing is stored', () => {
    const line = stated({ valueDate: '2019-03-12', bookedAt: '2019-03-12T10:00:00.000Z' })
    expect(importLine(origin(line), ruled(line, bill()), lineContext())).toEqual({
      problem: 'bookedAt is more than 366 days before the payment was created',
    })
  })
})

describe('decideAgain: an open line', () => {
  it('is written without event or version where its outcome alone changes', () => {
    const line = accountLine()
    const decision = decideAgain(
      line,
      statedOf(line),
      ruled(stated({ amount: 1000 }), bill({ amount: 400 })),
      lineContext(),
    )
    expect(decision).toStrictEqual({ eventless: { ...line, outcome: 'over_paid' } })
  })

  it('stays as it is where the rules return the same', () => {
    const line = accountLine()
    expect(decideAgain(line, statedOf(line), ruled(stated()), lineContext())).toStrictEqual({ unchanged: line })
  })

  it('is allocated by the rule that now finds its payment', () => {
    const line = accountLine({ providerTransactionId: 'TX-1' })
    const { lines, payments } = write(decideAgain(line, statedOf(line), ruled(stated(), bill()), lineContext()))
    expect(lines).toMatchObject([
      { type: 'line.allocated', reason: null, line: { version: 2, outcome: 'confirmed', status: 'settled' } },
    ])
    expect(lines[0].line.allocations.map(({ by }) => by)).toEqual(['rule'])
    expect(payments).toMatchObject([{ payment: { status: 'succeeded', providerTransactionId: 'TX-1' } }])
  })

  it('keeps its version where only the words of its narration are others', () => {
    const line = accountLine({ narration: 'FROM ABEBE' })
    const again = { ...statedOf(line), narration: 'FROM  ABEBE' }
    expect(decideAgain(line, again, ruled(again), lineContext())).toStrictEqual({
      eventless: { ...line, narration: 'FROM  ABEBE' },
    })
  })

  it('does not get back a narration that was forgotten', () => {
    const line = accountLine()
    const again = { ...statedOf(line), narration: 'FROM ABEBE' }
    expect(decideAgain(line, again, ruled(again), lineContext())).toStrictEqual({ unchanged: line })
  })

  it('keeps its narration where the statement now has none', () => {
    const line = accountLine({ narration: 'FROM ABEBE' })
    expect(decideAgain(line, statedOf(line), ruled(stated()), lineContext())).toStrictEqual({ unchanged: line })
  })

  it('is set aside by a category that the host names now', () => {
    const { lines } = write(decideAgain(accountLine(), statedOf(accountLine()), setAside('transfer'), lineContext()))
    expect(lines[0].line).toMatchObject({ outcome: 'set_aside', status: 'settled', version: 2 })
  })

  it('keeps its stored outcome where its time cannot be true', () => {
    const line = accountLine({ bookedAt: '2019-03-12T10:00:00.000Z' })
    expect(decideAgain(line, statedOf(line), ruled(stated(), bill()), lineContext())).toHaveProperty('problem')
  })

  it.each([
    ['on_hold', { ...accountLine(), held: true }],
    [
      'on_hold',
      lineChange(accountLine(), 'line.allocated', now, { allocations: storedAllocations([toCategory(10)], 'hand') })
        .line,
    ],
    ['already_reconciled', accountLine({ allocations: [toRefund(1000)] })],
    ['set_aside', accountLine({ allocations: [toCategory(1000)] })],
  ] as const)('is left alone: %s', (answer, line) => {
    expect(decideAgain(line, statedOf(line), ruled(stated(), bill()), lineContext())).toEqual({ answer })
  })
})
