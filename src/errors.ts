import type { Instant, PaymentStatus } from './domain/payments/payment.js'
import type { AccountLine } from './domain/reconciliation/account-line.js'
import type { WaiverStatus } from './domain/waivers/waiver.js'
import type { RefundStatus } from './domain/refunds/refund.js'

interface ErrorMeaning {
  readonly status: number
  readonly retryable: boolean
  readonly meaning: string
}

/**
 * The table of error codes. `status` is the HTTP status of an answer with the error. `retryable` is true where the same
 * call may succeed when it is repeated. Tests compare `docs/errors.md` and the OpenAPI document with it.
 *
 * @example
 * errorCodes.amount_mismatch.status // => 409
 * Object.entries(errorCodes).flatMap(([code, { retryable }]) => (retryable ? [code] : []))
 * // => ['concurrent_update', 'storage_unavailable', 'provider_unavailable', 'outcome_unknown']
 */
export const errorCodes = {
  invalid_request: {
    status: 400,
    retryable: false,
    meaning:
      'A field is missing, unknown or breaks its rule; `details.issues` lists every one, up to 100, and `details.more` counts the rest.',
  },
  invalid_date_range: {
    status: 400,
    retryable: false,
    meaning: '`from` or `to` is not a calendar day from 1970 to 9998, or `from` is after `to`.',
  },
  invalid_cursor: {
    status: 400,
    retryable: false,
    meaning: 'The cursor was altered, or belongs to another function or other filters. Start again without a cursor.',
  },
  unsupported_channel: {
    status: 400,
    retryable: false,
    meaning: 'This service was not set up with this channel; `details.supported` lists those that it has.',
  },
  unsupported_currency: {
    status: 400,
    retryable: false,
    meaning: 'The currency is withdrawn, has no minor unit, or is not allowed here.',
  },
  unsupported_provider: {
    status: 400,
    retryable: false,
    meaning:
      'This service was not set up with this provider, or the provider cannot do this; `details.supported` lists those that it has.',
  },
  unauthorized: {
    status: 401,
    retryable: false,
    meaning: 'Over HTTP: the request has no valid credentials; see `WWW-Authenticate`.',
  },
  forbidden: {
    status: 403,
    retryable: false,
    meaning:
      'The person may not do this, such as in the cash session of another; over HTTP: the principal lacks the scope that is named, or a page of another site sent the request.',
  },
  payment_not_found: { status: 404, retryable: false, meaning: 'No payment has this id.' },
  line_not_found: {
    status: 404,
    retryable: false,
    meaning: 'No statement line has this key, or it is in the archive that `details.archive` names.',
  },
  refund_not_found: { status: 404, retryable: false, meaning: 'No refund has this id.' },
  waiver_not_found: { status: 404, retryable: false, meaning: 'No waiver has this id.' },
  rule_not_found: { status: 404, retryable: false, meaning: 'No rule has this id, or it was deleted.' },
  attempt_not_found: { status: 404, retryable: false, meaning: 'No attempt has this id.' },
  receipt_not_found: {
    status: 404,
    retryable: false,
    meaning: 'No receipt of this year has this number, or over HTTP: the payment has none.',
  },
  session_not_found: { status: 404, retryable: false, meaning: 'No cash session has this id.' },
  import_not_found: { status: 404, retryable: false, meaning: 'Over HTTP: no import of a statement has this id.' },
  layout_not_found: { status: 404, retryable: false, meaning: 'No stored layout has this name.' },
  not_found: { status: 404, retryable: false, meaning: 'Over HTTP: there is nothing at this path.' },
  method_not_allowed: {
    status: 405,
    retryable: false,
    meaning: 'Over HTTP: the path takes other methods; see `Allow`.',
  },
  payload_too_large: {
    status: 413,
    retryable: false,
    meaning:
      'Over HTTP: the body is longer than 64 KiB, or 1 MiB for many payments or allocations, or 64 MiB for a statement.',
  },
  unsupported_media_type: {
    status: 415,
    retryable: false,
    meaning: 'Over HTTP: the body has another type than the route takes, or is compressed.',
  },
  invalid_transition: {
    status: 409,
    retryable: false,
    meaning: 'The payment, refund or day cannot change from its status to the requested one.',
  },
  amount_mismatch: {
    status: 409,
    retryable: false,
    meaning: 'The confirmed amount or currency is not the one that was asked for; nothing was changed.',
  },
  duplicate_payment: {
    status: 409,
    retryable: false,
    meaning:
      'The provider transaction already settled a payment or paid a refund out, or the payment was settled by another one.',
  },
  reference_conflict: {
    status: 409,
    retryable: false,
    meaning: "A live payment has this reference already (`referencePolicy: 'one-live'`).",
  },
  idempotency_conflict: {
    status: 409,
    retryable: false,
    meaning: 'The idempotency key was used for a different request.',
  },
  line_changed: {
    status: 409,
    retryable: false,
    meaning: 'The statement line changed since it was read; `details.line` is the line as it is now.',
  },
  allocation_exceeds: {
    status: 409,
    retryable: false,
    meaning:
      'An allocation is more than the line, payment or refund has open; `details.exceeded` lists each. Nothing was stored.',
  },
  refund_exceeds: {
    status: 409,
    retryable: false,
    meaning: 'The refund is more than can be given back of the payment or line; nothing was stored.',
  },
  self_approval: {
    status: 409,
    retryable: false,
    meaning: 'The person who requested a refund cannot approve it; both persons must be named.',
  },
  day_closed: {
    status: 409,
    retryable: false,
    meaning: 'The day of the statement line is closed. Reopen it before you undo an allocation.',
  },
  session_conflict: {
    status: 409,
    retryable: false,
    meaning: 'A cash session is open at this point already, or stands in the way of closing a day.',
  },
  session_closed: { status: 409, retryable: false, meaning: 'The cash session of the movement is closed.' },
  cash_short: { status: 409, retryable: false, meaning: 'The drawer holds less cash than would leave it.' },
  transfer_differs: {
    status: 409,
    retryable: false,
    meaning: 'The cash that was counted is not what was sent; nothing was stored.',
  },
  attempt_conflict: {
    status: 409,
    retryable: false,
    meaning: 'A provider is taking this payment just now; `details.attempt` is the id of the attempt.',
  },
  layout_conflict: {
    status: 409,
    retryable: false,
    meaning: 'A layout has this name already. Replace it, or choose another name.',
  },
  concurrent_update: {
    status: 409,
    retryable: true,
    meaning: 'Write conflict with other calls; nothing was stored. Try again.',
  },
  internal_error: {
    status: 500,
    retryable: false,
    meaning: 'A channel, the storage or the library failed; `cause` is the original error.',
  },
  storage_unavailable: {
    status: 503,
    retryable: true,
    meaning: 'The storage did not answer; nothing was stored. Try again.',
  },
  provider_unavailable: {
    status: 503,
    retryable: true,
    meaning: 'The provider of payments did not take the request, and has started nothing. Try again.',
  },
  outcome_unknown: {
    status: 503,
    retryable: true,
    meaning: 'The storage did not answer after a write was sent, so it may be stored. Read before you send it again.',
  },
} as const satisfies Record<string, ErrorMeaning>

