import { type ByPrincipal, type PrincipalOption, readByPrincipal } from '../http/by-principal.js'
import type { AuthenticationContext, FailureContext } from '../http/options.js'
import { isService, pathShape, readLayouts } from '../http/options.js'
import type { Principal } from '../http/principal.js'
import type { Incoming } from '../http/request/incoming.js'
import { readOrigin } from '../http/request/same-site.js'
import { isChannelName } from '../domain/text.js'
import { callSafely } from '../internal/callbacks.js'
import { isPlainObject, unknownNames } from '../internal/option-checks.js'
import { type Demand, demandOf } from '../internal/demand.js'
import type { HospitalPayments } from '../service.js'
import type { Layouts } from '../statements/choice.js'
import type { CsvMapping } from '../statements/index.js'
import { english, type MessageKey, type Messages } from './parts/messages.js'
import type { ReceiptHead } from './parts/view.js'

const demand: Demand = demandOf('createDesk')

/** The host's own login, for a person who is not signed in: its path or URL. */
export interface SignInRedirect {
  readonly redirect: string
}

/** The result of `authenticate` of a desk. */
export type DeskAnswer<Asker extends Principal> = Asker | SignInRedirect | Response | null

/** The options of `createDesk`; an unknown option is a `TypeError`. */
export interface DeskOptions<Asker extends Principal = Principal> {
  /** The service, or a function that returns the service of a principal, for one server with several hospitals. */
  payments: HospitalPayments | ((principal: Asker) => HospitalPayments | Promise<HospitalPayments>)
  /**
   * Returns the principal of a request, by the host's own session. After `null` the answer is 401. `{ redirect: '/login' }`, or
   * a `Response` that redirects, sends the person to the host's login. The function must not read the body. `actor` is the
   * actor of all changes by the person. `scopes` are those of the HTTP routes: `reports:read` for any page of finance, also
   * `lines:read` for statement lines and imports, and for each action the scope of its route. The pages of the counter need
   * `cash:take` and `payments:read`, those of its supervisor `cash:supervise`.
   */
  authenticate: (request: Request, context: AuthenticationContext) => DeskAnswer<Asker> | Promise<DeskAnswer<Asker>>
  /** The part before the pages in the URL, such as `/finance`; default none. */
  basePath?: string | undefined
  /**
   * The origin that browsers show for the desk, such as `https://pay.hospital.example`. It is needed behind a proxy that
   * changes Host or ends TLS. Default: scheme and host of each request.
   */
  origin?: string | undefined
  /** True for a desk in which no person can change anything; default false. */
  readOnly?: boolean | undefined
  /**
   * The name of the desk, on every page; default that of the messages. Like `logo`, `receipt`, `messages`, `calendar`, `layouts`
   * and `statementChannels` it may be a function of the principal, which is called for each request. Pages that are shown before a
   * principal is known have the defaults then.
   */
  title?: ByPrincipal<string | undefined, Asker> | undefined
  /** An image before the name: a path of this server, such as `/logo.svg`, or a `data:` URL of an image. */
  logo?: ByPrincipal<string | undefined, Asker> | undefined
  /** The name, address, tax number and logo of the hospital on receipts, and their paper. */
  receipt?: ByPrincipal<ReceiptHead | undefined, Asker> | undefined
  /**
   * Texts of the pages in place of the English ones, by their names in `deskMessages`: a whole language such as `amharic`,
   * `french` or `swahili`, or some texts.
   */
  messages?: ByPrincipal<Partial<Messages>, Asker> | undefined
  /**
   * The calendar of days: with `'ethiopic'` they are shown in both calendars, the Ethiopian first, and typed as `16/3/2019 EC`.
   * Default the Gregorian one; where the service's zone is `Africa/Addis_Ababa`, the Ethiopian day is beside it.
   */
  calendar?: ByPrincipal<'ethiopic' | undefined, Asker> | undefined
  /** Layouts of CSV statements by the names that people choose, as for `createHandler`. */
  layouts?: ByPrincipal<Readonly<Record<string, CsvMapping>>, Asker> | undefined
  /**
   * The channels whose money comes on statements, such as those of banks. Only their payments may be “paid, but on no
   * statement”; payments in cash, for instance, are on none. Default all.
   */
  statementChannels?: ByPrincipal<readonly string[] | undefined, Asker> | undefined
  /** The page on which the host ends a session: a path or URL, to which every page has a link. */
  signOut?: string | undefined
  /** The host's own first page: a path or URL, to which every page has a link. */
  home?: string | undefined
  /**
   * Called with the original error of each answer of status 500 and above, and of each file that broke off. Also called once
   * for each scope of a principal that no route has.
   */
  onError?: ((error: unknown, context: FailureContext) => unknown) | undefined
}

export interface DeskSettings {
  readonly paymentsOf: (principal: Principal) => unknown
  readonly authenticate: (incoming: Incoming) => unknown
  readonly basePath: string
  readonly origin: string | null
  readonly readOnly: boolean
  readonly title: PrincipalOption<string | undefined>
  readonly logo: PrincipalOption<string | undefined>
  readonly receipt: PrincipalOption<ReceiptHead | undefined>
  readonly messages: PrincipalOption<Messages>
  readonly calendar: PrincipalOption<'ethiopic' | undefined>
  readonly layouts: PrincipalOption<Layouts>
  readonly statementChannels: PrincipalOption<readonly string[] | undefined>
  readonly signOut: string | undefined
  readonly home: string | undefined
  readonly onError: (error: unknown, context: FailureContext) => void
}

