import { PaymentError } from '../../errors.js'
import type { ReplaceOutcome } from '../../repository/port.js'
import type { Context } from '../context.js'

/** So often is a decision made again, unless it asks for more. */
export const maxRetries = 5

/** What kept a decision from being stored. */
export type Conflict = Exclude<ReplaceOutcome, { outcome: 'replaced' }>

/** What is to be stored, all or nothing, and what it comes to then. */
export interface ToStore<Result> {
  store(): Promise<ReplaceOutcome>
  stored(): Result
}

/** What is to be stored; or what it comes to as it is; or `again`, with what was read since. */
export type Decision<Result> = ToStore<Result> | { result: Result } | 'again'

export interface Decisions<Result> {
  decide(): Promise<Decision<Result>>
  /** Learns from a conflict what is there now; a result that it returns is the last word. */
  learn(conflict: Conflict, attempt: number): Promise<{ result: Result } | void>
  maxRetries(): number
  /** What the log is to say when it is decided again. */
  log: { message: string; fields: object }
  /** What is to be thrown when all decisions were in vain. */
  gaveUp: string
}

/**
 * The one compare-and-set loop, of runs and of people: decide on what was read, store it if nothing changed meanwhile, and
 * otherwise decide again on what is there now.
 */
export async function storeChanges<Result>(
  { logger }: Pick<Context, 'logger'>,
  decisions: Decisions<Result>,
): Promise<Result> {
  const { log } = decisions
  for (let attempt = 0; attempt <= decisions.maxRetries(); attempt++) {
    const decision = await decisions.decide()
    if (decision === 'again') continue
    if ('result' in decision) return decision.result
    const answer = await decision.store()
    if (answer.outcome === 'replaced') return decision.stored()
    const end = await decisions.learn(answer, attempt)
    if (end) return end.result
    logger.debug(log.message, { ...log.fields, attempt })
  }
  throw new PaymentError('concurrent_update', decisions.gaveUp)
}
