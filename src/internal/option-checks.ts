/** Whether a value is an object with properties, and no list. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Unknown names are mistakes of spelling; one whose value is undefined counts as absent. */
export function unknownNames(given: object, known: readonly string[]): string[] {
  const present = Object.entries(given).filter(([, value]) => value !== undefined)
  return present.map(([name]) => name).filter((name) => !known.includes(name))
}
