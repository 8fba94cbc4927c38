/** The reasons that MTN MoMo gives for a payment that did not take place. */

interface Reason {
  /** True where the same payer may be asked again, and may then pay. */
  readonly retry: boolean
  /** True where the reason, as the answer to a request, says that nothing was started. */
  readonly refusesStart: boolean
}

const byPayer: Reason = { retry: true, refusesStart: false }
const busy: Reason = { retry: true, refusesStart: false }
const wrongRequest: Reason = { retry: false, refusesStart: true }

const reasons: Readonly<Record<string, Reason>> = {
  APPROVAL_REJECTED: byPayer,
  REJECTED: byPayer,
  EXPIRED: byPayer,
  NOT_ENOUGH_FUNDS: byPayer,
  PAYER_LIMIT_REACHED: byPayer,
  PAYER_DELAYED: byPayer,
  COULD_NOT_PERFORM_TRANSACTION: busy,
  INTERNAL_PROCESSING_ERROR: busy,
  SERVICE_UNAVAILABLE: busy,
  PAYER_NOT_FOUND: wrongRequest,
  PAYEE_NOT_FOUND: wrongRequest,
  PAYEE_NOT_ALLOWED_TO_RECEIVE: wrongRequest,
  NOT_ALLOWED: wrongRequest,
  NOT_ALLOWED_TARGET_ENVIRONMENT: wrongRequest,
  INVALID_CALLBACK_URL_HOST: wrongRequest,
  INVALID_CURRENCY: wrongRequest,
}

/** Returns the entry of a reason; `null` for one that MTN does not document. */
export function reasonOf(code: string): Reason | null {
  return Object.hasOwn(reasons, code) ? (reasons[code] ?? null) : null
}
