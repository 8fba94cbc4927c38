/** A source of lines that tells whether it was touched. */
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
