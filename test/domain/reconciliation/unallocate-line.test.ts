import { describe, expect, it } from 'vitest'
import type { Evidence } from '../../../src/domain/payments/event.js'
import type { Payment } from '../../../src/domain/payments/payment.js'
import {
  type AccountLine,
  lineChange,
  type Allocation,
  storedAllocations,
} from '../../../src/domain/reconciliation/account-line.js'
import {
  unallocateLine,
  type UnallocateCall,
  type UndoFacts,
} from '../../../src/domain/reconciliation/unallocate-line.js'
import {
  accountLine,
  bill,
  eventOf,
  issuesOf,
  now,
  refund,
  refused,
  toCategory,
  toLine,
  toPayment,
  written,
} from './support/lines.js'

const byAccount = (lineKey: string, providerTransactionId: string | null = null): Evidence => ({
  kind: 'statement',
  account: 'bank',
  lineKey,
  row: 7,
  valueDate: '2026-11-19',
  amount: 1000,
  providerTransactionId,
})
const byHand: Evidence = { kind: 'confirmation', paidAt: now, providerTransactionId: 'TX-1' }

const paid = (more: Partial<Payment> = {}) => bill({ status: 'succeeded', amountReconciled: 1000, ...more })

interface Case extends Partial<UndoFacts> {
  paid?: readonly Payment[]
  success?: Evidence | null
}

function undo(
  line: AccountLine | null,
  call: Partial<UnallocateCall> = {},
  { paid = [], success = null, ...facts }: Case = {},
) {
  return unallocateLine(
    { key: 'id:1', expectedVersion: line?.version ?? 1, reason: 'wrong bill', ...call },
    {
      line,
      lastEvent: null,
      allocationsBefore: [],
      payments: new Map(paid.map((payment) => [payment.id, payment])),
      counterLines: [],
      refundsOfLine: [],
      payouts: new Map(),
      successOf: () => success,
      isHeldByClosing: () => false,
      ...facts,
    },
    { now, contested: new Set() },
  )
}

function settled(payment: Payment, ...others: Allocation[]) {
  return accountLine({ providerTransactionId: 'TX-1', allocations: [toPayment(payment, 1000), ...others] })
}

