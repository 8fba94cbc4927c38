/**
 * Tells something of the host's, such as its log, and hears of no failure: what it is told about must not fail for that.
 * Async, because the host's may be, and a rejection that nobody handles ends a Node process.
 */
export function callSafely<Told extends readonly unknown[]>(
  report: (...reported: Told) => unknown,
): (...reported: Told) => void {
  const attempt = async (...reported: Told) => report(...reported)
  return (...reported) => void attempt(...reported).catch(() => undefined)
}
