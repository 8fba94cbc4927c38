import * as z from 'zod'
import { checkDateRange, type DateRange } from '../../domain/calendar.js'
import { isImportId } from '../../domain/id.js'
import { maxLength } from '../../domain/limits.js'
import type { AccountLine, LineStatus } from '../../domain/reconciliation/account-line.js'
import { type LineOutcome, lineOutcomes } from '../../domain/reconciliation/items.js'
import { isPossibleReference } from '../../domain/text.js'
import type { LineRowFilter as PortLineFilter } from '../../repository/finance-port.js'
import * as field from './fields.js'

/** Which statement lines a list or an export is about; everything may be left out, and what is given combines. */
export interface LineFilter extends DateRange {
  status?: LineStatus | readonly LineStatus[] | undefined
  held?: boolean | undefined
  /** What the rules said when they last decided the line. */
  outcome?: LineOutcome | readonly LineOutcome[] | undefined
  account?: string | undefined
  direction?: AccountLine['direction'] | undefined
  currency?: string | undefined
  /** Of the whole line, minor units. */
  amount?: number | undefined
  /** A part of the reference, the receipt or the narration, letters of either case. */
  text?: string | undefined
  /** `null`: lines that are no one's. */
  assignee?: string | null | undefined
  /** The import that first stored the line. */
  importId?: string | undefined
}

const lineBreaks = /[\r\n]/

export const lineFilterFields = {
  status: field.oneOrMore(field.oneOf(['open', 'settled']), 2).optional(),
  held: z.boolean('must be true or false').optional(),
  outcome: field.oneOrMore(field.oneOf(lineOutcomes), lineOutcomes.length).optional(),
  account: field.text.optional(),
  direction: field.oneOf(['credit', 'debit']).optional(),
  currency: field.currency.optional(),
  from: field.text.optional(),
  to: field.text.optional(),
  amount: field.amount.optional(),
  text: field
    .someText(maxLength.searchText)
    .refine((text) => !lineBreaks.test(text), 'holds a line break')
    .optional(),
  assignee: field.actor.nullable().optional(),
  importId: field.text.optional(),
}

type ReadLineFilter = z.output<z.ZodObject<typeof lineFilterFields>>

type SameFields = Pick<
  PortLineFilter,
  'held' | 'account' | 'direction' | 'currency' | 'amount' | 'assignee' | 'importId'
>

/**
 * The filter as the port takes it; `null` when no line can match, because none can have such an account or import.
 *
 * @throws PaymentError `invalid_date_range`
 */
export function portLineFilter(read: ReadLineFilter): PortLineFilter | null {
  const { status, outcome, text, from, to, ...same } = read
  checkDateRange({ from, to })
  const { account, importId } = same
  if (account !== undefined && !isPossibleReference(account)) return null
  if (importId !== undefined && !isImportId(importId)) return null
  return {
    // `parse` left out what is undefined.
    ...(same as SameFields),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(status && { statuses: status }),
    ...(outcome && { outcomes: outcome }),
    ...(text !== undefined && { text: text.toLowerCase() }),
  }
}
