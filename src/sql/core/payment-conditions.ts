/**
 * The conditions of the few payments that people look for. A planner matches a condition with a partial index by its text, so
 * the statements and the schema have it from here.
 */
import { reversalsThatKeepMoney } from '../../domain/payments/money-of-lines.js'

/** The money that a payment asks for: its amount without what waivers pay. */
export const amountAsked = 'amount - amount_waived'

/** The condition that a payment succeeded and no statement has proved all of it; those of history were proved elsewhere. */
export const isUnproved = `status = 'succeeded' AND amount_reconciled < ${amountAsked} AND imported = 0`

/** The condition that statements have proved a part of a payment. */
export const isUnderPaid = `amount_reconciled > 0 AND amount_reconciled < ${amountAsked}`

/** The condition that a payment was canceled. */
export const isCanceled = 'canceled_at IS NOT NULL'

/** The condition that no money came or was waived for a payment, and that no attempt is taking it. */
export const isUntouched = 'amount_reconciled = 0 AND amount_waived = 0 AND attempt_id IS NULL'

/** The condition that a payment expires when its time has come. */
export const mayExpire = `status = 'pending' AND expires_at IS NOT NULL AND ${isUntouched}`

/** The money that lines proved of a payment and that no refund gives back. */
export const keptMoney = 'amount_reconciled - amount_written_off - (amount_refund_pending + amount_refunded)'

const reasonsThatKeepMoney = reversalsThatKeepMoney.map((reason) => `'${reason}'`).join(', ')

/** The condition that a payment was reversed because a line was undone, and other lines still prove money of it. */
export const isReversedWithMoney = `reversed_at IS NOT NULL AND status = 'reversed' AND status_reason IN (${reasonsThatKeepMoney}) AND ${keptMoney} > 0`
