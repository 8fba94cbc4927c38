import { describe, expect, it } from 'vitest'
import type { Payment } from '../../../src/domain/payments/payment.js'
import {
  allocateLine,
  type HandContext,
  maxAllocations,
  type Targets,
} from '../../../src/domain/reconciliation/allocate-line.js'
import type { AccountLine, LineEvent, Allocation } from '../../../src/domain/reconciliation/account-line.js'
import {
  accountLine,
  bill,
  eventOf,
  issuesOf,
  lineContext,
  now,
  refund,
  refundNow,
  refused,
  targets,
  toCategory,
  toLine,
  toPayment,
  toRefund,
  written,
} from './support/lines.js'

interface Case {
  line?: AccountLine | null
  lastEvent?: LineEvent
  found?: Targets
  expectedVersion?: number
  reason?: string
  context?: Partial<HandContext>
}

function allocate(allocations: readonly Allocation[], situation: Case = {}) {
  const { line = accountLine(), lastEvent = null, found = targets(), reason = null, context = {} } = situation
  const call = { key: 'id:1', allocations, expectedVersion: situation.expectedVersion ?? line?.version ?? 1, reason }
  return allocateLine(call, { line, lastEvent, targets: found }, lineContext(context))
}

describe('allocateLine: an allocation to a payment', () => {
  it('confirms it where it is all that is open, and gives it the receipt', () => {
    const payment = bill()
    const line = accountLine({ providerTransactionId: 'TX-1', reference: 'INV 1' })
    const { lines, payments } = written(
      allocate([toPayment(payment)], { line, found: targets({ payments: [payment] }), reason: 'typed wrongly' }),
    )
    expect(lines).toMatchObject([
      {
        type: 'line.allocated',
        reason: 'typed wrongly',
        allocations: [toPayment(payment)],
        line: { status: 'settled' },
      },
    ])
    expect(lines[0].line).toMatchObject({ version: 2, allocated: 1000, outcome: 'unmatched_line' })
    expect(lines[0].line.allocations).toEqual([{ ...toPayment(payment), by: 'hand' }])
    expect(payments).toMatchObject([
      {
        type: 'payment.succeeded',
        previousStatus: 'pending',
        payment: {
          status: 'succeeded',
          amountReconciled: 1000,
          providerTransactionId: 'TX-1',
          paidAt: '2026-11-19T00:00:00.000Z',
        },
        evidence: { kind: 'statement', lineKey: 'id:1', amount: 1000, providerTransactionId: 'TX-1' },
      },
    ])
  })

  it('is under-paid where it is less: recorded, the status kept, the receipt in the evidence only', () => {
    const payment = bill({ amount: 5000 })
    const line = accountLine({ providerTransactionId: 'TX-1' })
    const { payments } = written(
      allocate([toPayment(payment, 1000)], { line, found: targets({ payments: [payment] }) }),
    )
    expect(payments).toMatchObject([
      { type: 'payment.reconciled', payment: { status: 'pending', amountReconciled: 1000 } },
    ])
    expect(payments[0]!.payment).not.toHaveProperty('providerTransactionId')
  })

  it('completes a payment that an earlier line paid in part', () => {
    const payment = bill({ amount: 1600, amountReconciled: 600 })
    const { payments } = written(allocate([toPayment(payment, 1000)], { found: targets({ payments: [payment] }) }))
    expect(payments).toMatchObject([{ payment: { status: 'succeeded', amountReconciled: 1600 } }])
  })

  it('settles a bill of 1,000 with 990 and a fee that was taken off, with the receipt', () => {
    const payment = bill()
    const line = accountLine({ amount: 990, providerTransactionId: 'TX-1' })
    const allocations = [toPayment(payment), toCategory(-10)]
    const { lines, payments } = written(allocate(allocations, { line, found: targets({ payments: [payment] }) }))
    expect(lines[0].line).toMatchObject({ status: 'settled', allocated: 990 })
    expect(payments[0]!.payment).toMatchObject({ status: 'succeeded', providerTransactionId: 'TX-1' })
  })

  it('leaves the surplus of 1,200 to a category', () => {
    const payment = bill()
    const line = accountLine({ amount: 1200, outcome: 'over_paid' })
    const allocations = [toPayment(payment), toCategory(200, 'surplus')]
    const { lines } = written(allocate(allocations, { line, found: targets({ payments: [payment] }) }))
    expect(lines[0].line).toMatchObject({ status: 'settled', allocated: 1200, outcome: 'over_paid' })
  })

  it('settles fifty bills by one net payout, and no bill takes its receipt', () => {
    const bills = Array.from({ length: 50 }, () => bill({ amount: 100 }))
    const line = accountLine({ amount: 4900, providerTransactionId: 'TX-1' })
    const allocations = [...bills.map((one) => toPayment(one)), toCategory(-100)]
    const { lines, payments } = written(allocate(allocations, { line, found: targets({ payments: bills }) }))
    expect(lines[0].line.status).toBe('settled')
    expect(payments.map(({ type }) => type)).toEqual(Array(50).fill('payment.succeeded'))
    for (const { payment } of payments) expect(payment).not.toHaveProperty('providerTransactionId')
  })

  it('gives no receipt that another payment of the channel has, nor to a second payment of the line', () => {
    const payment = bill()
    const line = accountLine({ providerTransactionId: 'TX-1' })
    const candidates = targets({ payments: [payment] })
    const change = written(
      allocate([toPayment(payment)], { line, found: candidates, context: { isReceiptTaken: () => true } }),
    )
    expect(change.payments[0]!.payment).not.toHaveProperty('providerTransactionId')
    expect(change.payments[0]!.evidence).toMatchObject({ providerTransactionId: 'TX-1' })

    const first = bill({ amount: 500 })
    const earlier = written(
      allocate([toPayment(first)], {
        line: accountLine({ amount: 1500, providerTransactionId: 'TX-1' }),
        found: targets({ payments: [first] }),
      }),
    )
    expect(earlier.payments[0]!.payment.providerTransactionId).toBe('TX-1')
    const second = written(allocate([toPayment(payment)], { line: earlier.lines[0].line, found: candidates }))
    expect(second.payments[0]!.payment).not.toHaveProperty('providerTransactionId')
  })

  it('confirms late money, and supersedes the pending bill of its reference', () => {
    const expired = bill({ status: 'expired', reference: 'INV-1', expiresAt: '2026-11-10T00:00:00.000Z' })
    const pending = bill({ reference: 'INV-1' })
    const { payments } = written(
      allocate([toPayment(expired)], {
        found: targets({ payments: [expired] }),
        context: { policy: 'one-live', siblingsOf: () => [pending] },
      }),
    )
    expect(payments).toMatchObject([
      { type: 'payment.failed', payment: { id: pending.id, statusReason: 'superseded' } },
      { type: 'payment.succeeded', payment: { id: expired.id, late: true } },
    ])
  })

  it('to both payments of a reference changes each once, and one of them is the duplicate', () => {
    const expired = bill({ status: 'expired', reference: 'INV-1' })
    const pending = bill({ reference: 'INV-1' })
    const all = [expired, pending]
    const context: Partial<HandContext> = {
      policy: 'one-live',
      siblingsOf: ({ id }: Payment) => all.filter((other) => other.id !== id),
    }
    const line = accountLine({ amount: 2000 })
    const { payments } = written(
      allocate([toPayment(expired), toPayment(pending)], { line, found: targets({ payments: all }), context }),
    )
    expect(payments.map(({ payment: { id, status, statusReason } }) => [id, status, statusReason])).toEqual([
      [expired.id, 'succeeded', 'duplicate_reference'],
      [pending.id, 'succeeded', undefined],
    ])

    // Paid in part, it would be replaced and paid by one write.
    const partly = [toPayment(expired), toPayment(pending, 400)]
    expect(issuesOf(allocate(partly, { line, found: targets({ payments: all }), context }))).toEqual([
      'allocations.1 names a payment that another allocation of the call changes too',
    ])
  })
})

