/** Pull Transactions of Daraja: the payments to a short code, as lines of its statement. */
import { invalidRequest } from '../../domain/issue.js'
import { millisecondsOf } from '../../domain/instant.js'
import type { Instant } from '../../domain/payments/payment.js'
import type { StatementRecord } from '../../domain/reconciliation/statement-line.js'
import type { Result } from '../http.js'
import { fieldOf, textOf } from '../json.js'
import { answerOfList, providerUnavailable } from '../judgement.js'
import { nairobiText } from './nairobi-time.js'
import { paymentRecord } from './payment-record.js'

interface PullOptions {
  readonly shortCode: string
  readonly clock: () => number
  /** Sends one request to a path of Pull Transactions. */
  readonly post: (path: string, body: object, signal: AbortSignal) => Promise<Result>
}

const keptMs = 48 * 3_600_000
const [success, none] = ['1000', '1001']

/** Reads the rows of a page, which stand in a list within the list. @throws PaymentError `provider_unavailable` without them */
function rowsOf(body: unknown): readonly unknown[] {
  const rows = fieldOf(body, 'Response')
  if (!Array.isArray(rows)) throw providerUnavailable()
  return rows.flat(2) as unknown[]
}

/** Returns what a row is known by when it comes again: its receipt, or else all of it. */
function keyOf(row: unknown): string {
  return textOf(row, 'transactionId') ?? JSON.stringify(row)
}

/**
 * Yields the payments of a range as credits, page by page.
 *
 * @throws PaymentError `invalid_request` for a range that begins more than 48 hours ago, `provider_unavailable` for a page
 *   that cannot be had
 */
export async function* pulledPayments(
  { shortCode, clock, post }: PullOptions,
  { from, to }: { readonly from: Instant; readonly to: Instant },
  signal: AbortSignal,
): AsyncGenerator<StatementRecord> {
  const [fromMs, toMs] = [millisecondsOf(from), millisecondsOf(to)]
  if (fromMs < clock() - keptMs)
    throw invalidRequest([{ path: 'from', message: 'must be in the last 48 hours; M-Pesa has no older payments' }])
  const keys = new Set<string>()
  for (let offset = 0; ;) {
    const range = { StartDate: nairobiText(fromMs), EndDate: nairobiText(toMs), OffSetValue: String(offset) }
    const { body } = answerOfList(await post('/pulltransactions/v1/query', { ShortCode: shortCode, ...range }, signal))
    const code = textOf(body, 'ResponseCode')
    if (code === none) return
    if (code !== success) throw providerUnavailable()
    const rows = rowsOf(body)
    offset += rows.length
    // Payments that came meanwhile move the rows of later pages, so a row may come twice.
    const newRows = rows.filter((row) => !keys.has(keyOf(row)))
    if (newRows.length === 0) return
    for (const row of newRows) {
      keys.add(keyOf(row))
      const record = paymentRecord(
        {
          receipt: textOf(row, 'transactionId'),
          time: textOf(row, 'trxDate'),
          amount: textOf(row, 'amount'),
          reference: textOf(row, 'billreference'),
        },
        keys.size,
      )
      yield typeof record === 'string' ? { row: keys.size, rejected: record } : record
    }
  }
}

/** The options of `registerPull`. */
export interface RegisterPullOptions {
  /** The phone number that is registered for the short code in the M-Pesa portal. */
  readonly nominatedNumber: string
  /** The URL that Daraja keeps with the registration. */
  readonly callbackUrl: string
}

/**
 * Registers the short code for Pull Transactions; to do it again changes nothing.
 *
 * @throws PaymentError `provider_unavailable`
 */
export async function registerShortCode(
  { shortCode, post }: PullOptions,
  { nominatedNumber, callbackUrl }: RegisterPullOptions,
): Promise<void> {
  const request = {
    ShortCode: shortCode,
    RequestType: 'Pull',
    NominatedNumber: nominatedNumber,
    CallBackURL: callbackUrl,
  }
  const { body } = answerOfList(await post('/pulltransactions/v1/register', request, new AbortController().signal))
  const code = textOf(body, 'ResponseStatus') ?? textOf(body, 'ResponseCode') ?? ''
  if (![success, none].includes(code)) throw providerUnavailable()
}
