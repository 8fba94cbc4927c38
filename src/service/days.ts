import type { Closing, ClosingRecord } from '../domain/days/closing.js'
import type { Page } from '../domain/report.js'
import type { Context } from '../operations/context.js'
import type { DayPreview } from '../operations/days/preview-day.js'
import type { DayReport } from '../operations/days/report-day.js'
import type { Verification } from '../operations/days/verify-chain.js'
import type {
  CloseDayOptions,
  ClosingsQuery,
  DayOfAccount,
  DayReportQuery,
  ReopenDayOptions,
  VerifyQuery,
} from '../operations/input/day-calls.js'
import type { UnclosedDays } from '../operations/days/unclosed-days.js'
import { called } from './on-first-call.js'

/**
 * Closed days. A closing sums up one day of one account, and is chained to the closing before by its hash: neither can be
 * changed or left out without a trace. It refuses no money: lines that come later are stored, open money is still allocated,
 * and `changedSince` lists both. Settled money of a closed day is taken back only after the day is reopened.
 *
 * Days are calendar days of the hospital, by the value dates of lines. Amounts are exact decimal digits in minor units.
 * Every function rejects with `internal_error` where the repository stores no statement lines.
 */
export interface DayFunctions {
  /**
   * Sums up a day of an account as it is now, as `close` would store it, for people to look at first. Stores nothing. A day that
   * is not over may be asked for too.
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
   * Reopens a closed day, so that settled money of it can be taken back. The closing stays in the chain, with the reopening
   * behind it.
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
   * Lists closings and reopenings, newest first, a page at a time; `from` and `to` are the days that they are about. For
   * `changedSince` the key and the version of each line of a listed day are read, and no line itself.
   *
   * @throws PaymentError `invalid_request`, `invalid_date_range`, `invalid_cursor`
   * @example
   * await payments.days.close({ account: 'cbe-1000', day: '2026-11-19', actor: 'amina' })
   * const { items } = await payments.days.list({ account: 'cbe-1000' })
   * items.map(({ day, kind }) => [day, kind]) // => [['2026-11-19', 'closing']]
   */
  list(query?: ClosingsQuery): Promise<Page<Closing>>
  /**
   * Lists closings and reopenings as `list` does, and with the same cursors, but without `changedSince`: no line is read for it.
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
   * Computes the chain of an account anew: the hashes, and of days whose lines have not changed since the sums. Names the
   * first difference.
   *
   * @throws PaymentError `invalid_request`
   * @example
   * await payments.days.close({ account: 'cbe-1000', day: '2026-11-19', actor: 'amina' })
   * await payments.days.verify({ account: 'cbe-1000' }) // => { ok: true, closings: 1, firstDifference: null }
   */
  verify(query: VerifyQuery): Promise<Verification>
  /**
   * Reports one day for a printed page: what was paid, reversed and refunded by channel, what is open of lines up to that day,
   * and its closings.
   *
   * @throws PaymentError `invalid_request`
   * @example
   * await payments.confirmPayment(payment.id)
   * const report = await payments.days.report({ day: '2026-11-20' })
   * report.channels.map(({ channel, paid, net }) => [channel, paid.count, net]) // => [['cash', 1, '150000']]
   */
  report(query: DayReportQuery): Promise<DayReport>
}

export function dayFunctions(context: Context): DayFunctions {
  return Object.freeze<DayFunctions>({
    preview: called(context, (all) => all.previewDay),
    close: called(context, (all) => all.closeDay),
    reopen: called(context, (all) => all.reopenDay),
    get: called(context, (all) => all.getClosing),
    list: called(context, (all) => all.listClosings),
    records: called(context, (all) => all.listRecords),
    unclosed: called(context, (all) => all.unclosedDays),
    verify: called(context, (all) => all.verifyChain),
    report: called(context, (all) => all.reportDay),
  })
}
