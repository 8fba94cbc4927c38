import { invalidRequest, IssueList } from '../domain/issue.js'
import { PaymentError } from '../errors.js'
import type { HospitalPayments } from '../service.js'
import { readBody } from './request/body.js'
import { idempotencyKeyOf } from './request/idempotency-key.js'
import { methodOf } from './request/method.js'
import { openApiDocument } from './openapi/document.js'
import { type HandlerOptions, type HandlerSettings, isService, readHandlerOptions } from './options.js'
import { isPlainObject } from './plain.js'
import { challenge, checkPrincipal, everybody, type Principal } from './principal.js'
import { decoded, readQuery } from './request/query.js'
import { errorReply, refused, type Reply, responseOf } from './reply.js'
import { requestIdOf } from './request/request-id.js'
import { type Place, routerOf } from './routes/router.js'
import { type Call, type Route, routesOf } from './routes/table.js'

/** Answers Fetch requests; every failure is an answer, and none is thrown. */
export interface Handler {
  (request: Request): Promise<Response>
  /** Whether a path is one of its routes, whatever the method. */
  owns(pathname: string): boolean
}

async function principalOf({ authenticate }: HandlerSettings, request: Request, route: Route): Promise<Principal> {
  const answer: unknown = authenticate ? await authenticate(request) : everybody
  checkPrincipal(answer)
  if (!answer) throw refused('unauthorized', 'Authenticate: send a valid `Authorization` header.', challenge())
  if (route.scope === null || answer.scopes.includes(route.scope)) return answer
  throw refused('forbidden', `This needs the scope ${route.scope}.`, challenge(route.scope))
}

async function serviceOf({ paymentsOf }: HandlerSettings, principal: Principal): Promise<HospitalPayments> {
  const service: unknown = await paymentsOf(principal)
  if (isService(service)) return service
  throw new PaymentError('internal_error', '`payments` gave no service for this principal.')
}

/** Everything in the URL but the path itself, before anything of the body is read. */
function readUrl({ id }: Place, search: string, route: Route): Pick<Call, 'id' | 'query'> {
  const issues = new IssueList()
  const decodedId = id === undefined ? '' : decoded(id)
  if (decodedId === null) issues.add(['paymentId'], 'is not percent-encoded UTF-8')
  const query = readQuery(search, route.query, issues)
  if (!issues.isEmpty) throw issues.refusal()
  return { id: decodedId ?? '', query }
}

async function readRouteBody(request: Request, { body }: Route): Promise<unknown> {
  if (!body) return undefined
  const value = await readBody(request, body.isOptional)
  // Checked here, because the library takes no options at all for no wrong ones, and an actor for its caller's word.
  if (!body.isOptional) return value
  if (!isPlainObject(value)) throw invalidRequest([{ path: '', message: 'the body must be an object' }])
  if (Object.hasOwn(value, 'actor')) throw invalidRequest([{ path: 'actor', message: 'is no known field' }])
  return value
}

/**
 * The documented endpoints as one Fetch handler, for any server that speaks `Request` and `Response`, and through
 * `toNodeListener` for those of Node.
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
  const { basePath, manage, onError } = settings
  const routes = routesOf(manage)
  const router = routerOf(basePath, routes)
  let document: unknown
  const describe = () => (document ??= openApiDocument({ basePath, routes, isOpen: settings.authenticate === null }))

  /** In this order: route, method, principal, scope, query, body. */
  async function answer(request: Request, about: { requestId: string; route: string | null }): Promise<Reply> {
    const url = new URL(request.url)
    const place = router.find(url.pathname)
    if (!place) throw refused('not_found', 'There is nothing at this path.')
    const { allow } = place
    const method = methodOf(request)
    if (method === 'OPTIONS') return { status: 204, headers: { Allow: allow }, body: null }
    const route = place.routes[method === 'HEAD' ? 'GET' : (method as 'GET' | 'POST')]
    if (!route) throw refused('method_not_allowed', `This path answers ${allow}.`, { Allow: allow })
    about.route = route.path
    const principal = await principalOf(settings, request, route)
    const { id, query } = readUrl(place, url.search, route)
    const idempotencyKey = route.hasIdempotencyKey ? idempotencyKeyOf(request.headers) : undefined
    const body = await readRouteBody(request, route)
    if (route.scope === null) return route.run(describe())
    return route.run({
      payments: await serviceOf(settings, principal),
      actor: principal.actor ?? undefined,
      id,
      query,
      idempotencyKey,
      body,
      basePath,
      signal: request.signal,
      onError: (error) => onError(error, { ...about, method }),
    })
  }

  async function handle(request: Request): Promise<Response> {
    const about = { requestId: requestIdOf(request.headers), route: null as string | null }
    let reply: Reply
    try {
      reply = await answer(request, about)
    } catch (failure) {
      reply = errorReply(failure, about.requestId)
      if (reply.status >= 500 && !request.signal.aborted) onError(failure, { ...about, method: methodOf(request) })
    }
    const isHead = request.method === 'HEAD'
    if (isHead && reply.body instanceof ReadableStream) await reply.body.cancel()
    return responseOf(reply, { requestId: about.requestId, isHead })
  }

  return Object.freeze(
    Object.assign((request: Request) => handle(request), {
      owns: (pathname: string) => router.find(pathname) !== null,
    }),
  )
}
