/** The filters of lists: fields of a form that stand in the address of the page. */
import { typedAmount } from './amounts.js'
import { choice, dayField, field, personFields } from './forms.js'
import { type Content, type Html, markup } from './html.js'
import type { MessageKey } from './messages.js'
import type { View } from './view.js'

/** The fields of a list that are not empty, by name. */
export type Fields = Readonly<Record<string, string>>

/** A field of the filters of a list. */
export interface Filter {
  /** The name in the address; empty for a field that no link repeats. */
  readonly name: string
  /** True for a field that stands under "More filters". */
  readonly isFine?: boolean
  write(view: View, value: string): Html
}

/** Makes a filter of text; `attributes` are those of its input. */
export function textFilter(name: string, label: MessageKey, attributes?: Html): Filter {
  return { name, write: (view, value) => field(view.t(label), name, value, attributes) }
}

/** Makes a filter of one of several values, or of any of them. The keys of their labels begin with `prefix`. */
export function choiceFilter<Value extends string, Prefix extends string>(
  name: string,
  label: MessageKey,
  values: readonly Value[],
  prefix: Prefix & (`${Prefix}.${Value}` extends MessageKey ? Prefix : never),
): Filter {
  const write = (view: View, chosen: string) => {
    const options = values.map((value) => [value, view.t(`${prefix}.${value}` as MessageKey)] as const)
    return choice(view.t(label), name, [['', view.t('filter.any')], ...options], chosen)
  }
  return { name, write }
}

/** The first and the last day. */
export const dayFilters: readonly Filter[] = [
  { name: 'from', write: (view, value) => dayField(view, 'filter.from', 'from', value) },
  { name: 'to', write: (view, value) => dayField(view, 'filter.to', 'to', value) },
]

/** An amount and its currency, which `moneyOf` reads. */
export const moneyFilters: readonly Filter[] = [
  textFilter('amount', 'filter.amount', markup` inputmode="decimal"`),
  textFilter('currency', 'filter.currency', markup` maxlength="3" size="4"`),
]

/** A value of a filter that the desk refuses before the library sees it. */
export class RefusedFilter extends Error {
  constructor(readonly alert: Content) {
    super('A filter is refused.')
  }
}

/**
 * Reads the fields of `moneyFilters`: the amount in minor units.
 *
 * @throws RefusedFilter for an amount without its currency, or with a mistake
 */
export function moneyOf(view: View, { amount, currency }: Fields): { amount?: number; currency?: string } {
  if (amount === undefined) return currency === undefined ? {} : { currency: currency.toUpperCase() }
  if (currency === undefined) throw new RefusedFilter(view.t('lines.amountNeedsCurrency'))
  const minor = typedAmount(amount, currency.toUpperCase())
  if (minor === null) throw new RefusedFilter(view.t('form.badAmount'))
  return { amount: minor, currency: currency.toUpperCase() }
}

/** Checks that a filter may name a person. */
const isPersonal = ({ name }: Filter) => personFields.includes(name)

/** Checks that the filters are posted: one of them may name a person, and so must stand in no address. */
export function arePosted(filters: readonly Filter[]): boolean {
  return filters.some(isPersonal)
}

interface FilterForm {
  readonly path: string
  readonly filters: readonly Filter[]
  /** The words of the button. */
  readonly button?: MessageKey
  /** Writes what stands beside the button. */
  readonly beside?: (view: View) => Content
}

/** Writes the form of the filters; those that are fine stand open where one of them has a value. */
export function filterForm(view: View, list: FilterForm, fields: Fields): Html | null {
  const { path, filters, button = 'filter.show', beside } = list
  if (filters.length === 0) return null
  const fine = filters.filter(({ isFine }) => isFine === true)
  const grid = (some: readonly Filter[]) =>
    markup`<div class="grid">
      ${some.map((one) => one.write(view, fields[one.name] ?? ''))}
    </div>`
  return markup`<form class="filter" ${arePosted(filters) ? markup`method="post" action="${view.url(path)}" role="search" data-swap="#list"` : markup`method="get" action="${view.url(path)}"`}>
    ${grid(filters.filter(({ isFine }) => isFine !== true))}
    ${
      fine.length > 0 &&
      markup`<details${fine.some(({ name }) => name in fields) && markup` open`}>
        <summary>${view.t('filter.more')}</summary>
        ${grid(fine)}
      </details>`
    }
    <div class="actions"><button>${view.t(button)}</button> ${beside?.(view)}</div>
  </form>`
}
