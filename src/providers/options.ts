import { systemClock } from '../internal/clock.js'
import { demandOf } from '../internal/demand.js'
import { isPlainObject, unknownNames } from '../internal/option-checks.js'

/** The options that every provider of this entry has. */
export interface ConnectionOptions {
  /** The account on which the provider's money is booked; by default the name, or `mpesa.` and the short code. */
  readonly account?: string | undefined
  /** The address of the provider's API, in place of its public one, such as that of a mock server. */
  readonly baseUrl?: string | undefined
  /** Called in place of the global `fetch`, with `redirect: 'manual'`. */
  readonly fetch?: typeof globalThis.fetch | undefined
  /** Epoch milliseconds; default `Date.now`. */
  readonly clock?: (() => number) | undefined
  /** The milliseconds for one request, 1 … 30,000; default 10,000. A call of a provider sends one or two of them. */
  readonly timeoutMs?: number | undefined
}

export interface Connection {
  readonly account: string
  /** The base URL, without a slash at its end. */
  readonly baseUrl: string
  readonly fetch: typeof globalThis.fetch
  readonly clock: () => number
  readonly timeoutMs: number
}

const connectionNames = ['account', 'baseUrl', 'fetch', 'clock', 'timeoutMs'] as const
const maxTimeoutMs = 30_000

/** Checks the options of one provider. No message repeats a value, because most of them are secrets. */
export interface OptionChecks {
  /** Returns a text that must be there and not be empty. */
  text(name: string): string
  /** Returns a text as `text` does, or `null` where it was left out. */
  optionalText(name: string): string | null
  /** Returns an absolute URL of http or https without credentials as it was written. */
  url(name: string): string
  connection(defaults: Pick<Connection, 'account' | 'baseUrl'>): Connection
  /** Throws a `TypeError` where the condition fails. */
  demand(condition: boolean, problem: string): void
}

function isWebUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return /^https?:$/.test(protocol) && username === '' && password === ''
}

/** Makes the checks of the options that `caller` was called with; an unknown option is a `TypeError`. */
export function checksOf(caller: string, options: unknown, names: readonly string[]): OptionChecks {
  const plain = demandOf(caller)
  const demand: OptionChecks['demand'] = (condition, problem) => plain(condition, problem)
  demand(isPlainObject(options), 'options are required')
  const values = { ...(options as Record<string, unknown>) }
  const unknown = unknownNames(values, [...names, ...connectionNames])
  demand(unknown.length === 0, `unknown option ${unknown.join(', ')}`)

  const text = (name: string): string => {
    const value = values[name]
    demand(value !== undefined && value !== null, `${name} is required`)
    demand(typeof value === 'string' && value !== '', `${name} must be text, and not empty`)
    return value as string
  }
  const optionalText = (name: string) => (values[name] === undefined ? null : text(name))
  const url = (name: string) => {
    const value = text(name)
    demand(isWebUrl(value), `${name} must be an absolute URL of http or https, without user name and password`)
    return value
  }
  const call = <Value>(name: string): Value | undefined => {
    const value = values[name]
    demand(value === undefined || typeof value === 'function', `${name} must be a function`)
    return value as Value | undefined
  }

  const connection: OptionChecks['connection'] = (defaults) => {
    const { timeoutMs = 10_000 } = values
    const isTime = Number.isInteger(timeoutMs) && (timeoutMs as number) >= 1 && (timeoutMs as number) <= maxTimeoutMs
    demand(isTime, 'timeoutMs must be an integer from 1 to 30000')
    return {
      account: optionalText('account') ?? defaults.account,
      baseUrl: (values['baseUrl'] === undefined ? defaults.baseUrl : url('baseUrl')).replace(/\/+$/, ''),
      // Looked up at each call, so that a host may replace the global one.
      fetch: call<typeof globalThis.fetch>('fetch') ?? ((...call) => globalThis.fetch(...call)),
      clock: call<() => number>('clock') ?? systemClock,
      timeoutMs: timeoutMs as number,
    }
  }
  return { text, optionalText, url, connection, demand }
}
