/** The trial of a rule over the open lines, and its application to them. */
import { ruleNotFound } from '../../domain/not-found.js'
import type { AccountLine } from '../../domain/reconciliation/account-line.js'
import { areSameRules, lineCheck, settledByRule, type StoredRule } from '../../domain/rules/rule.js'
import type { Context } from '../context.js'
import { parse } from '../input/parse.js'
import { applyOptions, type ApplyRuleOptions, type RuleRequest } from '../input/rule-calls.js'
import { lineEntry } from '../lines/line-entries.js'
import { sortedByText } from '../../internal/sorted-by-text.js'
import type { CurrencyAmount } from '../../domain/reconciliation/statement-balances.js'
import { storeChanges } from '../payments/store-changes.js'
import { financeOf } from '../storage.js'
import { isRuleOfLine, linesNamingNothing, linesOfRule } from './lines-of-rule.js'
import { checkCurrencyOfRule, checkRuleId, newRule } from './new-rule.js'
import { deletedByConflict, guardOfRule } from './rules-of-run.js'
import { findRule, livingRules } from './stored-rules.js'

/** Reads the open lines that a rule would settle if it were created now, block by block. */
export async function* linesOfNewRule(context: Context, input: RuleRequest): AsyncGenerator<readonly AccountLine[]> {
  const rule = newRule(input)
  checkCurrencyOfRule(context, rule)
  const living = await livingRules(financeOf(context))
  // A rule that says the same is no other one.
  const same = living.find((other) => areSameRules(rule, other))
  yield* linesOfRule(context, rule, isRuleOfLine({ ...rule, ...(same && { id: same.id }) }, living))
}

/** The open lines that a rule would settle: their number, their sums, and the first of them. */
export interface RulePreview {
  readonly lines: number
  readonly amounts: readonly CurrencyAmount[]
  readonly first: readonly AccountLine[]
}

/** Counts and sums the lines that a rule would settle, and returns the first `limit` of them, oldest first. */
export async function previewRule(context: Context, input: RuleRequest, limit: number): Promise<RulePreview> {
  const first: AccountLine[] = []
  const sums = new Map<string, bigint>()
  let lines = 0
  for await (const block of linesOfNewRule(context, input)) {
    lines += block.length
    first.push(...block.slice(0, limit - first.length))
    for (const { currency, amount } of block) sums.set(currency, (sums.get(currency) ?? 0n) + BigInt(amount))
  }
  const amounts = [...sums].map(([currency, amount]) => ({ currency, amount: `${amount}` }))
  return { lines, amounts: sortedByText(amounts, ({ currency }) => currency), first }
}

export async function tryRule(context: Context, input: RuleRequest): Promise<{ readonly lines: number }> {
  let lines = 0
  for await (const block of linesOfNewRule(context, input)) lines += block.length
  return { lines }
}

/** The tries to settle a block: people change single lines of it meanwhile. */
const maxBlockRetries = 20

/** Settles lines of one block by a rule; returns their number, or `deleted` where the rule is no longer there. */
async function settleLines(
  context: Context,
  rule: StoredRule,
  block: readonly AccountLine[],
  actor: string,
): Promise<number | 'deleted'> {
  const finance = financeOf(context)
  const fits = lineCheck(rule)
  let lines = block
  let isFresh = true
  return storeChanges<number | 'deleted'>(context, {
    async decide() {
      if (!isFresh) lines = (await linesNamingNothing(context, lines)).filter((line) => fits(line))
      isFresh = false
      if (lines.length === 0) return { result: 0 }
      const now = context.now()
      const entries = lines.map((line) => lineEntry(context, settledByRule(line, rule, now), actor))
      return {
        store: () => finance.replace({ changes: [], lines: entries, guards: [guardOfRule(rule)] }),
        stored: () => entries.length,
      }
    },
    learn: async (conflict) => (deletedByConflict(conflict) ? { result: 'deleted' } : undefined),
    maxRetries: () => maxBlockRetries,
    log: {
      message: 'Another change was stored first; lines of a rule are decided again.',
      fields: { ruleId: rule.id },
    },
    gaveUp: 'Write conflict with other changes of these lines; those before them are settled. Apply the rule again.',
  })
}

export async function applyRule(
  context: Context,
  id: string,
  options: ApplyRuleOptions,
): Promise<{ readonly settled: number }> {
  checkRuleId(id)
  const { actor, limit = Infinity } = parse(applyOptions, options)
  const finance = financeOf(context)
  const rule = await findRule(finance, id)
  if (!rule || rule.deletedAt !== null) throw ruleNotFound(id)
  const isOfRule = isRuleOfLine(rule, await livingRules(finance))
  let settled = 0
  for await (const block of linesOfRule(context, rule, isOfRule)) {
    for (let at = 0; at < block.length && settled < limit; at += context.groupSize) {
      const size = Math.min(context.groupSize, limit - settled)
      const count = await settleLines(context, rule, block.slice(at, at + size), actor)
      if (count === 'deleted') return deletedAfter(id, settled)
      settled += count
    }
    if (settled >= limit) break
  }
  return { settled }
}

/** Returns what was settled before another call deleted the rule. @throws PaymentError `rule_not_found` where it is nothing */
function deletedAfter(id: string, settled: number): { readonly settled: number } {
  if (settled === 0) throw ruleNotFound(id)
  return { settled }
}
