/**
 * The conditions of the few payments that people look for. A planner matches a condition with a partial index by its text, so
 * the statements and the schema have it from here.
 */

/** The condition that a payment succeeded and no statement has proved all of it. */
export const isUnproved = "status = 'succeeded' AND amount_reconciled < amount"

/** The condition that statements have proved a part of a payment. */
export const isUnderPaid = 'amount_reconciled > 0 AND amount_reconciled < amount'

/** The condition that a payment was canceled. */
export const isCanceled = 'canceled_at IS NOT NULL'
