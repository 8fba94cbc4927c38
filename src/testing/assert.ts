/** The error of a failed case; `actual` and `expected` let a runner draw its diff. */
export class ContractViolation extends Error {
  override readonly name = 'ContractViolation'
  readonly actual: unknown
  readonly expected: unknown

  constructor(message: string, actual: unknown, expected: unknown) {
    super(message)
    this.actual = actual
    this.expected = expected
  }
}

/** Puts the name of its case before a violation; another error is returned as it is. */
export function withCaseName(name: string, error: unknown): unknown {
  if (!(error instanceof ContractViolation)) return error
  return new ContractViolation(`${name}: ${error.message}`, error.actual, error.expected)
}

/** Demands deep equality; a property that is `undefined` differs from one that is absent. */
export function equal(actual: unknown, expected: unknown, what: string): void {
  if (!isDeepEqual(actual, expected)) {
    throw new ContractViolation(`${what}: expected ${textOf(expected)}, got ${textOf(actual)}`, actual, expected)
  }
}

/** Demands the same texts, each as often, in whatever order. */
export function sameMembers(actual: readonly string[], expected: readonly string[], what: string): void {
  equal([...actual].sort(), [...expected].sort(), what)
}

export function holds(condition: boolean, what: string): void {
  if (!condition) throw new ContractViolation(what, false, true)
}

/** Returns the error with which a call rejects, in an array so that `undefined` differs from no rejection. */
export async function rejectionOf(call: () => Promise<unknown>): Promise<readonly unknown[]> {
  try {
    await call()
    return []
  } catch (error) {
    return [error]
  }
}

function isDeepEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && isDeepEqual(Reflect.get(a, key), Reflect.get(b, key)))
  )
}

const maxTextLength = 600

function textOf(value: unknown): string {
  const text = isPlain(value)
    ? JSON.stringify(value, (_, inner: unknown) => (isPlain(inner) ? inner : `(${String(inner)})`))
    : String(value)
  return text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text
}

/** Returns true where the value differs from others in JSON. */
function isPlain(value: unknown): boolean {
  return value !== undefined && (typeof value !== 'number' || Number.isFinite(value))
}
