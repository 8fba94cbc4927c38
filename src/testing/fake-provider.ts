/** A provider of payments without a network, whose payer's phone a test or a developer plays. */
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import type {
  AttemptRequest,
  CallbackContent,
  CallbackRequest,
  JsonObject,
  Outcome,
  Provider,
  ProviderLimits,
} from '../domain/attempts/provider.js'
import { instantOf } from '../domain/instant.js'
import type { Instant } from '../domain/payments/payment.js'
import type { StatementLine, StatementRecord } from '../domain/reconciliation/statement-line.js'
import { onAbort } from '../internal/abort.js'
import { systemClock } from '../internal/clock.js'
import { equalBytes } from '../internal/crypto.js'
import { bytesOf, hex } from '../internal/encoding.js'

/** A call of the fake provider. */
export type FakeCall = 'start' | 'status' | 'cancel' | 'list'

/**
 * The fault of a call. `lost`: the work is done, and the answer does not arrive; `silent`: the work is done, and the call ends
 * only when its signal is aborted; `unavailable`: nothing is done, and the provider says so; `broken`: nothing is done, and no answer says so; `refused`: the credentials are wrong.
 */
export type FakeFault = 'lost' | 'silent' | 'unavailable' | 'broken' | 'refused'

/** The behaviour of a fake provider; all of it is optional. */
export interface FakeScript {
  /** Default `fake`; it is its key in `providers` too. */
  name?: string | undefined
  /** Default the name. */
  account?: string | undefined
  /** Default false. */
  startIsIdempotent?: boolean | undefined
  polls?: readonly number[] | undefined
  limits?: ProviderLimits | undefined
  promptSeconds?: number | undefined
  /** The secret that signs its callbacks. Default `fake`. */
  secret?: string | undefined
  /** The fee of each payment, in minor units. Default 0. */
  fee?: number | undefined
  /** The letters before the number of each receipt; one that is stored in a database needs other ones in each run. Default `FK`. */
  receiptPrefix?: string | undefined
  /** False for a provider whose status names no receipt. Default true. */
  hasReceipts?: boolean | undefined
  /** False for a provider that cannot cancel. Default true. */
  canCancel?: boolean | undefined
  /** Epoch milliseconds. Default `Date.now`. */
  clock?: (() => number) | undefined
  /** Returns the fault of a call, or nothing where it works; `count` is the number of this call for this attempt, from 1. */
  faultOf?: ((call: FakeCall, attempt: AttemptRequest | null, count: number) => FakeFault | undefined) | undefined
}

/** Money that the fake provider took. */
export interface FakePayment {
  readonly attemptId: string
  readonly receipt: string
  readonly amount: number
  readonly currency: string
  readonly reference: string
  readonly bookedAt: Instant
}

/** The prompt of an attempt on the payer's phone, as it is now. */
export interface FakePrompt {
  readonly attemptId: string
  /** The text that the payer reads. */
  readonly reference: string
  /** The amount that was asked for, in minor units. */
  readonly amount: number
  readonly currency: string
  /** `open` until the payer answers. */
  readonly state: 'open' | 'paid' | 'failed'
}

/** The money that a payer sends; what is left out is the attempt's own. */
export interface FakeMoney {
  amount?: number | undefined
  currency?: string | undefined
}

/** The form of a callback. */
export interface FakeCallbackOptions {
  /** `signed` is proof, `hint` has no signature, `forged` has a wrong one. Default `signed`. */
  proof?: 'signed' | 'hint' | 'forged' | undefined
  /** The id of the message; a repeated one is the same message. Default one for each state of the attempt. */
  messageId?: string | undefined
}

/** A provider without a network. Its phone is played by `accept`, `refuse` and `payAgain`; a payer who does nothing ignores it. */
export interface FakeProvider extends Provider {
  /** The attempts that were pushed to a phone, in order; one that was pushed twice is there twice. */
  readonly pushes: readonly string[]
  /** The money that it took, in order. */
  readonly payments: readonly FakePayment[]
  /** Lists the prompts on the payer's phone, in the order in which they came; an attempt that was pushed twice has one. */
  prompts(): readonly FakePrompt[]
  /** Lets the payer accept: the money moves. An attempt that has ended takes none. */
  accept(attemptId: string, money?: FakeMoney): FakePayment | null
  /** Lets the payer refuse. */
  refuse(attemptId: string, code?: string): void
  /** Lets the payer send money again, past the prompt, with the reference of the attempt. */
  payAgain(attemptId: string, money?: FakeMoney): FakePayment
  /** Makes the callback about an attempt as it is now. */
  callback(attemptId: string, options?: FakeCallbackOptions): CallbackRequest
  /** Makes the callback about a payment, as a provider reports money that came without an attempt. */
  recordCallback(payment: FakePayment, options?: FakeCallbackOptions): CallbackRequest
  receive(request: CallbackRequest): CallbackContent
}

