/** Hold, release, assignment and payer: the marks that people set on a line without changing its money. */
import type { AccountLine } from '../../domain/reconciliation/account-line.js'
import type { LineCall, LineDecision } from '../../domain/reconciliation/line-decision.js'
import { isUncounted } from '../../domain/reconciliation/account-line.js'
import { dayClosed } from '../../domain/reconciliation/line-refusals.js'
import {
  assignLine,
  holdLine,
  markDuplicate as decideDuplicate,
  releaseLine,
  setPayer as decidePayer,
} from '../../domain/reconciliation/mark-line.js'
import type { Context } from '../context.js'
import {
  assignOptions,
  type AssignOptions,
  checkKey,
  markDuplicateOptions,
  type MarkDuplicateOptions,
  markOptions,
  type MarkOptions,
  setPayerOptions,
  type SetPayerOptions,
} from '../input/line-calls.js'
import { parse } from '../input/parse.js'
import { releasedByRules } from '../reconciliation/release-line.js'
import { changeLine } from './change-line.js'
import { daysOfLines } from './closed-days.js'

function mark<Call extends LineCall>(
  context: Context,
  call: Call,
  actor: string | null,
  decide: (call: Call, line: AccountLine | null, now: string) => LineDecision,
): Promise<AccountLine> {
  const { key, expectedVersion } = call
  return changeLine(context, {
    key,
    expectedVersion,
    actor,
    decide: async ({ line }) => decide(call, line, context.now()),
  })
}

export async function hold(context: Context, key: string, options: MarkOptions): Promise<AccountLine> {
  checkKey(key)
  const { expectedVersion, reason = null, actor = null } = parse(markOptions, options)
  return mark(context, { key, expectedVersion, reason }, actor, holdLine)
}

export async function release(context: Context, key: string, options: MarkOptions): Promise<AccountLine> {
  checkKey(key)
  const { expectedVersion, reason = null, actor = null } = parse(markOptions, options)
  return changeLine(context, {
    key,
    expectedVersion,
    actor,
    async decide(state) {
      const { line } = state
      const isToDecide = line?.version === expectedVersion && line.status === 'open' && isUncounted(line)
      if (isToDecide) return releasedByRules(context, { line, reason, actor }, state)
      return releaseLine({ key, expectedVersion, reason }, line, context.now())
    },
  })
}

export async function markDuplicate(
  context: Context,
  key: string,
  options: MarkDuplicateOptions,
): Promise<AccountLine> {
  checkKey(key)
  const { expectedVersion, reason, actor = null } = parse(markDuplicateOptions, options)
  return changeLine(context, {
    key,
    expectedVersion,
    actor,
    async decide({ finance, line }) {
      const decision = decideDuplicate({ key, expectedVersion, reason }, line, context.now())
      if (!('write' in decision)) return decision
      const { isClosed, chains } = await daysOfLines(finance, [line!])
      return isClosed(line!) ? { refusal: dayClosed(line!) } : { ...decision, chains }
    },
  })
}

export async function assign(context: Context, key: string, options: AssignOptions): Promise<AccountLine> {
  checkKey(key)
  const { expectedVersion, reason = null, actor = null, assignee } = parse(assignOptions, options)
  return mark(context, { key, expectedVersion, reason }, actor, (call, line, now) =>
    assignLine({ ...call, assignee }, line, now),
  )
}

export async function setPayer(context: Context, key: string, options: SetPayerOptions): Promise<AccountLine> {
  checkKey(key)
  const { actor = null, ...call } = parse(setPayerOptions, options)
  return mark(context, { key, ...call }, actor, decidePayer)
}
