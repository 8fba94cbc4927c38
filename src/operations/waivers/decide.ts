/** The calls of people about a waiver: each is one write of the waiver, its payment and its lines. */
import { paymentNotFound, waiverNotFound } from '../../domain/not-found.js'
import { dayClosed } from '../../domain/reconciliation/line-refusals.js'
import {
  approveWaiver as decideApproval,
  cancelWaiver as decideCancellation,
  draftWaiver,
  rejectWaiver as decideRejection,
  requestWaiver as decideRequest,
  revokeWaiver as decideRevocation,
  type WaiverDecision,
} from '../../domain/waivers/decide-waiver.js'
import type { MovementOrigin } from '../../domain/accounts/movement.js'
import type { WaiverNow, WaiverWrite } from '../../domain/waivers/waiver-change.js'
import type { Waiver } from '../../domain/waivers/waiver.js'
import type { ChangeGroup } from '../../repository/port.js'
import { type MovementReads, storeMovement } from '../accounts/store-movement.js'
import type { Context } from '../context.js'
import { hostAnswer } from '../host-answer.js'
import * as field from '../input/fields.js'
import { parse } from '../input/parse.js'
import {
  type ApproveWaiverOptions,
  approveWaiverOptions,
  type EndWaiverOptions,
  endWaiverOptions,
  requestWaiverOptions,
  type RequestWaiverOptions,
  type RevokeWaiverOptions,
  revokeWaiverOptions,
  waiverRequest,
  type WaiverRequest,
} from '../input/waiver-calls.js'
import { closedDaysOf } from '../lines/closed-days.js'
import { readPayments } from '../lines/payments-of-lines.js'
import { keyedCall } from '../request-key.js'
import { financeOf } from '../storage.js'
import { findWaiver } from './find-waiver.js'

const idArgument = field.object({ id: field.text })

/** Reads a payment with those on which its success depends. @throws PaymentError `payment_not_found` */
async function paymentOf({ finance, shownPayments }: MovementReads, id: string) {
  const read = await readPayments(finance, { ids: [id], shownPayments })
  const payment = read.payments.get(id)
  if (!payment) throw paymentNotFound(id)
  return { payment, siblingsOf: read.siblingsOf }
}

/** Makes what a decision stores. */
function toStore({ waiver, payments, lines, balances }: WaiverWrite, chains: ChangeGroup['chains'] = []) {
  return {
    write: { session: null, waiver, lines, payments, refunds: [], balances },
    subject: waiver.waiver.id,
    chains,
    stored: () => waiver.waiver,
  }
}

/** Makes the function that decides whether a second person has to agree. It calls the host's function once. */
function approvalOf({ waiverApproval }: Context): (draft: Waiver) => boolean {
  let answer: boolean | null = null
  return (draft) => {
    answer ??= hostAnswer('waiverApproval', () => waiverApproval?.({ ...draft }) ?? true)
    return answer
  }
}

export async function requestWaiver(
  context: Context,
  input: WaiverRequest,
  options: RequestWaiverOptions,
): Promise<Waiver> {
  const { paymentId, amount, scheme, reason, note } = parse(waiverRequest, input)
  const { actor, idempotencyKey } = parse(requestWaiverOptions, options)
  const finance = financeOf(context)
  const id = context.ids.waiver()
  const needsApproval = approvalOf(context)
  return storeMovement<Waiver>(context, {
    actor,
    keyed: keyedCall('waivers', idempotencyKey, [paymentId, amount, scheme, reason, note]),
    async answer(subject) {
      const waiver = await findWaiver(finance, subject)
      if (!waiver) throw waiverNotFound(subject)
      return waiver
    },
    async decide(reads, origin) {
      const { payment, siblingsOf } = await paymentOf(reads, paymentId)
      const request = { id, amount, scheme, reason, ...(note !== undefined && { note }), requestedBy: actor }
      const draft = draftWaiver(request, payment, origin)
      await reads.accounts.read([`waiver.${scheme}`])
      const { contested } = reads
      const facts = { policy: context.referencePolicy, siblingsOf, contested, needsApproval }
      return toStore(decideRequest(draft, payment, origin, facts))
    },
  })
}

/** Decides about a waiver, and about its payment with it. */
async function changeWaiver(
  context: Context,
  id: string,
  actor: string,
  decide: (
    now: WaiverNow & { readonly siblingsOf: Awaited<ReturnType<typeof paymentOf>>['siblingsOf'] },
    reads: MovementReads,
    origin: MovementOrigin,
  ) => Promise<{ readonly decision: WaiverDecision; readonly chains?: ChangeGroup['chains'] }>,
): Promise<Waiver> {
  return storeMovement<Waiver>(context, {
    actor,
    async decide(reads, origin) {
      const waiver = await reads.waiver(id)
      const read = await paymentOf(reads, waiver.paymentId)
      await reads.accounts.read([`waiver.${waiver.scheme}`])
      const { decision, chains } = await decide({ waiver, ...read }, reads, origin)
      return 'unchanged' in decision ? { result: decision.unchanged } : toStore(decision.write, chains)
    },
  })
}

export async function approveWaiver(context: Context, id: string, options: ApproveWaiverOptions): Promise<Waiver> {
  parse(idArgument, { id })
  const { actor } = parse(approveWaiverOptions, options)
  return changeWaiver(context, id, actor, async ({ siblingsOf, ...now }, { contested }, origin) => ({
    decision: decideApproval(now, actor, origin, { policy: context.referencePolicy, siblingsOf, contested }),
  }))
}

export async function rejectWaiver(context: Context, id: string, options: EndWaiverOptions): Promise<Waiver> {
  parse(idArgument, { id })
  const call = parse(endWaiverOptions, options)
  return changeWaiver(context, id, call.actor, async (now, _, origin) => ({
    decision: decideRejection(now, call, origin),
  }))
}

export async function cancelWaiver(context: Context, id: string, options: EndWaiverOptions): Promise<Waiver> {
  parse(idArgument, { id })
  const call = parse(endWaiverOptions, options)
  return changeWaiver(context, id, call.actor, async (now, _, origin) => ({
    decision: decideCancellation(now, call, origin),
  }))
}

export async function revokeWaiver(context: Context, id: string, options: RevokeWaiverOptions): Promise<Waiver> {
  parse(idArgument, { id })
  const call = parse(revokeWaiverOptions, options)
  return changeWaiver(context, id, call.actor, async (now, reads, origin) => {
    const line = now.waiver.lineKey === null ? null : await reads.line(now.waiver.lineKey)
    const decision = decideRevocation(now, line, call, origin)
    if ('unchanged' in decision || !line) return { decision }
    const { isHeld, chains } = await closedDaysOf(reads.finance, [line])
    if (isHeld(line)) throw dayClosed(line)
    return { decision, chains }
  })
}
