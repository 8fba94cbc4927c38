import type { CashSessionReport } from '../domain/cash/report.js'
import type { CashSession, CashSessionEvent } from '../domain/cash/session.js'
import type { Page } from '../domain/report.js'
import type { PaidOut } from '../operations/cash/pay-out.js'
import type { TakeResult } from '../operations/cash/take.js'
import type { CashTransit, MovedCash } from '../operations/cash/transfer.js'
import type { Context } from '../operations/context.js'
import type {
  CashKeyOptions,
  CashLineRequest,
  CashSessionsQuery,
  CloseSessionRequest,
  ExplainOptions,
  OpenSessionRequest,
  PayOutRequest,
  ReceiveCashRequest,
  SendCashRequest,
  TakeRequest,
  TransitsQuery,
} from '../operations/input/cash-calls.js'
import { called } from './on-first-call.js'

/**
 * The functions of the counter. A session is one person's time at one point, such as a window. Each movement is a line on the
 * account `cash.<point>`, stored in one write with the payments, the refund, the receipt and the session that change with it.
 * Amounts are integers in minor units of the session's currency.
 *
 * Functions that move cash of a session reject with `session_not_found`, `forbidden` for another than its opener who is no
 * supervisor, and `session_closed`. Every function rejects with `internal_error` where the repository stores no statement
 * lines.
 *
 * In the examples, `sara` sits at `window-1`.
 */
