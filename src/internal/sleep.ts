import { onAbort } from './abort.js'

/** Waits so many milliseconds, or until `signal` is aborted; it never rejects, and leaves neither timer nor listener. */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const end = () => {
      clearTimeout(timer)
      leave()
      resolve()
    }
    const timer = setTimeout(end, ms)
    const leave = onAbort(signal, end)
  })
}
