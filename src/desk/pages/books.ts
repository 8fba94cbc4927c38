/** The page of sums by person, and the journal of the same days as a file. */
import type { HospitalPayments } from '../../service.js'
import { dayFilters, textFilter } from '../parts/filters.js'
import { type ListPage, listRoutes } from '../parts/list-page.js'
import { amounts, column } from '../parts/tables.js'
import { anyPage } from '../parts/view.js'

type Reports = HospitalPayments['reports']
type ActorSum = Awaited<ReturnType<Reports['byActor']>>['items'][number]
type JournalQuery = Parameters<Reports['journal']>[0]

const books: ListPage<ActorSum, JournalQuery> = {
  path: '/reports/actors',
  section: 'reports',
  title: 'books.title',
  scopes: anyPage,
  hint: 'books.hint',
  filters: [...dayFilters, textFilter('accounts', 'books.accounts')],
  complete: (view, { from = view.today, to = from, ...fields }) => ({ from, to, ...fields }),
  empty: 'books.empty',
  filter: (_view, { from = '', to = '', accounts }) => ({
    from,
    to,
    ...(accounts !== undefined && { accounts: accounts.split(',').map((account) => account.trim()) }),
  }),
  async read({ view }, { from, to }) {
    return { items: (await view.payments.reports.byActor({ from, to })).items, nextCursor: null }
  },
  columns: ({ view }) => [
    column(view.t('history.who'), ({ actor }) => view.by(actor)),
    column(view.t('history.what'), ({ action }) => view.t(`books.${action}`)),
    amounts(view.t('books.count'), ({ count }) => count),
    amounts(view.t('form.amount'), ({ amount, currency }) => view.money(amount, currency)),
  ],
  csv: {
    label: 'books.journal',
    name: 'journal',
    path: '/reports/journal.csv',
    export: (view, query, options) =>
      view.payments.reports.journal(query, { bom: true, memo: view.sees('lines:read'), ...options }),
  },
}

export const bookRoutes = listRoutes(books)
