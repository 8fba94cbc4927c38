/** Refunds that are paid out at the counter. */
import type { View } from './view.js'

export function payoutUrl(view: View, refundId: string): string {
  return view.url(`/counter/refunds/${encodeURIComponent(refundId)}`)
}
