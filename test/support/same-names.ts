/**
 * Numbers ids, and the references and hashes that are made of them, in the order in which they come: fixtures count
 * through the whole process, and so their ids depend on what ran before.
 */
export function withSameNames(text: string): string {
  const numbers = new Map<string, string>()
  const numbered = (prefix: string, whole: string) => {
    if (!numbers.has(whole)) numbers.set(whole, `${prefix}${numbers.size + 1}`)
    return numbers.get(whole)!
  }
  return text
    .replace(/\b[0-9a-f]{64}\b/g, (hash: string) => numbered('hash', hash))
    .replace(/\b([a-z]+_)[0-9A-HJKMNP-TV-Z]{26}\b/g, (id: string, prefix: string) => numbered(prefix, id))
    .replace(/\b(INV-|R-)0[0-9A-HJKMNP-TV-Z]{5,7}\b/g, (reference: string, prefix: string) =>
      numbered(`${prefix}#`, reference),
    )
}
