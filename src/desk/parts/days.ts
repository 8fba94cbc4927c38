/** The common parts of pages of days and of months: addresses, the state of a day, and the hash of its closing. */
import type { Closing } from '../../domain/days/closing.js'
import { PaymentError } from '../../errors.js'
import { type Content, type Html, markup } from './html.js'
import { statusMark } from './lines.js'
import type { View } from './view.js'

export function dayUrl(view: View, account: string, day: string): string {
  return view.url(`/days/${encodeURIComponent(day)}`, { account })
}

/** Returns the address of a month, of all accounts without one; without a month, of the present one. */
export function monthUrl(view: View, query: { month?: string; account?: string | undefined } = {}): string {
  return view.url('/months', query)
}

export function dayState(view: View, closing: Pick<Closing, 'kind'> | null): Html {
  return closing?.kind === 'closing'
    ? statusMark('good', view.t('day.closed'))
    : statusMark('wait', view.t(closing ? 'day.reopened' : 'day.open'))
}

/** Lists the archives that have lines of closed days; empty where none has. */
export function archivesOf(closings: readonly Pick<Closing, 'archived'>[]): Content {
  const names = new Set(closings.flatMap(({ archived }) => archived?.tables ?? []))
  return [...names].sort().map((name, at) => markup`${at > 0 && ', '}<code>${name}</code>`)
}

/** The number of digits by which people know a hash again. */
const shortLength = 12

/** Writes the beginning of a hash; a press shows it whole, and another copies it, which needs scripts. */
export function hashText(view: View, hash: string): Html {
  return markup`<details class="hash"><summary><code>${hash.slice(0, shortLength)}…</code></summary><code>${hash}</code></details><button type="button" class="small" data-copy="${hash}" data-said="${view.t('day.hashCopied')}" hidden>${view.t('day.copyHash')}</button>`
}

/** Checks that an account exists: it does as soon as a line, an import or a closing names it. */
export async function checkAccount({ payments }: View, account: string): Promise<void> {
  const first = { account, limit: 1 }
  const pages = await Promise.all([
    payments.lines.list(first),
    payments.statements.list(first),
    payments.days.records(first),
  ])
  if (pages.every(({ items }) => items.length === 0)) throw new PaymentError('not_found', 'No account has this name.')
}
