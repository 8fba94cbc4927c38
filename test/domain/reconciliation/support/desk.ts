/** Lines and payments in memory, and every decision about them stored as a storage would: all of it or nothing. */
import { expect } from 'vitest'
import type { Evidence } from '../../../../src/domain/payments/event.js'
import { givenBackMoves } from '../../../../src/domain/payments/money-of-lines.js'
import type { Payment } from '../../../../src/domain/payments/payment.js'
import { liveReference, type ReferencePolicy } from '../../../../src/domain/payments/reference-policy.js'
import type { StateChange } from '../../../../src/domain/payments/state-change.js'
import { canTransition, reverse } from '../../../../src/domain/payments/transitions.js'
import { createRefund, draftRefund } from '../../../../src/domain/refunds/create-refund.js'
import {
  approveRefund,
  cancelRefund,
  confirmRefund,
  failRefund,
  rejectRefund,
} from '../../../../src/domain/refunds/decide-refund.js'
import type { Refund } from '../../../../src/domain/refunds/refund.js'
import {
  isTorn,
  type RefundChange,
  type RefundNow,
  type RefundOrigin,
  type RefundWrite,
} from '../../../../src/domain/refunds/refund-change.js'
import { canChangeRefund } from '../../../../src/domain/refunds/transitions.js'
import type { PaymentError } from '../../../../src/errors.js'
import { allocateLine, type HandContext } from '../../../../src/domain/reconciliation/allocate-line.js'
import {
  type AccountLine,
  canChangeLine,
  type LineChange,
  type Allocation,
} from '../../../../src/domain/reconciliation/account-line.js'
import type { LineDecision, LineWrite } from '../../../../src/domain/reconciliation/line-decision.js'
import {
  decideAgain,
  importLine,
  isUnsettled,
  refundPaid,
  rulingOf,
  setAside,
} from '../../../../src/domain/reconciliation/line-rules.js'
import { assignLine, holdLine, releaseLine } from '../../../../src/domain/reconciliation/mark-line.js'
import { matchLine } from '../../../../src/domain/reconciliation/matching.js'
import { meaningOf } from '../../../../src/domain/reconciliation/refund-matching.js'
import type { StatementLine } from '../../../../src/domain/reconciliation/statement-line.js'
import { allocationsAt } from '../../../../src/domain/reconciliation/versions-of-allocations.js'
import { unallocateLine } from '../../../../src/domain/reconciliation/unallocate-line.js'
import { deepFrozen } from '../../../support/frozen.js'
import { Ledger } from './ledger.js'
import { eventOf, lineContext, targets } from './lines.js'

function demand(condition: boolean, what: string): void {
  if (!condition) throw new Error(`broken: ${what}`)
}

export class Desk {
  readonly lines = new Map<string, AccountLine>()
  readonly ledger = new Ledger()
  readonly payments: Map<string, Payment>
  readonly refunds = new Map<string, Refund>()
  private readonly payouts = new Map<string, Evidence>()
  readonly closedDays = new Set<string>()
  private readonly successes = new Map<string, Evidence>()

  constructor(
    payments: readonly Payment[],
    readonly policy: ReferencePolicy,
  ) {
    this.payments = new Map(payments.map((payment) => [payment.id, payment]))
    for (const { id, status, paidAt } of payments) {
      if (status !== 'succeeded') continue
      this.successes.set(id, { kind: 'confirmation', paidAt: paidAt!, providerTransactionId: null })
    }
  }

  private context({ providerTransactionId: receipt }: { providerTransactionId?: string | undefined }): HandContext {
    const all = () => [...this.payments.values()]
    return lineContext({
      policy: this.policy,
      siblingsOf: ({ id, reference }) => all().filter((other) => other.reference === reference && other.id !== id),
      isReceiptTaken: ({ id, channel }) =>
        all().some((other) => other.id !== id && other.channel === channel && other.providerTransactionId === receipt),
    })
  }

