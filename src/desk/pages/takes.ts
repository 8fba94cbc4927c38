/** The page after a take: the change in large type, the receipt to print, and the search for the next bill. */
import { lineNotFound, sessionNotFound } from '../../domain/not-found.js'
import type { Receipt } from '../../domain/receipts/receipt.js'
import type { Reply } from '../../http/reply.js'
import { billUrl, openOfBill, searchForm } from '../parts/bills.js'
import { type Content, markup } from '../parts/html.js'
import { pageReply, seeOther } from '../parts/page.js'
import { cashRefusal, maySee, takeUrl } from '../parts/sessions.js'
import { countPrint, paperFacts, printForm, receiptNumber, receiptPaper } from '../parts/receipt-paper.js'
import { counterPages, type View } from '../parts/view.js'
import type { DeskRequest, DeskRoute } from '../route.js'

/** Reads the receipt of a take that the reader may see; the takes of other cashiers are those of supervisors. */
async function receiptOf(view: View, lineKey: string): Promise<Receipt> {
  const movement = await view.movement(lineKey)
  const { sessionId = null } = movement?.line ?? {}
  const session = sessionId === null ? null : await view.payments.cash.get(sessionId)
  if (session && !maySee(view, session)) throw sessionNotFound(session.id)
  if (!session || !movement?.receipt) throw lineNotFound(lineKey)
  return movement.receipt
}

/** Writes the change in large type, or else what was taken. */
function changeOf(view: View, { change, received, currency }: Receipt): Content {
  const [label, amount] =
    change === null ? (['counter.taken', received] as const) : (['receipt.change', change] as const)
  return markup`<p class="large">${view.t(label)} ${view.money(amount, currency)}</p>`
}

/** Writes what is still open of a bill that was paid in part. */
async function restOf(view: View, { paymentId }: Receipt): Promise<Content> {
  const payment = paymentId === null ? null : await view.payments.getPayment(paymentId)
  const open = payment ? await openOfBill(view, payment) : 0
  if (!payment || open === 0) return null
  return markup`<p class="said">
    ${view.t('counter.stillOpen', { amount: view.money(open, payment.currency) })}
    <a href="${billUrl(view, payment.id)}">${view.t('counter.backToBill')}</a>
  </p>`
}

interface TakePage {
  readonly status?: number
  readonly alert?: Content
}

async function takePage(view: View, lineKey: string, more: TakePage = {}): Promise<Reply> {
  const receipt = await receiptOf(view, lineKey)
  const [paper, rest] = await Promise.all([paperFacts(view, receipt), restOf(view, receipt)])
  return pageReply(view, {
    ...more,
    title: `${view.word('receipt.title')} ${receiptNumber(receipt)}`,
    section: 'counter',
    paper: true,
    body: [
      receipt.status === 'valid' && changeOf(view, receipt),
      searchForm(view),
      rest,
      view.may('cash:take') && printForm(view, receipt, takeUrl(view, lineKey, '/print')),
      receiptPaper(view, receipt, paper),
    ],
  })
}

async function print({ view, id, form }: DeskRequest): Promise<Reply> {
  const receipt = await receiptOf(view, id)
  try {
    const done = await countPrint(view, receipt, form)
    return seeOther(view, done, takeUrl(view, id), counterPages)
  } catch (error) {
    return takePage(view, id, cashRefusal(view, error))
  }
}

export const takeRoutes: readonly DeskRoute[] = [
  { method: 'GET', path: '/counter/takes/{lineKey}', scopes: counterPages, run: ({ view, id }) => takePage(view, id) },
  { method: 'POST', path: '/counter/takes/{lineKey}/print', scopes: counterPages, run: print },
]
