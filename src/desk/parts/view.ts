/** The context of a page: words, days, amounts, paths, and the scopes of its reader. */
import { dayOf } from '../../domain/calendar.js'
import type { Provider } from '../../domain/attempts/provider.js'
import type { Upload } from '../../domain/desk/upload.js'
import type { SavedFilter } from '../../domain/desk/saved-filter.js'
import type { Instant } from '../../domain/payments/payment.js'
import { formatAmount } from '../../domain/money.js'
import { PaymentError } from '../../errors.js'
import { type HospitalPayments, settingsOf } from '../../service.js'
import type { Done } from './done.js'
import { ethiopicDayOf } from '../../domain/ethiopic.js'
import { bdi, type Content, groupDigits, type Html, markup } from './html.js'
import type { MessageKey, Messages } from './messages.js'

/** A right of a principal of the desk, one of the scopes of the HTTP routes. */
export type DeskScope =
  | 'reports:read'
  | 'lines:read'
  | 'lines:write'
  | 'payments:write'
  | 'refunds:request'
  | 'refunds:approve'
  | 'refunds:settle'
  | 'days:close'
  | 'payments:read'
  | 'cash:take'
  | 'cash:supervise'
  | 'payers:read'
  | 'payers:write'
  | 'waivers:request'
  | 'waivers:approve'
  | 'attempts:write'

/** The scopes that any page needs, and those that pages of statement lines need. */
export const anyPage = ['reports:read'] as const satisfies readonly DeskScope[]
export const linePages = ['reports:read', 'lines:read'] as const satisfies readonly DeskScope[]

/** The scopes that pages of the counter need, and those that pages of its supervisor need. */
export const counterPages = ['cash:take', 'payments:read'] as const satisfies readonly DeskScope[]
export const cashPages = ['cash:supervise'] as const satisfies readonly DeskScope[]

/** The scopes that pages of payers need. */
export const payerPages = ['reports:read', 'payers:read'] as const satisfies readonly DeskScope[]

/** The head of receipts, and their paper. */
export interface ReceiptHead {
  /** The name of the hospital. */
  readonly name: string
  /** Its address; line breaks stay. */
  readonly address?: string | undefined
  readonly taxNumber?: string | undefined
  /** A path of this server, such as `/logo.svg`, or a `data:` URL of an image. */
  readonly logo?: string | undefined
  /** The paper: a roll of 80 mm, which is the default, or sheets of A5. */
  readonly paper?: '80mm' | 'A5' | undefined
}

export interface ViewFacts {
  readonly payments: HospitalPayments
  readonly messages: Messages
  readonly basePath: string
  readonly title: string | undefined
  /** The logo: a path, or an image in its address. */
  readonly logo: string | undefined
  readonly receipt: ReceiptHead | undefined
  /** Links of the host's. */
  readonly signOut: string | undefined
  readonly home: string | undefined
  readonly actor: string | null
  readonly scopes: readonly string[]
  readonly readOnly: boolean
  readonly timeZone: string
  /** The calendar in which days are shown first and typed; without it, the Gregorian one. */
  readonly calendar: 'ethiopic' | undefined
  /** The providers of payments by their names. */
  readonly providers: ReadonlyMap<string, Provider>
  readonly now: Instant
  /** The action before this page. */
  readonly done: Done | null
}

type Settings = NonNullable<ReturnType<typeof settingsOf>>

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale + JSON.stringify(options)
  let format = formats.get(key)
  if (!format) formats.set(key, (format = new Intl.DateTimeFormat(locale, options)))
  return format
}

const dayShape = { day: 'numeric', month: 'short', year: 'numeric' } as const
const timeShape = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

/** Zones in which people reckon by the Ethiopian calendar. */
const ethiopicZones = ['Africa/Addis_Ababa']

const placeholder = /\{(\w+)\}/

export class View {
  readonly payments: HospitalPayments
  readonly actor: string | null
  readonly title: string
  /** The calendar day in the hospital's zone. */
  readonly today: string
  readonly basePath: string
  readonly #facts: ViewFacts

  constructor(facts: ViewFacts) {
    this.#facts = facts
    this.payments = facts.payments
    this.actor = facts.actor
    this.basePath = facts.basePath
    this.title = facts.title ?? facts.messages['desk.title']
    this.today = dayOf(facts.now, facts.timeZone)
  }

