import * as z from 'zod'
import { checkDateRange, type DateRange } from '../../domain/calendar.js'
import { isImportId } from '../../domain/id.js'
import { maxLength } from '../../domain/limits.js'
import type { AccountLine, LineStatus } from '../../domain/reconciliation/account-line.js'
import { type LineOutcome, lineOutcomes } from '../../domain/reconciliation/items.js'
import { isPossibleReference } from '../../domain/text.js'
import type { LineRowFilter as PortLineFilter } from '../../repository/finance-port.js'
import * as field from './fields.js'

/** The statement lines of a list or an export. All fields are optional; a line matches all that are set. */
export interface LineFilter extends DateRange {
  status?: LineStatus | readonly LineStatus[] | undefined
  held?: boolean | undefined
  /** The result of the rules, when they last decided the line. */
  outcome?: LineOutcome | readonly LineOutcome[] | undefined
  account?: string | undefined
  direction?: AccountLine['direction'] | undefined
  currency?: string | undefined
  /** The amount of the whole line, in minor units. */
  amount?: number | undefined
  /** A part of the reference, the receipt or the narration, in capital or small letters. */
  text?: string | undefined
  /** The person who works on the line; `null` for lines without an assignee. */
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
  from: field.dayText.optional(),
  to: field.dayText.optional(),
  amount: field.amount.optional(),
  text: field
    .someText(maxLength.searchText)
    .refine((text) => !lineBreaks.test(text), 'contains a line break')
    .optional(),
  assignee: field.actor.nullable().optional(),
  importId: field.text.optional(),
}

type ReadLineFilter = z.output<z.ZodObject<typeof lineFilterFields>>

type FieldsOfBoth = Pick<
  PortLineFilter,
  'held' | 'account' | 'direction' | 'currency' | 'amount' | 'assignee' | 'importId'
>

/**
 * Turns the filter into that of the port; `null` when no line can match, because none can have such an account or import.
 *
 * @throws PaymentError `invalid_date_range`
 */
export function portLineFilter(read: ReadLineFilter): PortLineFilter | null {
  const { status, outcome, text, from, to, ...ofBoth } = read
  checkDateRange({ from, to })
  const { account, importId } = ofBoth
  if (account !== undefined && !isPossibleReference(account)) return null
  if (importId !== undefined && !isImportId(importId)) return null
  return {
    // `parse` left out what is undefined.
    ...(ofBoth as FieldsOfBoth),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(status && { statuses: status }),
    ...(outcome && { outcomes: outcome }),
    ...(text !== undefined && { text: text.toLowerCase() }),
  }
}
