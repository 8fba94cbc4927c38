/** A value of JSON whose numbers are integers. */
export type JsonValue =
  string | number | boolean | null | readonly JsonValue[] | { readonly [name: string]: JsonValue | undefined }

/**
 * Writes a value as its one text of RFC 8785: names in the order of their UTF-16 units, no spaces, and strings and
 * integers as ECMAScript writes them.
 *
 * @throws RangeError for a number that is no safe integer: nothing that is closed has one
 * @example
 * canonicalJson({ b: [1, null], a: 'é' }) // => '{"a":"é","b":[1,null]}'
 */
export function canonicalJson(value: JsonValue): string {
  if (typeof value === 'number' && !Number.isSafeInteger(value))
    throw new RangeError('a number that is no safe integer')
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`
  const names = Object.keys(value)
    .filter((name) => value[name] !== undefined)
    .sort()
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonicalJson(value[name]!)}`).join(',')}}`
}

function isList(value: object): value is readonly JsonValue[] {
  return Array.isArray(value)
}
