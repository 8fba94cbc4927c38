/** Questions to providers: what became of an attempt. */
import { type Attempt, isLiving, shownAttempt, type StoredAttempt } from '../../domain/attempts/attempt.js'
import type { Outcome, Provider } from '../../domain/attempts/provider.js'
import { isLeased, leasedAttempt, type LeasedCall, maySendAgain } from '../../domain/attempts/report.js'
import { requestOf } from '../../domain/attempts/start.js'
import { attemptNotFound } from '../../domain/not-found.js'
import type { Context } from '../context.js'
import * as field from '../input/fields.js'
import { parse } from '../input/parse.js'
import { financeOf } from '../storage.js'
import { attemptEntry } from './attempt-entries.js'
import { askOutcome } from './call-provider.js'
import { findAttempt } from './find-attempt.js'
import { providerOf, sendStart } from './start.js'
import { storeReport } from './store-report.js'
import { checkOutsideTransaction } from './outside-transaction.js'

const idArgument = field.object({ id: field.text })

/** @throws PaymentError `attempt_not_found` */
export async function attemptOf(context: Context, id: string): Promise<StoredAttempt> {
  parse(idArgument, { id })
  const attempt = await findAttempt(financeOf(context), id)
  if (!attempt) throw attemptNotFound(id)
  return attempt
}

/** An attempt whose caller alone may call its provider now. */
export interface Leased {
  readonly attempt: StoredAttempt
  readonly call: Omit<LeasedCall, 'kind'>
}

/** Leases an attempt; `null` where another caller has it, or changed it just now. */
export async function leaseAttempt(context: Context, attempt: StoredAttempt): Promise<Leased | null> {
  const now = context.now()
  if (isLeased(attempt, now)) return null
  const leased = leasedAttempt(attempt, now)
  const rows = [attemptEntry(context, leased, null)]
  const { outcome } = await financeOf(context).replace({ changes: [], lines: [], rows })
  if (outcome !== 'replaced') return null
  return { attempt: leased, call: { began: now, wakes: leased.wakes, leasedUntil: leased.leasedUntil! } }
}

/** Asks a provider for the status of an attempt. */
export function askStatus(context: Context, attempt: StoredAttempt, provider: Provider) {
  const { id, session } = attempt
  const fields = { provider: provider.name, attemptId: id }
  return askOutcome(context, 'status', fields, async (signal): Promise<Outcome> =>
    provider.status({ ...requestOf(attempt), session }, signal),
  )
}

/** Asks about a leased attempt, or sends its start again where the answer was lost, and stores what comes. */
export async function askLeased(
  context: Context,
  { attempt, call }: Leased,
  provider: Provider,
): Promise<StoredAttempt> {
  const isLost = maySendAgain(attempt, { now: call.began, isIdempotent: provider.startIsIdempotent })
  if (isLost && (await financeOf(context).get(attempt.paymentId))?.status === 'pending') {
    const sent = await sendStart(context, attempt, provider, { ...call, kind: 'resend' })
    return sent.attempt
  }
  const { outcome } = await askStatus(context, attempt, provider)
  return storeReport(context, attempt.id, { outcome, call: { ...call, kind: 'status' } }, { leased: attempt })
}

export async function checkAttempt(context: Context, id: string): Promise<Attempt> {
  checkOutsideTransaction(context, 'check')
  const attempt = await attemptOf(context, id)
  if (attempt.status === 'paid') return shownAttempt(attempt)
  const provider = providerOf(context, attempt.provider)
  const leased = await leaseAttempt(context, attempt)
  if (!leased) return shownAttempt(await attemptOf(context, id))
  return shownAttempt(await askLeased(context, leased, provider))
}

/** Returns true for an attempt about which its provider may still be asked. */
export function isOpenToChecks(attempt: StoredAttempt): boolean {
  return isLiving(attempt) || attempt.nextCheckAt !== null
}
