/** Failures and refusals in words of the desk. */
import type { Issue } from '../../domain/issue.js'
import { isPaymentError, type PaymentErrorCode } from '../../errors.js'
import { BodyWasRead } from '../../http/request/incoming.js'
import { RefusedFilter } from './filters.js'
import { type Content, markup } from './html.js'
import type { MessageKey } from './messages.js'
import type { View } from './view.js'

/** The labels of fields, by the names of the library. */
type Labels = Readonly<Record<string, MessageKey>>

/** The labels that fields have on most pages. */
const labels: Labels = {
  ...{ amount: 'form.amount', reason: 'form.reason', category: 'form.category', note: 'refund.note' },
  ...{ assignee: 'line.assignee', payments: 'line.undoPayments', providerTransactionId: 'payment.receipt' },
  ...{ account: 'line.account', fileName: 'import.fileName', period: 'import.expected', channels: 'import.channels' },
  ...{
    from: 'filter.from',
    to: 'filter.to',
    currency: 'filter.currency',
    status: 'filter.status',
    year: 'receipts.year',
  },
  ...{ outcome: 'filter.outcome', direction: 'filter.direction', held: 'filter.held', channel: 'payment.channel' },
  ...{
    phone: 'payments.phone',
    reference: 'payment.reference',
    day: 'day.title',
    month: 'months.title',
    basis: 'reports.basis',
  },
  ...{ point: 'session.point', float: 'session.floatCount', counted: 'session.counted', payerId: 'counter.payerId' },
  ...{ scheme: 'waiver.scheme' },
  ...{ tendered: 'receipt.tendered', sessionId: 'nav.session' },
  ...{ flag: 'reports.flag', importId: 'line.import', text: 'form.text' },
}

/** Names in code, and values that only programs send. */
const code = /[`'"_]|[a-z][A-Z]|\bmust be [a-z]+(, [a-z]+)* or [a-z]+$/

/** Writes an issue of the library with one field, by the label of that field. */
function issueText(view: View, { path, message }: Issue, others: Labels): Content {
  // A problem of a file, with the names of its columns and layouts.
  if (path === '' && message.startsWith('the statement ')) return markup`<span lang="en">${message}</span>`
  const here = { ...labels, ...others }
  const name = path.split('.').findLast((part) => Object.hasOwn(here, part))
  const key = name && here[name]
  const words =
    message === 'is required'
      ? view.t('form.missing')
      : code.test(message)
        ? view.t('form.wrong')
        : markup`<span lang="en">${message}</span>`
  if (key) return markup`<strong>${view.t(key)}</strong> ${words}`
  // The name of a field that no page has would mean nothing to people.
  return path === '' && !code.test(message) ? words : null
}

const maxIssues = 20

/** Returns the words of a code; where days are typed in the Ethiopian calendar, the refusal of days says how they are written. */
function failureKey({ isEthiopic }: View, code: PaymentErrorCode): MessageKey {
  return isEthiopic && code === 'invalid_date_range' ? 'error.ethiopicDays' : `error.${code}`
}

/**
 * Writes a failure, in the words of its code or in `lead`, with the issues of each field that the library refused. `others`
 * are labels that fields have on one page alone.
 */
export function problem(view: View, failure: unknown, lead?: Content, others: Labels = {}): Content {
  if (failure instanceof BodyWasRead) return view.t('error.bodyWasRead')
  if (!isPaymentError(failure)) return view.t('error.internal_error')
  const { issues, more = 0 } = isPaymentError(failure, 'invalid_request') ? failure.details : { issues: [] }
  const texts = issues.map((issue) => issueText(view, issue, others)).filter((text) => text !== null)
  const hiddenCount = more + Math.max(0, texts.length - maxIssues)
  return [
    lead ?? view.t(failureKey(view, failure.code)),
    texts.length > 0 &&
      markup`<ul>
        ${texts.slice(0, maxIssues).map((text) => markup`<li>${text}</li>`)}${hiddenCount > 0 && markup`<li>${view.t('error.moreIssues', { count: hiddenCount })}</li>`}
      </ul>`,
  ]
}

/** Writes the refusal of a query by the library, or of a filter by the desk. Throws any other failure again. */
export function refusedQuery(view: View, failure: unknown): Content {
  if (failure instanceof RefusedFilter) return failure.alert
  if (!isPaymentError(failure) || failure.httpStatus !== 400) throw failure
  return problem(view, failure)
}

/**
 * Returns the refusal of an action by the library, as a page shows it. Throws a failure of the server, and an error with one
 * of the codes `passedOn`, again.
 */
export function refusalOf(
  view: View,
  failure: unknown,
  ...passedOn: readonly PaymentErrorCode[]
): { readonly status: number; readonly alert: Content } {
  if (!isPaymentError(failure) || failure.httpStatus >= 500 || passedOn.includes(failure.code)) throw failure
  return { status: failure.httpStatus, alert: problem(view, failure) }
}
