/** The open lines that a rule settles now: read in pages, and decided on what is stored of payments and refunds. */
import type { AccountLine } from '../../domain/reconciliation/account-line.js'
import {
  isOpenToRules,
  lineCheck,
  namesNothing,
  outcomesForRules,
  type Rule,
  type RuleConditions,
  ruleFinder,
} from '../../domain/rules/rule.js'
import { minWork, pacer, recordsAtOnce } from '../../internal/event-loop.js'
import type { LinePosition } from '../../repository/finance-port.js'
import type { Context } from '../context.js'
import { meaningOfEntry } from '../reconciliation/meaning-of-entry.js'
import { entryOfLine, runOverStored } from '../reconciliation/meaning-of-line.js'
import { viewOf } from '../reconciliation/view.js'
import { financeOf } from '../storage.js'
import { groupedBy } from '../../internal/grouped-by.js'

/** The most lines that are read, decided and written together. */
const linesAtOnce = 500

/** Returns those lines, as they are stored now, that are open to rules and name no payment and no refund. */
export async function linesNamingNothing(context: Context, lines: readonly AccountLine[]): Promise<AccountLine[]> {
  const pace = pacer(recordsAtOnce)
  const naming = new Map<string, AccountLine>()
  for (const [account, group] of groupedBy(lines, (line) => line.account)) {
    const entries = group.map((line) => entryOfLine(line, line.key))
    const view = await viewOf(context, entries, null, runOverStored(account))
    for (const entry of entries) {
      const turn = pace(1)
      if (turn) await turn
      const line = view.lineOf(entry.key)
      if (!line || !isOpenToRules(line) || view.meetingOf(entry) || view.met.attemptOfCode(entry)) continue
      const [candidates, refunds] = [view.candidatesOf(entry), view.refundsOf(entry)]
      if (namesNothing(meaningOfEntry(view, entry, candidates, refunds), candidates, refunds))
        naming.set(line.key, line)
    }
  }
  return lines.flatMap(({ key }) => naming.get(key) ?? [])
}

/** Makes the check that a rule is the one that settles a line: of the rules that fit it, the oldest one does. */
export function isRuleOfLine(rule: RuleConditions & Partial<Pick<Rule, 'id'>>, living: readonly Rule[]) {
  const [fits, ruleFor] = [lineCheck(rule), ruleFinder(living)]
  return (line: AccountLine): boolean => fits(line) && (ruleFor(line)?.id ?? rule.id) === rule.id
}

/**
 * Reads the open lines that a rule fits, oldest first, in blocks; each is decided when its block is read. No more than a block is in
 * memory.
 */
export async function* linesOfRule(
  context: Context,
  rule: RuleConditions,
  isOfRule: (line: AccountLine) => boolean,
): AsyncGenerator<readonly AccountLine[]> {
  const finance = financeOf(context)
  const pace = pacer(recordsAtOnce)
  const { direction, account, currency, amount } = rule
  for (let after: LinePosition | null | undefined; after !== null;) {
    const page = await finance.pageLines({
      ...{ statuses: ['open'], outcomes: outcomesForRules, held: false, direction },
      ...(account !== null && { account }),
      ...(currency !== null && { currency }),
      ...(amount !== null && { amount }),
      ...(after && { after }),
      limit: linesAtOnce,
    })
    const lines: AccountLine[] = []
    for (const line of page) {
      const turn = pace(minWork)
      if (turn) await turn
      if (isOfRule(line)) lines.push(line)
    }
    const block = lines.length > 0 ? await linesNamingNothing(context, lines) : []
    if (block.length > 0) yield block
    const last = page.at(-1)
    after = last && page.length === linesAtOnce ? { valueDate: last.valueDate, key: last.key } : null
  }
}
