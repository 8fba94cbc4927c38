import type { Closing, ClosingRecord } from '../domain/days/closing.js'
import type { Page } from '../domain/report.js'
import type { Context } from '../operations/context.js'
import type { ClosedDays } from '../operations/days/close-through.js'
import type { DayPreview } from '../operations/days/preview-day.js'
import type { DayReport } from '../operations/days/report-day.js'
import type { Month } from '../operations/days/report-month.js'
import type { Verification } from '../operations/days/verify-chain.js'
import type { RowExportOptions } from '../operations/input/csv.js'
import type {
  CloseDayOptions,
  CloseThroughOptions,
  ClosingsExportQuery,
  ClosingsQuery,
  DayOfAccount,
  DayReportQuery,
  MonthQuery,
  ReopenDayOptions,
  VerifyQuery,
} from '../operations/input/day-calls.js'
import type { UnclosedDays } from '../operations/days/unclosed-days.js'
import { called, iterated } from './on-first-call.js'

/**
 * The functions of closed days. A closing has the sums of one day of one account, and the hash of the closing before it, so
 * `verify` finds any closing that was changed or removed. A closed day refuses no money: lines that come later are stored, open
 * money is still allocated, and `changedSince` lists the keys of both. Allocations of a closed day can be taken back only after
 * the day is reopened.
 *
 * Days are calendar days of the hospital, by the value dates of lines. Amounts are exact decimal digits in minor units. Every
 * function rejects with `internal_error` where the repository stores no statement lines.
 */
