import type { ReconciliationItem } from '../domain/reconciliation/items.js'

/** The items of a reconciliation, which does its work while they are read with `for await`. */
export interface ReconciliationItems extends AsyncIterable<ReconciliationItem> {
  /** Makes `await` on the items an error of the compiler. Where none is used, it gives the items, and a warning. */
  then(notToBeAwaited: never): never
}

const mistake =
  'reconcile was awaited: await reads and writes nothing. Read the items with for await, or use statements.import.'

/**
 * `await` gives any iterable back unread, and what was to be written would be lost without a word: so it is reported. It is
 * not refused, for who reads the items behind it loses nothing.
 */
export function reconciliationItems(
  items: AsyncGenerator<ReconciliationItem>,
  report: (message: string) => void,
): ReconciliationItems {
  const then = (settle: (items: AsyncIterable<ReconciliationItem>) => void) => {
    report(mistake)
    // What is given must not be awaited again.
    Reflect.deleteProperty(items, 'then')
    settle(items)
  }
  return Object.defineProperty(items, 'then', { value: then, configurable: true }) as object as ReconciliationItems
}