describe('allocateLine: a debit', () => {
  const debit = accountLine({ direction: 'debit' })

  it('reverses a whole payment, whose reconciled amount stays and whose receipt is free', () => {
    const paid = bill({
      status: 'succeeded',
      amountReconciled: 1000,
      providerTransactionId: 'TX-1',
      paidAt: '2026-11-02T08:00:00.000Z',
    })
    const { payments } = written(allocate([toPayment(paid)], { line: debit, found: targets({ payments: [paid] }) }))
    expect(payments).toMatchObject([
      {
        type: 'payment.reversed',
        reason: 'statement_debit',
        payment: { status: 'reversed', amountReconciled: 1000, reversedAt: '2026-11-19T00:00:00.000Z', version: 2 },
        evidence: { kind: 'statement', lineKey: 'id:1', amount: 1000 },
      },
    ])
    expect(payments[0]!.payment).not.toHaveProperty('providerTransactionId')
    const named = written(
      allocate([toPayment(paid)], { line: debit, found: targets({ payments: [paid] }), reason: 'chargeback' }),
    )
    expect(named.payments[0]!.payment.statusReason).toBe('chargeback')
  })

  it('reverses several payments with a fee', () => {
    const paid = [500, 490].map((amount) => bill({ amount, status: 'succeeded' }))
    const allocations = [...paid.map((one) => toPayment(one)), toCategory(10)]
    const { lines, payments } = written(allocate(allocations, { line: debit, found: targets({ payments: paid }) }))
    expect(lines[0].line.status).toBe('settled')
    expect(payments.map(({ type }) => type)).toEqual(['payment.reversed', 'payment.reversed'])
  })

  it.each([
    ['a part of a payment', bill({ status: 'succeeded', amount: 2000 }), 1000],
    ['more than a payment', bill({ status: 'succeeded', amount: 900 }), 1000],
    ['a payment that has not succeeded', bill(), 1000],
  ])('is not for %s', (_, payment, amount) => {
    const decision = allocate([toPayment(payment, amount)], { line: debit, found: targets({ payments: [payment] }) })
    expect(issuesOf(decision)).toEqual([
      'allocations.0 must be the whole amount of a payment that succeeded, because a debit reverses it',
    ])
  })

  it('does not reverse a payment that is being given back', () => {
    const paid = { ...bill({ status: 'succeeded' }), amountRefundPending: 100, amountRefunded: 0 }
    const error = refused(allocate([toPayment(paid)], { line: debit, found: targets({ payments: [paid] }) }))
    expect([error.code, error.details]).toEqual([
      'invalid_transition',
      { paymentId: paid.id, from: 'succeeded', to: 'reversed' },
    ])
  })

  it('pays a refund out, whole', () => {
    const candidates = targets({ refunds: [refund()] })
    expect(written(allocate([toRefund(1000)], { line: debit, found: candidates })).lines[0].line.status).toBe('settled')
    expect(issuesOf(allocate([toRefund(400)], { line: debit, found: candidates }))).toEqual([
      'allocations.0 must be the whole refund',
    ])
    const proved = targets({ refunds: [refund({ status: 'succeeded', amountReconciled: 1000 })] })
    expect(refused(allocate([toRefund(1000)], { line: debit, found: proved })).code).toBe('allocation_exceeds')
    const failed = targets({ refunds: [refund({ status: 'failed' })] })
    expect(issuesOf(allocate([toRefund(1000)], { line: debit, found: failed }))[0]).toMatch(
      /^allocations\.0 names a refund that is failed/,
    )
  })
})

