import type { StatementImport } from '../domain/reconciliation/statement-import.js'
import type { StatementRecord } from '../domain/reconciliation/statement-line.js'
import type { Page } from '../domain/report.js'
import type { Context } from '../operations/context.js'
import type { ImportOptions, ImportsQuery } from '../operations/input/import-calls.js'
import { called } from './on-first-call.js'

/**
 * The functions of statement files and their imports. An import is one call: it runs `reconcile` with `apply` over the file,
 * and stores every line, settled or not, with warnings for people.
 *
 * Every function rejects with `internal_error` where the repository stores no statement lines.
 */
export interface StatementFunctions {
  /**
   * Imports a statement to its end: money that it proves is recorded, and every line is stored. After a call that was cut off,
   * call again with the same file; no line counts twice. `signal` ends it before the next group of lines is written, also while
   * it waits for records.
   *
   * @throws PaymentError `invalid_request`, `invalid_date_range`, `concurrent_update`; what `records` throws, and the reason of
   *   `signal`
   * @example
   * const credit = { row: 2, direction: 'credit', amount: 150000, currency: 'ETB', valueDate: '2026-11-21', reference: 'INV-1' } as const
   * const done = await payments.statements.import([credit], { account: 'cbe-1000', fileName: 'november.csv' })
   * done.lines.map(({ outcome, count }) => [outcome, count]) // => [['confirmed', 1]]
   * done.warnings // => []
   */
  import(
    records: AsyncIterable<StatementRecord> | Iterable<StatementRecord>,
    options: ImportOptions,
  ): Promise<StatementImport>
  /**
   * Finds one import by its id (`imp_…`); `null` for an unknown id.
   *
   * @throws PaymentError `storage_unavailable`
   * @example
   * await payments.statements.get('imp_01JD0000000000000000000000') // => null
   */
  get(id: string): Promise<StatementImport | null>
  /**
   * Lists imports, newest first, a page at a time. `completedAt` is `null` for one that was cut off.
   *
   * @throws PaymentError `invalid_request`, `invalid_cursor`
   * @example
   * await payments.statements.import([], { account: 'cbe-1000' })
   * const { items } = await payments.statements.list({ account: 'cbe-1000' })
   * items.map(({ from, to }) => [from, to]) // => [[null, null]]
   */
  list(query?: ImportsQuery): Promise<Page<StatementImport>>
}

export function statementFunctions(context: Context): StatementFunctions {
  return Object.freeze<StatementFunctions>({
    import: called(context, (all) => all.importStatement),
    get: called(context, (all) => all.getImport),
    list: called(context, (all) => all.listImports),
  })
}
