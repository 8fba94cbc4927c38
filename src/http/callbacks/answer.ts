/** The answers to callbacks of providers, which have no principal: the token of their path is the credential. */
import type { CallbackReply } from '../../domain/attempts/provider.js'
import { invalidRequest } from '../../domain/issue.js'
import { isPaymentError, PaymentError } from '../../errors.js'
import { withDeadline } from '../../internal/with-deadline.js'
import { refusal, type Reply } from '../reply.js'
import { readRawBody } from '../request/body.js'
import type { Incoming } from '../request/incoming.js'
import { decode } from '../request/query.js'
import { type CallbackPlace, callbacksPath, placeOf } from './callback-path.js'
import { type CallbackSettings, takesCallbacks } from './options.js'

/** The methods that reach a provider, which takes or refuses each of them. */
const methods: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']
const allow = [...methods, 'OPTIONS'].join(', ')

/** The longest time in which the host's function may return a service, in milliseconds. */
const serviceMs = 30_000

const encoder = new TextEncoder()

/** The statuses whose answers have no body (RFC 9110). */
const bodiless = [204, 205, 304]
/** The headers of the connection, and those that the library writes itself. */
const headersOfLibrary = new Set([
  ...['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade'],
  ...['content-length', 'x-request-id'],
])
const headerName = /^[!#$%&'*+.^_`|~0-9a-z-]+$/
const headerValue = /^[\t\x20-\x7e\x80-\xff]*$/

/** Makes the answer of a provider's own words. Headers that no answer can have are left out. */
function replyOf({ status, headers = {}, body = '' }: CallbackReply): Reply {
  const headersOfProvider = Object.entries(headers)
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .filter(([name, value]) => headerName.test(name) && headerValue.test(value) && !headersOfLibrary.has(name))
  if (bodiless.includes(status)) return { status, headers: Object.fromEntries(headersOfProvider), body: null }
  const bytes = encoder.encode(body)
  return {
    status,
    headers: { ...Object.fromEntries(headersOfProvider), 'content-length': String(bytes.length) },
    body: bytes,
  }
}

function notFound() {
  return refusal('not_found', 'There is nothing at this path. Check the path.')
}

/** A callback, and how its answer is made. */
interface Callback {
  readonly incoming: Incoming
  /** The token, as it stands in the path. */
  readonly token: string
  /** The origin that browsers show for the server, where the host names it. */
  readonly origin: string | null
  /** Gets a problem of the host's that the provider cannot solve. */
  readonly report: (problem: PaymentError) => void
}

/** The callbacks of a handler. */
export interface Callbacks {
  /** Returns the token of a path, right or wrong; `null` for a path that is none of callbacks. */
  tokenIn(pathname: string): string | null
  answer(callback: Callback): Promise<Reply>
}

/** The template of the paths, for the log. */
export const callbackRoute = `${callbacksPath}{token}`

const maxReported = 100

/** Makes the callbacks of a handler; `null` where it has none. */
export function callbacksOf(basePath: string, settings: CallbackSettings | null): Callbacks | null {
  if (!settings) return null
  const { keys, paymentsOf } = settings
  const prefix = basePath + callbacksPath
  const reported = new Set<string>()

  /** Reports a path of the host's own making that leads nowhere, once: its provider would try in vain. */
  function lost({ provider, tenant }: CallbackPlace, problem: string, report: Callback['report']) {
    const name = JSON.stringify([provider, tenant])
    if (!reported.has(name) && reported.size < maxReported) {
      reported.add(name)
      report(new PaymentError('not_found', `A callback for ${provider}, tenant ${tenant}, was not taken: ${problem}`))
    }
    return notFound()
  }

  async function serviceOf(place: CallbackPlace, report: Callback['report']) {
    const late = () => new PaymentError('storage_unavailable', 'callbacks.payments did not return in time. Try again.')
    const service = await withDeadline(serviceMs, async () => paymentsOf(place.tenant), late)
    if (takesCallbacks(service)) return service
    if (service === null || service === undefined)
      throw lost(place, 'there is no service of this tenant. See the option callbacks.payments.', report)
    throw new PaymentError('internal_error', 'callbacks.payments returned no service for this tenant.')
  }

  return {
    tokenIn: (pathname) => (pathname.startsWith(prefix) ? pathname.slice(prefix.length).split('/', 1)[0]! : null),
    async answer({ incoming, token, origin, report }) {
      const place = placeOf(decode(token) ?? '', keys)
      if (!place) throw notFound()
      const { method, pathname, search } = incoming
      if (method === 'OPTIONS') return { status: 204, headers: { allow }, body: null }
      if (!methods.includes(method))
        throw refusal('method_not_allowed', `This path does not take this method. Use ${allow}.`, { allow })
      const { attempts } = await serviceOf(place, report)
      const headers = headersOf(incoming)
      const body = await readRawBody(incoming)
      const url = `${origin ?? incoming.origin ?? 'http://localhost'}${pathname}${search}`
      try {
        return replyOf(await attempts.receive(place.provider, { method, url, headers, body }))
      } catch (error) {
        if (!isPaymentError(error, 'unsupported_provider')) throw error
        throw lost(place, 'the service has no such provider that takes callbacks. See the option providers.', report)
      }
    },
  }
}

/** @throws PaymentError `invalid_request` for what cannot be headers */
function headersOf(incoming: Incoming): Headers {
  try {
    return incoming.allHeaders()
  } catch {
    throw invalidRequest([{ path: '', message: 'the request cannot be read' }])
  }
}
