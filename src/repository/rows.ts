import { hasFlag } from '../domain/payments/flags.js'
import type { Payment } from '../domain/payments/payment.js'
import { type AccountLine, type LineEvent, lineText, withoutNarration } from '../domain/reconciliation/account-line.js'
import type { FinanceGroup, LineRowFilter } from './finance-port.js'
import { hasMetadata, isMetadataField, metadataKey, ownValue } from '../domain/payments/metadata.js'
import type { Cell, ChangeGroup, Filter, LineEntry, ScanField } from './port.js'

/** Returns a payment's field as a cell of a scan; `null` where the payment has none. */
export function cellOf(payment: Payment, field: ScanField): Cell {
  if (isMetadataField(field)) return ownValue(payment.metadata, metadataKey(field))
  if (field === 'customerId') return payment.customer?.id ?? null
  if (field === 'customerName') return payment.customer?.name ?? null
  if (field === 'customerPhone') return payment.customer?.phone ?? null
  return payment[field] ?? null
}

/** Returns true for a payment for which no money came or was waived, and that no attempt is taking. */
function hasNothingRecorded({ amountReconciled, amountWaived, attemptId }: Payment): boolean {
  return amountReconciled + amountWaived === 0 && attemptId === null
}

/** Returns true where a payment meets the conditions of a filter that no order of payments goes by. */
export function meetsConditions(
  payment: Payment,
  {
    flag,
    isUntouched,
    isWaived,
    customerId,
    metadata,
  }: Pick<Filter, 'flag' | 'isUntouched' | 'isWaived' | 'customerId' | 'metadata'>,
): boolean {
  return (
    (!flag || hasFlag(payment, flag)) &&
    !(isUntouched && !hasNothingRecorded(payment)) &&
    !(isWaived && payment.amountWaived === 0) &&
    (customerId === undefined || payment.customer?.id === customerId) &&
    (!metadata || hasMetadata(payment, metadata))
  )
}

/** Fields of a line that make its place in an index, of those that a filter asks for. */
export type LineKind = Pick<AccountLine, 'account' | 'status' | 'direction' | 'currency' | 'outcome'>

export function isOfKind(
  { account, status, direction, currency, outcome }: LineKind,
  filter: Pick<LineRowFilter, 'account' | 'statuses' | 'direction' | 'currency' | 'outcomes'>,
): boolean {
  return (
    (filter.account === undefined || filter.account === account) &&
    (filter.direction === undefined || filter.direction === direction) &&
    (filter.currency === undefined || filter.currency === currency) &&
    (!filter.statuses || filter.statuses.includes(status)) &&
    (!filter.outcomes || filter.outcomes.includes(outcome))
  )
}

export function matchesLine(line: AccountLine, filter: LineRowFilter): boolean {
  const { held, from, to, amount, amounts, text, assignee, importId, sessionId, payerId, transferTo } = filter
  return (
    isOfKind(line, filter) &&
    (held === undefined || line.held === held) &&
    (from === undefined || line.valueDate >= from) &&
    (to === undefined || line.valueDate <= to) &&
    (amount === undefined || line.amount === amount) &&
    (amounts === undefined || amounts.includes(line.amount)) &&
    (assignee === undefined || line.assignee === assignee) &&
    (importId === undefined || line.importId === importId) &&
    (sessionId === undefined || line.sessionId === sessionId) &&
    (payerId === undefined || line.payerId === payerId) &&
    (transferTo === undefined || line.transferTo === transferTo) &&
    (text === undefined || lineText(line).includes(text))
  )
}

/** Lists the ids of the payments that a line's money went to, each once, as a look-up returns them. */
export function paymentIdsOf({ allocations }: AccountLine): string[] {
  return [...new Set(allocations.flatMap((allocation) => (allocation.to === 'payment' ? [allocation.paymentId] : [])))]
}

/** Returns the entry by which `replace` stores a line whole. */
export function wholeLine(line: AccountLine, expected: LineEntry['expected'], event: LineEvent | null): LineEntry {
  return { key: line.key, paymentIds: paymentIdsOf(line), line, expected, event }
}

/** Returns a line's next version as it is stored after `former`: a narration that is gone does not come back. */
export function storableAfter(former: AccountLine | undefined, next: AccountLine): AccountLine {
  return former && former.narration === undefined ? withoutNarration(next) : next
}

/**
 * Returns true where a group has rows or lines, and all its lines are stored whole; a group without any is one of payments
 * alone.
 */
export function isFinanceGroup(group: ChangeGroup): group is FinanceGroup {
  const { lines, rows = [] } = group
  return lines.length + rows.length > 0 && lines.every((line) => 'line' in line)
}
