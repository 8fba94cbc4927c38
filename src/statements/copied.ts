/**
 * Copies a text: of one of more than 12 characters, V8 would keep the whole piece of the file in memory in which it
 * stands.
 */
export function copied(part: string): string {
  return part.length < 13 ? part : ` ${part}`.slice(1)
}
