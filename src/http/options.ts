import { shapes } from '../domain/limits.js'
import { callSafely } from '../internal/callbacks.js'
import { isPlainObject, unknownNames } from '../internal/option-checks.js'
import { type Demand, demandOf } from '../internal/demand.js'
import type { HospitalPayments } from '../service.js'
import type { Layouts } from '../statements/choice.js'
import { shippedLayouts } from '../statements/csv/layouts.js'
import { type CsvMapping, readCsvStatement } from '../statements/index.js'
import { type CallbackOptions, type CallbackSettings, readCallbacks } from './callbacks/options.js'
import { type ByPrincipal, type PrincipalOption, readByPrincipal } from './by-principal.js'
import { anyCaller, type Principal } from './principal.js'
import { headerAuthenticatorOf } from './request/bearer-keys.js'
import type { Incoming } from './request/incoming.js'
import { readOrigin } from './request/same-site.js'

const demand: Demand = demandOf('createHandler')

/** The request that failed, for the host's log; never a patient's data. */
export interface FailureContext {
  /** The `X-Request-Id` of the answer. */
  readonly requestId: string
  readonly method: string
  /** The route's template, such as `/v1/payments/{paymentId}`; `null` before a route is known. */
  readonly route: string | null
}

/** The second argument of `authenticate`. */
export interface AuthenticationContext {
  /** The host's own request, behind `toNodeListener`, with the properties that middlewares of the host have added. */
  readonly node?: unknown
}

/** The options of `createHandler`; an unknown option is a `TypeError`. */
export interface HandlerOptions<Asker extends Principal = Principal> {
  /** The service, or a function that returns the service of a principal, for one server with several hospitals. */
  payments: HospitalPayments | ((principal: Asker) => HospitalPayments | Promise<HospitalPayments>)
  /**
   * Returns the principal of a request, or `null` to refuse it with 401; `bearerKeys` makes such a function. It must not read
   * the body. With `'none'` every caller may do everything, for a server that is protected in another way.
   */
  authenticate: ((request: Request, context: AuthenticationContext) => Asker | null | Promise<Asker | null>) | 'none'
  /** The part before `/v1` in the URL, such as `/billing`; default none. */
  basePath?: string | undefined
  /**
   * The origin that browsers show for the server, such as `https://pay.hospital.example`. It is needed behind a proxy that
   * changes Host or ends TLS. A request with a cookie, or with credentials that a browser adds by itself, is refused with 403
   * unless it comes from a page of this origin or has a Bearer key. Default: scheme and host of each request.
   */
  origin?: string | undefined
  /** True also serves the routes that confirm, fail, expire and reverse; default false. */
  manage?: boolean | undefined
  /**
   * True also serves the routes of imports, lines, refunds, receipts, closed days, accounts and cash sessions; default false.
   * They need a repository that stores lines, as `memoryRepository` and `sqlRepository` do. Over any other they answer 500, and
   * `onError` gets the reason.
   */
  finance?: boolean | undefined
  /**
   * With `finance`: the layouts of CSV statements that `POST /v1/imports` reads, by the names for its query.
   * `mpesaOrganisation`, `mpesaCustomer` and `vodafoneCash` are always there; a layout of yours with such a name replaces it.
   * It may be a function of the principal.
   */
  layouts?: ByPrincipal<Readonly<Record<string, CsvMapping>>, Asker> | undefined
  /**
   * The callbacks of providers: serves `/v1/callbacks/{token}` for every method, without a principal. `callbackPath` makes the
   * paths. Default: none are served.
   */
  callbacks?: CallbackOptions | undefined
  /**
   * Called with the original error of each answer or result of status 500 and above, and of each file that broke off. Also
   * called once where the handler is mounted under a path other than its `basePath`, once for each scope of a principal that no
   * route has, and once for each path of callbacks whose tenant or provider is not there.
   */
  onError?: ((error: unknown, context: FailureContext) => unknown) | undefined
}

export interface HandlerSettings {
  readonly paymentsOf: (principal: Principal) => unknown
  readonly authenticate: (incoming: Incoming) => unknown
  /** True where callers need not authenticate. */
  readonly isOpen: boolean
  readonly basePath: string
  readonly origin: string | null
  readonly manage: boolean
  /** `null` where there are no such routes. */
  readonly finance: { readonly layouts: PrincipalOption<Layouts> } | null
  /** `null` where no callbacks are served. */
  readonly callbacks: CallbackSettings | null
  readonly onError: (error: unknown, context: FailureContext) => void
}

