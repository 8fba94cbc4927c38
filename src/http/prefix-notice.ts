import { PaymentError } from '../errors.js'
import type { FailureContext } from './options.js'

/** Returns `/billing` of `/billing/v1/payments`, where the rest is the path of a route, or `null` for any other path. */
function prefixOf(pathname: string, owns: (pathname: string) => boolean): string | null {
  const at = pathname.lastIndexOf('/v1/')
  return at > 0 && owns(pathname.slice(at)) ? pathname.slice(0, at) : null
}

/**
 * Makes a function that reports, once, a handler that is mounted under a path other than its `basePath`. Such a handler finds
 * none of its routes, and would answer 404 to all, or pass all on, without any other sign.
 */
export function prefixNotice(
  owns: (pathname: string) => boolean,
  { basePath, onError }: { basePath: string; onError: (error: unknown, context: FailureContext) => void },
): (pathname: string, context: () => FailureContext) => void {
  let isDue = basePath === ''
  return (pathname, context) => {
    const prefix = isDue ? prefixOf(pathname, owns) : null
    if (prefix === null) return
    isDue = false
    const problem = `The handler is mounted under ${prefix}: give createHandler the option { basePath: '${prefix}' }.`
    onError(new PaymentError('not_found', problem), context())
  }
}
