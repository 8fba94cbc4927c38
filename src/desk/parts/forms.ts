/** Parts of forms. */
import { type Content, grouped, Html, markup } from './html.js'
import type { View } from './view.js'

/** One field with its label; `more` are further attributes of the input. */
export function field(label: Content, name: string, value = '', more: Content = null): Html {
  return markup`<label class="field"
    ><span>${label}</span><input name="${name}" value="${value}" autocomplete="off" ${more}
  /></label>`
}

/** A list to choose from; each option is a value and what it is called. */
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
        ([one, called]) => markup`<option value="${one}" ${one === value && markup` selected`}>${called}</option>`,
      )}
    </select></label
  >`
}

/** A question with its answers; none is chosen before. */
export function question(
  asked: Content,
  name: string,
  answers: readonly (readonly [value: string, label: Content])[],
  value = '',
): Html {
  return markup`<fieldset>
    <legend>${asked}</legend>
    ${answers.map(
      ([one, called]) =>
        markup`<label class="check"
          ><input type="radio" name="${name}" value="${one}" required ${one === value && markup` checked`} />
          ${called}</label
        >`,
    )}
  </fieldset>`
}

/** What Enter does in a form whose main button stands behind others: browsers press the first one. */
export function defaultButton(label: Content): Html {
  return markup`<button class="sr" tabindex="-1" aria-hidden="true">${label}</button>`
}

/** The version that the page shows: an action on any other is refused. */
export function versionField(version: number): Html {
  return markup`<input type="hidden" name="expectedVersion" value="${version}" />`
}

/** Prints the page; without scripts it is not shown, and the browser's own menu does it. */
export function printButton(view: View): Html {
  return markup`<button type="button" data-print hidden>${view.t('page.print')}</button>`
}

type Query = Readonly<Record<string, string>>

/** Whether a search may name a person: browsers, proxies and logs keep addresses, so that none is made of it. */
export function namesPerson({ text, phone }: Query): boolean {
  return text !== undefined || phone !== undefined
}

/** Leads to a list or its file: a link, or the button of a form where the query may name a person. */
export function listLink(view: View, path: string, query: Query, label: Content, more: Content = null): Html {
  if (!namesPerson(query)) return markup`<a ${more && markup`${more} `}href="${view.url(path, query)}">${label}</a>`
  return markup`<form class="inline" method="post" action="${view.url(path)}" ${more}>
    ${Object.entries(query).map(([name, value]) => markup`<input type="hidden" name="${name}" value="${value}" />`)}<button class="link">${label}</button>
  </form>`
}

/** Where a list goes on. */
export function pager(view: View, path: string, query: Query, nextCursor: string | null): Html | null {
  const { cursor, ...first } = query
  if (nextCursor === null && cursor === undefined) return null
  return markup`<nav class="pager" aria-label="${view.t('pager.label')}">
    ${
      cursor !== undefined && listLink(view, path, first, view.t('pager.first'))
    }${nextCursor !== null && listLink(view, path, { ...first, cursor: nextCursor }, view.t('pager.next'), markup`rel="next"`)}
  </nav>`
}

interface Listed<Item> {
  readonly items: readonly Item[]
  readonly nextCursor: string | null
}

/** The first items of a list that is a part of a page, or all of them where they are asked for. */
export async function firstOrAll<Item>(
  isAll: boolean,
  read: (cursor: string | undefined) => Promise<Listed<Item>>,
): Promise<Listed<Item>> {
  const items: Item[] = []
  let cursor: string | undefined
  do {
    const page = await read(cursor)
    items.push(...page.items)
    cursor = page.nextCursor ?? undefined
  } while (isAll && cursor !== undefined)
  return { items, nextCursor: cursor ?? null }
}

/** What of such a list is not shown, and where it is. */
export function restOf(view: View, { items, nextCursor }: Listed<unknown>, href: string): Html | null {
  if (nextCursor === null) return null
  return markup`<p class="muted">
    ${view.t('list.shown', { count: items.length })} <a href="${href}">${view.t('list.showAll')}</a>
  </p>`
}

/** A table that scrolls by itself where it is wider than the window. */
export function table(caption: Content, head: readonly Content[], rows: readonly Html[], empty: Content): Html {
  if (rows.length === 0) return markup`<p class="empty">${empty}</p>`
  return markup`<div class="scroll" role="group" aria-label="${caption}" tabindex="0">
    <table>
      <thead>
        <tr>
          ${head.map((cell) => markup`<th scope="col">${cell}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`
}

/** The head of a column of amounts or counts. */
export function numeric(label: Content): Html {
  return markup`<span class="n">${label}</span>`
}

class AmountCell extends Html {}

/** Amounts stand under each other. */
export function amountCell(content: Content): Html {
  return new AmountCell(markup`<td class="n">${typeof content === 'number' ? grouped(content) : content}</td>`.text)
}

/** Facts by name, those without a value left out. */
export function facts(entries: readonly (readonly [label: Content, value: Content])[]): Html {
  const given = entries.filter(([, value]) => value !== null && value !== undefined && value !== '' && value !== false)
  return markup`<dl class="facts">
    ${given.map(
      ([label, value]) =>
        markup`<div>
          <dt>${label}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`
}

/** Which of the fields of a query are not empty, by name. */
export function givenFields(query: { get(name: string): string }, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, query.get(name)] as const).filter(([, value]) => value !== ''))
}

/** A row of a table; a cell that was made as one stays as it is. */
export function row(...cells: readonly Content[]): Html {
  return markup`<tr>${cells.map((cell) => (cell instanceof AmountCell ? cell : markup`<td>${cell}</td>`))}</tr>`
}
