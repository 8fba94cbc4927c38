import type { Attempt } from '../domain/attempts/attempt.js'
import type { AttemptEvent } from '../domain/attempts/event.js'
import type { CallbackReply, CallbackRequest } from '../domain/attempts/provider.js'
import type { StatementImport } from '../domain/reconciliation/statement-import.js'
import type { Page } from '../domain/report.js'
import type { Context } from '../operations/context.js'
import type {
  AbandonAttemptOptions,
  AttemptsQuery,
  CheckDueOptions,
  PullRange,
  StartAttemptOptions,
  StartAttemptRequest,
} from '../operations/input/attempt-calls.js'
import { called } from './on-first-call.js'

/**
 * The functions of attempts: a provider of the option `providers` takes a payment. An attempt is stored before its provider is
 * called; a message of a provider decides only where it is signed; and an attempt that is not decided is asked about until it is.
 * Its money is a credit on the provider's account, which pays the payment in one write with the attempt.
 *
 * Every function rejects with `internal_error` where the repository stores no statement lines. Those that ask or answer a provider
 * reject with `invalid_request` in your transaction: what they store must be committed first.
 */
export interface AttemptFunctions {
  /**
   * Starts an attempt to take a pending payment: stores it, then calls the provider, and answers with what the provider said. A
   * payment has one living attempt. A crash between the two starts nothing twice: the provider is asked what became of it.
   *
   * @throws PaymentError `invalid_request`, `unsupported_provider`, `payment_not_found`, `idempotency_conflict`,
   *   `invalid_transition`, `allocation_exceeds`, `unsupported_currency`, `attempt_conflict`, `concurrent_update`; and
   *   `provider_unavailable` where the provider has surely started nothing
   * @example
   * await payments.attempts.start({ paymentId: payment.id, provider: 'mpesa' }) // throws unsupported_provider
   */
  start(request: StartAttemptRequest, options?: StartAttemptOptions): Promise<Attempt>
  /**
   * Finds one attempt by its id (`att_…`); `null` for an unknown or malformed id.
   *
   * @throws PaymentError `storage_unavailable`
   * @example
   * await payments.attempts.get('att_01JD0000000000000000000000') // => null
   */
  get(id: string): Promise<Attempt | null>
  /**
   * Lists attempts, newest first, a page at a time.
   *
   * @throws PaymentError `invalid_request`, `invalid_cursor`
   * @example
   * await payments.attempts.list({ status: 'unknown' }) // => { items: [], nextCursor: null }
   */
  list(query?: AttemptsQuery): Promise<Page<Attempt>>
  /**
   * Asks the provider about an attempt now, and returns the attempt as it is then. A paid one, and one that another call asks about
   * just now, is returned unchanged.
   *
   * @throws PaymentError `attempt_not_found`, `unsupported_provider`, `concurrent_update`
   * @example
   * await payments.attempts.check('att_01JD0000000000000000000000') // throws attempt_not_found
   */
  check(id: string): Promise<Attempt>
  /**
   * Lists the events of one attempt, oldest first; empty for an unknown id. They are never delivered.
   *
   * @throws PaymentError `storage_unavailable`
   * @example
   * await payments.attempts.history('att_01JD0000000000000000000000') // => []
   */
  history(id: string): Promise<readonly AttemptEvent[]>
  /**
   * Gives a living attempt up, so that its payment is free. The provider is asked first: paid or failed stands. A payer who can
   * still pay refuses it, unless `force` is true; so does money that is another attempt's. Money that comes all the same counts.
   *
   * @throws PaymentError `invalid_request`, `attempt_not_found`, `attempt_conflict`, `unsupported_provider`, `concurrent_update`
   * @example
   * await payments.attempts.abandon('att_01JD0000000000000000000000', { reason: 'left', actor: 'amina' }) // throws attempt_not_found
   */
  abandon(id: string, options: AbandonAttemptOptions): Promise<Attempt>
  /**
   * Takes a callback of a provider, and returns the answer to send. Its messages are stored before they count, each once; a forged
   * callback is answered with 401, and one of which a message cannot be stored or read with 503. It calls no provider.
   *
   * @throws PaymentError `unsupported_provider`
   * @example
   * const request = { method: 'POST', url: 'https://x.example', headers: new Headers(), body: new Uint8Array() }
   * await payments.attempts.receive('mpesa', request) // throws unsupported_provider
   */
  receive(provider: string, request: CallbackRequest): Promise<CallbackReply>
  /**
   * Asks providers about the attempts that are due, and works off messages that were stored and not done. Any number of processes
   * may call it at once; `runWorker` does where the service has providers.
   *
   * @throws PaymentError `invalid_request`
   * @example
   * await payments.attempts.checkDue() // => { checked: 0 }
   */
  checkDue(options?: CheckDueOptions): Promise<{ checked: number }>
  /**
   * Reads a provider's own list of money, and imports it as a statement of the provider's account.
   *
   * @throws PaymentError `invalid_request`, `unsupported_provider` for one without a list, `provider_unavailable`,
   *   `concurrent_update`
   * @example
   * await payments.attempts.pull('mpesa', { from: '2026-11-20T00:00:00Z', to: '2026-11-21T00:00:00Z' }) // throws unsupported_provider
   */
  pull(provider: string, range: PullRange): Promise<StatementImport>
}

export function attemptFunctions(context: Context): AttemptFunctions {
  return Object.freeze<AttemptFunctions>({
    start: called(context, (all) => all.startAttempt),
    get: called(context, (all) => all.getAttempt),
    list: called(context, (all) => all.listAttempts),
    check: called(context, (all) => all.checkAttempt),
    history: called(context, (all) => all.attemptHistory),
    abandon: called(context, (all) => all.abandonAttempt),
    receive: called(context, (all) => all.receive),
    checkDue: called(context, (all) => all.checkDue),
    pull: called(context, (all) => all.pull),
  })
}