  /** Reads the payments and refunds that a line names; none where the service only has the shape of one. */
  async namedBy(lineKey: string): ReturnType<Settings['namedBy']> {
    return (await settingsOf(this.payments)?.namedBy(lineKey)) ?? { payments: [], refunds: [] }
  }

  /** Reads the movements of a session, newest first; none where the service only has the shape of one. */
  async movementsOf(sessionId: string): ReturnType<Settings['movementsOf']> {
    return (await settingsOf(this.payments)?.movementsOf(sessionId)) ?? []
  }

  /** Reads one movement at the counter; `null` for any other line. */
  async movement(lineKey: string): ReturnType<Settings['movement']> {
    return (await settingsOf(this.payments)?.movement(lineKey)) ?? null
  }

  /** Reads the sessions with a difference that has no reason yet. */
  async unexplainedSessions(): ReturnType<Settings['unexplainedSessions']> {
    return (await settingsOf(this.payments)?.unexplainedSessions()) ?? []
  }

  /** Reads the instant of the oldest request that waits for a second person; `null` without any. */
  async oldestRequest(): ReturnType<Settings['oldestRequest']> {
    return (await settingsOf(this.payments)?.oldestRequest()) ?? null
  }

  /** Reads payments together; none where the service only has the shape of one. */
  async paymentsById(ids: readonly string[]): ReturnType<Settings['paymentsById']> {
    return (await settingsOf(this.payments)?.paymentsById(ids)) ?? new Map()
  }

  /** Finds a receipt by its number of a year; `null` where none has it, and where the service only has the shape of one. */
  async receiptByNumber(receipt: Parameters<Settings['receiptByNumber']>[0]): ReturnType<Settings['receiptByNumber']> {
    return (await settingsOf(this.payments)?.receiptByNumber(receipt)) ?? null
  }

  /** Reads the lines whose open money is a payer's deposit; none where the service only has the shape of one. */
  async depositsOf(payerId: string): ReturnType<Settings['depositsOf']> {
    return (await settingsOf(this.payments)?.depositsOf(payerId)) ?? []
  }

  /** Lists the attempts that wait for people; none where the service only has the shape of one. */
  async attemptsForPeople(): ReturnType<Settings['attemptsForPeople']> {
    return (
      (await settingsOf(this.payments)?.attemptsForPeople()) ?? { unknown: [], paidOpen: [], paidAgain: [], living: [] }
    )
  }

  /** Reads the filters that the reader saved for a list; none where the service only has the shape of one. */
  async savedFilters(path: string): ReturnType<Settings['listFilters']> {
    const { actor } = this
    return (actor !== null && (await settingsOf(this.payments)?.listFilters({ actor, path }))) || []
  }

  /**
   * Saves a filter of a list in the reader's name, in the place of the one with its name.
   *
   * @throws PaymentError `forbidden` without an actor, `invalid_request`
   */
  async saveFilter(filter: Pick<SavedFilter, 'path' | 'name' | 'query'>): Promise<void> {
    await settingsOf(this.payments)?.saveFilter({ ...filter, actor: personOf(this) })
  }

  /** Deletes a filter of the reader's. @throws PaymentError `forbidden` without an actor */
  async deleteFilter(id: string): Promise<void> {
    await settingsOf(this.payments)?.deleteFilter({ id, actor: personOf(this) })
  }

  /** Tries a rule over the open lines; without lines and sums where the service only has the shape of one. */
  async previewRule(...call: Parameters<Settings['previewRule']>): ReturnType<Settings['previewRule']> {
    const settings = settingsOf(this.payments)
    if (settings) return settings.previewRule(...call)
    return { ...(await this.payments.rules.try(call[0])), amounts: [], first: [] }
  }

  /** Keeps a file of the reader's for a day at most; `null` without an actor, and where the service only has the shape of one. */
  async keepUpload(file: Omit<Parameters<Settings['keepUpload']>[0], 'actor'>): Promise<Upload | null> {
    const { actor } = this
    return (actor !== null && (await settingsOf(this.payments)?.keepUpload({ ...file, actor }))) || null
  }

  /** Finds a file that is kept for the reader; `null` where there is none any more. */
  async upload(id: string): Promise<Upload | null> {
    const { actor } = this
    return (actor !== null && (await settingsOf(this.payments)?.findUpload({ id, actor }))) || null
  }

  readUpload(upload: Upload): AsyncIterable<Uint8Array> {
    return settingsOf(this.payments)!.readUpload(upload)
  }