/** A stable code of an error, by which callers decide. Renaming one is a breaking change. */
export type PaymentErrorCode = keyof typeof errorCodes

/** An amount with its currency, in the details of `amount_mismatch`. */
export interface Money {
  /** An integer of minor units. */
  readonly amount: number
  readonly currency: string
}

/** The `details` of errors by code. Codes that are not listed here have `{}`. */
export interface PaymentErrorDetails {
  /** The first hundred issues; `more` counts those that are not listed, where there are any. */
  readonly invalid_request: {
    readonly issues: readonly { readonly path: string; readonly message: string }[]
    readonly more?: number
    /** The format of a statement file whose columns no known layout has. */
    readonly unknownLayout?: 'csv' | 'xlsx'
  }
  readonly invalid_date_range: { readonly field: 'from' | 'to' }
  readonly unsupported_channel: { readonly supported: readonly string[] }
  readonly unsupported_provider: { readonly supported: readonly string[] }
  readonly unsupported_currency: { readonly supported: string[] }
  readonly payment_not_found: { readonly paymentId: string }
  /** The transition of a payment, a refund or a waiver; or a day that was to be reopened and is open, or archived. */
  readonly invalid_transition:
    | {
        readonly paymentId: string
        readonly from: PaymentStatus
        readonly to: PaymentStatus
        /** The money that came, for a payment that cannot expire because of it. */
        readonly amountReconciled?: number
      }
    | { readonly refundId: string; readonly from: RefundStatus; readonly to: RefundStatus }
    | { readonly waiverId: string; readonly from: WaiverStatus; readonly to: WaiverStatus }
    | { readonly account: string; readonly day: string; readonly from: 'open' | 'archived'; readonly to: 'open' }
  readonly amount_mismatch: { readonly paymentId: string; readonly expected: Money; readonly received: Money }
  readonly duplicate_payment:
    | { readonly paymentId: string; readonly existingPaymentId: string }
    | { readonly refundId: string; readonly existingRefundId: string }
  readonly reference_conflict: { readonly existingPaymentId: string }
  /** `archive` is the beginning of the names of the tables to which `archive` moved the line; absent for any other unknown key. */
  readonly line_not_found: { readonly lineKey: string; readonly archive?: string }
  readonly refund_not_found: { readonly refundId: string }
  readonly receipt_not_found: { readonly year: number; readonly number: number } | { readonly paymentId: string }
  readonly import_not_found: { readonly importId: string }
  readonly layout_not_found: { readonly layout: string }
  readonly layout_conflict: { readonly layout: string }
  readonly waiver_not_found: { readonly waiverId: string }
  readonly rule_not_found: { readonly ruleId: string }
  readonly attempt_not_found: { readonly attemptId: string }
  /** The living attempt of the payment. */
  readonly attempt_conflict: { readonly attempt: string }
  readonly session_not_found: { readonly sessionId: string }
  /** The session that is open. */
  readonly session_conflict: { readonly sessionId: string }
  readonly session_closed: { readonly sessionId: string }
  readonly cash_short: { readonly account: string }
  readonly transfer_differs: { readonly lineKey: string }
  /** The line as it is now, without its narration, which may name the payer. */
  readonly line_changed: { readonly line: Omit<AccountLine, 'narration'> }
  /**
   * Amounts in minor units. `path` is the allocation that is more than is open, or `allocations` where all of them
   * together are more than the line has.
   */
  readonly allocation_exceeds: {
    readonly exceeded: readonly { readonly path: string; readonly open: number; readonly asked: string }[]
    /** The payment of a take at the counter that has less open. */
    readonly status?: PaymentStatus
    readonly paidAt?: Instant | null
  }
  readonly day_closed: { readonly account: string; readonly day: string }
}

