import { idInPath, type Method, methods } from './routes/route.js'

/** The parts of a route that the router reads. */
interface RoutedPath {
  readonly method: Method
  readonly path: string
}

/** The routes of a path, one a method. */
export interface Place<Route extends RoutedPath> {
  readonly routes: Readonly<Partial<Record<Method, Route>>>
  /** The methods that it answers, as `Allow` lists them. */
  readonly allow: string
  /** The id or key as it stands in the path, where the path has one; the first of several. */
  readonly id: string | undefined
  /** All ids and keys as they stand in the path. */
  readonly ids: readonly string[]
}

export interface Router<Route extends RoutedPath> {
  find(pathname: string): Place<Route> | null
}

function allowOf(routes: Readonly<Partial<Record<Method, unknown>>>): string {
  const changes = methods.filter((method) => method !== 'GET' && routes[method])
  return [...(routes.GET ? ['GET', 'HEAD'] : []), ...changes, 'OPTIONS'].join(', ')
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/**
 * Makes the router. Paths are compared as they come: another spelling of a path, such as one with a slash at its end, is
 * another path.
 */
export function routerOf<Route extends RoutedPath>(basePath: string, routes: readonly Route[]): Router<Route> {
  const templates = [...new Set(routes.map(({ path }) => path))].map((path) => {
    const shape = (basePath + path)
      .split(idInPath)
      .map((part, i) => (i % 2 === 0 ? escaped(part) : '([^/]+)'))
      .join('')
    const entries = routes.filter((route) => route.path === path).map((route) => [route.method, route] as const)
    // On no prototype: a method may be any token, `constructor` among them.
    const here = Object.assign(Object.create(null), Object.fromEntries(entries)) as Place<Route>['routes']
    return { shape: new RegExp(`^${shape}$`), routes: here, allow: allowOf(here) }
  })
  return {
    find(pathname) {
      for (const { shape, routes, allow } of templates) {
        const match = shape.exec(pathname)
        if (match) return { routes, allow, id: match[1], ids: match.slice(1) }
      }
      return null
    },
  }
}
