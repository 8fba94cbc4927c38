/** What importers skip before they look for a formula: spaces (Unicode Zs), zero-width characters, a byte order mark. */
const skipped = '[ \\u00a0\\u1680\\u180e\\u2000-\\u200d\\u202f\\u205f\\u2060\\u3000\\ufeff]*'
const trigger = '[=+\\-@\\t\\uff1d\\uff0b\\uff0d\\uff20]'
const lineStart = '(?:^|\\r\\n|\\r|\\n)'

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
  return text.replace(liveFormula, "$&'")
}
