import { byInstant } from '../../domain/cursor.js'
import { isRuleId } from '../../domain/id.js'
import type { Page } from '../../domain/report.js'
import { type Rule, shownRule, type StoredRule } from '../../domain/rules/rule.js'
import { rules } from '../../repository/aggregates/rules.js'
import type { Context } from '../context.js'
import { parseOptions } from '../input/parse.js'
import { rulesQuery, type RulesQuery } from '../input/rule-calls.js'
import { readRows } from '../paging.js'
import { financeOf } from '../storage.js'
import { findRule } from './stored-rules.js'

export async function getRule(context: Context, id: string): Promise<Rule | null> {
  const rule = await findRule(financeOf(context), id)
  return rule && shownRule(rule)
}

export async function listRules(context: Context, query?: RulesQuery): Promise<Page<Rule>> {
  const { cursor, limit } = parseOptions(rulesQuery, query)
  const finance = financeOf(context)
  const page = await readRows<StoredRule>({
    query: JSON.stringify(['rules.list']),
    cursor,
    limit,
    rule: byInstant(isRuleId),
    positionOf: ({ createdAt, id }) => ({ at: createdAt, id }),
    read: (after, limit) =>
      finance.pageRows(rules, {
        ...{ list: 'living', where: { living: 'yes' }, direction: 'asc', limit },
        after: after && [after.at, after.id],
      }),
  })
  return { ...page, items: page.items.map(shownRule) }
}
