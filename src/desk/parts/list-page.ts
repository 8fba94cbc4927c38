/** Lists of the desk, each made of one description: a page with filters, a table and a pager, and a file. */
import { csvReply } from '../../http/csv-reply.js'
import { formatAmount } from '../../domain/money.js'
import type { Reply } from '../../http/reply.js'
import type { Form } from '../request/form.js'
import type { DeskRequest, DeskRoute } from '../route.js'
import { arePosted, type Fields, type Filter, filterForm, moneyOf, RefusedFilter } from './filters.js'
import { filledFields, listLink, namesPerson, pager } from './forms.js'
import { type Content, type Html, markup } from './html.js'
import { keysHelp } from './keys.js'
import type { MessageKey } from './messages.js'
import { type PageFacts, pageReply, redirectTo, refusalAlone, type Section } from './page.js'
import { refusedQuery } from './problem.js'
import { smsNote } from './sms-note.js'
import { type SmsFacts, smsFacts } from './sms.js'
import { type Column, section, table } from './tables.js'
import type { DeskScope, View } from './view.js'

/** Items of a list, as an operation returns them, and what the page has around them. */
export interface Listing<Item> {
  readonly items: readonly Item[]
  readonly nextCursor: string | null
  /** Content between the filters and the table. */
  readonly before?: Content
  /** Content after the table. */
  readonly after?: Content
  /** The fields of the links to further pages and to the file, where they are other than those of the form. */
  readonly linked?: Fields
  /** Writes the table with what belongs to it, such as a form around it. */
  frame?(rows: Html): Content
}

/** A list with the context of its page. */
interface ShownList<Item> extends Listing<Item> {
  readonly view: View
  readonly fields: Fields
}

/** The part of a request that a list reads. */
type ListRequest = Pick<DeskRequest, 'view' | 'query' | 'layouts'>

/** The description of a list. */
export interface ListPage<Item, Query> {
  readonly path: string
  readonly section: Section
  readonly scopes: readonly DeskScope[]
  /** The title of the page; without it, the name of its place in the navigation. */
  readonly title?: MessageKey
  readonly hint?: MessageKey
  /** The heading of the list, on a page that has more than the list. */
  readonly heading?: MessageKey
  /** The name of the table; without it, the heading or the title. */
  readonly caption?: MessageKey
  readonly filters: readonly Filter[]
  /** The words of the button of the filters. */
  readonly button?: MessageKey
  /** The most items of a page, 50 without it. */
  readonly limit?: number
  /** Names in the address that have no field in the form. */
  readonly more?: readonly string[]
  readonly empty: MessageKey | ((list: ShownList<Item>) => Content)
  /** The file of the list; without `path`, at the path of the list with `.csv`. `name` begins the name of the file. */
  readonly csv?: {
    readonly label: MessageKey
    readonly name: string
    readonly path?: string
    export(view: View, filter: Query, options: { readonly signal: AbortSignal }): AsyncIterable<string>
  }
  /** Adds the values of fields that are left out. */
  complete?(view: View, fields: Fields): Fields
  /**
   * Makes the filter of the library; without it, the fields are the filter, the amount in minor units.
   *
   * @throws RefusedFilter
   */
  filter?(view: View, fields: Fields): Query
  /** Reads a page of the list; the refusal of a filter becomes the alert of the page. */
  read(request: ListRequest, query: Query & { readonly limit: number }, fields: Fields): Promise<Listing<Item>>
  columns(list: ShownList<Item>): readonly (Column<Item> | false)[]
  /** Writes what stands above the list. */
  top?(request: ListRequest): Content | Promise<Content>
  /** Writes what stands beside the button of the filters. */
  beside?(view: View): Content
}

type AnyList = Pick<ListPage<unknown, unknown>, 'path' | 'section' | 'title' | 'filters' | 'more' | 'complete'>

function fieldsOf({ filters, more = [], complete }: AnyList, view: View, query: Form, ...others: string[]): Fields {
  const fields = filledFields(query, [...filters.map(({ name }) => name), ...more, ...others])
  return complete?.(view, fields) ?? fields
}

function filterOf<Item, Query>(list: ListPage<Item, Query>, view: View, fields: Fields): Query {
  return list.filter ? list.filter(view, fields) : ({ ...fields, ...moneyOf(view, fields) } as Query)
}

const titleOf = ({ title, section }: AnyList): MessageKey => title ?? `nav.${section}`

function csvPathOf<Item, Query>({ path, csv }: ListPage<Item, Query>): string {
  return csv?.path ?? `${path}.csv`
}

/** Writes the list: its table, its pager, and the link to its file. */
function listOf<Item, Query>(list: ListPage<Item, Query>, page: ShownList<Item>): Html {
  const { path, filters, csv, empty, heading, caption = heading ?? titleOf(list) } = list
  const { view, items, nextCursor, after, fields, linked = fields } = page
  const emptyText = typeof empty === 'function' ? empty(page) : view.t(empty)
  const rows = table(view.t(caption), items, list.columns(page), emptyText)
  const exported = Object.fromEntries(filters.flatMap(({ name }) => (name in linked ? [[name, linked[name]!]] : [])))
  const attribute = namesPerson(exported) ? 'data-download' : 'download'
  const file = csv && listLink(view, csvPathOf(list), exported, view.t(csv.label), attribute)
  return markup`${page.frame?.(rows) ?? rows} ${pager(view, path, linked, nextCursor)} ${after}
    ${file && markup`<div class="actions">${file}</div>`}`
}

