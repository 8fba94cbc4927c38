/** The work of one turn of a tenant, of each kind. */
import type { SendEvent } from '../domain/payments/delivery-schedule.js'
import { type HospitalPayments, settingsOf } from '../service.js'
import type { TurnEnd } from './turns.js'

/**
 * The sends of one turn, by call: after a call that took a while there is no further one, so that the turn of a slow receiver is
 * short. Together they are as many as one claim has.
 */
const sendsByCall = [1, 4, 15, 30]
const shortWhileMs = 1_000

/** Delivers some events of a tenant. */
export async function deliverSome(
  payments: HospitalPayments,
  send: SendEvent,
  { signal, clock }: { readonly signal: AbortSignal; clock(): number },
): Promise<TurnEnd> {
  let [sent, delivered] = [0, 0]
  for (const limit of sendsByCall) {
    const begun = clock()
    const results = await payments.deliverEvents(send, { limit, signal })
    const ofCall = results.delivered + results.retrying + results.dead
    sent += ofCall
    delivered += results.delivered
    if (ofCall < limit) return sent === 0 ? 'nothing' : delivered === 0 ? 'refused' : 'done'
    if (clock() - begun >= shortWhileMs) break
  }
  return delivered === 0 ? 'refused' : 'more'
}

/** The most payments that a turn expires: a group, which is written at once. */
const maxExpired = 500

/** Expires due payments of a tenant, and removes files that the desk kept for a day where it is time to look for them. */
export async function expireSome(payments: HospitalPayments, isTimeOfUploads: boolean): Promise<TurnEnd> {
  const { expired } = await payments.expireDue({ limit: maxExpired })
  const removed = isTimeOfUploads ? ((await settingsOf(payments)?.removeUploads?.()) ?? 0) : 0
  if (expired + removed === 0) return 'nothing'
  return expired < maxExpired ? 'done' : 'more'
}

/** The attempts of one turn: as many as are asked about side by side. */
const maxChecked = 8

/** Asks providers about due attempts of a tenant. A service without providers cannot. */
export async function checkSome(payments: HospitalPayments): Promise<TurnEnd> {
  if ((settingsOf(payments)?.providers.size ?? 0) === 0) return 'nothing'
  const { checked } = await payments.attempts.checkDue({ limit: maxChecked })
  if (checked === 0) return 'nothing'
  return checked < maxChecked ? 'done' : 'more'
}
