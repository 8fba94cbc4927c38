import type { ReconciliationItem } from '../domain/reconciliation/items.js'
import type { ReconciliationCsvOptions } from '../operations/reconciliation/reconciliation-csv.js'
import { iterated } from './on-first-call.js'

/**
 * Writes a reconciliation as CSV text in pieces, for finance (RFC 4180: CRLF, a header row). There is one row for each
 * allocation of a line, one for a line without allocations, and one for each payment, with its reconciled amount in
 * `allocated`. Amounts are integers in minor units. The summary is left out. Nothing is read before iteration.
 *
 * @throws PaymentError `invalid_request` for wrong options, by the first `next()`; and what `items` throws
 * @example
 * const lines = [{ row: 2, direction: 'credit', amount: 70000, currency: 'ETB', valueDate: '2026-11-20', reference: 'X-1' } as const]
 * let csv = ''
 * for await (const text of reconciliationCsv(payments.reconcile(lines, { account: 'cbe-1000' }))) csv += text
 * csv.split('\r\n')[1] // => 'line,2,unmatched_line,false,,X-1,,70000,ETB,2026-11-20,,,names no known payment'
 */
export function reconciliationCsv(
  items: AsyncIterable<ReconciliationItem> | Iterable<ReconciliationItem>,
  options?: ReconciliationCsvOptions,
): AsyncGenerator<string> {
  return iterated((all) => all.reconciliationCsv(items, options))
}
