import { messageTemplate } from './message-template.js'
import type { Channel } from './payment.js'

/**
 * Makes a channel whose instructions are a text for the payer. `template` takes `{reference}` (required), `{amount}`
 * (decimal text by the ISO 4217 exponent, never minor units), `{currency}` and `{description}`.
 *
 * @throws TypeError for a template without `{reference}`, or with a placeholder that is none of these
 * @example
 * const channel = textChannel('Pay {amount} {currency} with reference {reference}.')
 * await channel({ amount: 150000, amountDecimal: '1500.00', currency: 'ETB', reference: 'INV-1', channel: 'cash' })
 * // => { type: 'text', message: 'Pay 1500.00 ETB with reference INV-1.' }
 */
export function textChannel(template: string): Channel {
  const messageOf = messageTemplate('textChannel', template)
  return (request) => ({ type: 'text', message: messageOf(request) })
}
