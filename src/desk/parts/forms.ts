/** Parts of forms. */
import { dayToType, typedDay } from './ethiopic-days.js'
import { type Content, type Html, markup } from './html.js'
import type { MessageKey } from './messages.js'
import type { Form } from '../request/form.js'
import type { View } from './view.js'

/** Writes a field with its label; `more` are further attributes of the input. */
export function field(label: Content, name: string, value = '', more: Content = null): Html {
  return markup`<label class="field"
    ><span>${label}</span><input name="${name}" value="${value}" autocomplete="off" ${more}
  /></label>`
}

/** Writes a field for a day `YYYY-MM-DD`; in the Ethiopian calendar it is typed as `16/3/2019 EC`. */
export function dayField(view: View, label: MessageKey, name: string, value: string): Html {
  return view.isEthiopic
    ? field(view.t(label), name, dayToType(value), markup` placeholder="${dayToType(view.today)}" size="14"`)
    : field(view.t(label), name, value, markup` type="date"`)
}

/** The names of fields that hold a day. */
const dayNames: readonly string[] = ['from', 'to', 'day']

/** Reads the days of a form that were typed in the Ethiopian calendar, where the desk has it. */
export function withDays({ isEthiopic }: View, form: Form): Form {
  return isEthiopic ? form.map(dayNames, typedDay) : form
}

/** Writes a list to choose from; each option is a value and its label. */
export function choice(
  label: Content,
  name: string,
  options: readonly (readonly [value: string, label: Content])[],
  value = '',
  more: Content = null,
): Html {
  return markup`<label class="field"
    ><span>${label}</span
    ><select name="${name}" ${more}>
      ${options.map(
        ([option, optionLabel]) =>
          markup`<option value="${option}" ${option === value && markup` selected`}>${optionLabel}</option>`,
      )}
    </select></label
  >`
}

/** Writes a question with its answers; none is chosen before. */
export function question(
  legend: Content,
  name: string,
  answers: readonly (readonly [value: string, label: Content])[],
  value = '',
): Html {
  return markup`<fieldset>
    <legend>${legend}</legend>
    ${answers.map(
      ([answer, answerLabel]) =>
        markup`<label class="check"
          ><input type="radio" name="${name}" value="${answer}" required ${answer === value && markup` checked`} />
          ${answerLabel}</label
        >`,
    )}
  </fieldset>`
}

/** Writes the button that Enter presses in a form whose main button stands behind others: browsers press the first one. */
export function defaultButton(label: Content): Html {
  return markup`<button class="sr" tabindex="-1" aria-hidden="true">${label}</button>`
}

/** Writes the version that the page shows: an action on any other is refused. */
export function versionField(version: number): Html {
  return hiddenField('expectedVersion', version)
}

/** A title that has a hint: a message of the same name with `Hint`. */
type TitleWithHint = { [Key in MessageKey]: `${Key}Hint` extends MessageKey ? Key : never }[MessageKey]

interface ActionCard {
  readonly url: string
  /** The title of the card, and the words of its button. */
  readonly title: TitleWithHint
  /** The hint, where it is other than that of the title. */
  readonly hint?: Content
  /** The version that the page shows, where the action is decided on it. */
  readonly version?: number
  readonly fields?: Content
  readonly button?: 'main' | 'stop'
}

/** Writes the card of an action: a form with its title, a hint, its fields, and its button. */
export function actionCard(view: View, card: ActionCard): Html {
  const { url, title, hint = view.t(`${title}Hint`), version, fields, button } = card
  return markup`<form class="card" method="post" action="${url}">
    <h2>${view.t(title)}</h2>
    <p class="muted">${hint}</p>
    ${version !== undefined && versionField(version)} ${fields}
    <div class="actions"><button${button && markup` class="${button}"`}>${view.t(title)}</button></div>
  </form>`
}

/** Writes a field that no one sees. */
export function hiddenField(name: string, value: string | number): Html {
  return markup`<input type="hidden" name="${name}" value="${value}" />`
}

/** Writes the field of a person's reason. */
export function reasonField(view: View, typed: Form, { isRequired = false } = {}): Html {
  return field(
    view.t('form.reason'),
    'reason',
    typed.get('reason'),
    markup`${isRequired && markup` required`} maxlength="500"`,
  )
}

/** Prints the page; without scripts it is not shown, and the browser's own menu does it. */
export function printButton(view: View): Html {
  return markup`<button type="button" data-print hidden>${view.t('page.print')}</button>`
}

type Query = Readonly<Record<string, string>>

/** The fields that may name a person. */
export const personFields: readonly string[] = ['text', 'phone']

/** Checks for a search that may name a person: browsers, proxies and logs keep addresses, so it must not become one. */
export function namesPerson(query: Query): boolean {
  return personFields.some((name) => name in query)
}

/** Writes the way to a list or its file: a link, or the button of a form where the query may name a person. */
export function listLink(view: View, path: string, query: Query, label: Content, more: Content = null): Html {
  if (!namesPerson(query)) return markup`<a ${more && markup`${more} `}href="${view.url(path, query)}">${label}</a>`
  return markup`<form class="inline" method="post" action="${view.url(path)}" ${more}>
    ${Object.entries(query).map(([name, value]) => hiddenField(name, value))}<button class="link">${label}</button>
  </form>`
}

/** Writes why a page has no sums, and the link that requests them. */
export function sumsRequest(view: View, path: string, query: Query, why: Content): Html {
  return markup`<p>${why} ${listLink(view, path, { ...query, sums: '1' }, view.t('reports.sum'))}</p>`
}

/** Writes the links to the first and the next page of a list. */
export function pager(view: View, path: string, query: Query, nextCursor: string | null): Html | null {
  const { cursor, ...first } = query
  if (nextCursor === null && cursor === undefined) return null
  return markup`<nav class="pager" aria-label="${view.t('pager.label')}">
    ${
      cursor !== undefined && listLink(view, path, first, view.t('pager.first'))
    }${nextCursor !== null && listLink(view, path, { ...first, cursor: nextCursor }, view.t('pager.next'), markup`rel="next"`)}
  </nav>`
}

interface ItemPage<Item> {
  readonly items: readonly Item[]
  readonly nextCursor: string | null
}

/** Reads the first items of a list that is a part of a page, or all of them where `isAll`. */
export async function firstOrAll<Item>(
  isAll: boolean,
  read: (cursor: string | undefined) => Promise<ItemPage<Item>>,
): Promise<ItemPage<Item>> {
  const items: Item[] = []
  let cursor: string | undefined
  do {
    const page = await read(cursor)
    items.push(...page.items)
    cursor = page.nextCursor ?? undefined
  } while (isAll && cursor !== undefined)
  return { items, nextCursor: cursor ?? null }
}

/** Writes how many items of such a list are on the page, and the link to all of them; `null` where all are. */
export function restOf(view: View, { items, nextCursor }: ItemPage<unknown>, href: string): Html | null {
  if (nextCursor === null) return null
  return markup`<p class="muted">
    ${view.t('list.shown', { count: items.length })} <a href="${href}">${view.t('list.showAll')}</a>
  </p>`
}

/** Returns the fields of a query that are not empty, by name. */
export function filledFields(query: { get(name: string): string }, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, query.get(name)] as const).filter(([, value]) => value !== ''))
}
