/** The refusals of calls about statement lines. No message and no detail holds a narration. */
import { PaymentError, type PaymentErrorDetails } from '../../errors.js'
import { type AccountLine, withoutNarration } from './account-line.js'

/**
 * Makes the error for a line that changed. It has the line as it is now, so that a person can decide again without
 * another call.
 */
export function lineChanged(line: AccountLine): PaymentError<'line_changed'> {
  return new PaymentError(
    'line_changed',
    `The statement line is at version ${line.version} now; decide again on the line as it is.`,
    { details: { line: withoutNarration(line) } },
  )
}

export function allocationExceeds(
  exceeded: PaymentErrorDetails['allocation_exceeds']['exceeded'],
): PaymentError<'allocation_exceeds'> {
  const each = exceeded.map(({ path, open, asked }) => `${path} asks for ${asked} where ${open} is open`)
  return new PaymentError('allocation_exceeds', `Nothing was allocated: ${each.slice(0, 10).join('; ')}.`, {
    details: { exceeded },
  })
}

export function dayClosed({ account, valueDate: day }: AccountLine): PaymentError<'day_closed'> {
  return new PaymentError('day_closed', `The day ${day} is closed; reopen it before money is taken back.`, {
    details: { account, day },
  })
}

export function reservedByRefund(): PaymentError<'refund_exceeds'> {
  return new PaymentError(
    'refund_exceeds',
    'A refund reserves money of this statement line; cancel it before the line is undone.',
  )
}