describe('unallocateLine', () => {
  it('takes back every allocation, holds the line, and keeps the outcome of the rules', () => {
    const line = accountLine({ outcome: 'set_aside', allocations: [toCategory(1200, 'a'), toCategory(-200, 'b')] })
    const { lines, payments } = written(undo(line))
    expect(lines).toEqual([
      {
        line: { ...line, status: 'open', allocated: 0, allocations: [], held: true, version: 2, updatedAt: now },
        type: 'line.unallocated',
        reason: 'wrong bill',
        allocations: [toCategory(1200, 'a'), toCategory(-200, 'b')],
      },
    ])
    expect(payments).toEqual([])
  })

  it('lowers a payment that was paid in part, by one event with the evidence of the line', () => {
    const payment = bill({ amount: 5000, amountReconciled: 1700, statusReason: 'asked again' })
    const { payments } = written(undo(settled(payment), {}, { paid: [payment] }))
    expect(payments).toMatchObject([
      {
        type: 'payment.unreconciled',
        reason: 'wrong bill',
        previousStatus: 'pending',
        evidence: { kind: 'statement', lineKey: 'id:1', amount: 1000, providerTransactionId: 'TX-1' },
        payment: { status: 'pending', amountReconciled: 700, statusReason: 'asked again', version: 2 },
      },
    ])
  })

  it('changes a payment once, however many allocations it has', () => {
    const payment = bill({ amount: 5000, amountReconciled: 1000 })
    const first = lineChange(accountLine(), 'line.allocated', now, {
      allocations: storedAllocations([toPayment(payment, 400), toPayment(payment, 600)], 'hand'),
    }).line
    const { payments } = written(undo(first, {}, { paid: [payment] }))
    expect(payments.map((change) => [change.type, change.payment.amountReconciled])).toEqual([
      ['payment.unreconciled', 0],
    ])
  })

  it('requires `payments` for a payment that succeeded on the evidence of statements', () => {
    const payment = paid()
    for (const success of [byAccount('id:1'), byAccount('another line')]) {
      expect(issuesOf(undo(settled(payment), {}, { paid: [payment], success }))[0]).toMatch(
        /^payments must be 'reverse' or 'keep'/,
      )
    }
  })

  it('reverses it with `reverse`: one change and one event, the amount lowered, the receipt free', () => {
    const payment = paid({ providerTransactionId: 'TX-1' })
    const success = byAccount('id:1', 'TX-1')
    const { payments } = written(undo(settled(payment), { payments: 'reverse' }, { paid: [payment], success }))
    expect(payments).toMatchObject([
      {
        type: 'payment.reversed',
        reason: 'match_undone',
        payment: { status: 'reversed', statusReason: 'match_undone', amountReconciled: 0, reversedAt: now, version: 2 },
      },
    ])
    expect(payments[0]!.payment).not.toHaveProperty('providerTransactionId')
  })

  it('keeps it with `keep`: it stays succeeded, without the receipt of the line', () => {
    const payment = paid({ providerTransactionId: 'TX-1', statusReason: 'duplicate_reference' })
    const success = byAccount('id:1', 'TX-1')
    const { payments } = written(undo(settled(payment), { payments: 'keep' }, { paid: [payment], success }))
    expect(payments).toMatchObject([
      {
        type: 'payment.unreconciled',
        payment: { status: 'succeeded', amountReconciled: 0, statusReason: 'duplicate_reference' },
      },
    ])
    expect(payments[0]!.payment).not.toHaveProperty('providerTransactionId')
  })

  it.each([
    ['a confirmation', byHand],
    ['another line', byAccount('id:9', 'TX-1')],
  ])('leaves a receipt of %s', (_, success) => {
    const payment = paid({ providerTransactionId: 'TX-1' })
    const { payments } = written(undo(settled(payment), { payments: 'keep' }, { paid: [payment], success }))
    expect(payments[0]!.payment).toMatchObject({ status: 'succeeded', providerTransactionId: 'TX-1' })
  })

  it('ignores `payments` for payments that a confirmation settled, and for those that have not succeeded', () => {
    for (const payment of [
      paid(),
      bill({ amount: 5000, amountReconciled: 1000 }),
      bill({ status: 'expired', amountReconciled: 1000 }),
    ]) {
      const { payments } = written(
        undo(settled(payment), { payments: 'reverse' }, { paid: [payment], success: byHand }),
      )
      expect(payments).toMatchObject([
        { type: 'payment.unreconciled', payment: { status: payment.status, amountReconciled: 0 } },
      ])
    }
  })

  it('leaves the payment that a debit reversed', () => {
    const payment = bill({ status: 'reversed', amountReconciled: 1000 })
    const line = accountLine({ direction: 'debit', allocations: [toPayment(payment)] })
    expect(written(undo(line, { payments: 'reverse' }, { paid: [payment] })).payments).toEqual([])
  })

  it('takes back both of two lines that cancel out, and holds both', () => {
    const counterLine = accountLine({ key: 'id:2', direction: 'debit', allocations: [toLine('id:1')] })
    const { lines } = written(undo(accountLine({ allocations: [toLine('id:2')] }), {}, { counterLines: [counterLine] }))
    expect(
      lines.map(({ type, allocations, line }) => [type, allocations, line.key, line.held, line.status, line.version]),
    ).toEqual([
      ['line.unallocated', [toLine('id:2')], 'id:1', true, 'open', 2],
      ['line.unallocated', [toLine('id:1')], 'id:2', true, 'open', 2],
    ])
  })

  it('yields the reference of a payment that another one holds', () => {
    const payment = bill({ amount: 5000, amountReconciled: 1000 })
    const facts = {
      line: settled(payment),
      lastEvent: null,
      allocationsBefore: [],
      payments: new Map([[payment.id, payment]]),
      counterLines: [],
      refundsOfLine: [],
      payouts: new Map(),
      successOf: () => null,
      isHeldByClosing: () => false,
    }
    const call = { key: 'id:1', expectedVersion: 1, reason: 'wrong' }
    const decision = unallocateLine(call, facts, { now, contested: new Set([payment.reference]) })
    expect(written(decision).payments).toMatchObject([{ yieldsReference: true }])
  })
})

