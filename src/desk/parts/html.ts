/** A small template that escapes: every value in it is text, unless the template made it. */

/** Markup that the template made from the desk's own code, never text from elsewhere. */
export class Html {
  constructor(readonly text: string) {}
}

/** The values that a template takes; `null`, `undefined` and `false` write nothing. */
export type Content = Html | string | number | null | undefined | false | readonly Content[]

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const special = /[&<>"']/
/** Controls that no document of HTML may hold; they stand for themselves in no text of people. */
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g

function escape(text: string): string {
  const visible = text.replace(controls, '\ufffd')
  return special.test(visible) ? visible.replace(/[&<>"']/g, (character) => entities[character]!) : visible
}

function write(content: Content): string {
  if (content instanceof Html) return content.text
  if (typeof content === 'string') return escape(content)
  if (typeof content === 'number') return String(content)
  if (Array.isArray(content)) return (content as readonly Content[]).map(write).join('')
  return ''
}

/**
 * Makes markup with values in it, each escaped for text and for attributes in double quotes alike.
 *
 * @example
 * markup`<b title="${'"'}">${'<i>'}</b>`.text // => '<b title="&quot;">&lt;i&gt;</b>'
 */
export function markup(parts: TemplateStringsArray, ...values: readonly Content[]): Html {
  let text = parts[0]!
  for (let i = 0; i < values.length; i++) text += write(values[i]) + parts[i + 1]!
  return new Html(text)
}

/**
 * Returns the text of markup without its elements, or `null` where it is for screen readers alone.
 *
 * @example
 * visibleText(markup`<b>Amount</b>`)?.text // => 'Amount'
 */
export function visibleText(content: Content): Html | null {
  const text = write(content)
  return text.includes('class="sr"') ? null : new Html(text.replace(/<[^>]*>/g, '').trim())
}

/** Writes digits in groups of three. */
export function groupDigits(digits: string | number): string {
  return String(digits).replace(/\B(?=(?:\d{3})+$)/g, ',')
}

/** Writes text of people or of a bank, in the direction of its own letters. */
export function bdi(text: string): Html {
  return markup`<bdi>${text}</bdi>`
}
