import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  amountDue,
  amountGivenBackUnproved,
  amountKeptUnpaid,
  amountRefundable,
  givenBackMoves,
  isGivenBackUnpaid,
  type LineOfChange,
} from '../../../src/domain/payments/money-of-lines.js'
import type { Payment, PaymentStatus } from '../../../src/domain/payments/payment.js'
import { nextVersion } from '../../../src/domain/payments/state-change.js'
import { paymentFixture } from '../../../src/testing/fixtures.js'
import { deepFrozen } from '../../support/frozen.js'
import { examples } from '../../support/rounds.js'

const now = '2026-11-20T09:00:00.000Z'

function bill(overrides: Partial<Payment> = {}): Payment {
  return deepFrozen(paymentFixture({ amount: 1000, ...overrides }))
}

/** The contract of one payment, written word by word, independent of how it is stored. */
class Reference {
  status: PaymentStatus = 'pending'
  proved = new Map<string, number>()
  writtenOff = new Map<string, number>()
  refunds: number[] = []
  returned = true
  entries: { line: string; a: number; g: number }[] = []

  constructor(readonly amount: number) {}

  sum = (of: Iterable<number>) => [...of].reduce((total, one) => total + one, 0)
  came = () => this.sum(this.proved.values())
  undone = () => this.sum(this.entries.map(({ a }) => a))
  noted = () => this.sum(this.entries.map(({ g }) => g))
  written = () => this.sum(this.writtenOff.values())
  due = () =>
    (this.status === 'expired' || this.status === 'failed' ? this.came() + this.undone() : this.amount) - this.written()
  given = () => (this.status === 'reversed' && this.returned ? this.due() : this.sum(this.refunds))
  refundable = () =>
    ['succeeded', 'expired', 'failed'].includes(this.status)
      ? this.due() - this.sum(this.refunds) - (this.undone() - this.noted())
      : 0
  of = (line: string, key: 'a' | 'g') =>
    this.sum(this.entries.filter((one) => one.line === line).map((one) => one[key]))

  keep(undo: { line: string; a: number; g: number } | null = null): void {
    let by = Math.min(this.undone(), Math.max(0, this.given() - (this.due() - this.undone()))) - this.noted()
    const growing = [...(undo ? [undo] : []), ...this.entries]
    for (const entry of growing) {
      const more = by > 0 ? Math.min(by, entry.a - entry.g) : 0
      entry.g += more
      by -= more
    }
    for (const entry of [...this.entries].reverse()) {
      const less = by < 0 ? Math.min(-by, entry.g) : 0
      entry.g -= less
      by += less
    }
  }

  allocate(line: string, amount: number, rest: number): void {
    let left = amount
    for (const entry of [...this.entries.filter((one) => one.line === line), ...this.entries]) {
      const shorter = Math.min(left, entry.a)
      entry.a -= shorter
      entry.g = Math.min(entry.g, entry.a)
      left -= shorter
    }
    this.entries = this.entries.filter(({ a }) => a > 0)
    this.proved.set(line, (this.proved.get(line) ?? 0) + amount)
    this.writtenOff.set(line, (this.writtenOff.get(line) ?? 0) + rest)
    if (this.came() === this.amount) this.status = this.status === 'reversed' ? 'reversed' : 'succeeded'
    this.keep()
  }

  undo(line: string, isOtherwise: boolean): void {
    const entry = { line, a: this.proved.get(line)!, g: 0 }
    const isNoted = this.status !== 'pending' && !isOtherwise
    this.proved.delete(line)
    this.writtenOff.delete(line)
    if (isNoted) this.entries.push(entry)
    this.keep(isNoted ? entry : null)
  }
}

type Step =
  | { kind: 'allocate'; line: string; amount: number; rest: number }
  | { kind: 'undo'; line: string; otherwise: boolean; reverse: boolean }
  | { kind: 'refund' | 'return'; amount: number }
  | { kind: 'reverse'; returned: boolean }
  | { kind: 'cancel' | 'fail' | 'confirm' }

const line = fc.constantFrom('a', 'b', 'c')
const amount = fc.constantFrom(1, 100, 250, 400, 500, 1000)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('allocate' as const),
      line,
      amount,
      rest: fc.constantFrom(0, 0, 0, 50, 200),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('undo' as const),
      line,
      otherwise: fc.constantFrom(false, false, false, true),
      reverse: fc.constantFrom(false, false, false, false, true),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('refund' as const, 'return' as const), amount }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('reverse' as const), returned: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom('cancel' as const, 'fail' as const, 'confirm' as const) }),
  },
)

