import { PaymentError } from '../../errors.js'

/** Makes the refusal of a call that must not run beside a living attempt. */
export function attemptConflict(attempt: string): PaymentError<'attempt_conflict'> {
  const message = 'A provider is taking this payment just now. Check the attempt, wait for its end, or abandon it.'
  return new PaymentError('attempt_conflict', message, { details: { attempt } })
}
