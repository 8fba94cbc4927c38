/** Headers as Fetch has them, or as Node and its frameworks do. */
export type ReceivedHeaders = Headers | Record<string, string | string[] | undefined>

function isFetchHeaders(headers: object): headers is Headers {
  return 'get' in headers && typeof headers.get === 'function'
}

/** Returns the one value of a header, whatever the case of its name, or `null` where there is none or more than one. */
export function readHeader(headers: ReceivedHeaders, name: string): string | null {
  if (typeof headers !== 'object' || headers === null) return null
  if (isFetchHeaders(headers)) return headers.get(name)
  const values = Object.entries(headers)
    .filter(([other, value]) => other.toLowerCase() === name && value !== undefined)
    .flatMap(([, value]) => value)
  return values.length === 1 && typeof values[0] === 'string' ? values[0] : null
}