export interface CashFunctions {
  /**
   * Opens a session with the cash that was counted in the drawer. Where it differs from the account's balance, a line to the
   * category `cash_over` or `cash_short` makes them equal; the first cash of a point is a credit to `float`.
   *
   * @throws PaymentError `invalid_request`, `unsupported_currency`; `session_conflict` where a session is open at the point
   * @example
   * const opened = await payments.cash.open({ point: 'window-1', currency: 'ETB', float: 50000, actor: 'sara' })
   * opened.account // => 'cash.window-1'
   */
  open(request: OpenSessionRequest): Promise<CashSession>
  /**
   * Takes cash: for a bill, for several, for a category, or as a payer's deposit. The receipt is numbered in the same write.
   *
   * @throws PaymentError `invalid_request`, `idempotency_conflict`, `payment_not_found`, `invalid_transition`;
   *   `allocation_exceeds` for more than is open, where no payer keeps the rest as a deposit
   * @example
   * const { id } = await payments.cash.open({ point: 'window-1', currency: 'ETB', float: 50000, actor: 'sara' })
   * const cash = { sessionId: id, paymentId: payment.id, amount: 150000, tendered: 200000, actor: 'sara' }
   * const taken = await payments.cash.take(cash, { idempotencyKey: 'bill-1' })
   * taken.change // => 50000
   * taken.payments[0]?.status // => 'succeeded'
   * taken.receipt.number // => 1
   */
  take(request: TakeRequest, options?: CashKeyOptions): Promise<TakeResult>
  /**
   * Pays cash out: a refund, which is paid whole and has succeeded then, or an amount for a category, which is a supervisor's.
   *
   * @throws PaymentError `invalid_request`, `idempotency_conflict`, `refund_not_found`, `invalid_transition`, `self_approval`;
   *   `cash_short` for more than the drawer holds
   * @example
   * const { id } = await payments.cash.open({ point: 'window-1', currency: 'ETB', float: 50000, actor: 'sara' })
   * const tea = { sessionId: id, category: 'petty_cash', amount: 2000, actor: 'lily', supervisor: true }
   * const { line } = await payments.cash.payOut(tea)
   * line.direction // => 'debit'
   */
  payOut(request: PayOutRequest, options?: CashKeyOptions): Promise<PaidOut>
  /**
   * Sends cash to another point, a safe or the bank. It is on its way until it is received, or the bank's statement shows it.
   *
   * @throws PaymentError `invalid_request`, `idempotency_conflict`, `cash_short`
   * @example
   * const { id } = await payments.cash.open({ point: 'window-1', currency: 'ETB', float: 50000, actor: 'sara' })
   * const { line } = await payments.cash.send({ sessionId: id, amount: 40000, to: 'cash.safe', actor: 'sara' })
   * line.outcome // => 'in_transit'
   */
  send(request: SendCashRequest, options?: CashKeyOptions): Promise<MovedCash>
  /**
   * Receives cash that another person has counted without knowing the amount. A count that differs stores nothing, unless a
   * supervisor accepts it with a reason.
   *
   * @throws PaymentError `line_not_found`, `invalid_request`, `self_approval`, `transfer_differs`
   * @example
   * const { id } = await payments.cash.open({ point: 'window-1', currency: 'ETB', float: 50000, actor: 'sara' })
   * const { line } = await payments.cash.send({ sessionId: id, amount: 40000, to: 'cash.safe', actor: 'sara' })
   * const count = { lineKey: line.key, counted: 4000, actor: 'lily', supervisor: true }
   * await payments.cash.receive(count) // throws transfer_differs
   * const received = await payments.cash.receive({ ...count, counted: 40000 })
   * received.line.account // => 'cash.safe'
   */
  receive(request: ReceiveCashRequest): Promise<MovedCash>
  /**
   * Takes cash back that is on its way. It is a supervisor's, and never the sender's.
   *
   * @throws PaymentError `line_not_found`, `self_approval`, `forbidden`, `invalid_request`
   * @example
   * const { id } = await payments.cash.open({ point: 'window-1', currency: 'ETB', float: 50000, actor: 'sara' })
   * const { line } = await payments.cash.send({ sessionId: id, amount: 40000, to: 'cash.safe', actor: 'sara' })
   * await payments.cash.recall({ lineKey: line.key, reason: 'guard is ill', actor: 'lily', supervisor: true })
   * await payments.cash.transits({ to: 'cash.safe' }) // => []
   */
  recall(request: CashLineRequest): Promise<MovedCash>
  /**
   * Lists the cash that is on its way to an account, without its amounts: who receives it counts it blind.
   *
   * @throws PaymentError `invalid_request`
   * @example
   * await payments.cash.transits({ to: 'cash.safe' }) // => []
   */
  transits(query: TransitsQuery): Promise<readonly CashTransit[]>
  /**
   * Voids a take or a payout of an open session: its allocations are taken back, a counter-line takes its cash back, and its
   * receipt is void. It is done by a person who neither opened the session nor made the movement.
   *
   * @throws PaymentError `line_not_found`, `self_approval`, `forbidden`, `session_closed`, `invalid_request`, `refund_exceeds`,
   *   `invalid_transition`, `cash_short`
   * @example
   * const { id } = await payments.cash.open({ point: 'window-1', currency: 'ETB', float: 50000, actor: 'sara' })
   * const cash = { sessionId: id, paymentId: payment.id, amount: 150000, actor: 'sara' }
   * const { line } = await payments.cash.take(cash)
   * await payments.cash.void({ lineKey: line.key, reason: 'wrong bill', actor: 'lily' })
   * await payments.accounts.balance({ account: 'cash.window-1', currency: 'ETB' }) // => '50000'
   */
  void(request: CashLineRequest): Promise<MovedCash>
  /**
   * Closes a session with the count of its drawer, which stands: a difference becomes a line to `cash_over` or `cash_short`.
   *
   * @throws PaymentError `invalid_request`
   * @example
   * const { id } = await payments.cash.open({ point: 'window-1', currency: 'ETB', float: 50000, actor: 'sara' })
   * const closed = await payments.cash.close({ sessionId: id, counted: 49900, actor: 'sara' })
   * closed.difference // => -100
   */
  close(request: CloseSessionRequest): Promise<CashSession>
  /**
   * Gives a reason to each difference of a session that has none, by a person who neither opened nor closed it.
   *
   * @throws PaymentError `session_not_found`, `self_approval`, `forbidden`
   * @example
   * const { id } = await payments.cash.open({ point: 'window-1', currency: 'ETB', float: 50000, actor: 'sara' })
   * await payments.cash.close({ sessionId: id, counted: 49900, actor: 'sara' })
   * const { reason } = await payments.cash.explain(id, { reason: 'a torn note', actor: 'lily' })
   * reason // => 'a torn note'
   */
  explain(id: string, options: ExplainOptions): Promise<CashSession>
  /**
   * Finds a session; `null` for an unknown id.
   *
   * @throws PaymentError `storage_unavailable`
   * @example
   * await payments.cash.get('csh_unknown') // => null
   */
  get(id: string): Promise<CashSession | null>
  /**
   * Lists sessions, the newest first, a page at a time; `from` and `to` are local days of the opening, both inclusive.
   *
   * @throws PaymentError `invalid_request`, `invalid_date_range`, `invalid_cursor`
   * @example
   * await payments.cash.list({ status: 'open' }) // => { items: [], nextCursor: null }
   */
  list(query?: CashSessionsQuery): Promise<Page<CashSession>>
  /**
   * Lists the events of a session, oldest first, one for each version; empty for an unknown id.
   *
   * @throws PaymentError `storage_unavailable`
   * @example
   * const { id } = await payments.cash.open({ point: 'window-1', currency: 'ETB', float: 50000, actor: 'sara' })
   * const events = await payments.cash.history(id)
   * events.map(({ type }) => type) // => ['session.opened']
   */
  history(id: string): Promise<readonly CashSessionEvent[]>
  /**
   * Makes the report of a session as plain data: an X report of an open one, a Z report of a closed one.
   *
   * @throws PaymentError `session_not_found`
   * @example
   * const { id } = await payments.cash.open({ point: 'window-1', currency: 'ETB', float: 50000, actor: 'sara' })
   * const report = await payments.cash.report(id)
   * report.movements // => [{ kind: 'float', direction: 'credit', category: 'float', count: 1, amount: '50000' }]
   */
  report(id: string): Promise<CashSessionReport>
}

export function cashFunctions(context: Context): CashFunctions {
  return Object.freeze<CashFunctions>({
    open: called(context, (all) => all.openSession),
    take: called(context, (all) => all.takeCash),
    payOut: called(context, (all) => all.payOutCash),
    send: called(context, (all) => all.sendCash),
    receive: called(context, (all) => all.receiveCash),
    recall: called(context, (all) => all.recallCash),
    transits: called(context, (all) => all.cashTransits),
    void: called(context, (all) => all.voidCash),
    close: called(context, (all) => all.closeSession),
    explain: called(context, (all) => all.explainDifference),
    get: called(context, (all) => all.getSession),
    list: called(context, (all) => all.listSessions),
    history: called(context, (all) => all.sessionHistory),
    report: called(context, (all) => all.reportSession),
  })
}
