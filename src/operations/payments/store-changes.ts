import { PaymentError } from '../../errors.js'
import type { ReplaceOutcome } from '../../repository/port.js'
import type { Context } from '../context.js'

/** The number of times that a decision is made again, unless it asks for more. */
export const maxRetries = 5

/** The reason for which a decision was not stored. */
export type Conflict = Exclude<ReplaceOutcome, { outcome: 'replaced' }>

/** A decision to be stored, all or nothing, and its result after that. */
export interface ToStore<Result> {
  store(): Promise<ReplaceOutcome>
  stored(): Result | Promise<Result>
}

/** A decision to be stored; or a result for which nothing is stored; or `again`, to decide on what was read since. */
export type Decision<Result> = ToStore<Result> | { result: Result } | 'again'

export interface Decisions<Result> {
  decide(): Promise<Decision<Result>>
  /** Takes note of the rows that a conflict shows; a result that it returns ends the call. */
  learn(conflict: Conflict, attempt: number): Promise<{ result: Result } | void>
  maxRetries(): number
  /** The message of the log for each decision that is made again. */
  log: { message: string; fields: object }
  /** The message of the error for a call whose decisions were all refused. */
  gaveUp: string
}

/**
 * Stores decisions by compare and set, for runs and for people: decides on what was read, stores it if nothing changed
 * meanwhile, and otherwise decides again on what is there now.
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
