/** Trimmed, with every run of white space, no-break spaces included, as one space. */
export function collapsed(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** For values that people and exports write in either case. */
export function folded(text: string): string {
  return collapsed(text).toLowerCase()
}
