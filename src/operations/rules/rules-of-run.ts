/** The remembered rules that a run settles lines by; a line is written only while its rule is not deleted. */
import { ruleFinder, type StoredRule } from '../../domain/rules/rule.js'
import type { RowGuard } from '../../repository/aggregates/port.js'
import { rules } from '../../repository/aggregates/rules.js'
import type { FinanceRepository } from '../../repository/finance-port.js'
import type { Conflict } from '../payments/store-changes.js'
import { livingRules } from './stored-rules.js'

type RuleFor = ReturnType<typeof ruleFinder<StoredRule>>

/** Makes the guard by which a write is stored only while a rule is not deleted. */
export function guardOfRule({ id, version }: StoredRule): RowGuard {
  return { of: rules, key: [id], version }
}

/** Returns the rule that a conflict shows to be deleted; `null` where the conflict is of something else. */
export function deletedByConflict(conflict: Conflict): StoredRule | null {
  if (conflict.outcome !== 'row_stale' || conflict.of !== rules.name) return null
  return (conflict.stored?.row ?? null) as StoredRule | null
}

export class RulesOfRun {
  private rules: readonly StoredRule[] | null = null
  private find: RuleFor | null = null
  /** Ids of rules that conflicts showed to be deleted; a host's open transaction may read them as they were. */
  private readonly deleted = new Set<string>()

  constructor(private readonly finance: Pick<FinanceRepository, 'pageRows'> | null) {}

  /** Returns the oldest rule that fits a line; rules are read for the first line that no payment settles. */
  async ruleFor(line: Parameters<RuleFor>[0]): Promise<StoredRule | null> {
    if (!this.finance) return null
    this.rules ??= await livingRules(this.finance)
    this.find ??= ruleFinder(this.rules.filter(({ id }) => !this.deleted.has(id)))
    return this.find(line)
  }

  /** Leaves out the rule that a conflict shows to be deleted; `false` where the conflict is of something else. */
  learn(conflict: Conflict): boolean {
    const rule = deletedByConflict(conflict)
    if (!rule) return false
    this.deleted.add(rule.id)
    this.find = null
    return true
  }
}
