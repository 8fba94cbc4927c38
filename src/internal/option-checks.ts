/** Returns true for an object with properties that is no list. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Lists the names that are not among `known`, which are mistakes of spelling; one whose value is undefined counts as absent. */
export function unknownNames(options: object, known: readonly string[]): string[] {
  const present = Object.entries(options).filter(([, value]) => value !== undefined)
  return present.map(([name]) => name).filter((name) => !known.includes(name))
}

/** Returns a wrong value as a message shows it: short text and numbers as they are, of all others the kind. */
export function shownValue(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length <= 64 ? value : `${value.slice(0, 64)}…`)
  return typeof value === 'number' || value === null ? String(value) : `a value of type ${typeof value}`
}
