/**
 * Why a connection broke while nothing was sent over it: the server may have said so, and the driver passes it on as an
 * `error` event alone. One that nobody listens to ends the process.
 */
const lastErrors = new WeakMap<object, unknown>()

/** A listener of `error` events; the first says most, because the closing of the socket follows it. */
export function keepError(this: unknown, error?: unknown): void {
  if (!lastErrors.has(this as object)) lastErrors.set(this as object, error)
}

export function lastErrorOf(connection: object): unknown {
  return lastErrors.get(connection)
}