/** The type of `details` of an error of this code; empty for a code without any. */
type DetailsOf<Code extends PaymentErrorCode> = Code extends keyof PaymentErrorDetails
  ? PaymentErrorDetails[Code]
  : Record<string, never>

/** The options of a `PaymentError`; `retryable` overrides that of the code. */
export interface PaymentErrorOptions<Code extends PaymentErrorCode> {
  readonly details?: DetailsOf<Code> | undefined
  readonly cause?: unknown
  readonly retryable?: boolean | undefined
}

// A registered symbol, because `instanceof` fails between the ESM and CJS copies of this class and between versions.
const brand = Symbol.for('hospital-payments.PaymentError')

/**
 * The class of all errors that this library throws. Messages say what happened and what to do. They never contain a
 * patient's data, SQL or a driver's text; `cause` is the original error.
 *
 * @example
 * const error = new PaymentError('payment_not_found', 'No payment has this id.', { details: { paymentId: 'pay_1' } })
 * error.httpStatus // => 404
 */
export class PaymentError<Code extends PaymentErrorCode = PaymentErrorCode> extends Error {
  readonly code: Code
  /** The HTTP status of an answer with this error. */
  readonly httpStatus: number
  /** True where the same call may succeed when it is repeated. */
  readonly retryable: boolean
  readonly details: DetailsOf<Code>

  constructor(code: Code, message: string, options: PaymentErrorOptions<Code> = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined)
    this.name = 'PaymentError'
    this.code = code
    this.httpStatus = errorCodes[code].status
    this.retryable = options.retryable ?? errorCodes[code].retryable
    this.details = options.details ?? ({} as DetailsOf<Code>)
    Object.defineProperty(this, brand, { value: true })
  }
}

/** A `PaymentError` of any code, as one type a code, so that testing `error.code` narrows `error.details`. */
export type AnyPaymentError = { [Code in PaymentErrorCode]: PaymentError<Code> }[PaymentErrorCode]

/**
 * Returns true where `error` is a `PaymentError`, also one of another copy of this library. With `code`, only for an
 * error of that code.
 *
 * @example
 * isPaymentError(new PaymentError('concurrent_update', 'Try again.'), 'concurrent_update') // => true
 * isPaymentError(new Error('concurrent_update')) // => false
 */
export function isPaymentError(error: unknown): error is AnyPaymentError
export function isPaymentError<Code extends PaymentErrorCode>(error: unknown, code: Code): error is PaymentError<Code>
export function isPaymentError(error: unknown, code?: PaymentErrorCode): boolean {
  if (typeof error !== 'object' || error === null || !(brand in error)) return false
  return code === undefined || ('code' in error && error.code === code)
}
