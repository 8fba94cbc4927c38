import { PaymentError } from '../../errors.js'
import type { Refund, RefundStatus } from './refund.js'

/** One allowed change of a refund's status; `from: null` is creation. */
export interface RefundTransition {
  readonly from: RefundStatus | null
  readonly to: RefundStatus
}

/**
 * The list of all changes of a refund's status; `from: null` is creation. A refund that was paid out becomes `pending` again
 * only where the debit that proved it is undone, and `failed` where its money came back.
 *
 * @example
 * refundTransitions.filter(({ from }) => from === 'requested')
 * // => [{ from: 'requested', to: 'pending' }, { from: 'requested', to: 'canceled' }]
 */
export const refundTransitions: readonly RefundTransition[] = Object.freeze(
  (
    [
      [null, 'requested'],
      [null, 'pending'],
      ['requested', 'pending'],
      ['requested', 'canceled'],
      ['pending', 'succeeded'],
      ['pending', 'failed'],
      ['pending', 'canceled'],
      ['succeeded', 'failed'],
      ['succeeded', 'pending'],
    ] as const
  ).map(([from, to]) => Object.freeze({ from, to })),
)

export function canChangeRefund(from: RefundStatus | null, to: RefundStatus): boolean {
  return refundTransitions.some((transition) => transition.from === from && transition.to === to)
}

export function invalidRefundTransition(
  { id, status }: Refund,
  to: RefundStatus,
  message = `A refund that is ${status} cannot become ${to}; nothing was changed. Read it again to see what happened to it.`,
): PaymentError<'invalid_transition'> {
  return new PaymentError('invalid_transition', message, { details: { refundId: id, from: status, to } })
}