describe('allocateLine: a credit’s allocation to a refund', () => {
  it('is a payout that came back, and is refused for a refund that lives', () => {
    for (const status of ['succeeded', 'failed'] as const) {
      const candidates = targets({ refunds: [refund({ status })] })
      const { lines, refunds } = written(allocate([toRefund(1000)], { found: candidates }))
      expect(lines[0].line.status).toBe('settled')
      expect(refunds[0]?.refund).toMatchObject({ status: 'failed', returnedBy: lines[0].line.key })
      const returned = targets({ refunds: [refund({ status: 'failed', returnedBy: 'id:other' })] })
      expect(issuesOf(allocate([toRefund(1000)], { found: returned }))).toEqual([
        'allocations.0 names a refund whose payout came back already',
      ])
    }
    for (const status of ['requested', 'pending', 'canceled'] as const) {
      const other = targets({ refunds: [refund({ status })] })
      expect(issuesOf(allocate([toRefund(1000)], { found: other }))).toEqual([
        `allocations.0 names a refund that is ${status}, so its payout cannot have come back`,
      ])
    }
  })
})

describe('allocateLine: a line’s allocations to refunds', () => {
  const paying = (names: string[], allocation: Allocation, made: Partial<AccountLine> = {}) => {
    const line = { ...accountLine({ amount: 2000, direction: 'debit' }), ...made }
    const refunds = names.map((id) => refund({ id, paymentId: 'pay_1' }))
    return allocate([allocation], { line, found: targets({ refunds }) })
  }

  it('may be several of one payment, in one call and in several', () => {
    const allocations = [{ ...toRefund(1000, 'ref_1'), by: 'hand' as const }]
    const both = ['ref_1', 'ref_2']
    expect(written(paying(both, toRefund(1000, 'ref_2'))).lines[0].line.allocated).toBe(1000)
    const more = written(paying(both, toRefund(1000, 'ref_2'), { allocations, allocated: 1000 }))
    expect(more.lines[0].line.allocated).toBe(2000)
  })

  it('have the reason of each refund that is not to be paid out', () => {
    const failed = targets({ refunds: [refund({ status: 'failed' })] })
    expect(issuesOf(allocate([toRefund(1000)], { line: accountLine({ direction: 'debit' }), found: failed }))).toEqual([
      'allocations.0 names a refund that is failed, so it cannot be paid out',
    ])
  })

  it('are refused on the line whose money the refund gives back', () => {
    const line = accountLine()
    const refundOfLine = refundNow(refund({ paymentId: null, lineKey: line.key, status: 'succeeded' }), line)
    expect(issuesOf(allocate([toRefund(1000)], { line, found: targets({ refunds: [refundOfLine] }) }))).toEqual([
      'allocations.0 names a refund of this line, which has its allocation already',
    ])
  })
})

