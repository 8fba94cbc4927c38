import assert from 'node:assert/strict'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Payment } from '../../../src/domain/payments/payment.js'
import type { Allocation } from '../../../src/domain/reconciliation/account-line.js'
import { withoutBy } from '../../../src/domain/reconciliation/account-line.js'
import type { StatementLine } from '../../../src/domain/reconciliation/statement-line.js'
import { paymentFixture } from '../../../src/testing/fixtures.js'
import { deepFrozen } from '../../support/frozen.js'
import { Desk } from './support/desk.js'
import { stated, statedOf, valueDate } from './support/lines.js'
import { examples, isShort } from '../../support/rounds.js'

const amounts = [400, 600, 990, 1000, 1200, 2000]
const keys = ['a', 'b', 'c', 'd', 'e']
const references = ['INV-1', 'INV-2']
/** The references of refunds, as lines name them. */
const payoutReferences = ['R2ABC', 'INV-1']
const refundIds = ['ref_1', 'ref_2', 'ref_3', 'ref_4', 'ref_5', 'ref_6']

/** Makes payments, every third in another currency or reference; ids are names, so that a failing run can be read. */
const paymentsOf = (policy: 'allow' | 'one-live'): Payment[] =>
  (['pending', 'expired', 'failed', 'succeeded', 'pending', 'expired'] as const).map((status, i) =>
    deepFrozen(
      paymentFixture({
        id: `pay_${i}`,
        status,
        amount: [1000, 1000, 600, 1000, 400, 2000][i]!,
        currency: i === 5 ? 'KES' : 'ETB',
        reference: policy === 'one-live' && status === 'succeeded' ? 'INV-9' : references[i % 2]!,
        channel: 'bank',
        createdAt: '2026-11-01T08:00:00.000Z',
        ...(policy === 'one-live' && i === 4 && { reference: 'INV-2' }),
      }),
    ),
  )

const pick = <One>(...all: readonly One[]) => fc.constantFrom(...all)

const statementLine: fc.Arbitrary<StatementLine> = fc
  .record({
    direction: pick('credit', 'credit', 'debit' as const),
    amount: pick(...amounts),
    currency: pick('ETB', 'ETB', 'ETB', 'KES'),
    day: pick(valueDate, '2026-11-18'),
    reference: fc.option(pick(...references, 'R2ABC'), { nil: undefined }),
    receipt: fc.option(pick('TX-1', 'TX-2'), { nil: undefined }),
  })
  .map(({ day, receipt, reference, ...line }) =>
    stated({
      ...(line as Partial<StatementLine>),
      valueDate: day,
      ...(reference !== undefined && { reference }),
      ...(receipt !== undefined && { providerTransactionId: receipt }),
    }),
  )

/** Amounts that fit are likelier than those that do not. */
const allocation: fc.Arbitrary<Allocation> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      to: fc.constant('payment' as const),
      paymentId: pick('pay_0', 'pay_1', 'pay_2', 'pay_3', 'pay_4', 'pay_5'),
      amount: pick(...amounts),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      to: fc.constant('category' as const),
      category: pick('bank_fee', 'surplus'),
      amount: pick(-10, -400, 200, 10, 1000, 990),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ to: fc.constant('line' as const), lineKey: pick(...keys), amount: pick(1000, 400) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      to: fc.constant('refund' as const),
      refundId: pick(...refundIds),
      amount: pick(1000, 400),
    }),
  },
)

type Command =
  | { kind: 'run'; key: string; line: StatementLine; category: string | null; account: string }
  | { kind: 'allocate'; key: string; allocations: Allocation[]; stale: number }
  | {
      kind: 'unallocate'
      key: string
      payments: 'reverse' | 'keep' | undefined
      stale: number
      allocations: number[] | undefined
    }
  | { kind: 'hold' | 'release' | 'assign'; key: string; assignee: string | null }
  | { kind: 'fit'; key: string; to: 'payment' | 'line' | 'refund' }
  | { kind: 'reverse'; id: string }
  | { kind: 'refund'; of: string; amount: number; reference: string | undefined; needsApproval: boolean }
  | { kind: 'decide'; id: string; verb: 'approve' | 'reject' | 'cancel' | 'fail' | 'confirm' }
  | { kind: 'close' | 'reopen' }

const key = pick(...keys)
const stale = pick(0, 0, 0, 1)
const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('fit' as const),
      key,
      to: pick<'payment' | 'line' | 'refund'>('payment', 'line', 'line', 'refund'),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('run' as const),
      key,
      line: statementLine,
      category: fc.option(fc.constant('charges')),
      account: pick('bank', 'till'),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('allocate' as const),
      key,
      allocations: fc.array(allocation, { minLength: 1, maxLength: 3 }),
      stale,
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('unallocate' as const),
      key,
      payments: pick('reverse' as const, 'keep' as const, undefined),
      stale,
      allocations: pick<number[] | undefined>(undefined, undefined, [0], [1], [0, 2]),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: pick('hold' as const, 'release' as const, 'assign' as const),
      key,
      assignee: pick('amina', null),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('refund' as const),
      of: pick('pay_0', 'pay_1', 'pay_3', 'pay_3', 'pay_5', ...keys),
      amount: pick(400, 400, 600, 1000),
      reference: fc.option(pick(...payoutReferences), { nil: undefined }),
      needsApproval: fc.boolean(),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('decide' as const),
      id: pick(...refundIds),
      verb: pick<'approve' | 'reject' | 'cancel' | 'fail' | 'confirm'>(
        'approve',
        'approve',
        'reject',
        'cancel',
        'fail',
        'confirm',
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('reverse' as const), id: pick('pay_0', 'pay_3', 'pay_4') }) },
  { weight: 1, arbitrary: fc.record({ kind: pick('close' as const, 'reopen' as const) }) },
)