  async deleteUpload(id: string): Promise<void> {
    await settingsOf(this.payments)?.deleteUpload({ id, actor: personOf(this) })
  }

  /** The hospital's zone and day, and its calendar, by which dates of a file are read. */
  get calendarFacts(): { timeZone: string; today: string; mayBeEthiopic: boolean } {
    const { timeZone } = this.#facts
    return { timeZone, today: this.today, mayBeEthiopic: ethiopicZones.includes(timeZone) }
  }

  /** Writes a message; its `{names}` are replaced by values, which are escaped as everything is. */
  t(key: MessageKey, values: Readonly<Record<string, Content>> = {}): Html {
    const parts = this.#facts.messages[key].split(placeholder)
    return markup`${parts.map((part, i) => (i % 2 === 0 ? part : values[part]))}`
  }

  /** Returns a message as plain text. */
  word(key: MessageKey): string {
    return this.#facts.messages[key]
  }

  url(path: string, query: Readonly<Record<string, string | null | undefined>> = {}): string {
    const parameters = Object.entries(query).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
    const search = new URLSearchParams(parameters).toString()
    return this.basePath + path + (search && `?${search}`)
  }

  lineUrl(key: string, verb = ''): string {
    return this.url(`/lines/${encodeURIComponent(key)}${verb}`)
  }

  paymentUrl(id: string, verb = ''): string {
    return this.url(`/payments/${encodeURIComponent(id)}${verb}`)
  }

  refundUrl(id: string, verb = ''): string {
    return this.url(`/refunds/${encodeURIComponent(id)}${verb}`)
  }

  /** Checks that the reader may see pages that need these scopes. */
  sees(...scopes: readonly DeskScope[]): boolean {
    return scopes.every((scope) => this.#facts.scopes.includes(scope))
  }

  /** Checks that the reader may do an action that needs this scope. */
  may(scope: DeskScope): boolean {
    return !this.#facts.readOnly && this.sees(scope)
  }

  /** Writes the announcement of the action before this page. */
  done(values: Readonly<Record<string, Content>> = {}): Html | null {
    const { done } = this.#facts
    return done && this.t(done.key, { ...values, count: done.count })
  }

  /** Checks that this page announces an action. */
  follows(key: Done['key']): boolean {
    return this.#facts.done?.key === key
  }

  /** True where the reader of the page is not known. */
  get isUnknown(): boolean {
    return this.actor === null && this.#facts.scopes.length === 0
  }

  get logo(): string | undefined {
    return this.#facts.logo
  }

  /** The providers of payments by their names; none where the service only has the shape of one. */
  get providers(): ReadonlyMap<string, Provider> {
    return this.#facts.providers
  }

  /** The head of receipts. */
  get receiptHead(): ReceiptHead | undefined {
    return this.#facts.receipt
  }

  /** The host's own first page. */
  get home(): string | undefined {
    return this.#facts.home
  }

  /** The end of the session of a person who is signed in, at the host. */
  get signOut(): string | undefined {
    return this.isUnknown ? undefined : this.#facts.signOut
  }

  get isReadOnly(): boolean {
    return this.#facts.readOnly
  }

  /** True where days are shown first, and typed, in the Ethiopian calendar. */
  get isEthiopic(): boolean {
    return this.#facts.calendar === 'ethiopic'
  }

  /** Returns the day of an instant in the Ethiopian calendar, or `null` where the platform cannot write it. */
  #ethiopicText(ms: number, timeZone: string): string | null {
    const format = formatOf(`${this.word('locale')}-u-ca-ethiopic`, { ...dayShape, month: 'long', timeZone })
    if (format.resolvedOptions().calendar !== 'ethiopic') return null
    const parts = format.formatToParts(ms)
    return (['day', 'month', 'year'] as const).map((type) => parts.find((part) => part.type === type)?.value).join(' ')
  }