  /** Lets a run come to a line, new or stored; the category is that of a host. */
  run(key: string, account: string, line: StatementLine, category: string | null): void {
    const all = [...this.payments.values()]
    const receipt = line.providerTransactionId
    const paid = all.filter((one) => receipt !== undefined && one.providerTransactionId === receipt)
    const billed = all.filter(({ reference }) => reference === line.reference)
    const payments = paid.length > 0 ? paid : billed
    const rule = paid.length > 0 ? 'transaction_id' : payments.length > 0 ? 'reference' : null
    const named = [...this.refunds.values()].filter(({ reference }) => reference === line.reference)
    const { match, pays } = meaningOf(
      line,
      { match: matchLine(line, { rule, payments, problem: null }), rule },
      { rule: 'reference', refunds: named.map((refund) => this.nowOf(refund)) },
    )
    const matched = pays ? refundPaid(pays) : rulingOf(match)
    const ruling = isUnsettled(matched) && category !== null ? setAside(category) : matched
    const stored = this.lines.get(key)
    const context = { ...this.context(line), isReceiptTaken: () => false }
    const decision = stored
      ? decideAgain(stored, line, ruling, context)
      : importLine({ key, account, importId: 'imp_1', line }, ruling, context)
    if ('write' in decision) this.store(decision.write)
    else if ('eventless' in decision) this.lines.set(key, deepFrozen(decision.eventless))
  }

  allocate(key: string, allocations: readonly Allocation[], stale = 0): LineDecision {
    const line = this.lines.get(key) ?? null
    const lastEvent = this.ledger.eventsOf(key).at(-1) ?? null
    const candidates = targets({
      payments: [...this.payments.values()],
      refunds: [...this.refunds.values()].map((refund) => this.nowOf(refund)),
      lines: [...this.lines.values()],
    })
    const call = { key, allocations, expectedVersion: (line?.version ?? 1) - stale, reason: null }
    return this.decided(allocateLine(call, { line, lastEvent, targets: candidates }, this.context(line ?? {})))
  }

  unallocate(
    key: string,
    payments: 'reverse' | 'keep' | undefined,
    stale = 0,
    allocations: readonly number[] | undefined = undefined,
  ): LineDecision {
    const line = this.lines.get(key) ?? null
    const counter = line?.allocations.find((allocation) => allocation.to === 'line')
    const call = { key, expectedVersion: (line?.version ?? 1) - stale, reason: 'wrong bill', allocations, payments }
    const before = allocationsAt(this.ledger.eventsOf(key), call.expectedVersion)
    return this.decided(
      unallocateLine(
        call,
        {
          line,
          lastEvent: this.ledger.eventsOf(key).at(-1) ?? null,
          allocationsBefore: before.map(({ allocation }) => allocation),
          payments: this.payments,
          counterLines: counter ? [this.lines.get(counter.lineKey)!] : [],
          refundsOfLine: [...this.refunds.values()].filter(({ lineKey }) => lineKey === key),
          payouts: new Map(
            [...this.refunds.values()].map((refund) => [
              refund.id,
              { ...this.nowOf(refund), success: this.payouts.get(refund.id) ?? null },
            ]),
          ),
          successOf: (id) => this.successes.get(id) ?? null,
          isHeldByClosing: ({ account, valueDate }) => this.closedDays.has(`${account} ${valueDate}`),
        },
        { now: lineContext().now, contested: new Set() },
      ),
    )
  }

  mark(key: string, kind: 'hold' | 'release' | 'assign', assignee: string | null): LineDecision {
    const line = this.lines.get(key) ?? null
    const call = { key, expectedVersion: line?.version ?? 1, reason: null }
    const { now } = lineContext()
    if (kind === 'hold') return this.decided(holdLine(call, line, now))
    if (kind === 'release') return this.decided(releaseLine(call, line, now))
    return this.decided(assignLine({ ...call, assignee }, line, now))
  }

  /** Reverses a payment by hand, as `reversePayment` does. */
  reverse(id: string): void {
    const payment = this.payments.get(id)!
    const { amountRefundPending, amountRefunded } = payment
    const context = { now: lineContext().now, policy: this.policy, siblings: [] }
    const reversed = () => reverse(payment, { reason: 'bounced' }, context)[0]!
    if (amountRefundPending + amountRefunded > 0) expect(reversed).toThrow()
    else if (payment.status === 'succeeded') this.put(reversed())
  }

  private originOf(id: string): RefundOrigin | null {
    const [payment, line] = [this.payments.get(id), this.lines.get(id)]
    if (payment) return { payment }
    return line ? { line } : null
  }

  nowOf(refund: Refund): RefundNow {
    return { refund, origin: this.originOf(refund.paymentId ?? refund.lineKey!)! }
  }

  /** Creates a refund of a payment, or of a line. */
  createRefund(of: string, request: { amount: number; reference?: string; needsApproval: boolean }): void {
    const origin = this.originOf(of)
    if (!origin) return
    const { now } = lineContext()
    const id = `ref_${this.refunds.size + 1}`
    const { amount, reference = id, needsApproval } = request
    const draft = draftRefund({ id, amount, reason: 'duplicate', reference, requestedBy: 'amina' }, origin, now)
    this.decidedRefund(createRefund(draft, origin, () => needsApproval))
  }