/** Returns allocations that the desk has to accept, where there are any: drawn by chance alone, few would fit. */
function fitting(desk: Desk, key: string, to: 'payment' | 'line' | 'refund'): Allocation[] {
  const line = desk.lines.get(key)
  if (!line) return []
  const open = line.amount - line.allocated
  const { currency, direction } = line
  if (to === 'line') {
    const other = [...desk.lines.values()].find(
      (one) =>
        one.currency === currency && one.direction !== direction && one.amount === line.amount && one.allocated === 0,
    )
    return other ? [{ to, lineKey: other.key, amount: line.amount }] : []
  }
  if (to === 'refund') {
    const refund = [...desk.refunds.values()].find(({ status, amount, amountReconciled, lineKey }) => {
      if (amount > open || lineKey === key) return false
      if (direction === 'credit') return status === 'succeeded'
      return (status === 'pending' || status === 'succeeded') && amountReconciled === 0
    })
    return refund ? [{ to, refundId: refund.id, amount: refund.amount }] : []
  }
  const payment = [...desk.payments.values()].find((one) => {
    if (one.currency !== currency || one.status === 'reversed') return false
    const openMoney = direction === 'credit' ? one.amount - one.amountReconciled : one.amount
    return openMoney > 0 && openMoney <= open && (direction === 'credit' || one.status === 'succeeded')
  })
  if (!payment) return []
  const amount = direction === 'credit' ? payment.amount - payment.amountReconciled : payment.amount
  return [{ to, paymentId: payment.id, amount }]
}

/** Makes a desk with two lines that may cancel out. */
function deskOf(policy: 'allow' | 'one-live'): Desk {
  const desk = new Desk(paymentsOf(policy), policy)
  desk.createRefund('pay_3', { amount: 400, needsApproval: false })
  desk.run('d', 'bank', stated(), null)
  desk.run('e', 'till', stated({ direction: 'debit', valueDate: '2026-11-18' }), null)
  return desk
}

function perform(desk: Desk, one: Command): void {
  switch (one.kind) {
    case 'run':
      // What a statement says of a line never changes.
      return desk.run(
        one.key,
        desk.lines.get(one.key)?.account ?? one.account,
        desk.lines.has(one.key) ? statedOf(desk.lines.get(one.key)!) : one.line,
        one.category,
      )
    case 'allocate':
      return void desk.allocate(one.key, one.allocations, one.stale)
    case 'fit':
      return void desk.allocate(one.key, fitting(desk, one.key, one.to))
    case 'unallocate':
      return void desk.unallocate(one.key, one.payments, one.stale, one.allocations)
    case 'reverse':
      return desk.reverse(one.id)
    case 'refund':
      return desk.createRefund(one.of, {
        amount: one.amount,
        needsApproval: one.needsApproval,
        ...(one.reference !== undefined && { reference: one.reference }),
      })
    case 'decide':
      return desk.decideRefund(one.id, one.verb)
    case 'close':
      return void desk.closedDays.add(`bank ${valueDate}`)
    case 'reopen':
      return desk.closedDays.clear()
    default:
      return void desk.mark(one.key, one.kind, one.assignee)
  }
}

/** Checks the desk with `assert`, which costs a tenth of `expect`: half a million values are compared. */
function checkDesk(desk: Desk): void {
  for (const { day, moved, payment, refund, category, line, open } of desk.ledger.days()) {
    assert.deepEqual([day, moved - (payment + refund + category + line + open)], [day, 0n])
  }
  const proved = new Map<string, bigint>()
  for (const line of desk.lines.values()) {
    const events = desk.ledger.eventsOf(line.key)
    assert.deepEqual(
      events.map(({ version }) => version),
      events.map((_, i) => i + 1),
    )
    assert.equal(line.version, events.length)
    const fromEvents = [...desk.ledger.allocationsOf(line.key)].filter(([, amount]) => amount !== 0n)
    const sums = new Map<string, bigint>()
    for (const { amount, ...target } of line.allocations.map(withoutBy)) {
      const name = JSON.stringify(target)
      sums.set(name, (sums.get(name) ?? 0n) + BigInt(amount))
      if (target.to === 'payment' && line.direction === 'credit')
        proved.set(target.paymentId, (proved.get(target.paymentId) ?? 0n) + BigInt(amount))
    }
    assert.deepEqual([...sums].filter(([, amount]) => amount !== 0n).sort(), fromEvents.sort())
    const allocated = [...sums.values()].reduce((sum, amount) => sum + amount, 0n)
    assert.equal(BigInt(line.allocated), allocated)
    assert.ok(line.allocated >= 0)
    assert.ok(line.allocated <= line.amount)
    assert.equal(line.status === 'settled', line.allocated === line.amount)
    for (const one of line.allocations) {
      if (one.to !== 'line') continue
      expect(desk.lines.get(one.lineKey)!.allocations).toMatchObject([
        { to: 'line', lineKey: line.key, amount: one.amount },
      ])
    }
  }
  for (const { id, amount, amountReconciled, status, providerTransactionId } of desk.payments.values()) {
    assert.deepEqual([id, BigInt(amountReconciled)], [id, proved.get(id) ?? 0n])
    assert.ok(amountReconciled <= amount)
    if (status !== 'succeeded') assert.equal(providerTransactionId, undefined)
  }
}