/** One payment as the library changes it, beside the reference; a step that the library refuses elsewhere is left out. */
class Both {
  readonly reference = new Reference(1000)
  payment = bill()
  readonly lines = new Map<string, number>()

  private next(changes: Partial<Payment>, ofLine?: LineOfChange): void {
    const next = deepFrozen(nextVersion(this.payment, now, changes, ofLine))
    for (const [key, by] of givenBackMoves(this.payment, next)) this.lines.set(key, (this.lines.get(key) ?? 0) + by)
    this.payment = next
  }

  take(one: Step): void {
    const { reference, payment } = this
    const { status, amountReconciled, amountRefunded } = payment
    switch (one.kind) {
      case 'allocate': {
        const amount = Math.min(one.amount, payment.amount - amountReconciled)
        const rest = Math.min(one.rest, amount - 1)
        const isOverGiven = status === 'succeeded' && amountRefunded > amountDue(payment) - rest
        if (amount < 1 || status === 'reversed' || isGivenBackUnpaid(payment) || isOverGiven) return
        reference.allocate(one.line, amount, rest)
        const isPaid = amountReconciled + amount === payment.amount
        const changes = { amountReconciled: amountReconciled + amount, ...(isPaid && { status: 'succeeded' as const }) }
        return this.next(changes, { lineKey: one.line, writtenOff: rest })
      }
      case 'undo': {
        const proved = reference.proved.get(one.line)
        if (proved === undefined) return
        const isReversal = one.reverse && status === 'succeeded' && amountRefunded === 0
        const isPaidOtherwise = one.otherwise && !isReversal && (status === 'succeeded' || status === 'reversed')
        if (isReversal) Object.assign(reference, { status: 'reversed', returned: false })
        // The contract undoes and reverses in one write; what stood before was not pending either way.
        reference.undo(one.line, isPaidOtherwise)
        const reversed = isReversal ? ({ status: 'reversed', moneyReturned: false } as const) : {}
        const changes = { amountReconciled: amountReconciled - proved, ...reversed }
        return this.next(changes, { lineKey: one.line, isPaidOtherwise })
      }
      case 'refund': {
        const amount = Math.min(one.amount, amountRefundable(payment))
        if (amount < 1) return
        reference.refunds.push(amount)
        reference.keep()
        return this.next({ amountRefunded: amountRefunded + amount })
      }
      case 'return': {
        const back = reference.refunds.pop()
        if (back === undefined) return
        reference.keep()
        return this.next({ amountRefunded: amountRefunded - back })
      }
      case 'reverse': {
        if (status !== 'succeeded' || amountRefunded > 0) return
        Object.assign(reference, { status: 'reversed', returned: one.returned })
        reference.keep()
        return this.next({ status: 'reversed', ...(!one.returned && { moneyReturned: false }) })
      }
      case 'confirm': {
        if (status === 'succeeded' || status === 'reversed' || isGivenBackUnpaid(payment)) return
        reference.status = 'succeeded'
        reference.keep()
        return this.next({ status: 'succeeded' })
      }
      default: {
        if (status !== 'pending') return
        const ended = one.kind === 'fail' ? 'failed' : 'expired'
        reference.status = ended
        reference.keep()
        return this.next({ status: ended })
      }
    }
  }
}

