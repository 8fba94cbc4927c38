/** How a list of values is cut into batches that each fit into one statement. */

/** Where the whole list is one value. */
export function oneBatch(values: readonly string[]): readonly (readonly string[])[] {
  return values.length > 0 ? [values] : []
}

/** A UTF-16 unit as UTF-8. */
const mostBytesOfUnit = 3

/** Batches of at most so many values, and of at most so many bytes unless a value alone may have more. */
export function batchesOf(values: readonly string[], most: { values: number; bytes: number }): string[][] {
  const parts: string[][] = []
  let part: string[] = []
  let bytes = 0
  for (const value of values) {
    const size = value.length * mostBytesOfUnit
    if (part.length === most.values || (part.length > 0 && bytes + size > most.bytes)) {
      parts.push(part)
      part = []
      bytes = 0
    }
    part.push(value)
    bytes += size
  }
  if (part.length > 0) parts.push(part)
  return parts
}
