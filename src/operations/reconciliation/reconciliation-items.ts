import type { ReconciliationItem } from '../../domain/reconciliation/items.js'

/** The items of a reconciliation, which does its work while they are read with `for await`. */
export interface ReconciliationItems extends AsyncIterable<ReconciliationItem> {
  /** Makes `await` on the items an error of the compiler; where none is used it rejects with a `TypeError`. */
  then(notToBeAwaited: never): never
}

const mistake = 'reconcile: await reads and writes nothing; read the items with for await, or use statements.import'

/** An `await` would give any other iterable back unread, and what was to be written would be lost without an error. */
export function reconciliationItems(items: AsyncGenerator<ReconciliationItem>): ReconciliationItems {
  const then = (_: unknown, reject: (error: TypeError) => void) => reject(new TypeError(mistake))
  return Object.defineProperty(items, 'then', { value: then }) as object as ReconciliationItems
}
