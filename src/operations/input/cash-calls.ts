/** The arguments of the calls at the counter. */
import { dayText } from './fields.js'
import * as field from './fields.js'
import { allocation, category } from './line-calls.js'
import { pageFields, type PageOptions } from './page.js'
import { confirmFields, type ConfirmOptions } from './payment-calls.js'
import { together } from './together.js'
import { maxAllocations } from '../../domain/reconciliation/allocate-line.js'
import type { TakeAllocation } from '../../domain/cash/take.js'
import { maxAmount, maxLength } from '../../domain/limits.js'
import { type CashSessionStatus, cashSessionStatuses } from '../../domain/cash/session.js'

/** The person of a call at the counter. */
export interface CashActorOption {
  /** The person; required, because cash has an owner. */
  actor: string
  /**
   * True where the caller knows that the person is a supervisor. Left out: the option `cashSupervisors` decides, and without
   * it there are none.
   */
  supervisor?: boolean | undefined
}

/** The option of calls that a caller may repeat. */
export interface CashKeyOptions {
  /**
   * A key of 1 … 255 visible ASCII characters. A repeated call with the same key and request answers what the first one stored.
   * Takes, payouts and transfers share their keys.
   */
  idempotencyKey?: string | undefined
}

/** The point and the float of a new session. */
export interface OpenSessionRequest {
  /** The window or till: 1 to 40 characters of `[a-z0-9_.-]`. */
  point: string
  currency: string
  /** The cash that was counted in the drawer, in minor units; 0 for an empty one. */
  float: number
  actor: string
  /** The explanation where the float differs from the account's balance. */
  reason?: string | undefined
}

/** Cash that is taken. What neither a payment nor a category gets is the payer's deposit. */
export interface TakeRequest extends CashActorOption {
  sessionId: string
  /** Minor units. */
  amount: number
  /** The bill; up to its open amount. Set `paymentId` or `allocations`, not both. */
  paymentId?: string | undefined
  /** Bills and categories that the cash is for. */
  allocations?: readonly TakeAllocation[] | undefined
  /** The host's id of the payer; required where something stays open as a deposit. */
  payerId?: string | undefined
  /** The cash that was handed over; at least `amount`. What is more is the change. */
  tendered?: number | undefined
  /** A note beside the line; it may be erased. */
  note?: string | undefined
}

/** Cash that is paid out: a refund, which is paid whole, or an amount for a category. */
export interface PayOutRequest extends CashActorOption {
  sessionId: string
  refundId?: string | undefined
  category?: string | undefined
  /** Minor units; with `category` alone. */
  amount?: number | undefined
  reason?: string | undefined
}

/** Cash that leaves the drawer for another account. */
export interface SendCashRequest extends CashActorOption {
  sessionId: string
  /** Minor units. */
  amount: number
  /** The account: another point, a safe such as `cash.safe`, or the bank's. */
  to: string
  /** The text by which the arrival is recognised, such as the number of the deposit slip; default a short code. */
  reference?: string | undefined
}

/** The count of cash that arrived. */
export interface ReceiveCashRequest extends CashActorOption {
  /** The key of the line that sent it. */
  lineKey: string
  /** The session that receives it; required where one is open at the point. */
  sessionId?: string | undefined
  /** The cash that was counted, in minor units. */
  counted: number
  /** True where a supervisor accepts a count that differs; needs a reason. */
  accept?: boolean | undefined
  reason?: string | undefined
}

/** A movement that is taken back, and the reason. */
export interface CashLineRequest extends CashActorOption {
  lineKey: string
  reason: string
}

/** The count at the end of a session. */
export interface CloseSessionRequest extends CashActorOption {
  sessionId: string
  /** The cash that was counted, in minor units. */
  counted: number
  /** Counts of notes and coins by their face value in minor units; they add up to `counted`. */
  denominations?: Readonly<Record<string, number>> | undefined
  /** The explanation of a difference, where it is known. */
  reason?: string | undefined
}

/** The explanation of a session's differences. */
export interface ExplainOptions extends CashActorOption {
  reason: string
}

/** The sessions of a list; all fields are optional. */
export interface CashSessionsQuery extends PageOptions {
  point?: string | undefined
  status?: CashSessionStatus | undefined
  /** The person who opened it. */
  actor?: string | undefined
  /** Local days of the opening, both inclusive. */
  from?: string | undefined
  to?: string | undefined
}

/** The transfers on their way to an account. */
export interface TransitsQuery {
  to: string
}

const countedRule = `must be an integer of minor units from 0 to ${maxAmount}`

/** Cash that was counted: 0 is an empty drawer. */
export const countedAmount = field.described(field.countedAmount(countedRule), {
  type: 'integer',
  minimum: 0,
  maximum: maxAmount,
  description: 'Cash that was counted, in minor units.',
  examples: [150_000],
})

