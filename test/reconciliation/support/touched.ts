/** Returns a source of lines, and the log of whether it was opened and read. */
export function touched() {
  const log: string[] = []
  const lines = {
    [Symbol.asyncIterator]() {
      log.push('opened')
      return { next: async () => (log.push('read'), { done: true as const, value: undefined }) }
    },
  }
  return { lines, log }
}
