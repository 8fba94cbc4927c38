import type { Page } from '../domain/report.js'
import type { Rule } from '../domain/rules/rule.js'
import type { Context } from '../operations/context.js'
import type { ApplyRuleOptions, RuleActor, RuleRequest, RulesQuery } from '../operations/input/rule-calls.js'
import { called } from './on-first-call.js'

/**
 * The functions of remembered rules. A rule settles lines with its text under its category, such as bank charges. Every import
 * applies it, behind `categoryOf`, to lines whose outcome is `unmatched_line` or `reversal_candidate`. They must be open, not held
 * and unallocated, and their reference, receipt and narration must find no payment and no refund. Of several rules that fit a
 * line, the oldest applies. The line is `set_aside`, and its allocation has the `ruleId`.
 *
 * Every function rejects with `internal_error` where the repository stores no statement lines.
 */
export interface RuleFunctions {
  /**
   * Creates a rule; it touches no line. `text` is a part of the reference or the narration, with at least 4 letters or digits;
   * width (NFKC), case and runs of spaces do not matter. A rule is for debits, unless `direction: 'credit'` is written.
   *
   * @throws PaymentError `invalid_request`, `unsupported_currency`
   * @example
   * const rule = await payments.rules.create({ text: 'Ledger fee', category: 'bank_fee' }, { actor: 'amina' })
   * rule.direction // => 'debit'
   * rule.account // => null
   */
  create(rule: RuleRequest, options: RuleActor): Promise<Rule>
  /**
   * Finds one rule by its id (`rul_…`), a deleted one too; `null` for an unknown or malformed id.
   *
   * @throws PaymentError `storage_unavailable`
   * @example
   * await payments.rules.get('rul_01JD0000000000000000000000') // => null
   */
  get(id: string): Promise<Rule | null>
  /**
   * Lists the rules that are not deleted, a page at a time, oldest first, which is the order in which they apply.
   *
   * @throws PaymentError `invalid_request`, `invalid_cursor`
   * @example
   * await payments.rules.list() // => { items: [], nextCursor: null }
   */
  list(query?: RulesQuery): Promise<Page<Rule>>
  /**
   * Deletes a rule: no line is settled by it any more, and those that it settled stay so. A deleted rule is returned unchanged.
   *
   * @throws PaymentError `invalid_request`, `rule_not_found`, `concurrent_update`
   * @example
   * await payments.rules.delete('rul_01JD0000000000000000000000', { actor: 'amina' }) // throws rule_not_found
   */
  delete(id: string, options: RuleActor): Promise<Rule>
  /**
   * Counts the open lines that a rule would settle if it were created and applied now; nothing is stored.
   *
   * @throws PaymentError `invalid_request`, `unsupported_currency`
   * @example
   * await payments.rules.try({ text: 'Ledger fee', category: 'bank_fee' }) // => { lines: 0 }
   */
  try(rule: RuleRequest): Promise<{ readonly lines: number }>
  /**
   * Settles the lines that are open now by a rule, oldest first, in blocks of up to 500, each of them one write. `settled` is the
   * number of lines that this call settled. Lines that a person changes meanwhile are decided again. A call that rejects may have
   * settled some blocks: repeat it.
   *
   * @throws PaymentError `invalid_request`, `rule_not_found` also for a deleted rule, `concurrent_update`
   * @example
   * const rule = await payments.rules.create({ text: 'Ledger fee', category: 'bank_fee' }, { actor: 'amina' })
   * await payments.rules.apply(rule.id, { actor: 'amina' }) // => { settled: 0 }
   */
  apply(id: string, options: ApplyRuleOptions): Promise<{ readonly settled: number }>
}

export function ruleFunctions(context: Context): RuleFunctions {
  return Object.freeze<RuleFunctions>({
    create: called(context, (all) => all.createRule),
    get: called(context, (all) => all.getRule),
    list: called(context, (all) => all.listRules),
    delete: called(context, (all) => all.deleteRule),
    try: called(context, (all) => all.tryRule),
    apply: called(context, (all) => all.applyRule),
  })
}
