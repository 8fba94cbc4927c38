import { systemClock } from './internal/clock.js'
import { currencyCodes } from './domain/currencies.js'
import { monotonicIds } from './domain/id.js'
import { instantOf, isInstantMs } from './domain/instant.js'
import { referencePolicies, type ReferencePolicy } from './domain/payments/reference-policy.js'
import { type Logger, readLogger } from './internal/logger.js'
import type { Channel, Instant } from './domain/payments/payment.js'
import { isTimeZone } from './domain/calendar.js'
import { shapes } from './domain/limits.js'
import { isChannelName, referenceProblem } from './domain/text.js'
import type { Provider } from './domain/attempts/provider.js'
import { isOwnAccount } from './domain/accounts/account-kind.js'
import { shownValue, unknownNames } from './internal/option-checks.js'
import { type Demand, demandOf } from './internal/demand.js'
import { PaymentError } from './errors.js'
import type { Waiver } from './domain/waivers/waiver.js'
import type { Refund } from './domain/refunds/refund.js'
import type { Context } from './operations/context.js'
import { repositoryFunctions, storageOf } from './operations/storage.js'
import type { PaymentRepository } from './repository/port.js'

const demand: Demand = demandOf('createHospitalPayments')

/** The options of `createHospitalPayments`; only `repository` is required, and unknown options are a `TypeError`. */
export interface HospitalPaymentsOptions {
  /** The storage of payments: `memoryRepository()`, `sqlRepository(…)`, or one of your own. */
  repository: PaymentRepository
  /** The channels by their names (`[A-Za-z0-9_.-]{1,64}`). Without one, no payment can be created. */
  channels?: Record<string, Channel> | undefined
  /** The IANA time zone of calendar days in reports, such as `Africa/Addis_Ababa`. Default `UTC`. */
  timeZone?: string | undefined
  /** The currencies to accept. Default: every active one of ISO 4217 that has minor units. */
  currencies?: readonly string[] | undefined
  /** The milliseconds until a payment without an `expiresAt` of its own may expire, 1 ms to 100 years. Default: never. */
  defaultTtlMs?: number | undefined
  /**
   * `one-live` allows at most one pending or succeeded payment for a reference, `one-live-per-customer` one for a reference and
   * customer id. Default `allow`: any number.
   */
  referencePolicy?: ReferencePolicy | undefined
  /**
   * Returns true for a refund that another person must approve. It must return at once, and have no side effect. Where
   * it throws, nothing is stored. Default: no refund waits.
   */
  refundApproval?: ((refund: Refund) => boolean) | undefined
  /**
   * Returns false for a waiver that no other person has to approve. It must return at once, and have no side effect. Where it
   * throws, nothing is stored. Default: each waiver waits for a second person.
   */
  waiverApproval?: ((waiver: Waiver) => boolean) | undefined
  /**
   * Categories that are the hospital's own cost where an allocation to them is below 0. The payer paid the whole, and
   * it can be given back, up to a tenth of what the line pays. Default `['bank_fee', 'card_fee', 'provider_fee']`.
   */
  costCategories?: readonly string[] | undefined
  /**
   * Returns true for a person who may act in the cash sessions of others, for calls that do not say `supervisor` themselves. It
   * must return at once, and have no side effect. Default: there are no supervisors.
   */
  cashSupervisors?: ((actor: string) => boolean) | undefined
  /**
   * The providers of payments by their names, such as `{ mpesa: mpesa(…) }`; `payments.attempts` starts and follows payments by
   * them. The name of each is its key. A channel starts nothing.
   */
  providers?: Record<string, Provider> | undefined
  /** Returns the current time in epoch milliseconds. Default `Date.now`. */
  clock?: (() => number) | undefined
  /** Returns as many random bytes as `bytes`. Default: the secure source of the platform. */
  random?: ((bytes: number) => Uint8Array) | undefined
  /**
   * A logger for reports of the service, such as failed deliveries. It never gets a patient's data. Default: nothing is
   * logged.
   */
  logger?: Logger | undefined
}

const names = [
  'repository',
  'channels',
  'timeZone',
  'currencies',
  'defaultTtlMs',
  'referencePolicy',
  'refundApproval',
  'waiverApproval',
  'costCategories',
  'cashSupervisors',
  'providers',
  'clock',
  'random',
  'logger',
] as const satisfies readonly (keyof HospitalPaymentsOptions)[]

const maxTtlMs = 100 * 366 * 86_400_000

/** Random bytes that are drawn together, and not handed out yet: to draw a few takes as long as to draw them all. */
const pool = new Uint8Array(2048)
let drawnBytes = pool.length

