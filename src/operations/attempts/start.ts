import { shownAttempt, type Attempt, type StoredAttempt } from '../../domain/attempts/attempt.js'
import type { Provider } from '../../domain/attempts/provider.js'
import { type AttemptReport, hasTimeToCall, type LeasedCall } from '../../domain/attempts/report.js'
import {
  amountOfStart,
  attemptOfPayment,
  codeBytes,
  codeOf,
  isUnavailable,
  requestOf,
  startedAttempt,
} from '../../domain/attempts/start.js'
import { isPaymentId } from '../../domain/id.js'
import { paymentNotFound } from '../../domain/not-found.js'
import { type AnyPaymentError, PaymentError } from '../../errors.js'
import { attempts } from '../../repository/aggregates/attempts.js'
import type { FinanceRepository } from '../../repository/finance-port.js'
import { type MovementReads, storeMovement } from '../accounts/store-movement.js'
import type { Context } from '../context.js'
import { fingerprintOf, idempotencyConflict } from '../idempotent-request.js'
import {
  startAttemptOptions,
  type StartAttemptOptions,
  startAttemptRequest,
  type StartAttemptRequest,
} from '../input/attempt-calls.js'
import * as field from '../input/fields.js'
import { parse, parseOptions } from '../input/parse.js'
import { readStart } from '../input/provider-answers.js'
import { financeOf } from '../storage.js'
import { attemptEntry } from './attempt-entries.js'
import { callInTime, logFailure } from './call-provider.js'
import { storeReport } from './store-report.js'
import { checkOutsideTransaction } from './outside-transaction.js'

const nameArgument = field.object({ provider: field.text })

/** @throws PaymentError `invalid_request` for a name that is no text, `unsupported_provider` */
export function providerOf({ providers }: Pick<Context, 'providers'>, name: string): Provider {
  parse(nameArgument, { provider: name })
  const provider = providers.get(name)
  if (provider) return provider
  throw new PaymentError('unsupported_provider', 'This provider is not set up here. Use one of the supported ones.', {
    details: { supported: [...providers.keys()] },
  })
}

/** Reads the payment of a start. @throws PaymentError `payment_not_found` */
async function paymentOf({ finance, shownPayments }: Pick<MovementReads, 'finance' | 'shownPayments'>, id: string) {
  const stored = isPaymentId(id) ? await finance.get(id) : null
  const payment = stored && shownPayments.over([stored]).get(id)
  if (!payment) throw paymentNotFound(id)
  return payment
}

/** A start as its key knows it: its phone apart, because a digest of a phone can be guessed, and must be gone with the payer. */
interface KeyedStart {
  readonly requestKey: string | null
  readonly fingerprint: string
  readonly phone: string | null
}

/** Returns the digest of a phone for one attempt alone. */
function markOfPhone(id: string, phone: string): string {
  return fingerprintOf([id, phone])
}

/** Finds the attempt of an earlier start with the same key. @throws PaymentError `idempotency_conflict` */
async function firstStart(
  finance: FinanceRepository,
  { requestKey, fingerprint, phone }: KeyedStart,
): Promise<StoredAttempt | null> {
  if (requestKey === null) return null
  const [stored] = await finance.findRows(attempts, 'requestKey', [requestKey])
  if (!stored) return null
  const { id, phoneMark, hadPhone } = stored.row
  // Without a mark the payer was erased: which phone it was is not known any more.
  const isPhone =
    hadPhone === (phone !== null) && (phone === null || phoneMark === null || phoneMark === markOfPhone(id, phone))
  if (stored.row.fingerprint !== fingerprint || !isPhone) throw idempotencyConflict()
  return stored.row
}

/** Sends a start whose lease the caller has, and stores what the provider answers. */
export async function sendStart(
  context: Context,
  attempt: StoredAttempt,
  provider: Provider,
  call: LeasedCall,
): Promise<{ readonly attempt: StoredAttempt; readonly refusal: AnyPaymentError | null }> {
  const fields = { provider: provider.name, attemptId: attempt.id }
  if (!hasTimeToCall(call, context.now())) return { attempt, refusal: null }
  let refusal: AnyPaymentError | null = null
  let report: AttemptReport
  try {
    const answer = readStart(await callInTime((signal) => provider.start(requestOf(attempt), signal)))
    report = { ...answer, call }
  } catch (error) {
    logFailure(context, 'start', error, fields)
    // A start that is sent again may have begun the first time.
    if (isUnavailable(error) && call.kind === 'start') {
      refusal = unavailable()
      const outcome = { state: 'failed', code: 'provider_unavailable', retry: true } as const
      report = { outcome, call, isUnstarted: true }
    } else report = { outcome: { state: 'unknown' }, call }
  }
  return { attempt: await storeReport(context, attempt.id, report, { leased: attempt }), refusal }
}

/** Makes the refusal of a start; it has no cause, because a provider's error may contain a phone. */
function unavailable(): AnyPaymentError {
  const message = 'The provider of payments did not take the request; nothing was started. Try again later.'
  return new PaymentError('provider_unavailable', message) as AnyPaymentError
}

export async function startAttempt(
  context: Context,
  input: StartAttemptRequest,
  options?: StartAttemptOptions,
): Promise<Attempt> {
  checkOutsideTransaction(context, 'start')
  const named = (input as Partial<StartAttemptRequest> | undefined)?.provider
  const limits = typeof named === 'string' ? context.providers.get(named)?.limits : undefined
  const request = parse(startAttemptRequest(limits?.callingCode), input)
  const { idempotencyKey: requestKey = null } = parseOptions(startAttemptOptions, options)
  const { paymentId, amount, phone = null, returnUrl = null, actor: createdBy = null } = request
  const provider = providerOf(context, request.provider)
  const finance = financeOf(context)
  const fingerprint = fingerprintOf([paymentId, provider.name, amount, returnUrl])
  const id = context.ids.attempt()

  const stored = await storeMovement<{ readonly attempt: StoredAttempt; readonly isNew: boolean }>(context, {
    actor: createdBy,
    async decide(reads, { now }) {
      const payment = await paymentOf(reads, paymentId)
      const first = await firstStart(finance, { requestKey, fingerprint, phone })
      if (first) return { result: { attempt: first, isNew: false } }
      const start = { amount: amountOfStart(payment, amount, provider), phone, returnUrl, createdBy }
      const keys = { references: [payment.reference], providerTransactionIds: [], lineKeys: [] }
      const { payments: ofReference } = await finance.lookup(keys)
      const attempt = startedAttempt(payment, provider, start, {
        ...{ id, code: codeOf(context.random(codeBytes)), requestKey, fingerprint, now },
        phoneMark: requestKey === null || phone === null ? null : markOfPhone(id, phone),
        isReferenceAlone: ofReference.every((other) => other.id === payment.id),
      })
      const event = { type: 'attempt.started', previousStatus: null, actor: createdBy } as const
      return {
        write: {
          ...{ session: null, lines: [], refunds: [], balances: [] },
          payments: [attemptOfPayment(payment, id, now)],
        },
        rows: [attemptEntry(context, attempt, event)],
        stored: () => ({ attempt, isNew: true }),
      }
    },
  })
  if (!stored.isNew) return shownAttempt(stored.attempt)
  const { attempt } = stored
  const call = { kind: 'start', began: attempt.createdAt, wakes: 0, leasedUntil: attempt.leasedUntil! } as const
  const sent = await sendStart(context, attempt, provider, call)
  if (sent.refusal) throw sent.refusal
  return shownAttempt(sent.attempt)
}
