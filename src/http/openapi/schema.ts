/** A JSON Schema of the 2020-12 dialect, as OpenAPI 3.1 uses it. */
export type Schema = Readonly<Record<string, unknown>>
