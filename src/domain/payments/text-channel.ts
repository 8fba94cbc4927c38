import type { Channel } from './payment.js'

const placeholders = ['reference', 'amount', 'currency', 'description'] as const
type Placeholder = (typeof placeholders)[number]

const placeholder = /\{([A-Za-z]+)\}/g

function isPlaceholder(name: string): name is Placeholder {
  return (placeholders as readonly string[]).includes(name)
}

/**
 * A channel whose instructions are a text for the payer. `template` takes `{reference}` (required), `{amount}` (decimal
 * text by the ISO 4217 exponent, never minor units), `{currency}` and `{description}`.
 *
 * @throws TypeError for a template without `{reference}`, or with a placeholder that is none of these
 * @example
 * const channel = textChannel('Pay {amount} {currency} with reference {reference}.')
 * await channel({ amount: 150000, amountDecimal: '1500.00', currency: 'ETB', reference: 'INV-1', channel: 'cash' })
 * // => { type: 'text', message: 'Pay 1500.00 ETB with reference INV-1.' }
 */
export function textChannel(template: string): Channel {
  if (typeof template !== 'string' || !template.includes('{reference}')) {
    throw new TypeError('textChannel: the template must contain {reference}, for the payer has to give it')
  }
  for (const [, name = ''] of template.matchAll(placeholder)) {
    if (!isPlaceholder(name)) throw new TypeError(`textChannel: {${name}} is none of {${placeholders.join('} {')}}`)
  }
  return ({ reference, amountDecimal, currency, description = '' }) => {
    const values: Record<Placeholder, string> = { reference, amount: amountDecimal, currency, description }
    // One pass: braces and dollar signs in what a caller sent stay what they are.
    const fill = (_whole: string, name: Placeholder) => values[name]
    return { type: 'text', message: template.replace(placeholder, fill as (whole: string, name: string) => string) }
  }
}
