/** The creation and the deletion of a rule; neither touches a line. */
import { ruleNotFound } from '../../domain/not-found.js'
import { deletedRule, type Rule, shownRule, type StoredRule } from '../../domain/rules/rule.js'
import { PaymentError } from '../../errors.js'
import type { Context } from '../context.js'
import { parse } from '../input/parse.js'
import { type RuleActor, ruleActor, type RuleRequest } from '../input/rule-calls.js'
import { storeChanges } from '../payments/store-changes.js'
import { financeOf } from '../storage.js'
import { checkCurrencyOfRule, checkRuleId, newRule } from './new-rule.js'
import { ruleEntry } from './rule-entries.js'
import { deletedByConflict } from './rules-of-run.js'
import { findRule } from './stored-rules.js'

export async function createRule(context: Context, input: RuleRequest, options: RuleActor): Promise<Rule> {
  const conditions = newRule(input)
  const { actor } = parse(ruleActor, options)
  checkCurrencyOfRule(context, conditions)
  const finance = financeOf(context)
  const now = context.now()
  const rule: StoredRule = {
    id: context.ids.rule(),
    ...conditions,
    ...{ createdBy: actor, createdAt: now, deletedAt: null, version: 1 },
  }
  const rows = [ruleEntry(context, rule, { type: 'rule.created', at: now, actor })]
  const { outcome } = await finance.replace({ changes: [], lines: [], rows })
  if (outcome === 'replaced') return shownRule(rule)
  throw new PaymentError('internal_error', 'A new rule met a conflict, which cannot be; nothing was stored.')
}

export async function deleteRule(context: Context, id: string, options: RuleActor): Promise<Rule> {
  checkRuleId(id)
  const { actor } = parse(ruleActor, options)
  const finance = financeOf(context)
  let deletedByOther: StoredRule | null = null
  return storeChanges<Rule>(context, {
    async decide() {
      const rule = deletedByOther ?? (await findRule(finance, id))
      if (!rule) throw ruleNotFound(id)
      if (rule.deletedAt !== null) return { result: shownRule(rule) }
      const now = context.now()
      const deleted = deletedRule(rule, now)
      const rows = [ruleEntry(context, deleted, { type: 'rule.deleted', at: now, actor })]
      return {
        store: () => finance.replace({ changes: [], lines: [], rows }),
        stored: () => shownRule(deleted),
      }
    },
    async learn(conflict) {
      deletedByOther = deletedByConflict(conflict)
    },
    maxRetries: () => 1,
    log: { message: 'Another call deleted the rule first.', fields: { ruleId: id } },
    gaveUp: 'Write conflict with another deletion of this rule; nothing was stored. Try again.',
  })
}
