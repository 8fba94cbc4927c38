/** Hold, release and assignment: what people note on a line without touching its money. */
import type { BankLine } from '../../domain/reconciliation/bank-line.js'
import type { LineDecision } from '../../domain/reconciliation/line-decision.js'
import { assignLine, holdLine, releaseLine } from '../../domain/reconciliation/mark-line.js'
import type { Context } from '../context.js'
import { assignOptions, type AssignOptions, checkKey, markOptions, type MarkOptions } from '../input/line-calls.js'
import { parse } from '../input/parse.js'
import { changeLine } from './change-line.js'

interface MarkCall {
  key: string
  expectedVersion: number
  reason: string | null
}

function mark(
  context: Context,
  call: MarkCall,
  actor: string | null,
  decide: (call: MarkCall, line: BankLine | null, now: string) => LineDecision,
): Promise<BankLine> {
  const { key, expectedVersion } = call
  return changeLine(context, {
    key,
    expectedVersion,
    actor,
    decide: async ({ line }) => decide(call, line, context.now()),
  })
}

export async function hold(context: Context, key: string, options: MarkOptions): Promise<BankLine> {
  checkKey(key)
  const { expectedVersion, reason = null, actor = null } = parse(markOptions, options)
  return mark(context, { key, expectedVersion, reason }, actor, holdLine)
}

export async function release(context: Context, key: string, options: MarkOptions): Promise<BankLine> {
  checkKey(key)
  const { expectedVersion, reason = null, actor = null } = parse(markOptions, options)
  return mark(context, { key, expectedVersion, reason }, actor, releaseLine)
}

export async function assign(context: Context, key: string, options: AssignOptions): Promise<BankLine> {
  checkKey(key)
  const { expectedVersion, reason = null, actor = null, assignee } = parse(assignOptions, options)
  return mark(context, { key, expectedVersion, reason }, actor, (call, line, now) =>
    assignLine({ ...call, assignee }, line, now),
  )
}
