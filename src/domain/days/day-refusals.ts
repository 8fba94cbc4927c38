import { PaymentError } from '../../errors.js'

/** A day that is not closed cannot be reopened. */
export function dayIsOpen({ source, day }: { source: string; day: string }): PaymentError<'invalid_transition'> {
  return new PaymentError('invalid_transition', `The day ${day} is not closed; there is nothing to reopen.`, {
    details: { source, day, from: 'open', to: 'open' },
  })
}