export interface DayFunctions {
  /**
   * Returns the sums of a day of an account as `close` would store them now, and stores nothing. The day need not be over.
   *
   * @throws PaymentError `invalid_request`
   * @example
   * const { currencies } = await payments.days.preview({ account: line.account, day: line.valueDate })
   * currencies.map(({ currency, credits, open }) => [currency, credits, open.count]) // => [['ETB', '148500', 1]]
   */
  preview(query: DayOfAccount): Promise<DayPreview>
  /**
   * Closes a day of an account. A day that is closed already is returned as it was closed.
   *
   * @throws PaymentError `invalid_request`, also for a day that is not over; `concurrent_update`
   * @example
   * await payments.days.close({ account: 'cbe-1000', day: '2026-11-20', actor: 'amina' }) // throws invalid_request
   * const closing = await payments.days.close({ account: 'cbe-1000', day: '2026-11-19', actor: 'amina' })
   * closing.sequence // => 1
   * closing.currencies // => []
   */
  close(options: CloseDayOptions): Promise<Closing>
  /**
   * Closes every day of an account that has lines, is not closed and is not after `day`, the oldest first. A day that was reopened
   * is closed again; one that is closed stays as it is, whatever lines came later. It stops at the first day that cannot be closed,
   * with the code of the error in `stopped`: `invalid_request` for a day that is not over, `session_conflict`, `concurrent_update`,
   * or a failure of the storage. The days before it stay closed, and the same call goes on.
   *
   * @throws PaymentError `invalid_request`, `storage_unavailable` before the first day
   * @example
   * const { closed, stopped } = await payments.days.closeThrough({ account: 'cbe-1000', day: '2026-11-30', actor: 'amina' })
   * closed.map(({ day }) => day) // => []
   * stopped // => { day: '2026-11-20', code: 'invalid_request' }
   */
  closeThrough(options: CloseThroughOptions): Promise<ClosedDays>
  /**
   * Reopens a closed day, so that its allocations can be taken back. The closing stays in the chain, followed by the reopening.
   *
   * @throws PaymentError `invalid_request`, `invalid_transition` for a day that is open, `concurrent_update`
   * @example
   * const call = { account: 'cbe-1000', day: '2026-11-19', actor: 'amina' }
   * await payments.days.close(call)
   * const reopened = await payments.days.reopen({ ...call, reason: 'wrong patient' })
   * reopened.kind // => 'reopening'
   * reopened.sequence // => 2
   */
  reopen(options: ReopenDayOptions): Promise<Closing>
  /**
   * Finds the last closing or reopening of a day; `null` where it was never closed.
   *
   * @throws PaymentError `invalid_request`
   * @example
   * await payments.days.get({ account: 'cbe-1000', day: '2026-11-19' }) // => null
   */
  get(query: DayOfAccount): Promise<Closing | null>
  /**
   * Lists closings and reopenings, newest first, a page at a time. `from` and `to` are the closed days, both inclusive. For
   * `changedSince` the key and the version of each line of these days are read.
   *
   * @throws PaymentError `invalid_request`, `invalid_date_range`, `invalid_cursor`
   * @example
   * await payments.days.close({ account: 'cbe-1000', day: '2026-11-19', actor: 'amina' })
   * const { items } = await payments.days.list({ account: 'cbe-1000' })
   * items.map(({ day, kind }) => [day, kind]) // => [['2026-11-19', 'closing']]
   */
  list(query?: ClosingsQuery): Promise<Page<Closing>>
  /**
   * Lists closings and reopenings as `list` does, with the same cursors, but without `changedSince`, so no line is read.
   *
   * @throws PaymentError `invalid_request`, `invalid_date_range`, `invalid_cursor`
   * @example
   * await payments.days.close({ account: 'cbe-1000', day: '2026-11-19', actor: 'amina' })
   * const { items } = await payments.days.records({ from: '2026-11-01' })
   * items.map(({ day, actor }) => [day, actor]) // => [['2026-11-19', 'amina']]
   */
  records(query?: ClosingsQuery): Promise<Page<ClosingRecord>>
  /**
   * Lists the days of each account that have statement lines, are over and are not closed, the oldest first, with their number.
   *
   * @throws PaymentError `storage_unavailable`
   * @example
   * await payments.days.unclosed() // => []
   */
  unclosed(): Promise<readonly UnclosedDays[]>
  /**
   * Verifies the chain of an account: it computes all hashes again, compares each line that has not changed since its day was
   * closed, and names the first difference.
   *
   * @throws PaymentError `invalid_request`
   * @example
   * await payments.days.close({ account: 'cbe-1000', day: '2026-11-19', actor: 'amina' })
   * await payments.days.verify({ account: 'cbe-1000' }) // => { ok: true, closings: 1, firstDifference: null }
   */
  verify(query: VerifyQuery): Promise<Verification>
  /**
   * Reports one day as plain data for a printed page: by channel what was paid, reversed and refunded, what is open of lines up
   * to that day, and its closings.
   *
   * @throws PaymentError `invalid_request`
   * @example
   * await payments.confirmPayment(payment.id)
   * const report = await payments.days.report({ day: '2026-11-20' })
   * report.channels.map(({ channel, paid, net }) => [channel, paid.count, net]) // => [['cash', 1, '150000']]
   */
  report(query: DayReportQuery): Promise<DayReport>
  /**
   * Reports a month of an account, or of all, as a tie-out: opening balance, credits and debits, their allocations, open money and
   * closing balance. `unexplained` is the change between the balances that statements give, less the change by the stored lines;
   * `gaps` are the days at which a statement does not open where the one before it closed. An account without lines of the month
   * and without a balance is left out.
   *
   * @throws PaymentError `invalid_request`
   * @example
   * const { items } = await payments.days.month({ month: '2026-11' })
   * items.map(({ account, opening, credits, debits, closing }) => [account, opening, credits, debits, closing])
   * // => [['cbe-1000', '0', '148500', '0', '148500']]
   * items[0]?.difference // => '0'
   */
  month(query: MonthQuery): Promise<Month>
  /**
   * Writes closings and reopenings as CSV text in pieces, newest first, one row for each currency of a day; amounts are decimal text
   * of the currency. A reopening, and a day without lines and balances, is one row without a currency.
   *
   * @throws PaymentError `invalid_request`, `invalid_date_range`, `storage_unavailable`; also while rows are read
   * @example
   * await payments.days.close({ account: 'cbe-1000', day: '2026-11-19', actor: 'amina' })
   * let csv = ''
   * for await (const text of payments.days.exportCsv({ account: 'cbe-1000' }, { mode: 'exact' })) csv += text
   * csv.split('\r\n')[1]?.slice(0, 30) // => 'cbe-1000,2026-11-19,1,closing,'
   */
  exportCsv(query?: ClosingsExportQuery, options?: RowExportOptions): AsyncIterable<string>
}

export function dayFunctions(context: Context): DayFunctions {
  return Object.freeze<DayFunctions>({
    preview: called(context, (all) => all.previewDay),
    close: called(context, (all) => all.closeDay),
    closeThrough: called(context, (all) => all.closeThrough),
    reopen: called(context, (all) => all.reopenDay),
    get: called(context, (all) => all.getClosing),
    list: called(context, (all) => all.listClosings),
    records: called(context, (all) => all.listRecords),
    unclosed: called(context, (all) => all.unclosedDays),
    verify: called(context, (all) => all.verifyChain),
    report: called(context, (all) => all.reportDay),
    month: called(context, (all) => all.reportMonth),
    exportCsv: (query, options) => iterated((all) => all.exportClosings(context, query, options)),
  })
}
