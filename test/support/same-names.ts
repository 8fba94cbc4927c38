/**
 * A text in which ids, and the references that fixtures make of them, have numbers in the order in which they come: fixtures
 * count through the whole process, and so their ids depend on what ran before.
 */
export function withSameNames(text: string): string {
  const numbers = new Map<string, string>()
  const numbered = (prefix: string, whole: string) => {
    if (!numbers.has(whole)) numbers.set(whole, `${prefix}${numbers.size + 1}`)
    return numbers.get(whole)!
  }
  return text
    .replace(/\b([a-z]+_)[0-9A-HJKMNP-TV-Z]{26}\b/g, (id: string, prefix: string) => numbered(prefix, id))
    .replace(/\b(INV-|R-)0[0-9A-HJKMNP-TV-Z]{5,7}\b/g, (reference: string, prefix: string) =>
      numbered(`${prefix}#`, reference),
    )
}
