/** Plain text for people: aligned columns, decimal amounts, and colour only where a person looks at a terminal. */
import { tz } from '@date-fns/tz/tz'
import { format } from 'date-fns/format'
import { formatAmount, type Instant } from 'hospital-payments'

export interface Style {
  heading(text: string): string
  good(text: string): string
  bad(text: string): string
}

export function styleFor(stream: { readonly isTTY?: boolean }, noColor: string | undefined): Style {
  const coloured = stream.isTTY === true && !noColor
  const paint = (code: number) => (text: string) => (coloured ? `\u001b[${code}m${text}\u001b[0m` : text)
  return { heading: paint(1), good: paint(32), bad: paint(31) }
}

/** @example money(150000, 'ETB') // => '1,500.00 ETB' */
export function money(amount: number | bigint | string, currency: string): string {
  const [whole = '', fraction] = formatAmount(amount, currency).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return `${grouped}${fraction === undefined ? '' : `.${fraction}`} ${currency}`
}

export function localTime(instant: Instant | null, timeZone: string): string {
  return instant === null ? '-' : format(instant, 'yyyy-MM-dd HH:mm:ss', { in: tz(timeZone) })
}

/** Returns the width of a text in a terminal; the combining marks of some scripts take no room. */
function width(text: string): number {
  return [...text.replace(/\p{Mark}/gu, '')].length
}

/**
 * Aligns rows to lines; `alignment` has a letter a column, `l` or `r`. The last column is not padded, so that long
 * reasons may run on.
 */
export function table(alignment: string, rows: readonly (readonly string[])[]): string[] {
  const widths = [...alignment].map((_, column) => Math.max(...rows.map((row) => width(row[column] ?? ''))))
  return rows.map((row) =>
    row
      .map((cell, column) => {
        const room = ' '.repeat((widths[column] ?? 0) - width(cell))
        return alignment[column] === 'r' ? room + cell : cell + room
      })
      .join('  ')
      .trimEnd(),
  )
}
