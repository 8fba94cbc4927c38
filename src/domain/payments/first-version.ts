import type { Payment } from './payment.js'

/** The fields of a payment's first version that are the same in every payment: nothing has happened to it, and no money moved. */
export const firstVersion = {
  paidAt: null,
  reversedAt: null,
  canceledAt: null,
  late: false,
  amountReconciled: 0,
  amountRefundPending: 0,
  amountRefunded: 0,
  amountWrittenOff: 0,
  amountWaived: 0,
  attemptId: null,
  version: 1,
} as const satisfies Partial<Payment>
