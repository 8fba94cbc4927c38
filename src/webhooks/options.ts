import { systemClock } from '../internal/clock.js'
import { type Logger, readLogger, type SafeLogger } from '../internal/logger.js'
import { unknownNames } from '../internal/option-checks.js'
import { type Demand, demandOf } from '../internal/demand.js'
import { hostName } from './host-name.js'
import { keysOf } from './signature.js'

const demand: Demand = demandOf('webhookSender')

/** The options of `webhookSender`; an unknown option is a `TypeError`. */
export interface WebhookSenderOptions {
  /**
   * The address of the receiver, without user name and password: `https:`, or `http:` to this machine, where the host
   * (`localhost`, `127.0.0.1`, `[::1]`) is in `allowHosts`.
   */
  url: string | URL
  /** At least one secret, each `whsec_` and base64. While a secret is replaced, the new one and the old one. */
  secrets: readonly string[]
  /**
   * Host names that may be reached although their addresses are private, such as that of a server in the hospital. Names of
   * other hosts than the URL's have no effect. Default none: every address of the URL's host must be public.
   */
  allowHosts?: readonly string[] | undefined
  /**
   * The milliseconds for one attempt, from the look-up of the name to the answer: 1 … 300,000, well below the lease; default
   * 15,000.
   */
  timeoutMs?: number | undefined
  /** Called with `redirect: 'manual'` in place of the library's own connection, after the addresses were checked. */
  fetch?: typeof globalThis.fetch | undefined
  /**
   * True where the body has the `tenant` of the event too, which `runTenantWorker` gives. It is signed with the rest. Without
   * a tenant such a `send` rejects, and the event waits.
   */
  tenant?: boolean | undefined
  /** Epoch milliseconds, for the time of signing; default `Date.now`. */
  clock?: (() => number) | undefined
  /** A logger that gets a warning for each answer by which an event was not delivered, with its status, never the URL. */
  logger?: Logger | undefined
}

/**
 * The addresses that a connection may go to: those of the internet, any, or, where nothing is encrypted, this machine alone.
 */
export type Reach = 'public' | 'any' | 'loopback'

export interface SenderSettings {
  readonly url: URL
  /** The bytes of the secrets. */
  readonly keys: readonly Uint8Array[]
  /** The addresses that the host may have. */
  readonly reach: Reach
  readonly timeoutMs: number
  readonly fetch: typeof globalThis.fetch | null
  readonly hasTenant: boolean
  readonly clock: () => number
  readonly logger: SafeLogger
}

const names = [
  'url',
  'secrets',
  'allowHosts',
  'timeoutMs',
  'fetch',
  'tenant',
  'clock',
  'logger',
] as const satisfies readonly (keyof WebhookSenderOptions)[]

const maxTimeoutMs = 300_000

/**
 * The names of this machine (RFC 6761), and its addresses as URLs write them. The addresses of a name are checked at each try.
 */
const loopbackHost = /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/

/** Checks the URL and copies it. No message repeats the URL: its path may be a secret. */
function readUrl(url: unknown, allowed: readonly string[]): URL {
  const isUrl = (typeof url === 'string' || url instanceof URL) && URL.canParse(String(url))
  demand(isUrl, 'url must be an absolute URL')
  const parsedUrl = new URL(url as string | URL)
  const isPlainHere =
    parsedUrl.protocol === 'http:' && loopbackHost.test(parsedUrl.hostname) && allowed.includes(parsedUrl.hostname)
  demand(
    parsedUrl.protocol === 'https:' || isPlainHere,
    'url must begin with https:, or with http: where its host is this machine (localhost) and in allowHosts',
  )
  demand(
    parsedUrl.username === '' && parsedUrl.password === '',
    'url must hold no user name or password; receivers check the signature',
  )
  return parsedUrl
}

function reachOf({ protocol, hostname }: URL, allowed: readonly string[]): Reach {
  if (protocol === 'http:') return 'loopback'
  return allowed.includes(hostname) ? 'any' : 'public'
}

function readHosts(hosts: unknown): string[] {
  demand(Array.isArray(hosts), 'allowHosts must be a list of host names')
  return (hosts as unknown[]).map((host) => {
    const name = typeof host === 'string' ? hostName(host) : null
    demand(name !== null, 'allowHosts must hold host names, without scheme, port or path')
    return name
  })
}

/** Checks all options at once and copies them. */
export function readSenderOptions(options: WebhookSenderOptions): SenderSettings {
  demand(typeof options === 'object' && options !== null, 'options are required')
  const unknown = unknownNames(options, names)
  demand(unknown.length === 0, `unknown option ${unknown.join(', ')}`)
  const { secrets, allowHosts = [], timeoutMs = 15_000, fetch, tenant = false } = options
  const { clock = systemClock, logger = {} } = options
  const allowed = readHosts(allowHosts)
  const url = readUrl(options.url, allowed)
  const keys = keysOf('webhookSender', secrets)
  demand(
    Number.isInteger(timeoutMs) && timeoutMs >= 1 && timeoutMs <= maxTimeoutMs,
    `timeoutMs must be an integer from 1 to ${maxTimeoutMs}`,
  )
  demand(fetch === undefined || typeof fetch === 'function', 'fetch must be a function')
  demand(typeof tenant === 'boolean', 'tenant must be true or false')
  demand(typeof clock === 'function', 'clock must be a function')
  return {
    url,
    keys,
    reach: reachOf(url, allowed),
    timeoutMs,
    fetch: fetch ?? null,
    hasTenant: tenant,
    clock,
    logger: readLogger('webhookSender', logger),
  }
}
