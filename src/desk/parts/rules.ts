/** Remembered rules, as pages show them: their columns and facts, and the form that makes one. */
import { maxLength } from '../../domain/limits.js'
import { minLetters, type Rule } from '../../domain/rules/rule.js'
import { suggestedText } from '../../domain/rules/suggested-text.js'
import type { AccountLine } from '../../domain/reconciliation/account-line.js'
import type { HospitalPayments } from '../../service.js'
import { Form } from '../request/form.js'
import { categoryRule } from './categories.js'
import { type Fields, moneyOf } from './filters.js'
import { choice, field, hiddenField } from './forms.js'
import { bdi, type Content, type Html, markup } from './html.js'
import { lineAmount, lineText } from './lines.js'
import { amounts, type Column, column } from './tables.js'
import type { View } from './view.js'

/** The lines that a rule settles, and their category, as the service takes them. */
export type RuleRequest = Parameters<HospitalPayments['rules']['create']>[0]

export function ruleUrl(view: View, id: string, verb = ''): string {
  return view.url(`/rules/${encodeURIComponent(id)}${verb}`)
}

/** Writes the amount of a rule's lines, or their currency, or that any will do. */
export function ruleMoney(view: View, { amount, currency }: Rule): Content {
  if (amount !== null) return view.money(amount, currency!)
  return currency ?? view.t('filter.any')
}

export function ruleColumns(view: View): Column<Rule>[] {
  return [
    column(
      view.t('form.text'),
      ({ id, text }) => markup`<a class="open" href="${ruleUrl(view, id)}">${bdi(text)}</a>`,
      'wide',
    ),
    column(view.t('form.category'), ({ category }) => markup`<code>${category}</code>`),
    column(view.t('filter.direction'), ({ direction }) => view.t(`direction.${direction}`)),
    column(view.t('line.account'), ({ account }) => (account === null ? view.t('filter.any') : bdi(account))),
    amounts(view.t('form.amount'), (rule) => ruleMoney(view, rule)),
    column(
      view.t('rule.createdBy'),
      ({ createdBy, createdAt }) => markup`${bdi(createdBy)}<small class="muted">${view.instant(createdAt)}</small>`,
    ),
    column(
      markup`<span class="sr">${view.t('rule.delete')}</span>`,
      ({ id, text }) =>
        view.may('lines:write') &&
        markup`<a href="${ruleUrl(view, id)}#delete">${view.t('rule.delete')}<span class="sr"> ${bdi(text)}</span></a>`,
    ),
  ]
}

/** Makes the columns of lines that a rule fits. */
export function fittingColumns(view: View): Column<AccountLine>[] {
  return [
    column(
      view.t('line.valueDate'),
      ({ key, valueDate }) => markup`<a class="open" href="${view.lineUrl(key)}">${view.day(valueDate)}</a>`,
    ),
    column(
      view.t('lines.text'),
      (line) => markup`${lineText(line)}<small class="muted"><bdi>${line.account}</bdi></small>`,
      'wide',
    ),
    amounts(view.t('line.amount'), (line) => lineAmount(view, line)),
  ]
}

/** The fields of the form, which are those of a `RuleRequest` as people write them. */
const ruleFields = ['text', 'category', 'direction', 'account', 'amount', 'currency'] as const

/** Returns the form of a rule for all lines like one; its category is for a person to say. */
export function formOfLine(line: AccountLine): Form {
  const { direction, account } = line
  return new Form(new URLSearchParams({ text: suggestedText(line), direction, account }))
}

/**
 * Reads the form of a rule.
 *
 * @throws RefusedFilter for an amount without its currency, or with a mistake
 */
export function ruleRequestOf(view: View, form: Form): RuleRequest {
  const filled = ruleFields.filter((name) => form.get(name) !== '').map((name) => [name, form.get(name)])
  const { amount, currency, ...others } = Object.fromEntries(filled) as Fields
  const money = moneyOf(view, { ...(amount !== undefined && { amount }), ...(currency !== undefined && { currency }) })
  return { ...others, ...money } as unknown as RuleRequest
}

/** Writes the fields of a rule so that no one sees them, for an action on what was tried. */
export function hiddenRule(form: Form): Html {
  return markup`${ruleFields.map((name) => hiddenField(name, form.get(name)))}`
}

/** Writes the form that tries a rule. */
export function ruleForm(view: View, typed: Form): Html {
  const sides = (['debit', 'credit'] as const).map((side) => [side, view.t(`direction.${side}`)] as const)
  return markup`<form method="post" action="${view.url('/rules/new')}" class="card">
    <h2>${view.t('rule.which')}</h2>
    <p class="muted">${view.t('rule.whichHint')}</p>
    <div class="grid">
      ${field(view.t('rule.text'), 'text', typed.get('text'), markup` required minlength="${minLetters}" maxlength="${maxLength.ruleText}" dir="auto"`)}
      ${field(view.t('form.category'), 'category', typed.get('category'), markup` required${categoryRule(view)}`)}
      ${choice(view.t('filter.direction'), 'direction', sides, typed.or('direction', 'debit'))}
      ${field(view.t('rule.account'), 'account', typed.get('account'))}
      ${field(view.t('rule.amount'), 'amount', typed.get('amount'), markup` inputmode="decimal"`)}
      ${field(view.t('filter.currency'), 'currency', typed.get('currency'), markup` maxlength="3" size="4"`)}
    </div>
    <div class="actions"><button>${view.t('rule.try')}</button></div>
  </form>`
}