/** Checks the returned money by refunds and lines alone: never more than came, and each in its place. */
function checkRefunds(desk: Desk): void {
  const refunds = [...desk.refunds.values()]
  const lines = [...desk.lines.values()]
  const sumOf = (of: string, ...statuses: string[]) =>
    refunds
      .filter(({ paymentId, status }) => paymentId === of && statuses.includes(status))
      .reduce((sum, { amount }) => sum + amount, 0)
  for (const { id, amount, amountRefundPending, amountRefunded } of desk.payments.values()) {
    assert.deepEqual(
      [id, amountRefundPending, amountRefunded],
      [id, sumOf(id, 'requested', 'pending'), sumOf(id, 'succeeded')],
    )
    assert.ok(amountRefundPending + amountRefunded <= amount)
  }
  for (const { id, amount, amountReconciled, lineKey, status, paidAt } of refunds) {
    const allocations = lines.flatMap((line) =>
      line.allocations.flatMap((one) =>
        one.to === 'refund' && one.refundId === id ? [{ line, amount: one.amount }] : [],
      ),
    )
    for (const allocation of allocations) assert.equal(allocation.amount, amount)
    const debits = allocations.filter(({ line }) => line.direction === 'debit')
    assert.deepEqual([id, amountReconciled], [id, debits.length * amount])
    const kept = allocations.filter(({ line }) => line.key === lineKey)
    const isKept = lineKey !== null && (status === 'pending' || status === 'succeeded')
    assert.deepEqual([id, status, kept.length], [id, status, isKept ? 1 : 0])
    if (status === 'succeeded') assert.notEqual(paidAt, null)
    if (status === 'pending') assert.equal(paidAt, null)
  }
}

describe('allocateLine and unallocateLine: after every decision, of rules and of people, in whatever order,', () => {
  it.each(['allow', 'one-live'] as const)(
    'money that moved is allocated or open, and payments have the money that lines proved (%s)',
    (policy) => {
      const seen = new Set<string>()
      fc.assert(
        fc.property(fc.array(command, { minLength: 5, maxLength: 40 }), (commands) => {
          const desk = deskOf(policy)
          for (const one of commands) {
            perform(desk, one)
            checkDesk(desk)
            checkRefunds(desk)
          }
          for (const { key } of desk.lines.values()) {
            for (const { type, allocations } of desk.ledger.eventsOf(key)) {
              for (const { to } of allocations) seen.add(`${type} to a ${to}`)
            }
          }
        }),
        { numRuns: examples(400) },
      )
      if (isShort) return
      // None of what counts is left out by chance.
      const always = ['payment', 'category', 'line', 'refund'].flatMap((to) =>
        ['allocated', 'unallocated'].map((change) => `line.${change} to a ${to}`),
      )
      expect([...seen]).toEqual(expect.arrayContaining([...always, 'line.imported to a payment']))
    },
  )

  it('undoing every line leaves nothing proved and all money open', () => {
    fc.assert(
      fc.property(fc.array(command, { minLength: 5, maxLength: 40 }), (commands) => {
        const desk = deskOf('allow')
        for (const one of commands) perform(desk, one)
        desk.closedDays.clear()
        // A refund of a line keeps the line's money for itself.
        for (const { id, lineKey } of desk.refunds.values()) {
          if (lineKey === null) continue
          desk.decideRefund(id, 'cancel')
          desk.decideRefund(id, 'fail')
        }
        for (const { key } of desk.lines.values()) desk.unallocate(key, 'keep')
        checkDesk(desk)
        for (const line of desk.lines.values()) expect([line.status, line.allocations]).toEqual(['open', []])
        checkRefunds(desk)
        for (const { amountReconciled } of desk.payments.values()) expect(amountReconciled).toBe(0)
        for (const { amountReconciled } of desk.refunds.values()) expect(amountReconciled).toBe(0)
        for (const { moved, open } of desk.ledger.days()) expect(open).toBe(moved)
      }),
      { numRuns: examples(100) },
    )
  })
})
