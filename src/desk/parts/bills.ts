/** Bills at the counter: the search for them, and what of each may be taken. */
import { openAtCounter } from '../../domain/cash/take.js'
import { isVoided } from '../../domain/cash/void.js'
import type { Payment } from '../../domain/payments/payment.js'
import { field } from './forms.js'
import { bdi, type Html, markup } from './html.js'
import { paymentState } from './payments.js'
import { maxSmsLength, searchesOfSms, type SmsFacts, smsFacts } from './sms.js'
import { amounts, type Column, column } from './tables.js'
import type { View } from './view.js'

/** Writes the search of the counter, in which the next bill is typed. */
export function searchForm(view: View, text = '', hasFocus = true): Html {
  return markup`<form class="card search" method="post" action="${view.url('/counter')}" role="search">
    ${field(view.t('counter.search'), 'text', text, markup` type="search" maxlength="${maxSmsLength}" aria-describedby="search-hint" ${hasFocus && markup` autofocus`}`)}
    <button class="main">${view.t('counter.find')}</button>
    <small class="muted" id="search-hint">${view.t('counter.searchHint')}</small>
  </form>`
}

/** Returns the minor units of a bill that may be taken at the counter now. */
export async function openOfBill(view: View, payment: Payment): Promise<number> {
  const keys = payment.status === 'succeeded' ? (payment.undoneAllocations ?? []).map(({ lineKey }) => lineKey) : []
  const movements = await Promise.all([...new Set(keys)].map((key) => view.movement(key)))
  const voided = new Set(
    movements.flatMap((movement) => (movement && isVoided(movement.line) ? [movement.line.key] : [])),
  )
  return openAtCounter(payment, (key) => voided.has(key))
}

export function billUrl(view: View, id: string, verb = ''): string {
  return view.url(`/counter/bills/${encodeURIComponent(id)}${verb}`)
}

/** The bills of one search. */
export interface FoundBills {
  readonly payments: readonly Payment[]
  /** The only bill with this very number whose money may be taken, or the only one with it at all. */
  readonly exact: Payment | null
  readonly hasMore: boolean
  /** The facts of the confirmation that was pasted into the search. */
  readonly sms?: SmsFacts
}

/** The most bills of a search by name or phone. */
const maxBills = 20

/** Returns the digits of a text that is a phone number or the end of one; `null` for any other text. */
function phoneOf(text: string): string | null {
  return /^[+\d][\d\s()*-]*$/.test(text) && text.replace(/\D/g, '').length >= 3 ? text.replace(/[\s()-]/g, '') : null
}

function mayTake({ status }: Payment): boolean {
  return status !== 'succeeded' && status !== 'reversed'
}

/** Finds the bills of a confirmation: by its receipt, else by the number that the payer typed, else by phone and amount. */
async function findBySms(view: View, sms: SmsFacts): Promise<FoundBills> {
  for (const search of searchesOfSms(sms)) {
    const bills = 'text' in search ? await findBills(view, search.text) : await findPaying(view, search)
    if (bills.payments.length > 0) return { ...bills, sms }
  }
  return { payments: [], exact: null, hasMore: false, sms }
}

async function findPaying(
  view: View,
  search: { phone: string; amount: number; currency: string },
): Promise<FoundBills> {
  const { items, nextCursor } = await view.payments.search({ ...search, limit: maxBills })
  return { payments: items, exact: null, hasMore: nextCursor !== null }
}

/**
 * Finds the bills of a typed text: by their number first, else by name, other spelling, receipt or phone; those of a whole
 * confirmation by SMS by its facts.
 */
export async function findBills(view: View, text: string): Promise<FoundBills> {
  const sms = smsFacts(text)
  if (sms) return findBySms(view, sms)
  const { payments } = view
  const numbered = await payments.findByReference(text, { limit: maxBills })
  const live = numbered.items.filter(mayTake)
  const ofNumber = live.length > 0 ? live : numbered.items
  if (ofNumber.length === 1) return { payments: ofNumber, exact: ofNumber[0]!, hasMore: false }
  if (ofNumber.length > 1) return { payments: numbered.items, exact: null, hasMore: numbered.nextCursor !== null }
  const phone = phoneOf(text)
  const pages = await Promise.all([
    payments.search({ text, limit: maxBills }),
    ...(phone === null ? [] : [payments.search({ phone, limit: maxBills })]),
  ])
  const all = new Map(pages.flatMap(({ items }) => items.map((payment) => [payment.id, payment] as const)))
  return {
    payments: [...all.values()].sort((a, b) => Number(mayTake(b)) - Number(mayTake(a))),
    exact: null,
    hasMore: pages.some(({ nextCursor }) => nextCursor !== null),
  }
}

/** Makes the columns of bills to choose from; the first link has the focus. */
export function billColumns(view: View): Column<Payment>[] {
  return [
    column(
      view.t('counter.bill'),
      ({ id, reference, customer }, at) => [
        markup`<a class="open" href="${billUrl(view, id)}" ${at === 0 && markup` autofocus`}>${bdi(reference)}</a>`,
        customer?.name !== undefined && markup`<span class="more">${bdi(customer.name)}</span>`,
      ],
      'wide',
    ),
    column(view.t('payment.createdAt'), ({ createdAt }) => view.instant(createdAt)),
    amounts(view.t('payment.asked'), ({ amount, currency }) => view.money(amount, currency)),
    amounts(view.t('payment.came'), ({ amountReconciled, currency }) => view.money(amountReconciled, currency)),
    column(view.t('payment.status'), (payment) => paymentState(view, payment)),
  ]
}
