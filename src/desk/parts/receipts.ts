/** Receipts, as pages show and link them. */
import type { Receipt } from '../../domain/receipts/receipt.js'
import { type Content, type Html, markup } from './html.js'
import { statusMark } from './lines.js'
import { receiptNumber } from './receipt-paper.js'
import type { View } from './view.js'

/** Returns the address of the receipts of a payment, or of one of them. */
export function receiptUrl(
  view: View,
  paymentId: string,
  { receipt, verb = '' }: { readonly receipt?: Receipt; readonly verb?: string } = {},
): string {
  const number = receipt && receiptNumber(receipt)
  return view.url(`/receipts/${encodeURIComponent(paymentId)}${verb}`, { number })
}

export function receiptStatus(view: View, { status }: Receipt): Html {
  return statusMark(status === 'valid' ? 'good' : 'stop', view.t(`receipt.${status}`))
}

/** Returns the number of a receipt, with a link to its page; a deposit is of no payment, and has none. */
export function receiptLink(view: View, receipt: Receipt): Content {
  const [part] = receipt.allocations
  const number = receiptNumber(receipt)
  if (!part) return number
  return markup`<a class="open" href="${receiptUrl(view, part.paymentId, { receipt })}">${number}</a>`
}
