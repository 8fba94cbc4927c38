/** The facts that a search took from a confirmation by SMS, for the person who pasted it. */
import { bdi, type Html, markup } from './html.js'
import type { SmsFacts } from './sms.js'
import type { View } from './view.js'

export function smsNote(view: View, { receipt, reference, amount, currency, phone }: SmsFacts): Html {
  const facts = [
    bdi(receipt),
    reference !== null && bdi(reference),
    view.money(amount, currency),
    phone !== null && bdi(phone),
  ]
  return markup`<p class="muted">
    ${view.t('sms.read')} ${facts.filter((fact) => fact !== false).map((fact, i) => [i > 0 && ' · ', fact])}
  </p>`
}
