import { withDeadline as within } from '../internal/with-deadline.js'

/** Awaits the work's result; after `timeoutMs` rejects with an error whose code is `timed_out`, and aborts the signal. */
export function withDeadline<Result>(
  timeoutMs: number,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  return within(timeoutMs, work, () => failure('timed_out', 'The endpoint of the webhook did not answer in time.'))
}

/** Makes the error of a webhook that could not be sent; its code goes to the log. */
export function failure(code: string, message: string): Error {
  return Object.assign(new Error(message), { code })
}
