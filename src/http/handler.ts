import { invalidRequest, IssueList } from '../domain/issue.js'
import { PaymentError } from '../errors.js'
import type { HospitalPayments } from '../service.js'
import type { Layouts } from '../statements/choice.js'
import { callbackRoute, callbacksOf } from './callbacks/answer.js'
import { checkFile, readBody, readFile } from './request/body.js'
import { idempotencyKeyOf, refuseIdempotencyKey } from './request/idempotency-key.js'
import { bodyFailure, fetchIncoming, type Incoming } from './request/incoming.js'
import {
  type FailureContext,
  type HandlerOptions,
  type HandlerSettings,
  isService,
  readHandlerOptions,
} from './options.js'
import { isPlainObject } from '../internal/option-checks.js'
import { challenge, checkPrincipal, type Principal, requireScopes, unknownScopeNotice } from './principal.js'
import { knownLayouts } from './known-layouts.js'
import { decode, readQuery } from './request/query.js'
import { prefixNotice } from './prefix-notice.js'
import { completeReply, errorReply, refusal, type Reply, responseOf } from './reply.js'
import { mayBeForged } from './request/same-site.js'
import { requestIdOf } from './request/request-id.js'
import { type Place, routerOf } from './router.js'
import { type Method, namesInPath, type Route, type RouteRequest, scopesOf } from './routes/route.js'
import { routesOf } from './routes/table.js'

/** Returns the answer to a request of Fetch. Every failure is an answer; nothing is thrown. */
export interface Handler {
  (request: Request): Promise<Response>
  /** Checks that a path is one of its routes, whatever the method. */
  owns(pathname: string): boolean
}

/** A handler without `Request` and `Response`, for the requests and answers of any server. */
export interface Handle {
  (incoming: Incoming): Promise<Reply>
  /** Reports a path that a listener passes on, because it is none of the handler's. */
  readonly passedOn?: (pathname: string, incoming: () => Incoming) => void
}

/** Registered, because a handler and its listener may come from two copies of the library; the number is that of `Handle`. */
const handleKey = Symbol.for('hospital-payments.handle.3')

/** Returns the `Handle` behind a handler of `createHandler`, or `undefined` for any other function. */
export function handleOf(handler: Handler): Handle | undefined {
  return (handler as { readonly [handleKey]?: Handle })[handleKey]
}

/** Makes a handler of Fetch from `handle`, which `toNodeListener` reads from it again. */
export function handlerOf(handle: Handle, owns: Handler['owns']): Handler {
  const handler = Object.assign(async (request: Request) => responseOf(await handle(fetchIncoming(request))), { owns })
  return Object.freeze(Object.defineProperty(handler, handleKey, { value: handle }))
}

/** Facts of a request that become known while it is answered. */
export interface About {
  readonly requestId: string
  route: string | null
}

/** The steps of answering a request. */
interface Answering {
  answer(incoming: Incoming, about: About): Promise<Reply>
  /** Makes the answer to a failure. */
  failed(failure: unknown, requestId: string): Reply
  complete(reply: Reply, requestId: string, isHead: boolean): Promise<Reply>
  onError(failure: unknown, context: FailureContext): void
}

/** Answers every request, failures included. Failures of the server are reported to the host, unless the client has left. */
export function answerer({ answer, failed, complete, onError }: Answering): (incoming: Incoming) => Promise<Reply> {
  return async (incoming) => {
    const { method } = incoming
    const about: About = { requestId: requestIdOf(incoming.headers), route: null }
    let reply: Reply
    try {
      reply = await answer(incoming, about)
    } catch (thrown) {
      // A request that a leaving client cut off is no failure of the server.
      const { signal } = incoming
      const failure = signal.aborted && thrown === signal.reason ? bodyFailure(thrown) : thrown
      reply = failed(failure, about.requestId)
      if (reply.status >= 500 && !incoming.isGone()) onError(failure, { ...about, method })
    }
    return complete(reply, about.requestId, method === 'HEAD')
  }
}

async function principalOf({ authenticate }: HandlerSettings, incoming: Incoming): Promise<Principal> {
  const answer: unknown = await authenticate(incoming)
  checkPrincipal(answer)
  if (!answer)
    throw refusal(
      'unauthorized',
      'The request has no valid credentials. Send a valid `Authorization` header.',
      challenge(),
    )
  return answer
}

async function serviceOf({ paymentsOf, finance }: HandlerSettings, principal: Principal): Promise<HospitalPayments> {
  const service: unknown = await paymentsOf(principal)
  if (isService(service, finance !== null)) return service
  throw new PaymentError('internal_error', 'The option payments returned no service for this principal.')
}

/** Reads all of the URL but the path itself, before anything of the body is read. */
function readUrl({ ids }: Place<Route>, search: string, route: Route): Pick<RouteRequest, 'id' | 'ids' | 'query'> {
  const issues = new IssueList()
  const names = namesInPath(route.path)
  const decodedIds = ids.map((id, i) => {
    const decodedId = decode(id)
    if (decodedId === null) issues.add([names[i]!], 'is not percent-encoded UTF-8')
    return decodedId ?? ''
  })
  const query = readQuery(search, route.query, issues)
  route.checkQuery?.(query, issues)
  if (!issues.isEmpty) throw issues.refusal()
  return { id: decodedIds[0] ?? '', ids: decodedIds, query }
}

