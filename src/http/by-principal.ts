/** Options that may differ from principal to principal, as in one server for several hospitals. */
import type { Principal } from './principal.js'

/** A value, or a function that returns the value of a principal. */
export type ByPrincipal<Value, Asker extends Principal = Principal> =
  Value | ((principal: Asker) => Value | Promise<Value>)

/** An option after its check: read at once where it is a value, else for each request. */
export interface PrincipalOption<Read> {
  /** `null` where it is a function of the principal. */
  readonly fixed: Read | null
  of(principal: Principal): Promise<Read>
}

/** @throws what `read` throws of a value; of what a function returned, `of` rejects with it */
export function readByPrincipal<Value extends object | string | undefined, Read>(
  option: ByPrincipal<Value, never>,
  read: (value: Value) => Read,
): PrincipalOption<Read> {
  if (typeof option === 'function') {
    const valueOf = option as (principal: Principal) => Value | Promise<Value>
    return { fixed: null, of: async (principal) => read(await valueOf(principal)) }
  }
  const fixed = read(option)
  return { fixed, of: () => Promise.resolve(fixed) }
}
