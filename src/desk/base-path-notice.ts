/** The notice of a desk that is mounted elsewhere than at its `basePath`, and so has no page: on the page, and to the host. */
import { PaymentError } from '../errors.js'
import type { Handle } from '../http/handler.js'
import type { FailureContext } from '../http/options.js'
import { requestIdOf } from '../http/request/request-id.js'
import type { Content } from './parts/html.js'
import type { View } from './parts/view.js'

type Owns = (pathname: string) => boolean

/** Returns the part of a path before the desk's own part, or `null` where a path has no such part. */
function prefixOf(pathname: string, basePath: string, owns: Owns): string | null {
  for (let at = pathname.indexOf('/'); at >= 0; at = pathname.indexOf('/', at + 1))
    if (owns(basePath + pathname.slice(at))) return pathname.slice(0, at)
  return null
}

/** Paths that no browser asks for by itself: the first page without a slash at its end. */
const plainPath = /^(?:\/[\w-]+)+$/

interface BasePathNotice {
  /** Returns the hint on the page of a path that the desk does not have; `null` where the path is only unknown. */
  hint(view: View, pathname: string, context: FailureContext): Content
  /** Reports to the host alone, as `Handle.passedOn`: the host's next route answers. */
  readonly passedOn: NonNullable<Handle['passedOn']>
  /** Ends the notice once a page of the desk was requested: from then on, other paths are only unknown. */
  settle(): void
}

export function basePathNotice(
  basePath: string,
  owns: Owns,
  onError: (error: unknown, context: FailureContext) => void,
): BasePathNotice {
  let isDue = true
  let isReported = false
  const base = basePath || '/'
  function report(mounted: string, context: FailureContext): void {
    if (isReported) return
    isReported = true
    const problem =
      mounted === ''
        ? `The desk was asked for a path without ${base}, its basePath: hand the whole path on to it.`
        : `The desk is mounted under ${mounted}: give createDesk the option { basePath: '${mounted}' }.`
    onError(new PaymentError('not_found', problem), context)
  }
  return {
    hint(view, pathname, context) {
      const isUnder = basePath !== '' && pathname.startsWith(`${basePath}/`)
      if (!isDue || isUnder) return null
      const mounted = prefixOf(pathname, basePath, owns) ?? (plainPath.test(pathname) ? pathname : null)
      if (mounted === null) return null
      report(mounted, context)
      return view.t(mounted === '' ? 'error.basePathCut' : 'error.mountedElsewhere', { mounted, base })
    },
    passedOn(pathname, incoming) {
      if (!isDue) return
      const mounted = prefixOf(pathname, basePath, owns)
      if (!mounted) return
      const { method, headers, node } = incoming()
      // Otherwise a path of the host's ends as one of the desk's does.
      if ((node as { baseUrl?: unknown } | undefined)?.baseUrl !== mounted) return
      report(mounted, { requestId: requestIdOf(headers), method, route: null })
    },
    settle() {
      isDue = false
    },
  }
}
