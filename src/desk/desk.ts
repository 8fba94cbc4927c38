import { PaymentError, isPaymentError } from '../errors.js'
import { type About, answerer, type Handler, handlerOf } from '../http/handler.js'
import { isService } from '../http/options.js'
import { challenge, checkPrincipal, type Principal, unknownScopeNotice } from '../http/principal.js'
import { type Reply, shownError } from '../http/reply.js'
import { bodyBytes, checkFile, readFile } from '../http/request/body.js'
import { BodyWasRead, type Incoming } from '../http/request/incoming.js'
import { decode } from '../http/request/query.js'
import { isSameSite } from '../http/request/same-site.js'
import { routerOf } from '../http/router.js'
import { systemClock } from '../internal/clock.js'
import { isPlainObject } from '../internal/option-checks.js'
import { instantOf } from '../domain/instant.js'
import { settingsOf, type HospitalPayments } from '../service.js'
import { assets, type Asset } from './assets/assets.js'
import { basePathNotice } from './base-path-notice.js'
import { guardReply } from './headers.js'
import { type DeskOptions, type DeskSettings, readDeskOptions } from './options.js'
import { errorPage } from './pages/error.js'
import { announcedHeaders, type Done, doneOf } from './parts/done.js'
import { english } from './parts/messages.js'
import { bytesReply, firstPage, redirectTo } from './parts/page.js'
import { withDays } from './parts/forms.js'
import { View, type ViewFacts } from './parts/view.js'
import { Form, isParsedObject, readForm } from './request/form.js'
import type { DeskRoute } from './route.js'
import { deskRoutes } from './routes.js'

/** The paths to which a host sends a person who has signed in. */
const firstPaths: readonly string[] = ['', '/']

const noPrincipal: Principal = Object.freeze({ actor: null, scopes: [] })

/** The parts of a view that may differ from principal to principal. */
type Look = Pick<ViewFacts, 'title' | 'logo' | 'receipt' | 'messages' | 'calendar'>

/** Returns the look of pages before a principal is known. */
function firstLook({ title, logo, receipt, messages, calendar }: DeskSettings): Look {
  return {
    title: title.fixed ?? undefined,
    logo: logo.fixed ?? undefined,
    receipt: receipt.fixed ?? undefined,
    messages: messages.fixed ?? english,
    calendar: calendar.fixed ?? undefined,
  }
}

async function lookOf(settings: DeskSettings, principal: Principal): Promise<Look> {
  const [title, logo, receipt, messages, calendar] = await Promise.all([
    settings.title.of(principal),
    settings.logo.of(principal),
    settings.receipt.of(principal),
    settings.messages.of(principal),
    settings.calendar.of(principal),
  ])
  return { title, logo, receipt, messages, calendar }
}

function viewOf(
  settings: DeskSettings,
  look: Look,
  principal: Principal,
  payments: HospitalPayments | null,
  done: Done | null = null,
): View {
  const { basePath, readOnly, signOut, home } = settings
  const service = payments && settingsOf(payments)
  return new View({
    payments: payments as HospitalPayments,
    ...look,
    basePath,
    readOnly,
    signOut,
    home,
    actor: principal.actor,
    scopes: principal.scopes,
    timeZone: service?.timeZone ?? 'UTC',
    providers: service?.providers ?? new Map(),
    now: service?.now() ?? instantOf(systemClock()),
    done,
  })
}

/** Returns the place to which `authenticate` sends a person who is not signed in, or `null` where its answer is no such one. */
function redirectOf(answer: unknown): string | null {
  if (answer instanceof Response) {
    const isRedirect = answer.status >= 300 && answer.status < 400
    return isRedirect ? answer.headers.get('location') : null
  }
  if (!isPlainObject(answer) || 'scopes' in answer || typeof answer['redirect'] !== 'string') return null
  return answer['redirect']
}

async function serviceOf({ paymentsOf }: DeskSettings, principal: Principal): Promise<HospitalPayments> {
  const service: unknown = await paymentsOf(principal)
  if (isService(service, true)) return service
  throw new PaymentError('internal_error', 'The option payments returned no service for this principal.')
}

function assetReply({ type, text }: Asset): Reply {
  return bytesReply(200, type, text, { 'cache-control': 'public, max-age=31536000, immutable' })
}

/** Reads the body of a form with a file as it comes. */
function uploadOf(incoming: Incoming): AsyncGenerator<Uint8Array | string> {
  if (isParsedObject(incoming.parsed))
    throw new BodyWasRead('A body parser of this server read the form with the file first. Mount the desk before it.')
  return readFile(incoming, bodyBytes.file)
}

/** Yields nothing, for a page that takes no file. */
async function* noUpload(): AsyncGenerator<never> {}

