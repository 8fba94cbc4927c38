/** Names that nobody reads are mistakes of spelling; one whose value is undefined counts as absent. */
export function unknownNames(given: object, known: readonly string[]): string[] {
  const present = Object.entries(given).filter(([, value]) => value !== undefined)
  return present.map(([name]) => name).filter((name) => !known.includes(name))
}
