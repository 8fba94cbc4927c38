const bodies = new WeakMap<Response, string>()

/** Remembers what an answer was made of: to read it back out of a `Response` takes as long as all of the rest. */
export function rememberBody(response: Response, body: string): void {
  bodies.set(response, body)
}

/** The whole body, where it is known and nobody has read it; `undefined` for one that must be read. */
export function wholeBodyOf(response: Response): string | undefined {
  return response.bodyUsed ? undefined : bodies.get(response)
}
