/**
 * The text in which PostgreSQL writes a row value, such as `(pay_1,"INV ""7""",150000,,"")`: a missing field is null,
 * an empty text is quoted, and within quotes every quote and backslash is doubled.
 */

const [quote, comma] = ['"', ',']
const doubled = /""|\\\\/g

/** Reads a number of fields, each as its text; `null` for one that is missing. */
export function fieldsOfRowText(text: string, count: number): (string | null)[] {
  const fields = new Array<string | null>(count)
  const end = text.length - 1
  let at = 1
  for (let i = 0; i < count; i++) {
    if (text[at] === quote) {
      const close = closingQuote(text, at + 1)
      const inner = text.slice(at + 1, close)
      fields[i] = inner.includes(quote) || inner.includes('\\') ? inner.replace(doubled, (pair) => pair[0]!) : inner
      at = close + 2
    } else {
      const separator = text.indexOf(comma, at)
      const next = separator < 0 ? end : separator
      fields[i] = next > at ? text.slice(at, next) : null
      at = next + 1
    }
  }
  return fields
}

function closingQuote(text: string, start: number): number {
  let close = text.indexOf(quote, start)
  while (text[close + 1] === quote) close = text.indexOf(quote, close + 2)
  return close
}