describe('allocateLine: the time of the money', () => {
  const early = { bookedAt: undefined, valueDate: '2026-11-01' }

  it('is never before the bill was made', () => {
    const payment = bill({ createdAt: '2026-11-01T08:00:00.000Z' })
    const { payments } = written(
      allocate([toPayment(payment)], { line: accountLine(early), found: targets({ payments: [payment] }) }),
    )
    expect(payments[0]!.payment.paidAt).toBe(payment.createdAt)
  })

  it('is never before the payment in a reversal', () => {
    const paidAt = '2026-11-01T10:00:00.000Z'
    const payment = bill({ status: 'succeeded', paidAt, amountReconciled: 1000 })
    const line = accountLine({ ...early, direction: 'debit' })
    const { payments } = written(allocate([toPayment(payment)], { line, found: targets({ payments: [payment] }) }))
    expect(payments[0]!.payment.reversedAt).toBe(paidAt)
  })
})

describe('allocateLine: two lines that cancel out', () => {
  const debit = accountLine({ key: 'id:2', direction: 'debit', account: 'till', valueDate: '2026-11-18' })

  it('change in one write, each with its own event', () => {
    const { lines, payments } = written(
      allocate([toLine('id:2')], { found: targets({ lines: [debit] }), reason: 'error' }),
    )
    expect(lines).toMatchObject([
      {
        type: 'line.allocated',
        reason: 'error',
        allocations: [toLine('id:2')],
        line: { key: 'id:1', status: 'settled', version: 2 },
      },
      {
        type: 'line.allocated',
        reason: 'error',
        allocations: [toLine('id:1')],
        line: { key: 'id:2', status: 'settled', version: 2 },
      },
    ])
    expect(payments).toEqual([])
  })

  it('may be of different amounts, where the same call gives the rest of the larger to a category', () => {
    const smaller = { ...debit, amount: 900 }
    const rest = toCategory(100)
    const { lines } = written(allocate([toLine('id:2', 900), rest], { found: targets({ lines: [smaller] }) }))
    expect(lines.map(({ line, allocations }) => [line.key, line.status, allocations])).toEqual([
      ['id:1', 'settled', [toLine('id:2', 900), rest]],
      ['id:2', 'settled', [toLine('id:1', 900)]],
    ])
  })

  it.each([
    ['names a line that does not exist', [toLine('id:3')], debit],
    ['names the line itself', [toLine('id:1')], debit],
    ['names a line of another currency', [toLine('id:2')], { ...debit, currency: 'KES' }],
    ['names a line of the same direction', [toLine('id:2')], { ...debit, direction: 'credit' as const }],
    ['names a larger line', [toLine('id:2')], { ...debit, amount: 1100 }],
    ['must be the whole amount of the smaller line', [toLine('id:2')], { ...debit, amount: 900 }],
    ['must be the whole amount of the smaller line', [toLine('id:2', 900)], debit],
    ['must be alone, or with categories that take the rest', [toLine('id:2', 900)], { ...debit, amount: 900 }],
    ['must be alone, or with categories that take the rest', [toLine('id:2'), toCategory(-10)], debit],
    [
      'must be the first allocation of both lines',
      [toLine('id:2')],
      accountLine({ key: 'id:2', direction: 'debit', allocations: [toCategory(1000)] }),
    ],
  ] as const)('are refused: %s', (problem, allocations, other) => {
    const [issue] = issuesOf(allocate(allocations, { found: targets({ lines: [other] }) }))
    expect(issue).toMatch(new RegExp(`^allocations\\.0 ${problem}`))
  })
})

