import type { ReconciliationItem } from '../domain/reconciliation/items.js'

/** The items of a reconciliation, which does its work while they are read with `for await`. */
export interface ReconciliationItems extends AsyncIterable<ReconciliationItem> {
  /** Makes `await` on the items an error of the compiler, and in JavaScript a `TypeError`. */
  then(notToBeAwaited: never): never
}

function then(): never {
  throw new TypeError(
    'reconcile was awaited, which reads and writes nothing: read the items with for await, or use statements.import.',
  )
}

/**
 * Makes `await` on the items fail: it would give any iterable back unread, and what was to be written would be lost without an
 * error.
 */
export function reconciliationItems(items: AsyncGenerator<ReconciliationItem>): ReconciliationItems {
  return Object.defineProperty(items, 'then', { value: then }) as object as ReconciliationItems
}
