/** The categories to which money goes that belongs to no payment: those of the last days with their lines, and the usual ones. */
import { plusDays } from '../../domain/calendar.js'
import { shapes } from '../../domain/limits.js'
import { duplicateCategory } from '../../domain/reconciliation/account-line.js'
import { lineOutcomes } from '../../domain/reconciliation/items.js'
import type { Form } from '../request/form.js'
import { choice, field } from './forms.js'
import { type Html, markup } from './html.js'
import type { View } from './view.js'

/** A category, and the number of lines that had it in the last days. */
export interface CategoryCount {
  readonly name: string
  readonly count: number
}

/** Categories that most hospitals use. */
const usualCategories = ['bank_fee', 'interest', 'own_transfer', 'donation', 'to_give_back', 'rounding']

/** The outcomes of lines that have no category, as a rule: their money went to payments, to refunds, or through the counter. */
const without: readonly string[] = [
  ...['matched', 'confirmed', 'under_paid', 'refund_paid', 'refund_returned'],
  ...['recorded', 'in_transit', 'transfer_received', 'voided'],
]
const outcomes = lineOutcomes.filter((one) => !without.includes(one))

/** The days that are looked back: more where the first have few lines with a category. */
const daysBack = [7, 31] as const
const enoughLines = 20
const maxLines = 500

/** Checks that a text is the name of a category. */
export function isCategory(text: string): boolean {
  return shapes.category.test(text)
}

/**
 * Counts the lines of each category in the last days, the most used first; the usual ones come behind. It reads the settled lines
 * of some days, at most 500 of them, however many there are.
 */
export async function categoryCounts(view: View): Promise<readonly CategoryCount[]> {
  const counts = new Map<string, number>()
  for (const days of daysBack) {
    counts.clear()
    const from = plusDays(view.today, -days)
    const { items } = await view.payments.lines.list({ status: 'settled', outcome: outcomes, from, limit: maxLines })
    for (const { allocations } of items) {
      const names = allocations.flatMap((allocation) => (allocation.to === 'category' ? [allocation.category] : []))
      for (const name of new Set(names)) counts.set(name, (counts.get(name) ?? 0) + 1)
    }
    if ([...counts.values()].reduce((sum, count) => sum + count, 0) >= enoughLines) break
  }
  counts.delete(duplicateCategory)
  const used = [...counts].map(([name, count]) => ({ name, count }))
  used.sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
  return [...used, ...usualCategories.filter((name) => !counts.has(name)).map((name) => ({ name, count: 0 }))]
}

/** Writes a category with the number of its lines. */
const labelOf = ({ name, count }: CategoryCount) => (count > 0 ? `${name} (${count})` : name)

/** Writes the rule of a field for the name of a category. */
export function categoryRule(view: View): Html {
  return markup` pattern="[a-z0-9_.\\-]{1,64}" title="${view.t('form.categoryRule')}"`
}

/** Writes the choice of a category, and the field of a new one. */
export function categoryField(view: View, counts: readonly CategoryCount[], typed: Form): Html {
  const chosen = typed.get('category')
  const isListed = chosen === '' || counts.some(({ name }) => name === chosen)
  const all = isListed || !isCategory(chosen) ? counts : [...counts, { name: chosen, count: 0 }]
  const options = all.map((one) => [one.name, labelOf(one)] as const)
  return markup`<div class="grid">
    ${choice(view.t('form.category'), 'category', [['', view.t('form.choose')], ...options], chosen)}
    ${field(view.t('form.newCategory'), 'newCategory', typed.get('newCategory'), markup`${categoryRule(view)} maxlength="64"`)}
  </div>`
}

/** Writes the categories that a text field proposes, as the list with the id "categories". */
export function categoryList(counts: readonly CategoryCount[]): Html {
  return markup`<datalist id="categories">${counts.map((one) => markup`<option value="${one.name}" label="${labelOf(one)}"></option>`)}</datalist>`
}

/** Returns the category of a form: a new one goes before the chosen one. */
export function typedCategory(form: Form): string {
  return form.get('newCategory') || form.get('category')
}

/** Checks that no line had one of these categories in the last days, and that it is none of the usual ones. */
export async function hasNewCategory(view: View, categories: readonly string[]): Promise<boolean> {
  const others = categories.filter((name) => !usualCategories.includes(name) && name !== duplicateCategory)
  if (others.length === 0) return false
  const known = new Set((await categoryCounts(view)).map(({ name }) => name))
  return others.some((name) => !known.has(name))
}
