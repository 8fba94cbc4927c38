/**
 * Tells something of the host's, such as its log, and hears of no failure: what it is told about must not fail for that.
 * Async, because the host's may be, and a rejection that nobody handles ends a Node process.
 */
export function quietly<Told extends readonly unknown[]>(tell: (...told: Told) => unknown): (...told: Told) => void {
  const attempt = async (...told: Told) => tell(...told)
  return (...told) => void attempt(...told).catch(() => undefined)
}