async function readRouteBody(incoming: Incoming, { body }: Route): Promise<unknown> {
  if (!body) return undefined
  if (body.kind === 'file') {
    checkFile(incoming, body.maxBytes, body.types)
    return undefined
  }
  const value = await readBody(incoming, body.isOptional, body.maxBytes)
  // Checked here, because the library takes missing options as none, and an actor as its caller gives it.
  if (!body.isOptions) return value
  if (!isPlainObject(value)) throw invalidRequest([{ path: '', message: 'the body must be an object' }])
  const reserved = ['actor', ...(body.reserved ?? [])].filter((name) => Object.hasOwn(value, name))
  if (reserved.length > 0) throw invalidRequest(reserved.map((path) => ({ path, message: 'is not a known field' })))
  return value
}

const crossSite =
  'This request has a cookie or credentials of a browser, but does not come from a page of this server. Send it from such a ' +
  'page, or with `Authorization: Bearer`. If it does come from one, set the option origin of createHandler.'

/** Yields nothing, for a route that takes no file. */
async function* noFile(): AsyncGenerator<never> {}

/**
 * Makes a Fetch handler of the documented routes: a function that takes a `Request` and returns a `Response`. Mount it in any
 * server that has these, or through `toNodeListener` in a server of Node.
 *
 * @throws TypeError for wrong options, at once
 * @example
 * const payments = createHospitalPayments({ repository: memoryRepository() })
 * const handler = createHandler({ payments, authenticate: 'none' })
 * const response = await handler(new Request('http://localhost/v1/payments?reference=INV-1'))
 * response.status // => 200
 * await response.json() // => { items: [], nextCursor: null }
 * handler.owns('/v1/payments') // => true
 * handler.owns('/patients') // => false
 */
export function createHandler<Asker extends Principal = Principal>(options: HandlerOptions<Asker>): Handler {
  const settings = readHandlerOptions(options)
  const { basePath, origin, isOpen, onError } = settings
  const routes = routesOf(settings)
  const router = routerOf(basePath, routes)
  const callbacks = callbacksOf(basePath, settings.callbacks)
  const tokenIn = (pathname: string) => callbacks?.tokenIn(pathname) ?? null
  const owns = (pathname: string) => router.find(pathname) !== null || tokenIn(pathname) !== null
  let document: Promise<unknown> | undefined
  const noticeScopes = unknownScopeNotice()
  const noticePrefix = prefixNotice(owns, settings)
  // Loaded by the first who asks for it: its schemas take longer to make than all else here.
  const describe = () =>
    (document ??= import('./openapi/document.js').then(({ openApiDocument }) =>
      openApiDocument({ basePath, routes, isOpen }),
    ))

  /** Checks and reads the parts of a request in this order: route, method, site, principal, scope, query, body. */
  async function answer(incoming: Incoming, about: About): Promise<Reply> {
    const { method, pathname, search, headers } = incoming
    const place = router.find(pathname)
    if (!place) {
      const token = tokenIn(pathname)
      if (callbacks && token !== null) {
        about.route = callbackRoute
        const report = (problem: PaymentError) => onError(problem, { ...about, method })
        return callbacks.answer({ incoming, token, origin, report })
      }
      noticePrefix(pathname, () => ({ ...about, method }))
      throw refusal('not_found', 'There is nothing at this path. Check the path.')
    }
    const { allow } = place
    if (method === 'OPTIONS') return { status: 204, headers: { allow }, body: null }
    const route = place.routes[method === 'HEAD' ? 'GET' : (method as Method)]
    if (!route) throw refusal('method_not_allowed', `This path does not take this method. Use ${allow}.`, { allow })
    about.route = route.path
    if (route.method !== 'GET' && mayBeForged(incoming, origin)) throw refusal('forbidden', crossSite, challenge())
    const principal = await principalOf(settings, incoming)
    noticeScopes(principal, (problem) => onError(problem, { ...about, method }))
    requireScopes(principal, scopesOf(route))
    const { id, ids, query } = readUrl(place, search, route)
    const idempotencyKey = route.hasIdempotencyKey ? idempotencyKeyOf(headers) : undefined
    if (route.hasKeysInBody) refuseIdempotencyKey(headers)
    const body = await readRouteBody(incoming, route)
    if (route.scope === null) return route.run(await describe())
    const payments = await serviceOf(settings, principal)
    return route.run({
      payments,
      actor: principal.actor ?? undefined,
      scopes: principal.scopes,
      id,
      ids,
      query,
      idempotencyKey,
      body,
      file: route.body?.kind === 'file' ? readFile(incoming, route.body.maxBytes) : noFile(),
      layouts: async () => {
        const ofOptions: Layouts = (await settings.finance?.layouts.of(principal)) ?? new Map()
        return knownLayouts(payments, ofOptions)
      },
      basePath,
      requestId: about.requestId,
      get signal() {
        return incoming.signal
      },
      onError: (error) => onError(error, { ...about, method }),
    })
  }

  const handle = answerer({ answer, failed: errorReply, complete: completeReply, onError })

  const passedOn: Handle['passedOn'] = (pathname, incoming) =>
    noticePrefix(pathname, () => {
      const { method, headers } = incoming()
      return { requestId: requestIdOf(headers), method, route: null }
    })
  return handlerOf(Object.assign(handle, { passedOn }), owns)
}
