import type { Page } from '../domain/report.js'
import type { WaiverEvent } from '../domain/waivers/event.js'
import type { Waiver } from '../domain/waivers/waiver.js'
import type { Context } from '../operations/context.js'
import type { RowExportOptions } from '../operations/input/csv.js'
import type {
  ApproveWaiverOptions,
  EndWaiverOptions,
  RequestWaiverOptions,
  RevokeWaiverOptions,
  WaiverRequest,
  WaiversExportQuery,
  WaiversQuery,
} from '../operations/input/waiver-calls.js'
import { called, iterated } from './on-first-call.js'

/**
 * The functions of waivers: a scheme of the hospital pays a part of a bill, or all that is open of it. A waiver is no received
 * money and is never given back. A grant is a credit on the account `waiver.<scheme>` that pays the payment, in one write.
 *
 * The same change of status again returns the waiver unchanged. Every function rejects with `internal_error` where the
 * repository stores no statement lines.
 */
export interface WaiverFunctions {
  /**
   * Asks for a waiver of a pending payment. It waits for a second person, unless the option `waiverApproval` says that none is
   * needed; then it is granted at once. A waiver that waits reserves nothing.
   *
   * @throws PaymentError `invalid_request`, `payment_not_found`, `invalid_transition`, `allocation_exceeds`,
   *   `idempotency_conflict`, `concurrent_update`
   * @example
   * const bill = await payments.createPayment({ amount: 90000, currency: 'ETB', reference: 'INV-7', channel: 'cash' })
   * const call = { paymentId: bill.id, amount: 90000, scheme: 'poor_patients', reason: 'no_income' }
   * const { id, status } = await payments.waivers.request(call, { actor: 'amina' })
   * status // => 'requested'
   * const granted = await payments.waivers.approve(id, { actor: 'dawit' })
   * granted.status // => 'granted'
   * const paid = await payments.getPayment(bill.id)
   * paid?.status // => 'succeeded'
   */
  request(request: WaiverRequest, options: RequestWaiverOptions): Promise<Waiver>
  /**
   * Grants a requested waiver in the name of a second person. Where nothing stays open, the payment succeeds.
   *
   * @throws PaymentError `invalid_request`, `waiver_not_found`, `self_approval`, `invalid_transition`, `allocation_exceeds`
   *   where less is open now, `concurrent_update`
   * @example
   * await payments.waivers.approve('wvr_01JD0000000000000000000000', { actor: 'dawit' }) // throws waiver_not_found
   */
  approve(id: string, options: ApproveWaiverOptions): Promise<Waiver>
  /**
   * Rejects a requested waiver in the name of a second person.
   *
   * @throws PaymentError `invalid_request`, `waiver_not_found`, `self_approval`, `invalid_transition`, `concurrent_update`
   * @example
   * await payments.waivers.reject('wvr_01JD0000000000000000000000', { actor: 'dawit', reason: 'insured' }) // throws waiver_not_found
   */
  reject(id: string, options: EndWaiverOptions): Promise<Waiver>
  /**
   * Withdraws a requested waiver; only its requester may.
   *
   * @throws PaymentError `invalid_request`, `waiver_not_found`, `forbidden`, `invalid_transition`, `concurrent_update`
   * @example
   * await payments.waivers.cancel('wvr_01JD0000000000000000000000', { actor: 'amina', reason: 'paid' }) // throws waiver_not_found
   */
  cancel(id: string, options: EndWaiverOptions): Promise<Waiver>
  /**
   * Takes a grant back: what it paid is open again. A payment that succeeded is reversed, with `payments: 'reverse'`.
   *
   * @throws PaymentError `invalid_request`, `waiver_not_found`, `self_approval`, `invalid_transition`, `day_closed`,
   *   `concurrent_update`
   * @example
   * await payments.waivers.revoke('wvr_01JD0000000000000000000000', { actor: 'sara', reason: 'insured' }) // throws waiver_not_found
   */
  revoke(id: string, options: RevokeWaiverOptions): Promise<Waiver>
  /**
   * Finds one waiver by its id (`wvr_…`); `null` for an unknown or malformed id.
   *
   * @throws PaymentError `storage_unavailable`
   * @example
   * await payments.waivers.get('wvr_01JD0000000000000000000000') // => null
   */
  get(id: string): Promise<Waiver | null>
  /**
   * Lists waivers, newest first, a page at a time; `from` and `to` are calendar days of the request, both inclusive.
   *
   * @throws PaymentError `invalid_request`, `invalid_date_range`, `invalid_cursor`
   * @example
   * await payments.waivers.list({ status: 'requested' }) // => { items: [], nextCursor: null }
   */
  list(query?: WaiversQuery): Promise<Page<Waiver>>
  /**
   * Lists the events of one waiver, oldest first, which are also in the history of its payment; empty for an unknown id.
   *
   * @throws PaymentError `storage_unavailable`
   * @example
   * await payments.waivers.history('wvr_01JD0000000000000000000000') // => []
   */
  history(id: string): Promise<readonly WaiverEvent[]>
  /**
   * Exports waivers as CSV text (RFC 4180), in pieces, as of one instant, oldest first.
   *
   * @throws PaymentError `invalid_request`, `invalid_date_range`; and the reason of `signal`
   * @example
   * let csv = ''
   * for await (const text of payments.waivers.exportCsv({ status: 'granted' })) csv += text
   * csv.split(',')[0] // => 'id'
   */
  exportCsv(query?: WaiversExportQuery, options?: RowExportOptions): AsyncIterable<string>
}

export function waiverFunctions(context: Context): WaiverFunctions {
  return Object.freeze<WaiverFunctions>({
    request: called(context, (all) => all.requestWaiver),
    approve: called(context, (all) => all.approveWaiver),
    reject: called(context, (all) => all.rejectWaiver),
    cancel: called(context, (all) => all.cancelWaiver),
    revoke: called(context, (all) => all.revokeWaiver),
    get: called(context, (all) => all.getWaiver),
    list: called(context, (all) => all.listWaivers),
    history: called(context, (all) => all.waiverHistory),
    exportCsv: (query, options) => iterated((all) => all.exportWaivers(context, query, options)),
  })
}
