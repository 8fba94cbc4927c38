import { PaymentError } from '../../errors.js'

/** Makes the error for reopening a day that is not closed. */
export function dayIsOpen({ account, day }: { account: string; day: string }): PaymentError<'invalid_transition'> {
  return new PaymentError(
    'invalid_transition',
    `The day ${day} is not closed, so it cannot be reopened. Nothing was changed.`,
    {
      details: { account, day, from: 'open', to: 'open' },
    },
  )
}

/** Makes the error for reopening a day of which lines were moved to other tables: they could not be closed again with it. */
export function dayIsArchived({ account, day }: { account: string; day: string }): PaymentError<'invalid_transition'> {
  return new PaymentError(
    'invalid_transition',
    `Lines of the day ${day} were archived, so it cannot be reopened. Nothing was changed. Correct its money by a refund or a new movement.`,
    { details: { account, day, from: 'archived', to: 'open' } },
  )
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
    `A closing is missing in the chain of this account: ${links} are stored, but the last has number ${sequence}. Nothing was closed or reopened. Find the place with days.verify, and restore the row from a backup.`,
  )
}
