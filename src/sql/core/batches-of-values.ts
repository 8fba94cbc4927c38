/** How a list of values is cut into batches that each fit into one statement. */

/** For databases on which a whole list is one parameter. */
export function oneBatch(values: readonly string[]): readonly (readonly string[])[] {
  return values.length > 0 ? [values] : []
}

/** A UTF-16 unit as UTF-8. */
const mostBytesOfUnit = 3

/** Batches of at most so many values, and of at most so many bytes unless a value alone may have more. */
export function batchesOf(values: readonly string[], most: { values: number; bytes: number }): string[][] {
  const batches: string[][] = []
  let batch: string[] = []
  let bytes = 0
  for (const value of values) {
    const size = value.length * mostBytesOfUnit
    if (batch.length === most.values || (batch.length > 0 && bytes + size > most.bytes)) {
      batches.push(batch)
      batch = []
      bytes = 0
    }
    batch.push(value)
    bytes += size
  }
  if (batch.length > 0) batches.push(batch)
  return batches
}
