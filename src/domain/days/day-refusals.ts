import { PaymentError } from '../../errors.js'

/** A day that is not closed cannot be reopened. */
export function dayIsOpen({ account, day }: { account: string; day: string }): PaymentError<'invalid_transition'> {
  return new PaymentError('invalid_transition', `The day ${day} is not closed; there is nothing to reopen.`, {
    details: { account, day, from: 'open', to: 'open' },
  })
}

/** A chain of which links were taken out must not go on as if it were whole. */
export function linkIsMissing({
  sequence,
  links,
}: {
  sequence: number
  links: number
}): PaymentError<'internal_error'> {
  return new PaymentError(
    'internal_error',
    `A link of the chain of this account's closings is missing: ${links} are stored, and its end is number ${sequence}. Nothing was closed or reopened. days.verify says where; bring the rows back from a backup.`,
  )
}
