import { isRuleId } from '../../domain/id.js'
import type { StoredRule } from '../../domain/rules/rule.js'
import { rules } from '../../repository/aggregates/rules.js'
import type { FinanceRepository } from '../../repository/finance-port.js'

/** Finds a rule, a deleted one too; `null` for an unknown id and for text that is no id at all. */
export async function findRule(finance: Pick<FinanceRepository, 'findRows'>, id: string): Promise<StoredRule | null> {
  if (typeof id !== 'string' || !isRuleId(id)) return null
  const [stored] = await finance.findRows(rules, 'id', [id])
  return stored?.row ?? null
}

const rulesAtOnce = 500

/** Reads every rule that is not deleted, the oldest first. */
export async function livingRules(finance: Pick<FinanceRepository, 'pageRows'>): Promise<readonly StoredRule[]> {
  const living: StoredRule[] = []
  for (let after: readonly [string, string] | undefined; ;) {
    const page = await finance.pageRows(rules, {
      ...{ list: 'living', where: { living: 'yes' }, direction: 'asc', limit: rulesAtOnce, after },
    })
    living.push(...page)
    const last = page.at(-1)
    if (!last || page.length < rulesAtOnce) return living
    after = [last.createdAt, last.id]
  }
}
