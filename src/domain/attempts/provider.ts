/** The interface of a provider of payments: it starts attempts, says what became of them, and reads its callbacks. */
import type { Instant, Instructions } from '../payments/payment.js'
import type { StatementRecord } from '../reconciliation/statement-line.js'

/** A JSON object as a provider gave it; it is stored and given back, never read. */
export type JsonObject = { readonly [key: string]: unknown }

/** The data of an attempt that its provider is given. */
export interface AttemptRequest {
  /** The attempt's id, `att_…`. */
  readonly id: string
  readonly paymentId: string
  /** The text that the payer and the statement see: the payment's reference where the provider takes it, else `code`. */
  readonly reference: string
  /** Ten letters and digits of the attempt alone, `[A-HJ-NP-Z2-9]{10}`. */
  readonly code: string
  /** The amount in minor units. */
  readonly amount: number
  readonly currency: string
  /** The payer's number in E.164 form, where the caller gave one. */
  readonly phone: string | null
  /** The page that the payer's browser returns to. */
  readonly returnUrl: string | null
  readonly createdAt: Instant
}

/**
 * The state of an attempt by its provider's word. `paid` without amount and currency means the attempt's own; `fee` is in minor
 * units of that currency. `afterMs` replaces the time of the next poll. `refused` means that the provider refuses the
 * credentials, and says nothing of the attempt.
 */
export type Outcome =
  | {
      readonly state: 'paid'
      readonly amount?: number
      readonly currency?: string
      readonly providerTransactionId?: string
      readonly bookedAt?: Instant
      readonly fee?: number
    }
  | { readonly state: 'failed'; readonly code: string; readonly retry: boolean }
  | { readonly state: 'pending' | 'unknown'; readonly afterMs?: number }
  | { readonly state: 'refused'; readonly code: string }

/** The answer to a callback, in the provider's own words. */
export interface CallbackReply {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** One message of a callback. Only what is `signed` decides; a `hint` asks for the status at once. */
export interface CallbackMessage {
  readonly proof: 'signed' | 'hint'
  /** The provider's id of the message. Without one a digest of the request stands for it. */
  readonly messageId?: string
  readonly about: { readonly attemptId: string } | { readonly record: StatementRecord }
  readonly session?: JsonObject
  readonly outcome?: Outcome
}

/** The content of a callback: messages (none: nothing to do), a question that is answered, or `null`: forged, or not ours. */
export type CallbackContent = readonly CallbackMessage[] | { readonly reply: CallbackReply } | null

/** A callback as it came, with its body in bytes, because signatures are of bytes. */
export interface CallbackRequest {
  readonly method: string
  readonly url: string
  readonly headers: Headers
  readonly body: Uint8Array
}

/** The limits of a provider. */
export interface ProviderLimits {
  readonly currencies?: readonly string[]
  /** True where only whole units of the currency are taken. */
  readonly wholeUnits?: boolean
  /** The smallest amount, in minor units. */
  readonly min?: number
  /** The largest amount, in minor units. */
  readonly max?: number
  /** The references that the provider takes; for another one the attempt's `code` is sent. */
  readonly reference?: RegExp
  /** The calling code by which national forms of a phone number are read, such as `254`. */
  readonly callingCode?: string
}

/** A provider of payments. Each call ends within 30 seconds, or when `signal` aborts. */
export interface Provider {
  readonly name: string
  /** The account on which the provider's money is booked, such as `mpesa.174379`. */
  readonly account: string
  /** True where a start that is sent again under the same id starts nothing twice. */
  readonly startIsIdempotent: boolean
  /** The seconds after `createdAt` at which the status is asked for. */
  readonly polls?: readonly number[]
  readonly limits?: ProviderLimits
  /** The seconds for which a payer can still pay after the start; 86,400 unless said. */
  readonly promptSeconds?: number
  start(
    attempt: AttemptRequest,
    signal: AbortSignal,
  ): Promise<{ readonly session: JsonObject | null; readonly instructions?: Instructions; readonly outcome?: Outcome }>
  status(attempt: AttemptRequest & { readonly session: JsonObject | null }, signal: AbortSignal): Promise<Outcome>
  receive?(request: CallbackRequest): CallbackContent | Promise<CallbackContent>
  /** Returns the provider's own words: for a message that was taken, or (`false`) the body of 401 and 503. */
  reply?(isTaken: boolean): CallbackReply
  /** Ends an attempt at the provider, and returns what became of it. */
  cancel?(attempt: AttemptRequest & { readonly session: JsonObject | null }, signal: AbortSignal): Promise<Outcome>
  /** Reads the provider's own list of money, as lines of its statement. */
  list?(range: { readonly from: Instant; readonly to: Instant }, signal: AbortSignal): AsyncIterable<StatementRecord>
}
