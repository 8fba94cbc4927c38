/** A page in place of the requested one. */
import { errorCodes, type PaymentErrorCode } from '../../errors.js'
import type { Reply } from '../../http/reply.js'
import { type Content, markup } from '../parts/html.js'
import { firstPage, pageReply } from '../parts/page.js'
import { problem } from '../parts/problem.js'
import type { View } from '../parts/view.js'

/** Codes of the library, and one of the desk's own. */
type DeskErrorCode = PaymentErrorCode | 'cross_site'

function statusOf(code: DeskErrorCode): number {
  return code === 'cross_site' ? 403 : errorCodes[code].status
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
  // The scopes of a person who is not signed in are not known.
  const first = view.isUnknown && status !== 403 ? view.url('/') : firstPage(view)
  return pageReply(
    view,
    {
      status,
      title: view.word('error.title'),
      alert: failure === undefined ? view.t(`error.${code}`) : problem(view, failure),
      body: [
        hint && markup`<p>${hint}</p>`,
        first !== null && markup`<p><a href="${first}">${view.t('error.home')}</a></p>`,
        status >= 500 && markup`<p class="muted">${view.t('error.request', { id: requestId })}</p>`,
      ],
    },
    headers,
  )
}
