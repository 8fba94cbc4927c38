import { PaymentError } from '../../errors.js'

/** Makes the error for reopening a day that is not closed. */
export function dayIsOpen({ account, day }: { account: string; day: string }): PaymentError<'invalid_transition'> {
  return new PaymentError('invalid_transition', `The day ${day} is not closed; there is nothing to reopen.`, {
    details: { account, day, from: 'open', to: 'open' },
  })
}

/** Makes the error for a chain of which links were taken out: it must not be continued as if it were whole. */
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
