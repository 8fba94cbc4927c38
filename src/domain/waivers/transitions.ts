import { PaymentError } from '../../errors.js'
import type { Waiver, WaiverStatus } from './waiver.js'

/** One allowed change of a waiver's status; `from: null` is the request. */
export interface WaiverTransition {
  readonly from: WaiverStatus | null
  readonly to: WaiverStatus
}

/**
 * The list of all changes of a waiver's status; `from: null` is the request. A waiver is granted at once where no second
 * person is needed.
 *
 * @example
 * waiverTransitions.filter(({ from }) => from === 'granted') // => [{ from: 'granted', to: 'revoked' }]
 */
export const waiverTransitions: readonly WaiverTransition[] = Object.freeze(
  (
    [
      [null, 'requested'],
      [null, 'granted'],
      ['requested', 'granted'],
      ['requested', 'rejected'],
      ['requested', 'canceled'],
      ['granted', 'revoked'],
    ] as const
  ).map(([from, to]) => Object.freeze({ from, to })),
)

export function canChangeWaiver(from: WaiverStatus | null, to: WaiverStatus): boolean {
  return waiverTransitions.some((transition) => transition.from === from && transition.to === to)
}

export function invalidWaiverTransition({ id, status }: Waiver, to: WaiverStatus): PaymentError<'invalid_transition'> {
  const message = `A waiver that is ${status} cannot become ${to}; nothing was changed. Read it again to see what happened to it.`
  return new PaymentError('invalid_transition', message, { details: { waiverId: id, from: status, to } })
}