/** Returns random bytes of the platform; each is handed out once, and not kept. */
function secureRandom(bytes: number): Uint8Array {
  if (bytes > pool.length) return crypto.getRandomValues(new Uint8Array(bytes))
  if (drawnBytes + bytes > pool.length) {
    crypto.getRandomValues(pool)
    drawnBytes = 0
  }
  const drawn = pool.slice(drawnBytes, drawnBytes + bytes)
  pool.fill(0, drawnBytes, (drawnBytes += bytes))
  return drawn
}

/** The logger of services that have none. */
const silentLogger = readLogger('createHospitalPayments', {})

/** The ids of all services on the real clock, so that ids rise strictly in the whole process. */
const processIds = monotonicIds(systemClock, secureRandom)

export function checkRepository(repository: unknown): asserts repository is PaymentRepository {
  demand(typeof repository === 'object' && repository !== null, 'a repository is required')
  const missing = repositoryFunctions.filter(
    (name) => typeof (repository as Record<string, unknown>)[name] !== 'function',
  )
  demand(missing.length === 0, `the repository lacks ${missing.join(', ')}`)
}

function checkNames(options: object): void {
  const unknown = unknownNames(options, names)
  demand(unknown.length === 0, `unknown option ${unknown.join(', ')}`)
}

function readChannels(channels: unknown): Map<string, Channel> {
  demand(
    typeof channels === 'object' && channels !== null && !Array.isArray(channels),
    'channels must be an object of functions',
  )
  const read = new Map<string, Channel>()
  for (const [name, channel] of Object.entries(channels)) {
    if (channel === undefined) continue
    demand(isChannelName(name), 'a channel name must match [A-Za-z0-9_.-]{1,64}')
    demand(typeof channel === 'function', `channel ${name} must be a function`)
    read.set(name, channel as Channel)
  }
  return read
}

/** All currencies, for the services of however many tenants. */
const allCurrencies: ReadonlySet<string> = new Set(currencyCodes)

function readCurrencies(currencies: unknown): ReadonlySet<string> {
  if (currencies === undefined) return allCurrencies
  demand(Array.isArray(currencies), 'currencies must be a list of ISO 4217 codes')
  for (const code of currencies)
    demand(
      currencyCodes.includes(code as string),
      `currencies has ${shownValue(code)}, which is not a code of ISO 4217 with minor units`,
    )
  return new Set((currencies as string[]).toSorted())
}

/** The functions that every provider has, and those that it may have. */
const callsOfProvider = ['start', 'status'] as const
const moreCallsOfProvider = ['receive', 'reply', 'cancel', 'list'] as const

function checkProvider(name: string, value: unknown): asserts value is Provider {
  demand(typeof value === 'object' && value !== null, `provider ${name} must be an object`)
  const provider = value as Partial<Provider>
  demand(provider.name === name, `provider ${name} must have this key as its name`)
  const { account, polls, promptSeconds } = provider
  const isAccount = typeof account === 'string' && referenceProblem(account) === null && !isOwnAccount(account)
  demand(isAccount, `provider ${name} must have an account, and not one that the library keeps itself`)
  demand(typeof provider.startIsIdempotent === 'boolean', `provider ${name} must say whether startIsIdempotent`)
  for (const call of callsOfProvider)
    demand(typeof provider[call] === 'function', `provider ${name} must have the function ${call}`)
  for (const call of moreCallsOfProvider)
    demand(['function', 'undefined'].includes(typeof provider[call]), `${call} of provider ${name} must be a function`)
  const isRising = (times: readonly number[]) =>
    times.every((time, i) => Number.isFinite(time) && time > (i === 0 ? 0 : times[i - 1]!))
  const arePolls = polls === undefined || (Array.isArray(polls) && polls.length > 0 && isRising(polls))
  demand(arePolls, `polls of provider ${name} must be seconds that rise from above 0`)
  const isTime = promptSeconds === undefined || (Number.isFinite(promptSeconds) && promptSeconds >= 0)
  demand(isTime, `promptSeconds of provider ${name} must be 0 or more`)
}

const noProviders: ReadonlyMap<string, Provider> = new Map()

function readProviders(providers: unknown): ReadonlyMap<string, Provider> {
  if (providers === undefined) return noProviders
  demand(
    typeof providers === 'object' && providers !== null && !Array.isArray(providers),
    'providers must be an object of providers',
  )
  const read = new Map<string, Provider>()
  for (const [name, provider] of Object.entries(providers)) {
    if (provider === undefined) continue
    demand(isChannelName(name), 'the name of a provider must match [A-Za-z0-9_.-]{1,64}')
    checkProvider(name, provider)
    read.set(name, provider)
  }
  return read
}

