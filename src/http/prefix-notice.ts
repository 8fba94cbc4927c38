import { PaymentError } from '../errors.js'
import type { FailureContext } from './options.js'
import type { Route } from './routes/route.js'
import type { Router } from './router.js'

/** `/billing` of `/billing/v1/payments`, where the rest is the path of a route; `null` of any other path. */
function prefixOf(pathname: string, router: Router<Route>): string | null {
  const at = pathname.lastIndexOf('/v1/')
  return at > 0 && router.find(pathname.slice(at)) ? pathname.slice(0, at) : null
}

/**
 * A handler that is mounted under a path, and was not given it as `basePath`, finds none of its routes. It is reported once,
 * for such a handler answers 404 to all, or passes all on, without another word.
 */
export function prefixNotice(
  router: Router<Route>,
  { basePath, onError }: { basePath: string; onError: (error: unknown, context: FailureContext) => void },
): (pathname: string, context: () => FailureContext) => void {
  let isDue = basePath === ''
  return (pathname, context) => {
    const prefix = isDue ? prefixOf(pathname, router) : null
    if (prefix === null) return
    isDue = false
    const problem = `The handler is mounted under ${prefix}: give createHandler the option { basePath: '${prefix}' }.`
    onError(new PaymentError('not_found', problem), context())
  }
}
