import type { AccountLine, LineEvent } from '../domain/reconciliation/account-line.js'
import type { LineSuggestion, Suggestion } from '../domain/reconciliation/suggestions.js'
import type { Page } from '../domain/report.js'
import type { Context } from '../operations/context.js'
import type {
  AcceptSuggestionOptions,
  AllocateOptions,
  AssignOptions,
  EraseTextOptions,
  MarkDuplicateOptions,
  MarkOptions,
  NoteOptions,
  SetPayerOptions,
  UnallocateOptions,
} from '../operations/input/line-calls.js'
import type { LineFilter } from '../operations/input/line-filter.js'
import type { LinesExportQuery } from '../operations/lines/export-lines.js'
import type { LineTotal } from '../operations/lines/line-totals.js'
import type { LinesQuery } from '../operations/lines/list-lines.js'
import type { LineNote } from '../operations/lines/notes.js'
import type { RowExportOptions } from '../operations/input/csv.js'
import type { RemittanceProposal, RemittanceRow } from '../domain/reconciliation/propose.js'
import { called, iterated } from './on-first-call.js'

/**
 * The functions by which people settle stored statement lines. A line's money is allocated to payments, to refunds, to the
 * host's categories, or to a line of the other direction with which it cancels out. Amounts are integers in minor units.
 *
 * A call that changes a line has the `version` that its caller saw. The same call again returns the line and changes nothing;
 * any other change in between is `line_changed`, whose `details.line` is the line as it is now.
 *
 * Every function rejects with `internal_error` where the repository stores no statement lines.
 */