it('allocateLine: lines that both have an allocation do not cancel out', () => {
  const line = accountLine({ allocations: [toCategory(1000)] })
  const other = accountLine({ key: 'id:2', direction: 'debit', allocations: [toCategory(1000)] })
  expect(issuesOf(allocate([toLine('id:2')], { line, found: targets({ lines: [other] }) }))).toEqual([
    'allocations.0 must be the first allocation of both lines; undo their other allocations first',
  ])
})

describe('allocateLine: allocations are refused', () => {
  it('all at once, each at its place', () => {
    const reversed = bill({ status: 'reversed' })
    const foreign = bill({ currency: 'KES' })
    const good = bill({ amount: 10 })
    const candidates = targets({
      payments: [reversed, foreign, good],
      refunds: [refund({ currency: 'KES', status: 'succeeded' })],
    })
    const unknown = { to: 'payment', paymentId: 'pay_none', amount: 1 } as const
    const allocations = [
      unknown,
      toPayment(reversed, 1),
      toPayment(foreign, 1),
      toPayment(good, 1),
      toPayment(good, 2),
      toRefund(1),
      toRefund(1, 'ref_none'),
      toCategory(-5),
      toCategory(-6),
    ]
    expect(issuesOf(allocate(allocations, { found: candidates }))).toEqual([
      'allocations must add up to more than 0',
      'allocations.0 names a payment that does not exist',
      'allocations.1 names a payment that was reversed',
      'allocations.2 names a payment of another currency',
      'allocations.4 has the same target as another allocation',
      'allocations.5 names a refund of another currency',
      'allocations.6 names a refund that does not exist',
      'allocations.8 has the same target as another allocation',
    ])
  })

  it.each([[[]], [[toCategory(-1)]]])('with a sum of 0 or less: %j', (allocations) => {
    expect(issuesOf(allocate(allocations))).toContain('allocations must add up to more than 0')
  })

  it('with a sum that would confirm a bill with money that never came', () => {
    const payment = bill({ amount: 500 })
    const decision = allocate([toPayment(payment), toCategory(-500)], { found: targets({ payments: [payment] }) })
    expect(issuesOf(decision)).toEqual(['allocations must add up to more than 0'])
  })

  it('beyond 5,000 on a line', () => {
    const many = Array.from({ length: maxAllocations }, (_, i) => toCategory(1, `c${i}`))
    const line = accountLine({ amount: 10_000 })
    const full = written(allocate(many, { line })).lines[0].line
    expect(full.allocations).toHaveLength(5000)
    expect(issuesOf(allocate([toCategory(1, 'more')], { line: full }))).toEqual([
      'allocations must be at most 5000 on one line, earlier ones included',
    ])
    expect(issuesOf(allocate([...many, toCategory(1, 'more')], { line }))).toHaveLength(1)
  })

  it('with a time that cannot be true of the payment', () => {
    const payment = bill()
    const line = accountLine({ bookedAt: '2019-03-12T10:00:00.000Z' })
    expect(issuesOf(allocate([toPayment(payment)], { line, found: targets({ payments: [payment] }) }))).toEqual([
      'allocations.0 cannot be used: bookedAt is more than 366 days before the payment was created',
    ])
    // Less than is open confirms nothing, and so needs no time.
    written(allocate([toPayment(payment, 10)], { line, found: targets({ payments: [payment] }) }))
  })

  it('with more than the payment or the line has open', () => {
    const payment = bill({ amount: 1000, amountReconciled: 600 })
    const candidates = targets({ payments: [payment] })
    const error = refused(allocate([toPayment(payment, 500), toCategory(600)], { found: candidates }))
    expect(error.code).toBe('allocation_exceeds')
    expect(error.details).toEqual({
      exceeded: [
        { path: 'allocations.0', open: 400, asked: '500' },
        { path: 'allocations', open: 1000, asked: '1100' },
      ],
    })
    const settled = accountLine({ allocations: [toCategory(1000)] })
    expect(refused(allocate([toCategory(1)], { line: settled })).code).toBe('allocation_exceeds')
  })
})

