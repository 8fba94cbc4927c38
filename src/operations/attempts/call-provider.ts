/** Calls of a provider: each ends in time, and what it throws goes to the log by its name and code alone. */
import type { Outcome } from '../../domain/attempts/provider.js'
import { callMs } from '../../domain/attempts/start.js'
import { withDeadline } from '../../internal/with-deadline.js'
import type { Context } from '../context.js'
import { readOutcome } from '../input/provider-answers.js'

/** The calls of a provider. */
type ProviderCall = 'start' | 'status' | 'cancel' | 'receive' | 'reply' | 'list'

/** Returns true for a text that may be logged as a code: one word, without digits enough for a phone. */
export function isShownCode(value: unknown): value is string {
  return typeof value === 'string' && /^[\w.-]{1,64}$/.test(value) && !/\d{7}/.test(value)
}

/** Returns the name and the code of what a provider threw, which are no text about a payer. */
function shownError(error: unknown): { readonly error: string; readonly code?: string } {
  if (typeof error !== 'object' || error === null) return { error: typeof error }
  const { name, code } = error as { name?: unknown; code?: unknown }
  return { error: isShownCode(name) ? name : 'Error', ...(isShownCode(code) && { code }) }
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
