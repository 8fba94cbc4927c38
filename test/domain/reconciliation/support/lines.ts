/** Lines, payments and contexts for the decisions about statement lines. */
import { expect } from 'vitest'
import type { HandContext, Targets } from '../../../../src/domain/reconciliation/allocate-line.js'
import {
  type AccountLine,
  importedLine,
  type LineChange,
  lineEvent,
  type LineEvent,
  type Allocation,
  type StoredOutcome,
} from '../../../../src/domain/reconciliation/account-line.js'
import type { LineDecision, LineWrite } from '../../../../src/domain/reconciliation/line-decision.js'
import type { StatementLine } from '../../../../src/domain/reconciliation/statement-line.js'
import type { Payment } from '../../../../src/domain/payments/payment.js'
import type { Refund } from '../../../../src/domain/refunds/refund.js'
import type { RefundNow } from '../../../../src/domain/refunds/refund-change.js'
import type { PaymentError } from '../../../../src/errors.js'
import { paymentFixture } from '../../../../src/testing/fixtures.js'
import { refundFixture } from '../../../support/finance-contract/refund-fixtures.js'
import { deepFrozen } from '../../../support/frozen.js'

export const now = '2026-11-20T09:00:00.000Z'
export const valueDate = '2026-11-19'

export function stated(overrides: Partial<StatementLine> = {}): StatementLine {
  return deepFrozen({ row: 7, direction: 'credit', amount: 1000, currency: 'ETB', valueDate, ...overrides })
}

/** Returns the line of the statement of a stored line, as it was imported. */
export function statedOf({
  row,
  direction,
  amount,
  currency,
  valueDate,
  reference,
  providerTransactionId,
  bookedAt,
}: AccountLine): StatementLine {
  return {
    row,
    direction,
    amount,
    currency,
    valueDate,
    ...(reference !== undefined && { reference }),
    ...(providerTransactionId !== undefined && { providerTransactionId }),
    ...(bookedAt !== null && { bookedAt }),
  }
}

interface Made extends Partial<StatementLine> {
  key?: string
  account?: string
  outcome?: StoredOutcome
  allocations?: readonly Allocation[]
  givenBack?: number
}

/** Returns a line as an import stores it: its allocations are those of a rule. */
export function imported({
  key = 'id:1',
  account = 'bank',
  outcome = 'unmatched_line',
  allocations = [],
  ...line
}: Made = {}) {
  return importedLine({ key, account, importId: 'imp_1', line: stated(line) }, { outcome, allocations }, now)
}

export function accountLine({ givenBack = 0, ...made }: Made = {}): AccountLine {
  return deepFrozen({ ...imported(made).line, givenBack })
}

export function bill(overrides: Partial<Payment> = {}): Payment {
  return deepFrozen(
    paymentFixture({ amount: 1000, currency: 'ETB', createdAt: '2026-11-01T08:00:00.000Z', ...overrides }),
  )
}

/** Makes a refund, of a payment of its own, unless overridden. */
export function refund(overrides: Partial<Refund> = {}): Refund {
  const { id = 'ref_1' } = overrides
  return deepFrozen(refundFixture({ id, paymentId: `pay_of_${id}`, ...overrides }))
}

/** Returns a refund with a payment that is just as much. */
export function refundNow(current: Refund, line?: AccountLine): RefundNow {
  const { paymentId, status, amount, currency } = current
  if (line) return { refund: current, origin: { line } }
  const counted = status === 'succeeded' ? { amountRefunded: amount } : { amountRefundPending: amount }
  const isCounted = status !== 'failed' && status !== 'canceled'
  const payment = bill({ id: paymentId!, status: 'succeeded', amount, currency, ...(isCounted && counted) })
  return { refund: current, origin: { payment } }
}

const byId = <One extends { id: string }>(all: readonly One[]) => new Map(all.map((one) => [one.id, one]))

export function targets({
  payments = [],
  refunds = [],
  lines = [],
}: {
  payments?: readonly Payment[]
  refunds?: readonly (Refund | RefundNow)[]
  lines?: readonly AccountLine[]
} = {}): Targets {
  const refundsNow = refunds.map((one) => ('origin' in one ? one : refundNow(one)))
  return {
    payments: byId(payments),
    refunds: new Map(refundsNow.map((one) => [one.refund.id, one])),
    lines: new Map(lines.map((line) => [line.key, line])),
  }
}

export function lineContext(overrides: Partial<HandContext> = {}): HandContext {
  return {
    now,
    policy: 'allow',
    siblingsOf: () => [],
    contested: new Set(),
    startOfDay: (day) => `${day}T00:00:00.000Z`,
    isReceiptTaken: () => false,
    isPayoutReceiptTaken: false,
    cashRefusal: () => null,
    costCategories: new Set(['bank_fee']),
    ...overrides,
  }
}

export function eventOf(change: LineChange): LineEvent {
  return lineEvent(change, { id: `evt_${change.line.key}_${change.line.version}`, actor: 'clerk' })
}

export function written(decision: LineDecision): LineWrite {
  if ('refusal' in decision) throw decision.refusal
  expect(decision).toHaveProperty('write')
  return (decision as { write: LineWrite }).write
}

export function refused(decision: LineDecision): PaymentError {
  expect(decision).toHaveProperty('refusal')
  return (decision as { refusal: PaymentError }).refusal
}

/** Returns the issues of a refusal, as `path message`. */
export function issuesOf(decision: LineDecision): string[] {
  const error = refused(decision)
  expect(error.code).toBe('invalid_request')
  const { issues } = error.details as { issues: { path: string; message: string }[] }
  return issues.map(({ path, message }) => `${path} ${message}`)
}

export const toPayment = (payment: Payment, amount = payment.amount): Allocation => ({
  to: 'payment',
  paymentId: payment.id,
  amount,
})
export const toCategory = (amount: number, category = 'bank_fee'): Allocation => ({ to: 'category', category, amount })
export const toRefund = (amount: number, refundId = 'ref_1'): Allocation => ({ to: 'refund', refundId, amount })
export const toLine = (lineKey: string, amount = 1000): Allocation => ({ to: 'line', lineKey, amount })