/**
 * Makes the finance desk, pages for people of finance in a browser, as one Fetch handler. Mount it in any server that has
 * `Request` and `Response`, or through `toNodeListener` of `hospital-payments/http` in a server of Node. Pages work without
 * JavaScript, load nothing from other servers, and need no build.
 *
 * @throws TypeError for wrong options, at once
 * @example
 * const payments = createHospitalPayments({ repository: memoryRepository() })
 * const authenticate = () => ({ actor: 'almaz', scopes: ['reports:read', 'lines:read', 'lines:write'] })
 * const desk = createDesk({ payments, authenticate, basePath: '/finance' })
 * const response = await desk(new Request('http://localhost/finance/lines'))
 * response.status // => 200
 * response.headers.get('content-type') // => 'text/html; charset=utf-8'
 * desk.owns('/finance/lines') // => true
 */
export function createDesk<Asker extends Principal = Principal>(options: DeskOptions<Asker>): Handler {
  const settings = readDeskOptions(options)
  const { basePath, origin, readOnly, onError } = settings
  const router = routerOf<DeskRoute>(basePath, deskRoutes)
  const files = new Map(Object.values(assets).map((asset) => [basePath + asset.path, asset]))
  const unknownView = viewOf(settings, firstLook(settings), noPrincipal, null)
  const noticeScopes = unknownScopeNotice()
  const owns = (pathname: string) => files.has(pathname) || router.find(pathname) !== null
  const notice = basePathNotice(basePath, owns, onError)

  async function answer(incoming: Incoming, about: About): Promise<Reply> {
    const { method, pathname, search, headers } = incoming
    const isRead = method === 'GET' || method === 'HEAD'
    const refuse = (view: View, code: Parameters<typeof errorPage>[1], more: Reply['headers'] = {}) =>
      errorPage(view, code, { requestId: about.requestId, headers: more })
    const file = files.get(pathname)
    if (file && isRead) return assetReply(file)
    const place = router.find(pathname)
    if (!place) {
      const hint = notice.hint(unknownView, pathname, { ...about, method })
      return errorPage(unknownView, 'not_found', { requestId: about.requestId, hint })
    }
    notice.settle()
    const { allow, routes } = place
    if (method === 'OPTIONS') return { status: 204, headers: { allow }, body: null }
    const route = routes[isRead ? 'GET' : (method as 'POST')]
    if (!route) return refuse(unknownView, 'method_not_allowed', { allow })
    about.route = route.path
    if (!isRead && !isSameSite(incoming, origin)) return refuse(unknownView, 'cross_site')

    const principal: unknown = await settings.authenticate(incoming)
    const elsewhere = redirectOf(principal)
    if (elsewhere !== null) return redirectTo(elsewhere)
    checkPrincipal(principal)
    if (!principal) return refuse(unknownView, 'unauthorized', challenge())
    noticeScopes(principal, (problem) => onError(problem, { ...about, method }))
    const look = await lookOf(settings, principal)
    const viewOfPrincipal = viewOf(settings, look, principal, null)
    if (!isRead && !route.isSearch && readOnly) return refuse(viewOfPrincipal, 'forbidden')
    if (!route.scopes.every((scope) => principal.scopes.includes(scope))) {
      // A person of the counter has another first page than Today.
      const first = isRead && firstPaths.includes(route.path) ? firstPage(viewOfPrincipal) : null
      return first === null ? refuse(viewOfPrincipal, 'forbidden') : redirectTo(first)
    }

    const done = isRead ? doneOf(headers.get('cookie')) : null
    const view = viewOf(settings, look, principal, await serviceOf(settings, principal), done)
    const id = place.id === undefined ? '' : decode(place.id)
    if (id === null) return refuse(view, 'not_found')
    if (route.hasUpload) checkFile(incoming, bodyBytes.file)
    try {
      const reply = await route.run({
        view,
        id,
        query: withDays(view, new Form(new URLSearchParams(search))),
        form: isRead || route.hasUpload ? new Form() : withDays(view, await readForm(incoming)),
        contentType: headers.get('content-type'),
        contentLength: Number(headers.get('content-length') ?? 0) || null,
        upload: route.hasUpload ? uploadOf(incoming) : noUpload(),
        layouts: await settings.layouts.of(principal),
        statementChannels: await settings.statementChannels.of(principal),
        get signal() {
          return incoming.signal
        },
        onError: (error) => onError(error, { ...about, method }),
      })
      return done === null ? reply : { ...reply, headers: { ...reply.headers, ...announcedHeaders(pathname) } }
    } catch (failure) {
      // The page of an error below 500 has the navigation of its reader.
      if (isPaymentError(failure) && shownError(failure, '').status < 500)
        return errorPage(view, failure.code, { requestId: about.requestId, failure })
      throw failure
    }
  }

  const failed = (failure: unknown, requestId: string) =>
    errorPage(unknownView, shownError(failure, requestId).error.code, { requestId, failure })
  const handle = answerer({ answer, failed, complete: guardReply, onError })

  return handlerOf(Object.assign(handle, { passedOn: notice.passedOn }), owns)
}
