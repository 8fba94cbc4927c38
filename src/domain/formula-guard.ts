/** What importers skip before they look for a formula: spaces (Unicode Zs), zero-width characters, a byte order mark. */
const skipped = '[ \\u00a0\\u1680\\u180e\\u2000-\\u200d\\u202f\\u205f\\u2060\\u3000\\ufeff]*'
const trigger = '[=+\\-@\\t\\uff1d\\uff0b\\uff0d\\uff20]'
// Matches no character: a line break that makes the whole field live also begins the next line.
const lineStart = '(?<=^|[\\r\\n])'

/** Nearly all text is one line that begins with a letter or a digit, which costs a tenth to tell. */
const mayBeLive = /^[^0-9A-Za-z]|[\r\n]/
const liveFormula = new RegExp(`^(?=${skipped}[\\r\\n])|${lineStart}(?=${skipped}${trigger})`, 'g')

/**
 * Puts a `'` before the text, and before each line in it, that a spreadsheet would take for a formula (OWASP, CSV
 * Injection), and before nothing else.
 *
 * @example
 * neutraliseFormulas('=1+1') // => "'=1+1"
 * neutraliseFormulas('INV-1') // => 'INV-1'
 */
export function neutraliseFormulas(text: string): string {
  return mayBeLive.test(text) ? text.replace(liveFormula, "'") : text
}
