/** Returns a property of what was thrown; `undefined` where it has none, or cannot be read. */
export function propertyOf(error: unknown, name: string): unknown {
  try {
    return (error as { readonly [property: string]: unknown } | null | undefined)?.[name]
  } catch {
    return undefined
  }
}
