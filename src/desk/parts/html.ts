/** A small template that escapes: whatever is put into it is text, unless it was made by it. */

/** Markup that was made here, and nothing that came from elsewhere. */
export class Html {
  constructor(readonly text: string) {}
}

/** What a template takes; nothing is written for `null`, `undefined` and `false`. */
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

function escaped(text: string): string {
  const visible = text.replace(controls, '\ufffd')
  return special.test(visible) ? visible.replace(/[&<>"']/g, (character) => entities[character]!) : visible
}

function written(content: Content): string {
  if (content instanceof Html) return content.text
  if (typeof content === 'string') return escaped(content)
  if (typeof content === 'number') return String(content)
  if (Array.isArray(content)) return (content as readonly Content[]).map(written).join('')
  return ''
}

/**
 * Markup with values in it, each escaped for text and for attributes in double quotes alike.
 *
 * @example
 * markup`<b title="${'"'}">${'<i>'}</b>`.text // => '<b title="&quot;">&lt;i&gt;</b>'
 */
export function markup(parts: TemplateStringsArray, ...values: readonly Content[]): Html {
  let text = parts[0]!
  for (let i = 0; i < values.length; i++) text += written(values[i]) + parts[i + 1]!
  return new Html(text)
}

/** Digits in groups of three. */
export function grouped(digits: string | number): string {
  return String(digits).replace(/\B(?=(?:\d{3})+$)/g, ',')
}

/** Text of people or of a bank, in whatever direction its letters run. */
export function bdi(text: string): Html {
  return markup`<bdi>${text}</bdi>`
}
