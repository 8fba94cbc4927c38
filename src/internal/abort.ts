interface Waiting {
  readonly calls: Set<() => void>
  readonly listener: () => void
}

const waitingBySignal = new WeakMap<AbortSignal, Waiting>()

function waitingOf(signal: AbortSignal): Waiting {
  const existing = waitingBySignal.get(signal)
  if (existing) return existing
  const calls = new Set<() => void>()
  const listener = () => {
    for (const call of [...calls]) call()
  }
  const waiting = { calls, listener }
  waitingBySignal.set(signal, waiting)
  signal.addEventListener('abort', listener)
  return waiting
}

/**
 * Calls `call` when the signal is aborted, until the returned function is called. However many calls wait for a signal, it has
 * one listener: of more than ten, Node warns as of a leak.
 */
export function onAbort(signal: AbortSignal, call: () => void): () => void {
  const { calls, listener } = waitingOf(signal)
  calls.add(call)
  return () => {
    if (!calls.delete(call) || calls.size > 0) return
    waitingBySignal.delete(signal)
    signal.removeEventListener('abort', listener)
  }
}

/**
 * Yields the same items. Where the signal is aborted, reading them rejects with its reason at once, also while their source
 * yields none; the source is then ended, and its end is not waited for.
 */
export async function* untilAborted<Item>(
  items: AsyncIterable<Item>,
  signal: AbortSignal,
): AsyncGenerator<Item, undefined> {
  const source = items[Symbol.asyncIterator]()
  let abandon: (reason: unknown) => void = () => undefined
  const leave = onAbort(signal, () => abandon(signal.reason))
  const next = () =>
    new Promise<IteratorResult<Item>>((resolve, reject) => {
      abandon = reject
      source.next().then(resolve, reject)
    })
  let hasEnded = false
  try {
    for (;;) {
      signal.throwIfAborted()
      const { done, value } = await next().catch((error: unknown) => {
        hasEnded = !signal.aborted
        throw error
      })
      hasEnded = done === true
      if (hasEnded) return
      yield value as Item
    }
  } finally {
    leave()
    if (!hasEnded) {
      const ending = (async () => source.return?.())()
      if (signal.aborted) ending.catch(() => undefined)
      else await ending
    }
  }
}
