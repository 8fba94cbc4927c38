/**
 * Awaits the work's result. After `timeoutMs` rejects with the error that `late` makes, and aborts the signal with it; work that
 * ignores the signal is left behind.
 */
export async function withDeadline<Result>(
  timeoutMs: number,
  work: (signal: AbortSignal) => Promise<Result>,
  late: () => Error,
): Promise<Result> {
  const control = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeUp = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const reason = late()
      reject(reason)
      control.abort(reason)
    }, timeoutMs)
  })
  try {
    return await Promise.race([work(control.signal), timeUp])
  } finally {
    clearTimeout(timer)
  }
}