describe('allocateLine: a call that was made before', () => {
  const payment = bill()
  const allocations = [toPayment(payment, 600), toCategory(10)]
  const { lines } = written(allocate(allocations, { found: targets({ payments: [payment] }) }))
  const [{ line }] = lines
  const lastEvent = eventOf(lines[0])

  it('returns the line, though the caller names the version before', () => {
    expect(allocate(allocations, { line, lastEvent, expectedVersion: 1, reason: 'again' })).toEqual({ unchanged: line })
    expect(allocate([...allocations].reverse(), { line, lastEvent, expectedVersion: 1 })).toEqual({ unchanged: line })
  })

  it.each([
    ['other allocations', [toPayment(payment, 500)], 1, line, lastEvent],
    ['another amount', [toPayment(payment, 601), toCategory(10)], 1, line, lastEvent],
    ['fewer allocations', [toPayment(payment, 600)], 1, line, lastEvent],
    ['more allocations', [...allocations, toCategory(5, 'surplus')], 1, line, lastEvent],
    ['an older version', allocations, 0, line, lastEvent],
    ['another event', allocations, 1, line, { ...lastEvent, type: 'line.held' as const }],
    ['a change since', allocations, 1, { ...line, version: 3 }, lastEvent],
  ])('is another call with %s: the clerk gets the line as it is', (_, repeated, expectedVersion, stored, event) => {
    const error = refused(allocate(repeated, { line: stored, lastEvent: event, expectedVersion }))
    expect(error.code).toBe('line_changed')
  })

  it('adds the same allocations once more on the version that it made', () => {
    const { line: twice } = written(allocate([toCategory(10)], { line, lastEvent, expectedVersion: 2 })).lines[0]
    expect(twice.allocated).toBe(620)
  })
})

it('allocateLine: refusals come in order: the line, its version, the allocations, the open money', () => {
  const wrong = [{ to: 'payment', paymentId: 'pay_none', amount: 5000 } as const]
  expect(refused(allocate(wrong, { line: null })).code).toBe('line_not_found')
  expect(refused(allocate(wrong, { expectedVersion: 9 })).code).toBe('line_changed')
  expect(refused(allocate(wrong)).code).toBe('invalid_request')
  expect(refused(allocate([toCategory(5000)])).code).toBe('allocation_exceeds')
})

it('allocateLine: a held line is allocated, and stays held', () => {
  const { line } = written(allocate([toCategory(1000)], { line: { ...accountLine(), held: true } })).lines[0]
  expect([line.status, line.held, line.updatedAt]).toEqual(['settled', true, now])
})

describe('allocateLine: the allocations of a call', () => {
  /**
   * Counts how often the kind of an allocation is read while so many bills are paid, of each of which an insurer keeps a
   * tenth.
   */
  function looksAtShares(bills: number): number {
    const payments = Array.from({ length: bills }, (_, n) => bill({ id: `pay_${n}`, reference: `INV-${n}` }))
    const line = accountLine({ amount: bills * 900 })
    let looks = 0
    const allocations = payments.flatMap((payment): Allocation[] => [
      toPayment(payment),
      { to: 'category', category: 'insurer', amount: -100, paymentId: payment.id },
    ])
    const counted = allocations.map((allocation) =>
      Object.defineProperty({ ...allocation }, 'to', { get: () => (looks++, allocation.to) }),
    )
    written(allocate(counted, { line, found: targets({ payments }) }))
    return looks
  }

  it('are read equally often each, however many there are', () => {
    expect(looksAtShares(200)).toBe(4 * looksAtShares(50))
  })
})