  decideRefund(id: string, verb: 'approve' | 'reject' | 'cancel' | 'fail' | 'confirm'): void {
    const refund = this.refunds.get(id)
    if (!refund) return
    const current = this.nowOf(refund)
    const { now } = lineContext()
    demand(!isTorn(current), 'a refund that its payment or line does not hold')
    if (verb === 'approve') this.decidedRefund(approveRefund(current, 'dawit', now))
    else if (verb === 'reject') this.decidedRefund(rejectRefund(current, 'no', now))
    else if (verb === 'cancel') this.decidedRefund(cancelRefund(current, 'no', now))
    else if (verb === 'fail') this.decidedRefund(failRefund(current, 'no', now))
    else this.decidedRefund(confirmRefund(current, {}, now))
  }

  private decidedRefund(decision: { write: RefundWrite } | { unchanged: Refund } | { refusal: PaymentError }): void {
    if (!('write' in decision)) return
    const { change, line } = decision.write
    this.putLines(line ? [line] : [])
    this.putRefund(change)
  }

  private decided(decision: LineDecision): LineDecision {
    if ('write' in decision) this.store(decision.write)
    return decision
  }

  private putLines(lines: readonly LineChange[]): void {
    for (const change of lines) {
      const before = this.lines.get(change.line.key)
      demand(change.line.version === (before?.version ?? 0) + 1, 'a line whose version does not follow')
      demand(canChangeLine(change.type, before?.status ?? null, change.line.status), `${change.type} of such a line`)
      this.lines.set(change.line.key, deepFrozen(change.line))
      this.ledger.add(change.line, eventOf(change))
    }
  }

  private putRefund({ refund, previousStatus, evidence, payment }: RefundChange): void {
    const before = this.refunds.get(refund.id)
    demand(refund.version === (before?.version ?? 0) + 1, 'a refund whose version does not follow')
    demand(
      before?.status === refund.status || canChangeRefund(previousStatus, refund.status),
      'a status of a refund that cannot follow',
    )
    this.refunds.set(refund.id, deepFrozen(refund))
    if (refund.status === 'succeeded' && previousStatus !== 'succeeded') this.payouts.set(refund.id, evidence!)
    if (!payment) return
    demand(payment.version === this.payments.get(payment.id)!.version + 1, 'a payment whose version does not follow')
    this.putPayment(payment)
  }

  /** Stores the payment, and its change of the money of lines that was given back. */
  private putPayment(payment: Payment): void {
    for (const [key, by] of givenBackMoves(this.payments.get(payment.id)!, payment)) {
      const line = this.lines.get(key)!
      this.lines.set(key, deepFrozen({ ...line, givenBack: line.givenBack + by }))
    }
    this.payments.set(payment.id, deepFrozen(payment))
  }

  private store({ lines, payments, refunds }: LineWrite): void {
    this.putLines(lines)
    const ids = payments.map(({ payment }) => payment.id)
    demand(new Set(ids).size === ids.length, 'two changes of one payment beside those of its refunds')
    const keys = lines.map(({ line }) => line.key)
    demand(new Set(keys).size === keys.length, 'two changes of one line in one write')
    for (const change of payments) this.put(change)
    for (const change of refunds) this.putRefund(change)
    this.checkUnique()
  }

  private put(change: StateChange): void {
    const { payment, previousStatus, type, evidence } = change
    const before = this.payments.get(payment.id)!
    demand(payment.version === before.version + 1, 'a payment whose version does not follow')
    demand(before.status === previousStatus, 'a change of another payment')
    demand(
      payment.status === before.status || canTransition(before.status, payment.status),
      'a status that cannot follow',
    )
    if (type === 'payment.succeeded') this.successes.set(payment.id, evidence!)
    this.putPayment(payment)
  }

  private checkUnique(): void {
    const receipts = new Set<string>()
    const references = new Set<string>()
    for (const payment of this.payments.values()) {
      const receipt = payment.providerTransactionId && `${payment.channel} ${payment.providerTransactionId}`
      demand(!receipt || !receipts.has(receipt), 'one receipt for two payments')
      if (receipt) receipts.add(receipt)
      const reference = liveReference(payment, this.policy)
      demand(reference === null || !references.has(reference), 'two live payments of one reference')
      if (reference !== null) references.add(reference)
    }
  }
}
