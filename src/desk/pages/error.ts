/** A page in place of the one that was asked for. */
import { errorCodes, isPaymentError, type PaymentErrorCode } from '../../errors.js'
import type { Reply } from '../../http/reply.js'
import { BodyWasRead } from '../../http/request/incoming.js'
import { type Content, markup } from '../parts/html.js'
import { pageReply } from '../parts/page.js'
import type { View } from '../parts/view.js'

/** Codes of the library, and one of the desk's own. */
export type DeskErrorCode = PaymentErrorCode | 'cross_site'

function statusOf(code: DeskErrorCode): number {
  return code === 'cross_site' ? 403 : errorCodes[code].status
}

/** What went wrong, in the words of its code or in others; and what the library says of each field that it refused. */
export function problem(view: View, failure: unknown, lead?: Content): Content {
  if (failure instanceof BodyWasRead) return view.t('error.bodyWasRead')
  if (!isPaymentError(failure)) return view.t('error.internal_error')
  const issues = isPaymentError(failure, 'invalid_request') ? failure.details.issues : []
  return [
    lead ?? view.t(`error.${failure.code}`),
    issues.length > 0 &&
      markup`<ul lang="en">
        ${issues.slice(0, 20).map(({ path, message }) => markup`<li><bdi>${path}</bdi> ${message}</li>`)}
      </ul>`,
  ]
}

/** Of a query that the library refused, what the page says of it; any other failure is thrown on. */
export function refusedQuery(view: View, failure: unknown): Content {
  if (!isPaymentError(failure) || failure.httpStatus !== 400) throw failure
  return problem(view, failure)
}

export function errorPage(
  view: View,
  code: DeskErrorCode,
  {
    requestId,
    headers,
    failure,
    hint,
  }: { requestId: string; headers?: Reply['headers']; failure?: unknown; hint?: Content },
): Reply {
  const status = statusOf(code)
  return pageReply(
    view,
    {
      status,
      title: view.word('error.title'),
      alert: failure === undefined ? view.t(`error.${code}`) : problem(view, failure),
      body: [
        hint && markup`<p>${hint}</p>`,
        markup`<p><a href="${view.url('/')}">${view.t('error.home')}</a></p>`,
        status >= 500 && markup`<p class="muted">${view.t('error.request', { id: requestId })}</p>`,
      ],
    },
    headers,
  )
}
