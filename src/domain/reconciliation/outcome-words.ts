import type { LineOutcome } from './items.js'

/** The outcomes of lines, in words for people who read a list of lines. */
export const outcomeWords: Readonly<Record<LineOutcome, string>> = {
  matched: 'proves payments that were confirmed before',
  confirmed: 'confirms payments',
  already_reconciled: 'was reconciled before',
  under_paid: 'pays a part of what was asked for',
  over_paid: 'has more money than the payment has open',
  currency_mismatch: 'is in another currency than the payment',
  status_mismatch: 'names a payment that was reversed',
  duplicate_credit: 'came for a payment that is paid already',
  ambiguous: 'may mean several payments',
  unmatched_line: 'names no known payment',
  reversal_candidate: 'is money that left the account',
  rejected_line: 'cannot be read',
  on_hold: 'is held, or allocated in part by hand',
  set_aside: 'was set aside under a category',
  refund_paid: 'paid a refund out',
  refund_returned: 'names a refund whose money may have come back',
  possible_duplicate: 'may be a movement that is stored already; it does not count until it is released',
  unproved: 'only a message without proof reported it; it does not count until a statement or the provider proves it',
  recorded: 'is a movement that a person recorded',
  in_transit: 'was sent to another account',
  transfer_received: 'is money that another account sent',
  voided: 'was a movement at the counter that was taken back, or is its counter-line',
}
