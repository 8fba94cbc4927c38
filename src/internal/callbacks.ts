/**
 * Calls a function of the host, such as its logger, and ignores its failure: the work that is reported must not fail for it.
 * Async, because the host's function may be, and an unhandled rejection ends a Node process.
 */
export function callSafely<Arguments extends readonly unknown[]>(
  report: (...reported: Arguments) => unknown,
): (...reported: Arguments) => void {
  const attempt = async (...reported: Arguments) => report(...reported)
  return (...reported) => void attempt(...reported).catch(() => undefined)
}
