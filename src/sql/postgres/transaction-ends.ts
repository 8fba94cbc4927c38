/** The reports of pg's connection: an event each time the server is ready, with the state of its transaction. */
interface Reports {
  on(event: 'readyForQuery', listener: (report: { readonly status?: string } | undefined) => void): unknown
}

const idle = 'I'

const counts = new WeakMap<object, { ends: number }>()

/**
 * Counts how often a connection of pg is reported to be outside a transaction, from the first call on. Where the count changes,
 * the transaction that was open before has ended, whichever is open now. One listener is added for each connection.
 */
export function transactionEnds(connection: object): { readonly ends: number } {
  let count = counts.get(connection)
  if (!count) {
    const started = (count = { ends: 0 })
    counts.set(connection, started)
    const { on } = connection as Partial<Reports>
    on?.call(connection, 'readyForQuery', (report) => {
      if (report?.status === idle) started.ends++
    })
  }
  return count
}