export interface LineFunctions {
  /**
   * Lists statement lines by value date and key, a page at a time; `from` and `to` are value dates, both inclusive.
   *
   * @throws PaymentError `invalid_request`, `invalid_date_range`, `invalid_cursor`
   * @example
   * const { items } = await payments.lines.list({ status: 'open', text: 'abebe' })
   * items.map(({ key, outcome }) => [key === line.key, outcome]) // => [[true, 'unmatched_line']]
   */
  list(query?: LinesQuery): Promise<Page<AccountLine>>
  /**
   * Finds one line by its key; `null` for an unknown key.
   *
   * @throws PaymentError `storage_unavailable`
   * @example
   * (await payments.lines.get(line.key))?.amount // => 148500
   * await payments.lines.get('FT26325XK1') // => null
   */
  get(key: string): Promise<AccountLine | null>
  /**
   * Lists the events of one line, oldest first, one for each version; empty for an unknown key. They contain no narration and
   * no note, and are not delivered.
   *
   * @throws PaymentError `storage_unavailable`
   * @example
   * (await payments.lines.history(line.key)).map(({ type }) => type) // => ['line.imported']
   */
  history(key: string): Promise<readonly LineEvent[]>
  /**
   * Lists the events of at most 1,000 lines at once: line by line in the order of the keys, oldest first of each. An unknown key
   * has none.
   *
   * @throws PaymentError `invalid_request`
   * @example
   * const events = await payments.lines.histories([line.key])
   * events.map(({ lineKey, type }) => [lineKey === line.key, type]) // => [[true, 'line.imported']]
   */
  histories(keys: readonly string[]): Promise<readonly LineEvent[]>
  /**
   * Suggests at most 10 payments that a line may be for, best first, each with reasons. For a credit these are payments with
   * open money. For a debit they are payments that it names by receipt, reference or narration, whatever is open of them.
   * Behind them come open lines of other accounts that may be the other side of a transfer. Nothing is applied.
   *
   * @throws PaymentError `invalid_request`, `line_not_found`
   * @example
   * const [first] = await payments.lines.suggest(line.key)
   * first?.payment?.id === payment.id // => true
   * first?.reasons // => ['same_reference_spelt_differently']
   */
  suggest(key: string): Promise<readonly Suggestion[]>
  /**
   * Finds the best suggestion of each of 1 to 50 lines in one look-up, for lists: the first of `suggest`, or `null`. The answers
   * are in the order of the keys; a line that is not stored has none. Where many lines are asked about at once, fewer misspelt
   * references are looked up for each.
   *
   * @throws PaymentError `invalid_request`
   * @example
   * const [first] = await payments.lines.suggestMany([line.key])
   * first?.suggestion?.payment?.id === payment.id // => true
   */
  suggestMany(keys: readonly string[]): Promise<readonly LineSuggestion[]>
  /**
   * Allocates all open money of a line to one payment, as `allocate` does. It is never cut to what is open of the payment:
   * a larger line, and a line without open money, are `allocation_exceeds`.
   *
   * @throws PaymentError `invalid_request`, `line_not_found`, `line_changed`, `allocation_exceeds`, `invalid_transition`,
   *   `concurrent_update`; nothing is stored then
   * @example
   * const options = { paymentId: payment.id, expectedVersion: line.version, actor: 'amina' }
   * const accepted = await payments.lines.acceptSuggestion(line.key, options)
   * accepted.status // => 'settled'
   */
  acceptSuggestion(key: string, options: AcceptSuggestionOptions): Promise<AccountLine>
  /**
   * Adds up the lines of a filter, all pages of `list` together: one total for each currency and direction. `amount` is the whole
   * money of the lines and `open` what is not allocated, both exact decimal digits in minor units.
   *
   * @throws PaymentError `invalid_request`, `invalid_date_range`
   * @example
   * await payments.lines.totals({ status: 'open' })
   * // => [{ currency: 'ETB', direction: 'credit', count: 1, amount: '148500', open: '148500' }]
   */
  totals(query?: LineFilter): Promise<readonly LineTotal[]>
  /**
   * Allocates money of a line; earlier allocations stay. An allocation of all that is open of a payment confirms it; a smaller
   * one is a part payment. A negative allocation to a category is money that was withheld, such as a fee. A debit is allocated
   * to a whole payment that succeeded, and reverses it.
   *
   * @throws PaymentError `invalid_request` (every wrong allocation at `allocations.N`), `line_not_found`, `line_changed`,
   *   `allocation_exceeds`, `invalid_transition`, `concurrent_update`; nothing is stored then
   * @example
   * const settled = await payments.lines.allocate(line.key, {
   *   expectedVersion: line.version,
   *   allocations: [
   *     { to: 'payment', paymentId: payment.id, amount: 150000 },
   *     { to: 'category', category: 'bank_fee', amount: -1500 },
   *   ],
   *   actor: 'amina',
   * })
   * settled.status // => 'settled'
   * const paid = await payments.getPayment(payment.id)
   * paid?.status // => 'succeeded'
   */
  allocate(key: string, options: AllocateOptions): Promise<AccountLine>
  /**
   * Proposes the allocations of a credit by the rows of a remittance, such as an insurer's advice for many bills; `allocate` then
   * takes them whole. A row says what was paid of a bill. What was cut of it stays open, or goes to the row's category by an
   * allocation below 0 that names the payment. Rows that propose nothing are listed with a code. Nothing is written.
   *
   * @throws PaymentError `invalid_request`, `line_not_found`
   * @example
   * const { allocations, problems, difference } = await payments.lines.propose(line.key, [
   *   { reference: 'INV-1', amount: 148500, category: 'insurer_cut' },
   *   { reference: 'INV-7', amount: 500 },
   * ])
   * allocations.map(({ amount }) => amount) // => [150000, -1500]
   * problems.map(({ row, code }) => `${row}: ${code}`) // => ['2: payment_not_found']
   * difference // => 0
   */
  propose(key: string, rows: Iterable<RemittanceRow> | AsyncIterable<RemittanceRow>): Promise<RemittanceProposal>
  /**
   * Takes the allocations of a line back, all or those that `allocations` names, and holds the line, so that no run applies it
   * again. Nothing is deleted: one more event records it. A payment loses this proof, and a receipt that the line gave it. Where a payment of the line succeeded on
   * the evidence of statements, `payments` is required: `'reverse'` or `'keep'`. A refund that a debit paid out is `pending`
   * again. A refund whose payout came back by a credit stays `failed`, and its money is free. If the payout had arrived, ask
   * for the refund again at once (`docs/refunds.md`, 4).
   *
   * @throws PaymentError `invalid_request`, `line_not_found`, `line_changed`, `day_closed`, `refund_exceeds`,
   *   `invalid_transition`, `payment_not_found` where a payment of the line is no longer stored, `concurrent_update`
   * @example
   * const allocations = [{ to: 'payment', paymentId: payment.id, amount: 148500 }] as const
   * const { version } = await payments.lines.allocate(line.key, { expectedVersion: line.version, allocations })
   * const undone = await payments.lines.unallocate(line.key, { expectedVersion: version, reason: 'wrong bill' })
   * undone.held // => true
   * undone.allocated // => 0
   * // One of several: unallocate(key, { expectedVersion, reason, allocations: [1] })
   */
  unallocate(key: string, options: UnallocateOptions): Promise<AccountLine>
  /**
   * Holds a line: no run changes it until it is released. People may still allocate it. Holding a held line changes nothing.
   *
   * @throws PaymentError `invalid_request`, `line_not_found`, `line_changed`, `concurrent_update`
   * @example
   * const held = await payments.lines.hold(line.key, { expectedVersion: line.version, reason: 'ask the bank' })
   * held.held // => true
   */
  hold(key: string, options: MarkOptions): Promise<AccountLine>
  /**
   * Releases a held line, so that runs decide it again. A `possible_duplicate` is decided by the rules in the same write, and
   * counts as money from then on.
   *
   * @throws PaymentError `invalid_request`, `line_not_found`, `line_changed`, `concurrent_update`
   * @example
   * const { version } = await payments.lines.hold(line.key, { expectedVersion: line.version })
   * const released = await payments.lines.release(line.key, { expectedVersion: version })
   * released.held // => false
   */
  release(key: string, options: MarkOptions): Promise<AccountLine>
  /**
   * Marks an open line, of which nothing is allocated or was given back, as `possible_duplicate`: it is held, and does not
   * count as money until it is released. A line that is one already is returned unchanged.
   *
   * @throws PaymentError `invalid_request`, `line_not_found`, `line_changed`, `day_closed`, `concurrent_update`
   * @example
   * const options = { expectedVersion: line.version, reason: 'the bank sent it twice', actor: 'amina' }
   * const marked = await payments.lines.markDuplicate(line.key, options)
   * marked.outcome // => 'possible_duplicate'
   */
  markDuplicate(key: string, options: MarkDuplicateOptions): Promise<AccountLine>
  /**
   * Assigns a line to the person who works on it; `assignee: null` removes the assignee.
   *
   * @throws PaymentError `invalid_request`, `line_not_found`, `line_changed`, `concurrent_update`
   * @example
   * const assigned = await payments.lines.assign(line.key, { expectedVersion: line.version, assignee: 'amina' })
   * assigned.assignee // => 'amina'
   * await payments.lines.list({ assignee: null }) // => { items: [], nextCursor: null }
   */
  assign(key: string, options: AssignOptions): Promise<AccountLine>
  /**
   * Names the payer whose money a credit is: what is open of it is then a deposit of that payer. `payerId: null` removes the
   * payer. A line that the rules allocate to one payment takes the payment's `customer.id` as its payer, and loses it with the
   * allocation.
   *
   * @throws PaymentError `invalid_request`, `line_not_found`, `line_changed`, `concurrent_update`
   * @example
   * const named = await payments.lines.setPayer(line.key, { expectedVersion: line.version, payerId: 'MRN-1042' })
   * named.payerId // => 'MRN-1042'
   */
  setPayer(key: string, options: SetPayerOptions): Promise<AccountLine>
  /**
   * Adds a note to a line: free text of up to 2,000 characters, which may name the payer. It makes no event and no version of
   * the line. `eraseText` erases it.
   *
   * @throws PaymentError `invalid_request`, `line_not_found`
   * @example
   * const note = await payments.lines.note(line.key, { text: 'His wife paid.', actor: 'amina' })
   * note // => { text: 'His wife paid.', actor: 'amina', createdAt: '2026-11-20T09:00:00.000Z' }
   */
  note(key: string, options: NoteOptions): Promise<LineNote>
  /**
   * Lists the notes of one line, oldest first; empty for an unknown key.
   *
   * @throws PaymentError `storage_unavailable`
   * @example
   * await payments.lines.note(line.key, { text: 'Called the bank.' })
   * const notes = await payments.lines.notes(line.key)
   * notes.map(({ text }) => text) // => ['Called the bank.']
   */
  notes(key: string): Promise<readonly LineNote[]>
  /**
   * Exports lines as CSV text (RFC 4180), in pieces, as of one instant, for people: decimal amounts, the narration, the outcome
   * in words, the allocations as JSON, the assignee. Nothing is read before iteration; wrong arguments are thrown by the first
   * `next()`, before any text. `mode` and `bom` may be in either argument; those of the second replace those of the first.
   *
   * @throws PaymentError `invalid_request`, `invalid_date_range`; and the reason of `signal`
   * @example
   * let csv = ''
   * for await (const text of payments.lines.exportCsv({ status: 'open' })) csv += text
   * csv.split('\r\n').length // => 3
   * csv.includes(',148500,1485.00,ETB,') // => true
   */
  exportCsv(query?: LinesExportQuery, options?: RowExportOptions): AsyncIterable<string>
  /**
   * Erases the narrations and notes of lines with a value date before a day. `forgotten` is the number of lines that had any.
   * Keys, amounts, allocations and history stay. A later run over the same statement counts no line again, and stores no
   * narration again.
   *
   * @throws PaymentError `invalid_request`
   * @example
   * await payments.lines.eraseText({ before: '2026-11-21' }) // => { forgotten: 1 }
   * const kept = await payments.lines.get(line.key)
   * kept?.narration // => undefined
   */
  eraseText(options: EraseTextOptions): Promise<{ readonly forgotten: number }>
}

export function lineFunctions(context: Context): LineFunctions {
  return Object.freeze<LineFunctions>({
    list: called(context, (all) => all.listLines),
    get: called(context, (all) => all.getLine),
    history: called(context, (all) => all.lineHistory),
    histories: called(context, (all) => all.lineHistories),
    suggest: called(context, (all) => all.suggest),
    suggestMany: called(context, (all) => all.suggestMany),
    acceptSuggestion: called(context, (all) => all.acceptSuggestion),
    totals: called(context, (all) => all.lineTotals),
    allocate: called(context, (all) => all.allocate),
    propose: called(context, (all) => all.propose),
    unallocate: called(context, (all) => all.unallocate),
    hold: called(context, (all) => all.hold),
    release: called(context, (all) => all.release),
    markDuplicate: called(context, (all) => all.markDuplicate),
    assign: called(context, (all) => all.assign),
    setPayer: called(context, (all) => all.setPayer),
    note: called(context, (all) => all.addNote),
    notes: called(context, (all) => all.listNotes),
    exportCsv: (query, options) => iterated((all) => all.exportLines(context, query, options)),
    eraseText: called(context, (all) => all.eraseText),
  })
}
