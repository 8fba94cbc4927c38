import type { StateChange } from '../../domain/payments/state-change.js'
import { PaymentError } from '../../errors.js'
import type { ReplaceOutcome } from '../../repository/port.js'
import type { Context } from '../context.js'
import { changesToStore, lineToStore } from './changes.js'

/** So often is a decision made again, unless it asks for more. */
export const maxRetries = 5

/** What kept changes from being stored. */
export type Conflict = Exclude<ReplaceOutcome, { outcome: 'replaced' }>

/** What is to be stored, and what it comes to then; or what it comes to as it is; or `again`, with what was read since. */
export type Decision<Result> = { changes: readonly StateChange[]; stored: () => Result } | { result: Result } | 'again'

export interface Decisions<Result> {
  actor: string | null
  lineKey: string | null
  decide(): Promise<Decision<Result>>
  /** Learns from a conflict what is there now; a result that it returns is the last word. */
  learn(conflict: Conflict, attempt: number): Promise<{ result: Result } | void>
  mostRetries(): number
  /** What the log is to say when it is decided again. */
  log: { message: string; fields: object }
  /** What is to be thrown when all decisions were in vain. */
  gaveUp: string
}

/**
 * The one compare-and-set loop: decide on what was read, store it if nothing changed meanwhile, and otherwise decide again
 * on what is there now.
 */
export async function storeChanges<Result>(context: Context, decisions: Decisions<Result>): Promise<Result> {
  const { repository, logger } = context
  const { actor, lineKey, log } = decisions
  for (let attempt = 0; attempt <= decisions.mostRetries(); attempt++) {
    const decision = await decisions.decide()
    if (decision === 'again') continue
    if ('result' in decision) return decision.result
    const answer = await repository.replace({
      changes: changesToStore(context, decision.changes, actor),
      lines: lineKey === null ? [] : [lineToStore(lineKey, decision.changes)],
    })
    if (answer.outcome === 'replaced') return decision.stored()
    const end = await decisions.learn(answer, attempt)
    if (end) return end.result
    logger.debug?.(log.message, { ...log.fields, attempt })
  }
  throw new PaymentError('concurrent_update', decisions.gaveUp)
}