const names = [
  'payments',
  'authenticate',
  'basePath',
  'origin',
  'readOnly',
  'title',
  'logo',
  'receipt',
  'messages',
  'calendar',
  'layouts',
  'statementChannels',
  'signOut',
  'home',
  'onError',
] as const satisfies readonly (keyof DeskOptions)[]

function readMessages(messages: Partial<Messages>): Messages {
  demand(isPlainObject(messages), 'messages must be an object of texts')
  for (const [name, text] of Object.entries(messages)) {
    demand(Object.hasOwn(english, name), `messages has ${name}, which no page shows`)
    demand(text === undefined || typeof text === 'string', `messages.${name} must be text`)
  }
  const texts = Object.entries(messages).filter(([, text]) => text !== undefined)
  const all = { ...english, ...Object.fromEntries(texts) } as Record<MessageKey, string>
  try {
    new Intl.DateTimeFormat(all.locale)
  } catch {
    demand(false, 'messages.locale must be a language tag such as en-GB or am')
  }
  demand(all.direction === 'ltr' || all.direction === 'rtl', 'messages.direction must be ltr or rtl')
  return Object.freeze(all)
}

function readCalendar(calendar: 'ethiopic' | undefined): 'ethiopic' | undefined {
  demand(calendar === undefined || calendar === 'ethiopic', "calendar must be 'ethiopic', or left out")
  return calendar
}

function readTitle(title: string | undefined): string | undefined {
  demand(title === undefined || typeof title === 'string', 'title must be text')
  return title
}

/** The images that the policy of the pages lets in: one of this server, or one in its own address. */
const logoShape = /^(?:\/(?!\/)|data:image\/)/

function readLogo(logo: string | undefined, name = 'logo'): string | undefined {
  demand(
    logo === undefined || (typeof logo === 'string' && logoShape.test(logo)),
    `${name} must be a path of this server, such as /logo.svg, or a data: URL of an image`,
  )
  return logo
}

const receiptNames = ['name', 'address', 'taxNumber', 'logo', 'paper'] as const satisfies readonly (keyof ReceiptHead)[]

function readReceiptHead(head: ReceiptHead | undefined): ReceiptHead | undefined {
  if (head === undefined) return undefined
  demand(isPlainObject(head), "receipt must be such as { name: 'General Hospital' }")
  const unknown = unknownNames(head, receiptNames)
  demand(unknown.length === 0, `receipt holds ${unknown.join(', ')}, which no receipt has`)
  const { name, address, taxNumber, logo, paper } = head
  demand(typeof name === 'string' && name !== '', 'receipt.name must be text')
  for (const [field, text] of Object.entries({ address, taxNumber }))
    demand(text === undefined || typeof text === 'string', `receipt.${field} must be text`)
  demand(paper === undefined || paper === '80mm' || paper === 'A5', "receipt.paper must be '80mm' or 'A5'")
  return { name, address, taxNumber, logo: readLogo(logo, 'receipt.logo'), paper }
}

function readChannels(channels: readonly string[] | undefined): readonly string[] | undefined {
  if (channels === undefined) return undefined
  const areNames = Array.isArray(channels) && channels.every((one) => typeof one === 'string' && isChannelName(one))
  demand(areNames && channels.length <= 1000, "statementChannels must be a list of channels, such as ['cbe']")
  return [...channels]
}

/** Checks that a link is a path of this server, or a page of the web. */
function isLink(link: unknown): boolean {
  if (typeof link !== 'string') return false
  return /^\/(?!\/)/.test(link) || (URL.canParse(link) && /^https?:$/.test(new URL(link).protocol))
}

/** @throws TypeError for wrong options, at once */
export function readDeskOptions<Asker extends Principal>(options: DeskOptions<Asker>): DeskSettings {
  demand(isPlainObject(options), 'options are required')
  const unknown = unknownNames(options, names)
  demand(unknown.length === 0, `unknown option ${unknown.join(', ')}`)
  const { payments, authenticate, basePath = '', origin, readOnly = false, title, messages = {}, layouts } = options
  const { logo, receipt, calendar, statementChannels, signOut, home, onError } = options
  demand(
    typeof payments === 'function' || isService(payments, true),
    'payments must be a service, or a function that returns one',
  )
  demand(typeof authenticate === 'function', 'authenticate must be a function: a desk is never open to everyone')
  demand(
    typeof basePath === 'string' && pathShape.test(basePath),
    'basePath must be a path such as /finance, without a slash at its end',
  )
  const browserOrigin = readOrigin(origin)
  demand(browserOrigin !== undefined, 'origin must be such as https://pay.hospital.example')
  demand(typeof readOnly === 'boolean', 'readOnly must be true or false')
  demand(signOut === undefined || isLink(signOut), 'signOut must be a path such as /logout, or a URL')
  demand(home === undefined || isLink(home), 'home must be a path such as /, or a URL')
  demand(onError === undefined || typeof onError === 'function', 'onError must be a function')
  return {
    paymentsOf: typeof payments === 'function' ? (payments as DeskSettings['paymentsOf']) : () => payments,
    authenticate: (incoming) =>
      authenticate(incoming.asRequest(), incoming.node === undefined ? {} : { node: incoming.node }),
    basePath,
    origin: browserOrigin,
    readOnly,
    title: readByPrincipal(title, readTitle),
    logo: readByPrincipal(logo, (image) => readLogo(image)),
    receipt: readByPrincipal(receipt, readReceiptHead),
    messages: readByPrincipal(messages, readMessages),
    calendar: readByPrincipal(calendar, readCalendar),
    layouts: readByPrincipal(layouts ?? {}, readLayouts),
    statementChannels: readByPrincipal(statementChannels, readChannels),
    signOut,
    home,
    onError: callSafely((error, context) => onError?.(error, context)),
  }
}
