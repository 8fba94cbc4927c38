import { dataOfRule, type RuleEventType } from '../../domain/rules/event.js'
import type { StoredRule } from '../../domain/rules/rule.js'
import type { Instant } from '../../domain/payments/payment.js'
import type { RowEntry } from '../../repository/aggregates/port.js'
import { rules } from '../../repository/aggregates/rules.js'
import type { Context } from '../context.js'

/** Makes the entry of a rule's version, with its event. */
export function ruleEntry(
  { ids }: Pick<Context, 'ids'>,
  rule: StoredRule,
  { type, at, actor }: { readonly type: RuleEventType; readonly at: Instant; readonly actor: string },
): RowEntry {
  const isNew = rule.version === 1
  const event = { id: ids.event(), stream: rule.id, version: rule.version, type, createdAt: at, actor, reason: null }
  return {
    of: rules,
    row: rule,
    beside: isNew ? {} : null,
    expected: isNew ? 'nothing' : rule.version - 1,
    events: [{ ...event, data: dataOfRule(rule) }],
  }
}
