import type { Page } from '../domain/report.js'
import type { Context } from '../operations/context.js'
import type {
  AuditFilter,
  AuditQuery,
  DaysQuery,
  JournalOptions,
  JournalQuery,
} from '../operations/input/book-calls.js'
import type { RowExportOptions } from '../operations/input/csv.js'
import type { AuditEntry } from '../operations/reports/audit.js'
import type { ActorSum } from '../operations/reports/by-actor.js'
import { called, iterated } from './on-first-call.js'

/**
 * The functions of the books: what was recorded on some days, and by whom. `from` and `to` are local days of the action, both
 * inclusive. Every function rejects with `internal_error` where the repository stores no statement lines.
 */
export interface ReportFunctions {
  /**
   * Exports every movement of money that was recorded on these days as CSV text (RFC 4180), in pieces, as of one instant: a
   * balanced pair of rows for each, ordered by the time of recording. A new line is posted between its account and `suspense`,
   * each allocation between `suspense` and `receivable`, `refunds`, `transit` or `category:<name>`. The columns are
   * `date, valueDate, line, account, counterAccount, debit, credit, currency, reference, memo, entry`. Amounts are decimals of
   * the currency, above 0.
   *
   * The two rows of a pair have one `entry`, which never repeats. A day that was exported never changes; what was recorded just
   * before its end and stored later is added to it. So post the entries that you have not posted yet.
   *
   * @throws PaymentError `invalid_request`, `invalid_date_range`; and the reason of `signal`
   * @example
   * let csv = ''
   * for await (const text of payments.reports.journal({ from: '2026-11-20', to: '2026-11-20' })) csv += text
   * const [, row = ''] = csv.split('\r\n')
   * row.split(',').slice(3, 8) // => ['cbe-1000', 'suspense', '1485.00', '', 'ETB']
   */
  journal(query: JournalQuery, options?: JournalOptions): AsyncIterable<string>
  /**
   * Counts and sums what each person did on these days: payments that were `created`, or `confirmed` without a line, cash that was
   * `took` at the counter, refunds that were paid out (`gaveBack`), waivers that were granted (`waived`). `amount` is text: exact
   * decimal digits in minor units. What was undone later counts on the day on which it was done.
   *
   * @throws PaymentError `invalid_request`, `invalid_date_range`
   * @example
   * await payments.reports.byActor({ from: '2026-11-20', to: '2026-11-20' })
   * // => { items: [{ actor: null, action: 'created', currency: 'ETB', count: 1, amount: '150000' }] }
   */
  byActor(query: DaysQuery): Promise<{ readonly items: readonly ActorSum[] }>
  /**
   * Lists the events of payments, lines, refunds, waivers, cash sessions, attempts, rules and closings by the time of the action,
   * newest first, a page at a time.
   *
   * @throws PaymentError `invalid_request`, `invalid_date_range`, `invalid_cursor`
   * @example
   * await payments.failPayment(payment.id, { reason: 'wrong PIN', actor: 'amina' })
   * const { items } = await payments.reports.audit({ from: '2026-11-20', to: '2026-11-20', actor: 'amina' })
   * // An entry is { at, actor, kind, id, type, amount, currency, reason }.
   * items.map(({ kind, type, amount, reason }) => [kind, type, amount, reason])
   * // => [['payment', 'payment.failed', 150000, 'wrong PIN']]
   */
  audit(query: AuditQuery): Promise<Page<AuditEntry>>
  /**
   * Exports the audit as CSV text (RFC 4180), in pieces, newest first. Amounts are decimals of the currency.
   *
   * @throws PaymentError `invalid_request`, `invalid_date_range`; and the reason of `signal`
   * @example
   * let csv = ''
   * for await (const text of payments.reports.exportAudit({ from: '2026-11-20', to: '2026-11-20' })) csv += text
   * csv.split('\r\n')[0] // => 'at,actor,kind,id,type,amount,currency,reason'
   */
  exportAudit(query: AuditFilter, options?: RowExportOptions): AsyncIterable<string>
}

export function reportFunctions(context: Context): ReportFunctions {
  return Object.freeze<ReportFunctions>({
    journal: (query, options) => iterated((all) => all.journal(context, query, options)),
    byActor: called(context, (all) => all.byActor),
    audit: called(context, (all) => all.audit),
    exportAudit: (query, options) => iterated((all) => all.exportAudit(context, query, options)),
  })
}
