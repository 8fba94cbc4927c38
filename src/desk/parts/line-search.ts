/** The search of a line's page: for payments that its money may be for, by a text, a confirmation by SMS, or the bills of days. */
import { isReportDay, plusDays } from '../../domain/calendar.js'
import type { AccountLine } from '../../domain/reconciliation/account-line.js'
import type { Payment } from '../../domain/payments/payment.js'
import { hiddenField } from './forms.js'
import { bdi, type Html, markup } from './html.js'
import { searchesOfSms, type SmsFacts, smsFacts } from './sms.js'
import { smsNote } from './sms-note.js'
import { amountToTake } from './suggestions.js'
import type { View } from './view.js'

/** The numbers of payments that a search shows: at first, then when more are requested, and at most. */
export const searchSizes = [20, 100, 500] as const
const maxSearch = 500
/** The days before the line in which a search without a text looks for bills. */
const daysBack = 31

/** A search that a form asks for in place of allocating. */
export interface Search {
  readonly text: string
  readonly channel: string
  readonly from: string
  readonly to: string
  readonly limit: number
}

/** The filter of a search by the library. */
interface Filter {
  readonly from?: string
  readonly to?: string
  readonly channel?: string
  readonly limit: number
}

interface FoundPayments {
  readonly payments: readonly Payment[]
  readonly hasMore: boolean
}

/** The payments of a search. */
export interface SearchResult extends FoundPayments {
  /** The text that found them: of a confirmation, one of its facts. */
  readonly text: string
  /** The facts of the confirmation that was pasted. */
  readonly sms: SmsFacts | null
}

/** Finds the bills of some days that the line may pay; those of the days before it where none are named. */
async function billsOfDays(view: View, line: AccountLine, filter: Filter): Promise<FoundPayments> {
  const { from, to = line.valueDate } = filter
  const since = from === undefined && isReportDay(to) ? plusDays(to, -daysBack) : from
  const { currency } = line
  const { items, nextCursor } = await view.payments.search({ ...filter, currency, to, from: since })
  return { payments: items.filter((payment) => amountToTake(line, payment) > 0), hasMore: nextCursor !== null }
}

/** Finds payments by a text as people type it: a receipt, a reference, a name, or a phone number. */
async function paymentsByText(view: View, text: string, filter: Filter): Promise<FoundPayments> {
  const looksLikePhone = /^\+?[\d*][\d* -]{2,}$/.test(text)
  const phone = looksLikePhone ? text.replace(/[ -]/g, '') : null
  const pages = await Promise.all([
    view.payments.search({ text, ...filter }),
    // Text that is no phone number is left to the other search.
    phone === null ? null : view.payments.search({ phone, ...filter }).catch(() => null),
  ])
  const all = new Map(pages.flatMap((page) => (page ? page.items : [])).map((payment) => [payment.id, payment]))
  return {
    payments: [...all.values()].slice(0, filter.limit),
    hasMore: all.size > filter.limit || pages.some((page) => page !== null && page.nextCursor !== null),
  }
}

/** Finds the payments of a confirmation by the first of its facts that finds any. Further results are those of this fact. */
async function paymentsBySms(view: View, sms: SmsFacts, filter: Filter): Promise<SearchResult> {
  for (const search of searchesOfSms(sms)) {
    if ('text' in search) {
      const result = await paymentsByText(view, search.text, filter)
      if (result.payments.length > 0) return { ...result, text: search.text, sms }
    } else {
      const { items, nextCursor } = await view.payments.search({ ...search, ...filter })
      if (items.length > 0) return { payments: items, hasMore: nextCursor !== null, text: search.phone, sms }
    }
  }
  return { payments: [], hasMore: false, text: sms.receipt, sms }
}

/** Searches for the payments that the money of a line may be for. */
export async function searchFor(view: View, line: AccountLine, search: Search): Promise<SearchResult> {
  const { text, channel, from, to, limit } = search
  const filter = {
    ...(from !== '' && { from }),
    ...(to !== '' && { to }),
    ...(channel !== '' && { channel }),
    limit,
  }
  const sms = smsFacts(text)
  if (sms) return paymentsBySms(view, sms, filter)
  const result = text === '' ? await billsOfDays(view, line, filter) : await paymentsByText(view, text, filter)
  return { ...result, text, sms }
}

/** Writes the searched text, and the way to more results than the page has. */
export function searchResult(view: View, search: Search | null, result: SearchResult | null): Html | null {
  if (!search || !result) return null
  const next = searchSizes.find((size) => size > search.limit)
  const count = result.payments.length
  const { text, sms } = result
  return markup`${sms && smsNote(view, sms)}<p>
    ${hiddenField('searched', text)}${hiddenField('size', search.limit)}${text === '' ? view.t('line.foundOfDays', { count }) : view.t('line.foundFor', { count, text: bdi(text) })}
    ${result.hasMore && (next === undefined ? view.t('line.foundTooMany', { count: maxSearch }) : markup`${view.t('line.foundMore')} <button class="small" name="limit" value="${next}">${view.t('line.showMore')}</button>`)}
  </p>`
}