interface FakeAttempt {
  readonly request: AttemptRequest
  state: 'open' | 'paid' | 'failed'
  code: string
  payment: FakePayment | null
}

const signatureHeader = 'x-fake-signature'

/**
 * Makes a provider to develop and test against, without a network and without an account. It is deterministic: payers do what the
 * test says, and calls fail where the script says.
 *
 * @example
 * const fake = fakeProvider()
 * fake.name // => 'fake'
 * fake.pushes // => []
 */
export function fakeProvider(script: FakeScript = {}): FakeProvider {
  const { name = 'fake', account = name, startIsIdempotent = false, polls, limits, promptSeconds } = script
  const { secret = 'fake', fee = 0, hasReceipts = true, canCancel = true, clock = systemClock, faultOf } = script
  const { receiptPrefix = 'FK' } = script
  const attempts = new Map<string, FakeAttempt>()
  const counts = new Map<string, number>()
  const pushes: string[] = []
  const payments: FakePayment[] = []

  function faultNow(call: FakeCall, attempt: AttemptRequest | null): FakeFault | undefined {
    const place = `${call} ${attempt?.id ?? ''}`
    const count = (counts.get(place) ?? 0) + 1
    counts.set(place, count)
    return faultOf?.(call, attempt, count)
  }

  /** Waits until a signal is aborted. */
  function abortOf(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => (signal.aborted ? resolve() : onAbort(signal, resolve)))
  }

  /** Does the work of a call, with its fault. */
  async function work<Answer>(
    call: FakeCall,
    attempt: AttemptRequest | null,
    signal: AbortSignal,
    refused: Answer | null,
    answer: () => Answer,
  ): Promise<Answer> {
    const fault = faultNow(call, attempt)
    if (fault === 'unavailable') throw Object.assign(new Error('no connection'), { code: 'provider_unavailable' })
    if (fault === 'broken') throw Object.assign(new Error('the provider failed'), { code: 'broken' })
    if (fault === 'refused' && refused !== null) return refused
    const result = answer()
    if (fault === 'silent') await abortOf(signal)
    if (fault === 'lost' || fault === 'silent') throw Object.assign(new Error('no answer came'), { code: 'timed_out' })
    return result
  }

  function outcomeOf({ state, code, payment }: FakeAttempt): Outcome {
    if (state === 'open') return { state: 'pending' }
    if (state === 'failed' || !payment) return { state: 'failed', code, retry: true }
    const { receipt, amount, currency, bookedAt } = payment
    const named = hasReceipts ? { providerTransactionId: receipt } : {}
    return { state: 'paid', amount, currency, bookedAt, ...named, ...(fee > 0 && { fee }) }
  }

  function knownAttempt(attemptId: string): FakeAttempt {
    const attempt = attempts.get(attemptId)
    if (!attempt) throw new Error(`the fake provider has no attempt ${attemptId}`)
    return attempt
  }

  function take({ id, reference, amount, currency }: AttemptRequest, money: FakeMoney = {}): FakePayment {
    const receipt = `${receiptPrefix}${String(payments.length + 1).padStart(8, '0')}`
    const payment = {
      ...{ attemptId: id, receipt, reference, bookedAt: instantOf(clock()) },
      ...{ amount: money.amount ?? amount, currency: money.currency ?? currency },
    }
    payments.push(payment)
    return payment
  }

  function signatureOf(body: Uint8Array): string {
    return hex(hmac(sha256, bytesOf(secret), body))
  }

  function callbackOf(content: object, proof: NonNullable<FakeCallbackOptions['proof']>): CallbackRequest {
    const body = bytesOf(JSON.stringify(content))
    const headers = new Headers({ 'content-type': 'application/json' })
    if (proof !== 'hint') headers.set(signatureHeader, proof === 'signed' ? signatureOf(body) : '0'.repeat(64))
    return { method: 'POST', url: `https://hospital.example/callbacks/${name}`, headers, body }
  }

  function recordOf(payment: FakePayment, row: number): StatementLine {
    const { receipt, amount, currency, reference, bookedAt } = payment
    const valueDate = bookedAt.slice(0, 10)
    return {
      row,
      direction: 'credit',
      amount,
      currency,
      valueDate,
      bookedAt,
      reference,
      providerTransactionId: receipt,
    }
  }

  /** Makes the lines of a payment: its money, and its fee behind it. */
  function linesOf(payment: FakePayment, row: number): readonly StatementLine[] {
    const line = recordOf(payment, row)
    return fee > 0 ? [line, { ...line, direction: 'debit', amount: fee, isFee: true }] : [line]
  }

  function open(request: AttemptRequest): FakeAttempt {
    const stored = attempts.get(request.id)
    if (stored && startIsIdempotent) return stored
    pushes.push(request.id)
    if (stored) return stored
    const attempt: FakeAttempt = { request, state: 'open', code: 'refused', payment: null }
    attempts.set(request.id, attempt)
    return attempt
  }

  const refused: Outcome = { state: 'refused', code: 'wrong_key' }

  return {
    name,
    account,
    startIsIdempotent,
    ...(polls && { polls }),
    ...(limits && { limits }),
    ...(promptSeconds !== undefined && { promptSeconds }),
    pushes,
    payments,
    start: (attempt, signal) =>
      work<Awaited<ReturnType<Provider['start']>>>(
        'start',
        attempt,
        signal,
        { session: null, outcome: refused },
        () => {
          open(attempt)
          return {
            session: { push: attempt.id },
            instructions: { type: 'text', message: `Confirm the payment ${attempt.reference} on your phone.` },
          }
        },
      ),
    status: (attempt, signal) =>
      work<Outcome>('status', attempt, signal, refused, () => {
        const known = attempts.get(attempt.id)
        return known ? outcomeOf(known) : { state: 'unknown' }
      }),
    ...(canCancel && {
      cancel: (attempt: AttemptRequest, signal: AbortSignal) =>
        work<Outcome>('cancel', attempt, signal, refused, () => {
          const known = attempts.get(attempt.id)
          if (known?.state === 'open') Object.assign(known, { state: 'failed', code: 'canceled' })
          return known ? outcomeOf(known) : { state: 'unknown' }
        }),
    }),
    async *list({ from, to }, signal) {
      const listed = await work('list', null, signal, null, () =>
        payments.filter(({ bookedAt }) => bookedAt >= from && bookedAt < to),
      )
      yield* listed.flatMap(linesOf)
    },
    receive({ headers, body }) {
      const signature = headers.get(signatureHeader)
      if (signature !== null && !equalBytes(bytesOf(signature), bytesOf(signatureOf(body)))) return null
      const proof = signature === null ? 'hint' : 'signed'
      try {
        const { messageId, about, session, outcome } = JSON.parse(new TextDecoder().decode(body)) as {
          readonly messageId: string
          readonly about?: { readonly attemptId: string } | { readonly record: StatementRecord }
          readonly session?: JsonObject
          readonly outcome?: Outcome
        }
        if (about === undefined || !('attemptId' in about || 'record' in about)) return null
        return [{ proof, messageId, about, ...(session && { session }), ...(outcome && { outcome }) }]
      } catch {
        return null
      }
    },
    reply: (isTaken) => ({ status: isTaken ? 200 : 401, body: isTaken ? 'taken' : 'not taken' }),
    prompts: () =>
      Array.from(attempts.values(), ({ request: { id, reference, amount, currency }, state }) => ({
        ...{ attemptId: id, reference, amount, currency, state },
      })),
    accept(attemptId, money) {
      const attempt = knownAttempt(attemptId)
      if (attempt.state !== 'open') return null
      attempt.payment = take(attempt.request, money)
      attempt.state = 'paid'
      return attempt.payment
    },
    refuse(attemptId, code = 'refused') {
      const attempt = knownAttempt(attemptId)
      if (attempt.state === 'open') Object.assign(attempt, { state: 'failed', code })
    },
    payAgain: (attemptId, money) => take(knownAttempt(attemptId).request, money),
    callback(attemptId, { proof = 'signed', messageId } = {}) {
      const attempt = knownAttempt(attemptId)
      const outcome = outcomeOf(attempt)
      const about = { attemptId }
      const id = messageId ?? `${attemptId} ${outcome.state}`
      return callbackOf({ messageId: id, about, session: { push: attemptId }, outcome }, proof)
    },
    recordCallback(payment, { proof = 'signed', messageId = payment.receipt } = {}) {
      return callbackOf({ messageId, about: { record: recordOf(payment, 1) } }, proof)
    },
  }
}