const names = [
  'payments',
  'authenticate',
  'basePath',
  'origin',
  'manage',
  'finance',
  'layouts',
  'callbacks',
  'onError',
] as const satisfies readonly (keyof HandlerOptions)[]

/** @param needsFinance whether it must have statements, lines, refunds, accounts and cash too, which services of older copies have not */
export function isService(value: unknown, needsFinance: boolean): value is HospitalPayments {
  return (
    isPlainObject(value) &&
    ['createPayment', 'getPayment', 'exportCsv'].every((name) => typeof value[name] === 'function') &&
    (!needsFinance ||
      ['statements', 'layouts', 'lines', 'refunds', 'accounts', 'cash'].every((name) => isPlainObject(value[name])))
  )
}

/**
 * Joins the shipped layouts and the host's own.
 *
 * @throws TypeError for a wrong layout
 */
export function readLayouts(layouts: Readonly<Record<string, CsvMapping>>): Layouts {
  demand(isPlainObject(layouts), 'layouts must be an object of CSV mappings')
  const customLayouts = Object.entries(layouts).map(([name, mapping]) => {
    demand(shapes.layout.test(name), 'the name of a layout must be 1 to 64 characters of A-Z, a-z, 0-9, _, . and -')
    const copy = structuredClone(mapping)
    // Checks the mapping at once, and reads nothing.
    readCsvStatement('', copy)
    return [name, copy] as const
  })
  return new Map([...Object.entries(shippedLayouts), ...customLayouts])
}

/** No `.` or `..` for a segment: no URL comes with one. */
export const pathShape = /^(?:\/(?!\.{1,2}(?:\/|$))[A-Za-z0-9._~-]+)*$/

/**
 * Makes `authenticate` read an incoming request. A request of Fetch is made only for a function of the host's: those of
 * `bearerKeys` read headers alone.
 */
function readAuthenticate(authenticate: HandlerOptions['authenticate']): HandlerSettings['authenticate'] {
  if (authenticate === 'none') return () => anyCaller
  const byHeaders = headerAuthenticatorOf(authenticate)
  if (byHeaders) return ({ headers }) => byHeaders(headers)
  return (incoming) => authenticate(incoming.asRequest(), incoming.node === undefined ? {} : { node: incoming.node })
}

export function readHandlerOptions<Asker extends Principal>(options: HandlerOptions<Asker>): HandlerSettings {
  demand(isPlainObject(options), 'options are required')
  const unknown = unknownNames(options, names)
  demand(unknown.length === 0, `unknown option ${unknown.join(', ')}`)
  const { payments, authenticate, basePath = '', manage = false, finance = false, layouts, onError } = options
  const origin = readOrigin(options.origin)
  demand(typeof finance === 'boolean', 'finance must be true or false')
  demand(layouts === undefined || finance, 'layouts are for finance: true')
  demand(
    typeof payments === 'function' || isService(payments, finance),
    'payments must be a service, or a function that returns one',
  )
  demand(
    typeof authenticate === 'function' || authenticate === 'none',
    "authenticate must be a function, such as bearerKeys(…), or the text 'none'",
  )
  demand(
    typeof basePath === 'string' && pathShape.test(basePath),
    'basePath must be a path such as /billing, without a slash at its end',
  )
  demand(origin !== undefined, 'origin must be such as https://pay.hospital.example')
  demand(typeof manage === 'boolean', 'manage must be true or false')
  demand(onError === undefined || typeof onError === 'function', 'onError must be a function')
  return {
    paymentsOf: typeof payments === 'function' ? (payments as HandlerSettings['paymentsOf']) : () => payments,
    authenticate: readAuthenticate(authenticate as HandlerOptions['authenticate']),
    isOpen: authenticate === 'none',
    basePath,
    origin,
    manage,
    finance: finance ? { layouts: readByPrincipal(layouts ?? {}, readLayouts) } : null,
    callbacks: readCallbacks(options.callbacks, payments, demand),
    onError: callSafely((error, context) => onError?.(error, context)),
  }
}
