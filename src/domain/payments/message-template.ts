import type { Channel } from './payment.js'

const placeholders = ['reference', 'amount', 'currency', 'description'] as const
type Placeholder = (typeof placeholders)[number]

const placeholder = /\{([A-Za-z]+)\}/g

function isPlaceholder(name: string): name is Placeholder {
  return (placeholders as readonly string[]).includes(name)
}

/** A function that makes the text for the payer of one request. */
type MessageOf = (request: Parameters<Channel>[0]) => string

/**
 * Reads a template with `{reference}` (required), `{amount}` (decimal text, never minor units), `{currency}` and
 * `{description}`. `caller` is the name of the public function, for its errors.
 *
 * @throws TypeError for a template without `{reference}`, or with a placeholder that is none of these
 */
export function messageTemplate(caller: string, template: string): MessageOf {
  if (typeof template !== 'string' || !template.includes('{reference}')) {
    throw new TypeError(`${caller}: the template must contain {reference}, because the payer must give it`)
  }
  for (const [, name = ''] of template.matchAll(placeholder)) {
    if (!isPlaceholder(name)) throw new TypeError(`${caller}: {${name}} is not one of {${placeholders.join('} {')}}`)
  }
  // The names stand between the texts. Each piece is written once: braces and dollar signs in a caller's values stay.
  const pieces = template.split(placeholder)
  return ({ reference, amountDecimal, currency, description = '' }) => {
    const values: Record<Placeholder, string> = { reference, amount: amountDecimal, currency, description }
    return pieces.map((piece, i) => (i % 2 === 0 ? piece : values[piece as Placeholder])).join('')
  }
}