describe('nextVersion: the lines of a payment', () => {
  it('are remembered as the contract says, after every change in whatever order', () => {
    const seen = { undone: 0, noted: 0, shared: 0 }
    fc.assert(
      fc.property(fc.array(step, { minLength: 4, maxLength: 40 }), (steps) => {
        const both = new Both()
        for (const one of steps) {
          both.take(one)
          const { payment, reference } = both
          const { undoneAllocations = [] } = payment
          for (const key of ['a', 'b', 'c']) {
            const undoneOfLine = undoneAllocations.filter(({ lineKey }) => lineKey === key)
            const [amount, givenBack] = [
              reference.sum(undoneOfLine.map((e) => e.amount)),
              reference.sum(undoneOfLine.map((e) => e.givenBack)),
            ]
            expect([key, amount, givenBack]).toEqual([key, reference.of(key, 'a'), reference.of(key, 'g')])
            expect(both.lines.get(key) ?? 0).toBe(givenBack)
          }
          expect(payment.amountWrittenOff).toBe(reference.written())
          expect(amountRefundable(payment)).toBe(Math.max(0, reference.refundable()))
          expect(payment.amountRefunded).toBeLessThanOrEqual(amountDue(payment))
          expect('undoneAllocations' in payment).toBe(undoneAllocations.length > 0)
          seen.undone += Number(undoneAllocations.length > 0)
          seen.noted += Number(undoneAllocations.some(({ givenBack }) => givenBack > 0))
          seen.shared += Number(undoneAllocations.filter(({ givenBack }) => givenBack > 0).length > 1)
        }
      }),
      { numRuns: examples(3000) },
    )
    expect(Object.values(seen).every((count) => count > examples(50))).toBe(true)
  })

  it('return all the money that came by them, and no more, whichever hands give it back', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            {
              weight: 2,
              arbitrary: fc.record({ kind: fc.constant('allocate' as const), line, amount, rest: fc.constant(0) }),
            },
            {
              weight: 3,
              arbitrary: fc.record({
                kind: fc.constant('undo' as const),
                line,
                otherwise: fc.constant(false),
                reverse: fc.constant(false),
              }),
            },
            {
              weight: 3,
              arbitrary: fc.record({ kind: fc.constantFrom('refund' as const, 'return' as const), amount }),
            },
            { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const) }) },
          ),
          { maxLength: 40 },
        ),
        (steps) => {
          const both = new Both()
          for (const one of steps) {
            both.take(one)
            const { payment, reference } = both
            // Each line has 1,000, of which it gives back what is open and was not given back.
            const ofLines = ['a', 'b', 'c'].map(
              (key) => 1000 - (reference.proved.get(key) ?? 0) - (both.lines.get(key) ?? 0),
            )
            const hasPart = payment.status === 'pending'
            const inPayment = hasPart ? payment.amountReconciled : amountRefundable(payment)
            expect(reference.sum(ofLines) + inPayment + payment.amountRefunded).toBe(3000)
          }
        },
      ),
      { numRuns: examples(2000) },
    )
  })

  it('are needed where a change of the proved amount has none', () => {
    expect(() => nextVersion(bill(), now, { amountReconciled: 5 })).toThrow(RangeError)
  })

  it('are kept as one part of a line that is undone again and again', () => {
    let payment = bill({ status: 'succeeded', amountReconciled: 1000 })
    payment = nextVersion(payment, now, { amountReconciled: 0 }, { lineKey: 'a' })
    for (let i = 0; i < 5; i++) {
      payment = nextVersion(payment, now, { amountReconciled: 1 }, { lineKey: 'a' })
      payment = nextVersion(payment, now, { amountReconciled: 0 }, { lineKey: 'a' })
    }
    expect(payment.undoneAllocations).toEqual([{ lineKey: 'a', amount: 1000, givenBack: 0 }])
  })
})

describe('amountGivenBackUnproved and amountKeptUnpaid', () => {
  it('count money that was given back and is no longer proved, once an allocation was undone', () => {
    const refunded = bill({ status: 'succeeded', amountReconciled: 1000, amountRefunded: 300 })
    expect(amountGivenBackUnproved({ ...refunded, amountReconciled: 0 })).toBe(0)
    const undone = nextVersion(refunded, now, { amountReconciled: 0 }, { lineKey: 'a' })
    expect(amountGivenBackUnproved(undone)).toBe(300)
    const anew = nextVersion(undone, now, { amountReconciled: 200 }, { lineKey: 'b' })
    expect(amountGivenBackUnproved(anew)).toBe(100)
    expect(amountGivenBackUnproved(nextVersion(anew, now, { amountReconciled: 1000 }, { lineKey: 'b' }))).toBe(0)
  })

  it('count money for payments that were not paid, less refunds', () => {
    const money = { amountReconciled: 400, amountRefundPending: 100, amountRefunded: 50 }
    expect(amountKeptUnpaid(bill({ status: 'expired', ...money }))).toBe(250)
    expect(amountKeptUnpaid(bill({ status: 'failed', ...money, amountWrittenOff: 50 }))).toBe(200)
    for (const status of ['pending', 'succeeded', 'reversed'] as const) {
      expect(amountKeptUnpaid(bill({ status, ...money }))).toBe(0)
    }
  })
})
