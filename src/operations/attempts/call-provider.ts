/** Calls of a provider: each ends in time, and what it throws goes to the log by its name and code alone. */
import { isCode } from '../../domain/attempts/code.js'
import type { Outcome } from '../../domain/attempts/provider.js'
import { callMs } from '../../domain/attempts/start.js'
import { propertyOf } from '../../internal/property-of.js'
import { withDeadline } from '../../internal/with-deadline.js'
import type { Context } from '../context.js'
import { readOutcome } from '../input/provider-answers.js'

/** The calls of a provider. */
type ProviderCall = 'start' | 'status' | 'cancel' | 'receive' | 'reply' | 'list'

/** Returns the name and the code of what was thrown, which are no text about a payer. */
export function shownError(error: unknown): { readonly error: string; readonly code?: string } {
  if (typeof error !== 'object' || error === null) return { error: typeof error }
  const [name, code] = [propertyOf(error, 'name'), propertyOf(error, 'code')]
  return { error: isCode(name) ? name : 'Error', ...(isCode(code) && { code }) }
}

/** Writes to the log that a call of a provider failed. */
export function logFailure(
  { logger }: Pick<Context, 'logger'>,
  call: ProviderCall,
  error: unknown,
  fields: { readonly provider: string; readonly attemptId?: string },
): void {
  logger.warn('A call of a provider of payments failed.', { call, ...fields, ...shownError(error) })
}

/** Makes a call of a provider that ends within its time. */
export function callInTime<Answer>(call: (signal: AbortSignal) => Promise<Answer>): Promise<Answer> {
  const late = () => Object.assign(new Error('The provider did not answer in time.'), { code: 'timed_out' })
  return withDeadline(callMs, async (signal) => call(signal), late)
}

/** Asks a provider for an outcome; whatever it throws, and an answer of a wrong shape, is `unknown`. */
export async function askOutcome(
  context: Pick<Context, 'logger'>,
  call: ProviderCall,
  fields: { readonly provider: string; readonly attemptId: string },
  ask: (signal: AbortSignal) => Promise<Outcome>,
): Promise<{ readonly outcome: Outcome; readonly hasFailed: boolean }> {
  try {
    return { outcome: readOutcome(await callInTime(ask)), hasFailed: false }
  } catch (error) {
    logFailure(context, call, error, fields)
    return { outcome: { state: 'unknown' }, hasFailed: true }
  }
}