const defaultCostCategories: ReadonlySet<string> = new Set(['bank_fee', 'card_fee', 'provider_fee'])

function readCostCategories(categories: unknown): ReadonlySet<string> {
  if (categories === undefined) return defaultCostCategories
  const isList =
    Array.isArray(categories) &&
    categories.every((category) => typeof category === 'string' && shapes.category.test(category))
  demand(isList, 'costCategories must be a list of categories, each 1 to 64 characters of a-z, 0-9, _, . and -')
  return new Set(categories as string[])
}

/** Calls the host's clock or random source. Where it fails, the caller, who asked for a payment, gets a `PaymentError`. */
function readSource<Value>(source: () => Value, isRight: (value: Value) => boolean, problem: string): Value {
  let value: Value
  try {
    value = source()
  } catch (cause) {
    throw new PaymentError('internal_error', problem, { cause })
  }
  if (isRight(value)) return value
  throw new PaymentError('internal_error', problem)
}

/** Makes a clock of whole epoch milliseconds. */
function readClock(clock: () => number): () => number {
  const isTime = (ms: number) => ms >= 0 && isInstantMs(ms)
  return () =>
    readSource(
      () => Math.floor(clock()),
      isTime,
      'The option `clock` returned no time. It must return epoch milliseconds.',
    )
}

function readRandom(random: (bytes: number) => Uint8Array): (bytes: number) => Uint8Array {
  const problem = 'The option `random` failed. It must return as many bytes as it is asked for.'
  return (bytes) =>
    readSource(
      () => random(bytes),
      (drawn) => drawn instanceof Uint8Array && drawn.length === bytes,
      problem,
    )
}

/** Makes a clock of instants. Within a millisecond it returns the same text: a statement needs one for each of its lines. */
function instants(milliseconds: () => number): () => Instant {
  let last = Number.NaN
  let text = ''
  return () => {
    const ms = milliseconds()
    if (ms !== last) {
      last = ms
      text = instantOf(ms)
    }
    return text
  }
}

/** Checks all options at once, at start-up, and copies them: what the host changes later changes nothing here. */
export function readOptions(options: HospitalPaymentsOptions): Context {
  demand(typeof options === 'object' && options !== null, 'options are required')
  checkNames(options)
  const { repository, channels = {}, timeZone = 'UTC', currencies, defaultTtlMs, referencePolicy = 'allow' } = options
  const { clock = systemClock, random = secureRandom, refundApproval = null, cashSupervisors = null } = options
  const { waiverApproval = null } = options
  checkRepository(repository)
  demand(isTimeZone(timeZone), `timeZone must be an IANA name such as Africa/Addis_Ababa, not ${shownValue(timeZone)}`)
  demand(
    referencePolicies.includes(referencePolicy),
    `referencePolicy must be one of ${referencePolicies.join(', ')}, not ${shownValue(referencePolicy)}`,
  )
  const ttl = defaultTtlMs ?? null
  demand(defaultTtlMs !== null, 'defaultTtlMs must be a number of milliseconds')
  demand(
    ttl === null || (Number.isInteger(ttl) && ttl >= 1 && ttl <= maxTtlMs),
    'defaultTtlMs must be an integer of at least 1 ms',
  )
  const isFunction = options.refundApproval === undefined || typeof options.refundApproval === 'function'
  demand(isFunction, 'refundApproval must be a function')
  const isAsked = options.waiverApproval === undefined || typeof options.waiverApproval === 'function'
  demand(isAsked, 'waiverApproval must be a function')
  demand(cashSupervisors === null || typeof cashSupervisors === 'function', 'cashSupervisors must be a function')
  demand(typeof clock === 'function', 'clock must be a function')
  demand(typeof random === 'function', 'random must be a function')
  const milliseconds = readClock(clock)
  const drawn = readRandom(random)
  const logger = options.logger === undefined ? silentLogger : readLogger('createHospitalPayments', options.logger)
  const onPlatform = clock === systemClock && random === secureRandom
  return {
    ...storageOf(repository),
    channels: readChannels(channels),
    currencies: readCurrencies(currencies),
    timeZone,
    defaultTtlMs: ttl,
    referencePolicy,
    refundApproval,
    waiverApproval,
    cashSupervisors,
    providers: readProviders(options.providers),
    costCategories: readCostCategories(options.costCategories),
    ids: onPlatform ? processIds : monotonicIds(milliseconds, drawn),
    logger,
    now: instants(milliseconds),
    random: drawn,
  }
}
