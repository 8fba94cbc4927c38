import type { StoredRule } from './rule.js'

/** The type of an event of a rule. */
export type RuleEventType = 'rule.created' | 'rule.deleted'

/** Returns the data of a rule's event, without its text: a person may have written a name into it. */
export function dataOfRule({ id, account, direction, amount, currency, category, version }: StoredRule) {
  return { ruleId: id, account, direction, amount, currency, category, version }
}