/** Lists the fields by which a confirmation by SMS is searched, one after the other; those that the list has no filter for are left out. */
function fieldsOfSms({ filters }: AnyList, sms: SmsFacts): readonly Fields[] {
  const has = (name: string) => filters.some((filter) => filter.name === name)
  const { receipt, reference, phone, amount, currency } = sms
  const ofPhone = has('phone') ? phone && { phone } : {}
  return [
    { text: receipt },
    ...(reference === null ? [] : [{ text: reference }]),
    ...(ofPhone && has('amount') ? [{ ...ofPhone, amount: formatAmount(amount, currency), currency }] : []),
  ]
}

/**
 * Reads a list by its fields. A confirmation that was pasted into the search is read by its receipt; where that finds nothing,
 * by its reference, then by phone and amount. The page has the facts, and no more of the message.
 */
async function readList<Item, Query>(
  list: ListPage<Item, Query>,
  request: ListRequest,
  typed: Fields,
): Promise<{ readonly fields: Fields; readonly listing: Listing<Item> }> {
  const { view } = request
  const { limit = 50 } = list
  const read = async (fields: Fields) => {
    return { fields, listing: await list.read(request, { ...filterOf(list, view, fields), limit }, fields) }
  }
  const { text = '', ...others } = typed
  const sms = smsFacts(text)
  if (!sms) return read(typed)
  const searches = fieldsOfSms(list, sms).map((fields) => ({ ...others, ...fields }))
  let result = await read(searches[0]!)
  for (const fields of searches.slice(1)) {
    if (result.listing.items.length > 0) break
    const next = await read(fields)
    if (next.listing.items.length > 0) result = next
  }
  return { ...result, listing: { ...result.listing, before: [smsNote(view, sms), result.listing.before] } }
}

/** Makes the page of a list; an action that was refused there gives its status and its alert. */
export async function listPage<Item, Query>(
  list: ListPage<Item, Query>,
  request: ListRequest,
  { alert, ...more }: Pick<PageFacts, 'status' | 'alert' | 'done'> = {},
): Promise<PageFacts> {
  const { view, query } = request
  const alone = refusalAlone(view, list.scopes, { ...more, alert })
  if (alone) return alone
  const { heading, hint, filters } = list
  const typed = fieldsOf(list, view, query, 'cursor')
  let refusal: Content = null
  const [{ fields, listing }, top] = await Promise.all([
    readList(list, request, typed).catch((error: unknown) => {
      refusal = refusedQuery(view, error)
      return { fields: typed, listing: { items: [], nextCursor: null } satisfies Listing<Item> as Listing<Item> }
    }),
    list.top?.(request),
  ])
  const above = markup`${filterForm(view, list, fields)} ${listing.before}`
  const rows = listOf(list, { ...listing, view, fields })
  return {
    ...more,
    ...(refusal !== null && { status: 400 }),
    title: view.word(titleOf(list)),
    section: list.section,
    alert: refusal ?? alert,
    body: [
      top,
      hint && markup`<p class="muted">${view.t(hint)}</p>`,
      heading
        ? section(view, 'list', heading, [above, rows], markup` data-keys`)
        : markup`${above}<div ${arePosted(filters) && markup`id="list" `}data-keys>${rows}</div>`,
      keysHelp(view),
    ],
  }
}

/** Makes the routes of a list: its page, its file, and both for filters that are posted because they may name a person. */
export function listRoutes<Item, Query>(list: ListPage<Item, Query>): readonly DeskRoute[] {
  const { path, scopes, filters, csv } = list
  const show = async (request: ListRequest): Promise<Reply> => pageReply(request.view, await listPage(list, request))
  // Filters that name no person stand in the address.
  const showPosted = ({ view, form, layouts }: DeskRequest): Promise<Reply> => {
    const fields = fieldsOf(list, view, form, 'cursor')
    return namesPerson(fields)
      ? show({ view, query: form, layouts })
      : Promise.resolve(redirectTo(view.url(path, fields)))
  }
  const post = (at: string, run: DeskRoute['run']): readonly DeskRoute[] =>
    arePosted(filters) ? [{ method: 'POST', path: at, scopes, isSearch: true, run }] : []
  const page: readonly DeskRoute[] = [{ method: 'GET', path, scopes, run: show }, ...post(path, showPosted)]
  if (!csv) return page
  const file = async ({ view, query, form, layouts, signal, onError }: DeskRequest): Promise<Reply> => {
    const source = namesPerson(fieldsOf(list, view, form)) ? form : query
    const fields = fieldsOf(list, view, source)
    try {
      const filter = filterOf(list, view, fields)
      const pieces = (options: { signal: AbortSignal }) => csv.export(view, filter, options)
      return await csvReply({ name: csv.name, days: fields, export: pieces, signal, onError })
    } catch (error) {
      if (!(error instanceof RefusedFilter)) throw error
      return show({ view, query: source, layouts })
    }
  }
  const csvPath = csvPathOf(list)
  return [...page, { method: 'GET', path: csvPath, scopes, run: file }, ...post(csvPath, file)]
}