  /** Writes the day, and the time if `hasTime`; the day in the other calendar beside where the hospital uses both. */
  #time(attribute: string, ms: number, timeZone: string, hasTime: boolean): Html {
    const { calendar, timeZone: zone } = this.#facts
    const write = (shape: Intl.DateTimeFormatOptions) =>
      formatOf(this.word('locale'), { ...shape, timeZone }).format(ms)
    const ethiopic = calendar === 'ethiopic' || ethiopicZones.includes(zone) ? this.#ethiopicText(ms, timeZone) : null
    if (ethiopic !== null && calendar === 'ethiopic') {
      const time = hasTime && [', ', write(timeShape)]
      return markup`<time datetime="${attribute}">${ethiopic}${time}</time> <small class="eth" title="${this.t('date.gregorian')}"
      >${write(dayShape)}</small
    >`
    }
    const written = write(hasTime ? { ...dayShape, ...timeShape } : dayShape)
    const other =
      ethiopic !== null &&
      markup` <small class="eth" title="${this.t('date.ethiopic')}"
      >${ethiopic}</small
    >`
    return markup`<time datetime="${attribute}">${written}</time>${other}`
  }

  /** Returns the calendar day of an instant in the hospital's zone. */
  dayOf(instant: Instant): string {
    return dayOf(instant, this.#facts.timeZone)
  }

  /** Writes a calendar day, with the day of the other calendar beside where the hospital uses both. */
  day(day: string): Html {
    return this.#time(day, Date.parse(`${day}T12:00:00.000Z`), 'UTC', false)
  }

  /** Writes how long ago a calendar day was, in days; a later day as today. */
  ago(day: string): Html {
    const days = Math.max(0, Math.round((Date.parse(this.today) - Date.parse(day)) / 86_400_000))
    const text = new Intl.RelativeTimeFormat(this.word('locale'), { numeric: 'auto' }).format(-days, 'day')
    return markup`<time datetime="${day}">${text}</time>`
  }

  /** Writes the weekday of a calendar day, short. */
  weekday(day: string): Html {
    const shape = { weekday: 'short', timeZone: 'UTC' } as const
    const name = formatOf(this.word('locale'), shape).format(Date.parse(`${day}T12:00:00.000Z`))
    return markup`<time datetime="${day}">${name}</time>`
  }

  /** Writes the name of a month `YYYY-MM` with its year. */
  month(month: string): Html {
    const shape = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const
    const name = formatOf(this.word('locale'), shape).format(Date.parse(`${month}-01T12:00:00.000Z`))
    return markup`<time datetime="${month}">${name}</time>`
  }

  /** Writes a calendar day without its year, in digits, for little room. */
  shortDay(day: string): string {
    if (this.isEthiopic) {
      const ethiopic = ethiopicDayOf(Date.parse(day))
      return `${ethiopic.day}/${ethiopic.month}`
    }
    const shape = { day: 'numeric', month: 'numeric', timeZone: 'UTC' } as const
    return formatOf(this.word('locale'), shape).format(Date.parse(`${day}T12:00:00.000Z`))
  }

  /** Writes an instant in the hospital's zone. */
  instant(instant: Instant): Html {
    return this.#time(instant, Date.parse(instant), this.#facts.timeZone, true)
  }

  /** Writes the actor of an event: a person, or a rule or program. */
  by(actor: string | null): Html {
    return actor === null ? this.t('history.byRule') : bdi(actor)
  }

  /** Writes minor units as people do, exactly. */
  money(amount: number | bigint | string, currency: string): Html {
    return markup`<span class="money">${this.decimal(amount, currency)} <abbr>${currency}</abbr></span>`
  }

  /** Writes an amount as `money` does, without the currency. */
  decimal(amount: number | bigint | string, currency: string): string {
    const [, sign, whole, rest] = /^(-?)(\d+)(.*)$/.exec(formatAmount(amount, currency))!
    return `${sign === '-' ? '\u2212' : ''}${groupDigits(whole!)}${rest}`
  }
}

/**
 * Returns the reader as the person of a call at the counter: who has the scope of supervisors is one.
 *
 * @throws PaymentError `forbidden` where the reader has no name, because cash has an owner
 */
export function cashierOf(view: View): { actor: string; supervisor: boolean } {
  const { actor } = view
  if (actor === null) throw new PaymentError('forbidden', 'Cash needs a person: `authenticate` gave no actor.')
  return { actor, supervisor: view.sees('cash:supervise') }
}

/** Returns the reader by name. @throws PaymentError `forbidden` without one */
export function personOf({ actor }: View): string {
  if (actor !== null) return actor
  throw new PaymentError('forbidden', 'Only a person can save this: `authenticate` gave no actor.')
}

/** Returns the reader as the option `actor` of an action, or no option where the reader has no name. */
export function actorOf({ actor }: View): { actor?: string } {
  return actor === null ? {} : { actor }
}
