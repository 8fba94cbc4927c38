/** Calls about payers and waivers: each is drawn whole before it is made, so that it can be made again. */
import type { AccountLine, HospitalPayments, Payment, Waiver } from 'hospital-payments'

type Roll = (n: number) => number

/** The name of a call, and the call. */
export type PayerCall = readonly [name: string, call: () => Promise<unknown>]

/** The rows that a caller can have read before the call. */
export interface PayersNow {
  readonly payments: readonly Payment[]
  readonly lines: readonly AccountLine[]
  readonly waivers: readonly Waiver[]
}

export const payers = ['MRN-1', 'MRN-2'] as const
export const schemes = ['poor', 'staff'] as const

/** The limit up to which a waiver needs no second person. */
export const maxUnapprovedWaiver = 40
const people = ['amina', 'dawit', 'sara'] as const

/** Returns the money that is asked for of a payment and has neither come nor been waived. */
export function openOf({ amount, amountReconciled, amountWaived }: Payment): number {
  return amount - amountReconciled - amountWaived
}

function drawOnWaiver(roll: Roll, { waivers }: HospitalPayments, { id, status }: Waiver): PayerCall {
  const actor = people[roll(3)]!
  const reason = 'insured'
  const isNew = status === 'requested'
  const calls: PayerCall[] = [
    [isNew ? 'approve a waiver' : 'approve a waiver again', () => waivers.approve(id, { actor })],
    [isNew ? 'approve a waiver' : 'approve a waiver again', () => waivers.approve(id, { actor })],
    ['reject a waiver', () => waivers.reject(id, { reason, actor })],
    ['cancel a waiver', () => waivers.cancel(id, { reason, actor })],
    ['revoke a waiver', () => waivers.revoke(id, { reason, actor })],
    ['revoke a waiver', () => waivers.revoke(id, { reason, actor, payments: 'reverse' })],
  ]
  return calls[isNew ? roll(4) : roll(6)]!
}

/** Draws a call about a payer or a waiver; there is at least one payment. */
export function drawOnPayer(roll: Roll, calls: HospitalPayments, { payments, lines, waivers }: PayersNow): PayerCall {
  const kind = roll(10)
  const { id: paymentId, ...bill } = payments[roll(payments.length)]!
  const payerId = payers[roll(2)]!
  const actor = people[roll(3)]!
  const idempotencyKey = `payer-${roll(1_000_000)}`
  const part = [openOf({ id: paymentId, ...bill }), 40, 1 + roll(bill.amount)][roll(3)]!
  if (kind <= 2) {
    const request = { paymentId, amount: Math.max(part, 1), scheme: schemes[roll(2)]!, reason: 'no_income' }
    return ['request a waiver', () => calls.waivers.request(request, { actor, idempotencyKey })]
  }
  if (kind <= 5 && waivers.length > 0) return drawOnWaiver(roll, calls, waivers[roll(waivers.length)]!)
  const line = lines[roll(lines.length || 1)]
  if (kind === 6 && line) {
    const named = [payerId, payerId, null][roll(3)]!
    return [
      'set a payer',
      () => calls.lines.setPayer(line.key, { payerId: named, expectedVersion: line.version, actor }),
    ]
  }
  const amount = roll(2) === 0 ? {} : { amount: Math.max(part, 1) }
  return ['draw a deposit', () => calls.payers.apply({ payerId, paymentId, ...amount, actor }, { idempotencyKey })]
}