export const point = field.described(
  field.text.regex(/^[a-z0-9_.-]{1,40}$/, 'must be 1 to 40 characters of a-z, 0-9, _, . and -'),
  { description: 'The window or till.', examples: ['window-2'] },
)

const person = { actor: field.actor, supervisor: field.truth.optional() }
const reason = field.reason.optional()

export const openRequest = field.object({
  point,
  currency: field.currency,
  float: countedAmount,
  actor: field.actor,
  reason,
})

const takeAllocations = field
  .list(allocation, { min: 1, max: maxAllocations }, `must be a list of 1 to ${maxAllocations} allocations`)
  .check(({ value, issues }) => {
    for (const [at, { to }] of value.entries())
      if (to !== 'payment' && to !== 'category')
        issues.push({ code: 'custom', input: value, path: [String(at)], message: 'must be to a payment or a category' })
  })

export const takeRequest = together(
  field.object({
    sessionId: field.text,
    amount: field.amount,
    paymentId: field.text.optional(),
    allocations: takeAllocations.optional(),
    payerId: field.customerId.optional(),
    tendered: field.amount.optional(),
    note: field.someText(maxLength.note).optional(),
    ...person,
  }),
  [
    {
      of: ['allocations', 'paymentId'],
      message: 'must be left out where paymentId is given',
      isBroken: ({ paymentId, allocations }) => paymentId !== undefined && allocations !== undefined,
    },
    {
      of: ['payerId', 'paymentId', 'allocations'],
      message: 'is required where neither paymentId nor allocations is given',
      isBroken: ({ paymentId, allocations, payerId }) => (paymentId ?? allocations ?? payerId) === undefined,
    },
    {
      of: ['tendered', 'amount'],
      message: 'must be at least amount',
      isBroken: ({ tendered, amount }) => tendered !== undefined && tendered < amount,
    },
  ],
)

export const payOutRequest = together(
  field.object({
    sessionId: field.text,
    refundId: field.text.optional(),
    category: category.optional(),
    amount: field.amount.optional(),
    reason,
    ...person,
  }),
  [
    {
      of: ['refundId', 'category'],
      message: 'is required, or category',
      isBroken: ({ refundId, category }) => (refundId ?? category) === undefined,
    },
    {
      of: ['category', 'refundId'],
      message: 'must be left out where refundId is given',
      isBroken: ({ refundId, category }) => refundId !== undefined && category !== undefined,
    },
    {
      of: ['amount', 'refundId'],
      message: 'must be left out where refundId is given: a refund is paid whole',
      isBroken: ({ refundId, amount }) => refundId !== undefined && amount !== undefined,
    },
    {
      of: ['amount', 'category'],
      message: 'is required with category',
      isBroken: ({ category, amount }) => category !== undefined && amount === undefined,
    },
  ],
)

export const sendRequest = field.object({
  sessionId: field.text,
  amount: field.amount,
  to: field.account,
  reference: field.reference.optional(),
  ...person,
})

export const receiveRequest = field.object({
  lineKey: field.text,
  sessionId: field.text.optional(),
  counted: countedAmount,
  accept: field.truth.optional(),
  reason,
  ...person,
})

export const cashLineRequest = field.object({ lineKey: field.text, reason: field.reason, ...person })

const faceValue = /^[1-9]\d{0,14}$/

const denominations = field.described(field.countsByName(faceValue), {
  type: 'object',
  description: 'Counts of notes and coins, by their face value in minor units.',
  patternProperties: { [faceValue.source]: { type: 'integer', minimum: 0 } },
  required: [],
  additionalProperties: false,
})

const sumOfFaces = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts).reduce((sum, [face, count]) => sum + BigInt(face) * BigInt(count), 0n)

export const closeRequest = together(
  field.object({
    sessionId: field.text,
    counted: countedAmount,
    denominations: denominations.optional(),
    reason,
    ...person,
  }),
  [
    {
      of: ['denominations', 'counted'],
      message: 'must add up to counted',
      isBroken: ({ denominations, counted }) =>
        denominations !== undefined && sumOfFaces(denominations) !== BigInt(counted),
    },
  ],
)

export const explainOptions = field.object({ reason: field.reason, ...person })

export const sessionsQuery = field.object({
  point: point.optional(),
  status: field.oneOf(cashSessionStatuses as readonly ['open', 'closed']).optional(),
  actor: field.actor.optional(),
  from: dayText.optional(),
  to: dayText.optional(),
  ...pageFields,
})

export const transitsQuery = field.object({ to: field.account })

export const keyOptions = field.object({ idempotencyKey: field.idempotencyKey.optional() })

export const idArgument = field.object({ id: field.text })

/** The options of a confirmation that counts in a cashier's session. */
export interface ConfirmAtCounterOptions extends Omit<ConfirmOptions, 'actor'>, CashActorOption {
  sessionId: string
}

export const confirmAtCounterOptions = field.object({ ...confirmFields, sessionId: field.text, ...person })
