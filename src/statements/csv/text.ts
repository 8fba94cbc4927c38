/** Trimmed, with every run of white space, no-break spaces included, as one space. */
export function collapsed(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** Longer texts are no amounts and no dates: what reads those may take long for each character. */
export const maxValueLength = 256

/** A regular expression's source for the very text. */
export function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')
}

/** For values that people and exports write in either case. */
export function folded(text: string): string {
  return collapsed(text).toLowerCase()
}
