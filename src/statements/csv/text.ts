/** Trims a text, and makes one space of every run of white space, no-break spaces included. */
export function collapsed(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** The longest text that is read as an amount or a date: reading those may take long for each character. */
export const maxValueLength = 256

/** Returns a regular expression's source for the very text. */
export function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')
}

/** Returns a text in lower case and collapsed, for values that people and exports write in either case. */
export function folded(text: string): string {
  return collapsed(text).toLowerCase()
}
