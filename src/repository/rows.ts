import { isRefundEvent, type StoredEvent } from '../domain/event-stream.js'
import { hasFlag } from '../domain/payments/flags.js'
import type { Payment } from '../domain/payments/payment.js'
import { type AccountLine, type LineEvent, lineText, withoutNarration } from '../domain/reconciliation/account-line.js'
import type { RefundEvent } from '../domain/refunds/event.js'
import type { Refund } from '../domain/refunds/refund.js'
import type { FinanceGroup, LineRowFilter } from './finance-port.js'
import type { Cell, ChangeGroup, Filter, LineEntry, ScanField } from './port.js'
import type { RefundRowFilter } from './refund-port.js'

/** A payment's field as a cell of a scan. */
export function cellOf(payment: Payment, field: ScanField): Cell {
  if (field === 'customerName') return payment.customer?.name ?? null
  if (field === 'customerPhone') return payment.customer?.phone ?? null
  return payment[field] ?? null
}

/** What no order of payments goes by. */
export function isOfMoney(
  payment: Payment,
  { flag, isUnreconciled }: Pick<Filter, 'flag' | 'isUnreconciled'>,
): boolean {
  return (!flag || hasFlag(payment, flag)) && !(isUnreconciled && payment.amountReconciled > 0)
}

export function matches(payment: Payment, filter: Filter): boolean {
  const { by, from, before, reference, statuses, channels } = filter
  const at = payment[by]
  if (at === null || (from !== undefined && at < from) || (before !== undefined && at >= before)) return false
  if (reference !== undefined && payment.reference !== reference) return false
  if (!isOfMoney(payment, filter)) return false
  return (!statuses || statuses.includes(payment.status)) && (!channels || channels.includes(payment.channel))
}

/** What a line's place in an index is made of, of what a filter asks for. */
export type LineKind = Pick<AccountLine, 'account' | 'status' | 'direction' | 'currency' | 'outcome'>

export function isOfKind(
  { account, status, direction, currency, outcome }: LineKind,
  wanted: Pick<LineRowFilter, 'account' | 'statuses' | 'direction' | 'currency' | 'outcomes'>,
): boolean {
  return (
    (wanted.account === undefined || wanted.account === account) &&
    (wanted.direction === undefined || wanted.direction === direction) &&
    (wanted.currency === undefined || wanted.currency === currency) &&
    (!wanted.statuses || wanted.statuses.includes(status)) &&
    (!wanted.outcomes || wanted.outcomes.includes(outcome))
  )
}

export function matchesLine(line: AccountLine, filter: LineRowFilter): boolean {
  const { held, from, to, amount, text, assignee, importId } = filter
  return (
    isOfKind(line, filter) &&
    (held === undefined || line.held === held) &&
    (from === undefined || line.valueDate >= from) &&
    (to === undefined || line.valueDate <= to) &&
    (amount === undefined || line.amount === amount) &&
    (assignee === undefined || line.assignee === assignee) &&
    (importId === undefined || line.importId === importId) &&
    (text === undefined || lineText(line).includes(text))
  )
}

/** The payments that a line's money went to, each once: what a look-up shows of a line. */
export function paymentIdsOf({ allocations }: AccountLine): string[] {
  return [...new Set(allocations.flatMap((allocation) => (allocation.to === 'payment' ? [allocation.paymentId] : [])))]
}

/** A line as `replace` stores it whole. */
export function wholeLine(line: AccountLine, expected: LineEntry['expected'], event: LineEvent | null): LineEntry {
  return { key: line.key, paymentIds: paymentIdsOf(line), line, expected, event }
}

/** A line's next version as it is stored after `former`: a narration that is gone does not come back. */
export function storableAfter(former: AccountLine | undefined, next: AccountLine): AccountLine {
  return former && former.narration === undefined ? withoutNarration(next) : next
}

/** Whether a group has refunds or lines, and all its lines are stored whole; without any it is one of payments alone. */
export function isFinanceGroup(group: ChangeGroup): group is FinanceGroup {
  const { lines, refunds = [] } = group
  return lines.length + refunds.length > 0 && lines.every((line) => 'line' in line)
}

export function matchesRefund(refund: Refund, { by, from, before, statuses, paymentId }: RefundRowFilter): boolean {
  const at = refund[by]
  if (at === null || (from !== undefined && at < from) || (before !== undefined && at >= before)) return false
  return (!statuses || statuses.includes(refund.status)) && (paymentId === undefined || refund.paymentId === paymentId)
}

/** Of a history the events of one refund. */
export function eventsOfRefund(events: readonly StoredEvent[], id: string): RefundEvent[] {
  return events.filter(isRefundEvent).filter(({ data }) => data.refundId === id)
}