describe('unallocateLine: a payment whose money went back', () => {
  const reversed = bill({ status: 'reversed', amountReconciled: 1000 })
  const refunded = paid({ amountRefunded: 5 })
  const refunding = paid({ amountRefundPending: 5 })

  it.each([
    ['was reversed', reversed],
    ['was given back', refunded],
    ['is given back', refunding],
  ])('requires `keep` where it %s, however it succeeded', (_, payment) => {
    const error = refused(undo(settled(payment), {}, { paid: [payment], success: byHand }))
    expect(error.details).toMatchObject({ issues: [{ path: 'payments' }] })
    expect(
      written(undo(settled(payment), { payments: 'keep' }, { paid: [payment], success: byHand })).payments,
    ).toHaveLength(1)
  })

  it('is not reversed', () => {
    for (const [payment, code] of [
      [reversed, 'invalid_request'],
      [refunded, 'invalid_transition'],
    ] as const) {
      expect(refused(undo(settled(payment), { payments: 'reverse' }, { paid: [payment], success: byHand })).code).toBe(
        code,
      )
    }
  })

  it('remembers the money that was given back of it, but not where it was paid by other money', () => {
    const call = { payments: 'keep' } as const
    const facts = { paid: [refunded], success: byHand }
    const [kept] = written(undo(settled(refunded), call, facts)).payments
    expect(kept!.payment.undoneAllocations).toEqual([{ lineKey: 'id:1', amount: 1000, givenBack: 5 }])
    const [other] = written(undo(settled(refunded), { ...call, paidOtherwise: true }, facts)).payments
    expect(other!.payment).not.toHaveProperty('undoneAllocations')
  })

  it('cannot be paid otherwise where it was not paid', () => {
    const payment = bill({ status: 'expired', amountReconciled: 1000 })
    const error = refused(undo(settled(payment), { payments: 'keep', paidOtherwise: true }, { paid: [payment] }))
    expect(error.details).toMatchObject({ issues: [{ path: 'paidOtherwise' }] })
  })
})

describe('unallocateLine: an undo that was made before', () => {
  const line = accountLine({ allocations: [toCategory(1000)] })
  const [change] = written(undo(line)).lines

  it('returns the line, whatever its reason and `payments`', () => {
    const again = undo(
      change.line,
      { expectedVersion: 1, reason: 'again', payments: 'keep' },
      { lastEvent: eventOf(change) },
    )
    expect(again).toEqual({ unchanged: change.line })
  })

  it('returns a line without allocations', () => {
    expect(undo(accountLine())).toEqual({ unchanged: accountLine() })
  })

  it('is another undo where the line has allocations again', () => {
    const shared = lineChange(change.line, 'line.allocated', now, {
      allocations: storedAllocations([toCategory(10)], 'hand'),
    })
    const error = refused(undo(shared.line, { expectedVersion: 2 }, { lastEvent: eventOf(shared) }))
    expect(error.code).toBe('line_changed')
  })
})

describe('unallocateLine: is refused', () => {
  const payment = paid()
  const line = settled(payment)
  const success = byAccount('id:1')
  const reserved = { refundsOfLine: [refund()] }
  const givenBack = { ...payment, amountRefundPending: 0, amountRefunded: 5 }

  it('in order: the line, its version, its day, `payments`, its refunds, the payment’s refunds', () => {
    const all = { paid: [givenBack], success, ...reserved, isHeldByClosing: () => true }
    expect(refused(undo(null, {}, all)).code).toBe('line_not_found')
    expect(refused(undo(line, { expectedVersion: 4 }, all)).code).toBe('line_changed')
    const closed = refused(undo(line, {}, all))
    expect([closed.code, closed.details]).toEqual(['day_closed', { account: 'bank', day: '2026-11-19' }])
    const open = { ...all, isHeldByClosing: () => false }
    expect(refused(undo(line, {}, open)).code).toBe('invalid_request')
    expect(refused(undo(line, { payments: 'reverse' }, open)).code).toBe('refund_exceeds')
    const free = { ...open, refundsOfLine: [refund({ status: 'failed' }), refund({ status: 'canceled' })] }
    const error = refused(undo(line, { payments: 'reverse' }, free))
    expect([error.code, error.details]).toEqual([
      'invalid_transition',
      { paymentId: payment.id, from: 'succeeded', to: 'reversed' },
    ])
    expect(written(undo(line, { payments: 'keep' }, free)).payments).toHaveLength(1)
  })

  it.each(['requested', 'pending', 'succeeded'] as const)('while a refund of the line is %s', (status) => {
    const facts = { paid: [payment], success, refundsOfLine: [refund({ status })] }
    expect(refused(undo(line, { payments: 'keep' }, facts)).code).toBe('refund_exceeds')
  })

  it('on a closed day of the counter-line', () => {
    const counterLine = accountLine({
      key: 'id:2',
      direction: 'debit',
      valueDate: '2026-11-18',
      allocations: [toLine('id:1')],
    })
    const isHeldByClosing = ({ valueDate }: AccountLine) => valueDate === '2026-11-18'
    const error = refused(
      undo(accountLine({ allocations: [toLine('id:2')] }), {}, { counterLines: [counterLine], isHeldByClosing }),
    )
    expect(error.details).toEqual({ account: 'bank', day: '2026-11-18' })
  })

  it('with a RangeError where facts are missing', () => {
    expect(() => undo(line)).toThrow(RangeError)
    expect(() => undo(accountLine({ allocations: [toLine('id:2')] }))).toThrow(RangeError)
  })
})
