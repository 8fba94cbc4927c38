/** The conditions of a WHERE for a port's filter, over the columns that it reads. */
import { millisecondsOf } from '../../domain/instant.js'
import type { PaymentFlag } from '../../domain/payments/flags.js'
import { type PaymentStatus, paymentStatuses } from '../../domain/payments/payment.js'
import type { Filter, PageQuery } from '../../repository/port.js'
import type { Condition, Dialect } from './dialect.js'
import { isUntouched as untouched, keptMoney } from './payment-conditions.js'

const timeColumns = {
  createdAt: 'created_at',
  paidAt: 'paid_at',
  reversedAt: 'reversed_at',
  expiresAt: 'expires_at',
} as const satisfies Record<Filter['by'], string>

/**
 * Returns the condition for payments that expired or failed and have money that no refund gives back; only payments of
 * which a part is proved can be among them.
 */
export function isUnpaidWithMoney({ isUnderPaid }: Dialect): string {
  return `${isUnderPaid} AND status IN ('expired', 'failed') AND ${keptMoney} > 0`
}

/** An index that holds only the few payments of a flag; `isInOrder` where they are in the order of creation. */
interface FlagIndex {
  readonly name: string
  readonly isInOrder: boolean
}

/** The condition of a flag, and the index of its payments where there is one. */
interface FlagRule {
  condition(dialect: Dialect): string
  readonly index?: FlagIndex
}

const flags: Readonly<Record<PaymentFlag, FlagRule>> = {
  late: { condition: () => 'late = 1' },
  duplicate_reference: {
    condition: () => "status_reason = 'duplicate_reference'",
    index: { name: 'by_reason', isInOrder: true },
  },
  superseded: { condition: () => "status_reason = 'superseded'", index: { name: 'by_reason', isInOrder: true } },
  under_paid: { condition: ({ isUnderPaid }) => isUnderPaid, index: { name: 'under_paid', isInOrder: true } },
  unproved: { condition: ({ finance }) => finance.unproved.condition, index: { name: 'unproved', isInOrder: false } },
  unpaid_with_money: { condition: isUnpaidWithMoney, index: { name: 'under_paid', isInOrder: true } },
  refunded_unproved: {
    condition: () => 'given_back_unproved IS NOT NULL',
    index: { name: 'given_back', isInOrder: false },
  },
  canceled: { condition: ({ isCanceled }) => isCanceled, index: { name: 'canceled', isInOrder: true } },
}

/**
 * Returns the index of a page's flag, or `null` where there is none or a reference is given, which has fewer payments.
 */
export function flagIndexOf({ by, flag, reference }: Filter): FlagIndex | null {
  const index = flag && reference === undefined ? flags[flag].index : undefined
  return index ? { ...index, isInOrder: index.isInOrder && by === 'createdAt' } : null
}

export function timeColumn(by: Filter['by']): string {
  return timeColumns[by]
}

/** Returns the statuses of a filter, each once; `null` for all of them. */
export function statusesOf({ statuses }: Filter): readonly PaymentStatus[] | null {
  if (!statuses) return null
  const uniqueStatuses = paymentStatuses.filter((status) => statuses.includes(status))
  return uniqueStatuses.length === paymentStatuses.length ? null : uniqueStatuses
}

type PageStart = Pick<PageQuery, 'direction' | 'after'>

/**
 * Returns the bounds of the period. A page goes on from `after`, and a bound that `after` is already beyond is left
 * out.
 */
export function bounds(
  { by, from, before }: Pick<Filter, 'by' | 'from' | 'before'>,
  dialect: Dialect,
  place: PageStart | null,
): Condition[] {
  const column = timeColumns[by]
  const conditions: Condition[] = []
  const after = place?.after
  const passesFrom = place?.direction === 'asc' && after && (from === undefined || after.at >= from)
  const passesBefore = place?.direction === 'desc' && after && (before === undefined || after.at < before)
  if (from !== undefined && !passesFrom) conditions.push({ text: `${column} >= ?`, values: [millisecondsOf(from)] })
  if (before !== undefined && !passesBefore)
    conditions.push({ text: `${column} < ?`, values: [millisecondsOf(before)] })
  if (place && after) {
    const at = millisecondsOf(after.at)
    conditions.push(dialect.rowsAfter({ columns: [column, 'id'], direction: place.direction, values: [at, after.id] }))
  }
  return conditions
}

/** Returns all conditions of a filter, for one tenant; `statuses` may be fewer than the filter's own. */
export function conditionOf(filter: Filter, { dialect, tenant, statuses, place = null }: FilterContext): Condition {
  const { by, reference, customerId, metadata = {}, channels, flag, isUntouched, isWaived } = filter
  const conditions: Condition[] = [{ text: 'tenant = ?', values: [tenant] }]
  if (statuses?.length === 1) conditions.push({ text: 'status = ?', values: statuses })
  else if (statuses) conditions.push({ text: `status IN (${statuses.map(() => '?').join(', ')})`, values: statuses })
  if (reference !== undefined) conditions.push({ text: 'reference = ?', values: [reference] })
  if (customerId !== undefined) conditions.push({ text: 'customer_id = ?', values: [customerId] })
  for (const [key, value] of Object.entries(metadata))
    conditions.push(dialect.finance.contains('metadata', pairOfDocument(key, value)))
  // As the index of the flag has it.
  if (channels)
    conditions.push(dialect.oneOf(flag === 'unproved' ? dialect.finance.unproved.channel : 'channel', channels))
  if (isUntouched) conditions.push({ text: untouched, values: [] })
  if (isWaived) conditions.push({ text: 'amount_waived > 0', values: [] })
  if (flag) conditions.push({ text: flags[flag].condition(dialect), values: [] })
  // Even where a bound implies it: planners match it with the partial indexes.
  if (by !== 'createdAt') conditions.push({ text: `${timeColumns[by]} IS NOT NULL`, values: [] })
  conditions.push(...bounds(filter, dialect, place))
  return {
    text: conditions.map(({ text }) => text).join(' AND '),
    values: conditions.flatMap(({ values }) => values),
  }
}

/**
 * Returns a pair as it stands in a stored document. No other text of a document contains it: a key has no quote marks, and one
 * within a value has a backslash before it.
 */
function pairOfDocument(key: string, value: string): string {
  return `${JSON.stringify(key)}:${JSON.stringify(value)}`
}

interface FilterContext {
  readonly dialect: Dialect
  readonly tenant: string
  readonly statuses: readonly PaymentStatus[] | null
  readonly place?: PageStart | null
}

/** Returns `true` for a filter that nothing can match: an empty list of statuses or channels. */
export function matchesNothing({ statuses, channels }: Filter): boolean {
  return statuses?.length === 0 || channels?.length === 0
}
