/** The way in which a cell shows its number, as far as it matters for what the number is. */
export type NumberFormat =
  | { readonly kind: 'general' }
  /** Zeros alone, which fill a number up to so many digits. */
  | { readonly kind: 'zeros'; readonly digits: number }
  | { readonly kind: 'date'; readonly hasTime: boolean }
  | { readonly kind: 'other' }

export const general: NumberFormat = { kind: 'general' }

/** The formats that a file does not write out (ECMA-376, 18.8.30), those of other languages included. */
const builtInDates = /^(?:1[4-9]|2[0-27-9]|3[0-6]|4[5-7]|5[0-8])$/
const builtInTimes = /^(?:18|19|20|21|22|32|33|34|35|45|46|47|55|56)$/

/** The parts of a code that are shown as they are, and those in brackets but for elapsed times. */
const literals = /"[^"]*"|\\.|[_*].|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi

/** Returns what a code of a number format shows. */
export function formatOf(code: string): NumberFormat {
  if (/^general$/i.test(code.trim())) return general
  if (/^0+$/.test(code)) return { kind: 'zeros', digits: code.length }
  // The first section; the others are for negative numbers, zero and text.
  const section = code.replace(literals, '').split(';')[0]!
  return /[ymdhs]/i.test(section) ? { kind: 'date', hasTime: /[hs]/i.test(section) } : { kind: 'other' }
}

/** Returns the format that every workbook has under a number without writing it out. */
export function builtInFormat(id: string): NumberFormat {
  if (id === '' || id === '0') return general
  if (id === '1') return { kind: 'zeros', digits: 1 }
  return builtInDates.test(id) ? { kind: 'date', hasTime: builtInTimes.test(id) } : { kind: 'other' }
}
