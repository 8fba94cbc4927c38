/** The arguments of `importHistory`. */
import type * as z from 'zod'
import { type CheckedHistoryRow, historyStatuses } from '../../domain/payments/imported-payment.js'
import { isChannelName } from '../../domain/text.js'
import { customer } from './create-request.js'
import * as field from './fields.js'
import { together } from './together.js'

/** The person or program that imports, which is required, and a signal. */
export interface ImportHistoryOptions {
  /** The person or program, for the history. */
  actor: string
  /** Aborted, the import ends before the next group of rows is written. */
  signal?: AbortSignal | undefined
}

export const importHistoryOptions = field.object({ actor: field.actor, signal: field.signal.optional() })

const channelName = field.text.refine(isChannelName, {
  ...field.goOn,
  message: 'must be 1 to 64 characters of A-Z, a-z, 0-9, _, . and -',
})

const row = together(
  field.object({
    id: field.reference.optional(),
    reference: field.reference,
    amount: field.amount,
    currency: field.currency,
    channel: channelName,
    createdAt: field.instant,
    paidAt: field.instant,
    status: field.oneOf(historyStatuses),
    reversedAt: field.instant.optional(),
    providerTransactionId: field.providerTransactionId.optional(),
    customer: customer.optional(),
  }),
  [
    {
      of: ['reversedAt', 'status'],
      message: 'is required for a reversed payment, and for no other',
      isBroken: ({ status, reversedAt }) => (status === 'reversed') !== (reversedAt !== undefined),
    },
  ],
)

export const historyRow = row as unknown as z.ZodType<CheckedHistoryRow>
