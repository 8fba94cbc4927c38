/** The page and the file of the audit: who did what, by the time of the action. */
import type { HospitalPayments } from '../../service.js'
import { dayFilters, textFilter } from '../parts/filters.js'
import { bdi, type Content, type Html, markup } from '../parts/html.js'
import { type ListPage, listRoutes } from '../parts/list-page.js'
import type { MessageKey } from '../parts/messages.js'
import { paymentReferences } from '../parts/payments.js'
import { amounts, column } from '../parts/tables.js'
import { anyPage, type View } from '../parts/view.js'

type Reports = HospitalPayments['reports']
type AuditEntry = Awaited<ReturnType<Reports['audit']>>['items'][number]
type AuditQuery = Parameters<Reports['audit']>[0]

/** Returns the account and the day of the id of a closing. */
function closingOf(id: string): readonly [account: string, day: string] {
  const end = id.lastIndexOf('/')
  return [id.slice(0, end), id.slice(end + 1)]
}

/** Returns the path of the page of what an entry is about; `null` where the reader may not see one. */
function pathOf(view: View, { kind, id }: AuditEntry): string | null {
  const encoded = encodeURIComponent(id)
  switch (kind) {
    case 'payment':
      return view.paymentUrl(id)
    case 'line':
      return view.sees('lines:read') ? view.lineUrl(id) : null
    case 'refund':
      return view.refundUrl(id)
    case 'waiver':
      return view.url(`/waivers/${encoded}`)
    case 'attempt':
      return view.url(`/attempts/${encoded}`)
    case 'session':
      return view.sees('cash:supervise') ? view.url(`/cash/sessions/${encoded}`) : null
    case 'closing': {
      const [account, day] = closingOf(id)
      return view.url(`/days/${day}`, { account })
    }
    case 'rule':
      return null
  }
}

/** Writes the type of an event in the words of the desk; the type itself where the desk has none. */
function typeText(view: View, { type }: AuditEntry): Content {
  const key = `event.${type}` as MessageKey
  return (view.word(key) as string | undefined) === undefined ? markup`<code>${type}</code>` : view.t(key)
}

/** An entry with the reference of the payment that it is about; `null` for any other. */
interface NamedEntry extends AuditEntry {
  readonly reference: string | null
}

/** Reads the references of the payments of entries. */
async function namedEntries(view: View, entries: readonly AuditEntry[]): Promise<readonly NamedEntry[]> {
  const paymentOf = ({ kind, id }: AuditEntry) => (kind === 'payment' ? id : null)
  const referenceOf = await paymentReferences(
    view,
    entries.map((entry) => ({ paymentId: paymentOf(entry) })),
  )
  return entries.map((entry) => {
    const paymentId = paymentOf(entry)
    return { ...entry, reference: paymentId === null ? null : referenceOf(paymentId) }
  })
}

/** Writes what an entry is about: a payment has its reference, and a closing its account and day. */
function subject(view: View, entry: NamedEntry): Content {
  const { kind, id, reference } = entry
  const path = pathOf(view, entry)
  const link = (name: Html) => (path === null ? name : markup`<a class="open" href="${path}">${name}</a>`)
  if (kind === 'closing') {
    const [account, day] = closingOf(id)
    return [link(bdi(account)), ' ', view.day(day)]
  }
  const name = view.t(`audit.kind.${kind}`)
  return reference === null ? link(name) : [markup`<span>${name}</span> `, link(bdi(reference))]
}

const auditList: ListPage<NamedEntry, AuditQuery> = {
  path: '/audit',
  section: 'audit',
  scopes: anyPage,
  hint: 'audit.hint',
  filters: [...dayFilters, textFilter('person', 'audit.person')],
  complete: (view, { from = view.today, to = from, ...fields }) => ({ from, to, ...fields }),
  empty: 'audit.empty',
  filter: (_view, { from = '', to = '', person, cursor }) => ({
    from,
    to,
    ...(person !== undefined && { actor: person }),
    ...(cursor !== undefined && { cursor }),
  }),
  async read({ view }, query) {
    const { items, nextCursor } = await view.payments.reports.audit(query)
    return { items: await namedEntries(view, items), nextCursor }
  },
  columns: ({ view }) => [
    column(view.t('history.when'), ({ at }) => view.instant(at)),
    column(view.t('history.who'), ({ actor }) => view.by(actor)),
    column(view.t('history.what'), (entry) => typeText(view, entry)),
    column(view.t('audit.subject'), (entry) => subject(view, entry)),
    amounts(view.t('form.amount'), ({ amount, currency }) =>
      amount === null || currency === null ? null : view.money(amount, currency),
    ),
    column(view.t('form.reason'), ({ reason }) => reason !== null && bdi(reason), 'text'),
  ],
  csv: {
    label: 'audit.csv',
    name: 'audit',
    export: ({ payments }, filter, options) => payments.reports.exportAudit(filter, { bom: true, ...options }),
  },
}

export const auditRoutes = listRoutes(auditList)
