/**
 * Awaits the work's result. After `timeoutMs` rejects with an error whose code is `timed_out`, and aborts the signal; work
 * that ignores the signal is left behind.
 */
export async function withDeadline<Result>(
  timeoutMs: number,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const control = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const reason = failure('timed_out', 'The endpoint of the webhook did not answer in time.')
      reject(reason)
      control.abort(reason)
    }, timeoutMs)
  })
  try {
    return await Promise.race([work(control.signal), late])
  } finally {
    clearTimeout(timer)
  }
}

/** Makes the error of a webhook that could not be sent; its code goes to the log. */
export function failure(code: string, message: string): Error {
  return Object.assign(new Error(message), { code })
}
