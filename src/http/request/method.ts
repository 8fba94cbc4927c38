/** Methods that no Fetch request may have. */
const forbiddenMethods: ReadonlySet<string> = new Set(['CONNECT', 'TRACE', 'TRACK'])

const spoken = new WeakMap<Request, string>()

/** The method to make a Fetch request with, where its own is none that it may have. */
export function speakable(method: string): string {
  return forbiddenMethods.has(method.toUpperCase()) ? 'OPTIONS' : method
}

/** Tells `methodOf` what the client really asked with. */
export function rememberMethod(request: Request, method: string): void {
  if (forbiddenMethods.has(method.toUpperCase())) spoken.set(request, method.toUpperCase())
}

export function methodOf(request: Request): string {
  return spoken.get(request) ?? request.method
}
