/** The arguments of the calls about remembered rules. */
import { maxLength } from '../../domain/limits.js'
import type { AccountLine } from '../../domain/reconciliation/account-line.js'
import { hasEnoughLetters, minLetters } from '../../domain/rules/rule.js'
import * as field from './fields.js'
import { category } from './line-calls.js'
import { pageFields, type PageOptions } from './page.js'
import { together } from './together.js'

/** The lines that a rule settles, and the category that they get. */
export interface RuleRequest {
  /** The account of the lines; left out: every account. */
  account?: string | undefined
  /** `credit` only where it is written; left out: `debit`. */
  direction?: AccountLine['direction'] | undefined
  /**
   * A part of the reference or the narration, 1 … 255 characters with at least 4 letters or digits. Width, case and runs of
   * spaces do not matter.
   */
  text: string
  /** The amount of each line in minor units, with `currency`; left out: any amount. */
  amount?: number | undefined
  /** The currency of the lines; left out: any currency. */
  currency?: string | undefined
  /** The category, 1 to 64 characters of `[a-z0-9_.-]`. */
  category: string
}

/** The person who creates or deletes a rule. */
export interface RuleActor {
  actor: string
}

/** The person who applies a rule, and the most lines that it settles. */
export interface ApplyRuleOptions extends RuleActor {
  /** The most lines that the call settles, 1 … 100,000; left out: all that are open now. */
  limit?: number | undefined
}

/** The rules of a page; all fields are optional. */
export type RulesQuery = PageOptions

const maxApplied = 100_000

export const ruleText = field
  .someText(maxLength.ruleText)
  .refine(hasEnoughLetters, `must have at least ${minLetters} letters or digits`)

export const ruleRequest = together(
  field.object({
    account: field.account.optional(),
    direction: field
      .described(field.oneOf(['credit', 'debit']), { description: 'Left out: `debit`.' })
      .default('debit'),
    text: field.described(ruleText, {
      description: 'A part of the reference or the narration, with at least 4 letters or digits.',
      examples: ['ledger fee'],
    }),
    amount: field.amount.optional(),
    currency: field.currency.optional(),
    category,
  }),
  [
    {
      of: ['amount', 'currency'],
      message: 'needs a currency',
      isBroken: ({ amount, currency }) => amount !== undefined && currency === undefined,
    },
  ],
)

export const ruleActor = field.object({ actor: field.actor })
export const applyOptions = field.object({ actor: field.actor, limit: field.count(maxApplied).optional() })
export const rulesQuery = field.object(pageFields)
