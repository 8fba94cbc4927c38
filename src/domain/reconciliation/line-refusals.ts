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
    `The statement line is at version ${line.version} now, and nothing was stored. Look at the line as it is now, and decide again.`,
    { details: { line: withoutNarration(line) } },
  )
}

/** The problem of a line of a waiver, for the field that names it. */
export const lineOfWaiver = 'names a line of a waiver, which only its waiver changes'

export function allocationExceeds(
  exceeded: PaymentErrorDetails['allocation_exceeds']['exceeded'],
): PaymentError<'allocation_exceeds'> {
  const each = exceeded.map(({ path, open, asked }) => `${path} asks for ${asked}, but ${open} is open`)
  return new PaymentError('allocation_exceeds', `Nothing was allocated: ${each.slice(0, 10).join('; ')}.`, {
    details: { exceeded },
  })
}

export function dayClosed({ account, valueDate: day }: AccountLine): PaymentError<'day_closed'> {
  return new PaymentError('day_closed', `The day ${day} is closed, so nothing was taken back. Reopen the day first.`, {
    details: { account, day },
  })
}

export function reservedByRefund(): PaymentError<'refund_exceeds'> {
  return new PaymentError(
    'refund_exceeds',
    'A refund reserves money of this statement line, so nothing was undone. Cancel the refund first.',
  )
}
