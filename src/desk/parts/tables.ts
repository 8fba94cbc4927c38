/** Tables, lists of facts, and the sections that they stand in. */
import type { MessageKey } from './messages.js'
import type { View } from './view.js'
import { type Content, groupDigits, type Html, markup, visibleText } from './html.js'

/** A column of a table: its head, and the cell of each item. */
export interface Column<Item> {
  readonly head: Content
  /**
   * `n`: amounts or counts, which stand under each other. `wide`: the text of a row, which takes the room that is left, and is
   * cut where it is longer. `text`: words that are to be read whole. `act`: a text with the buttons of the row beside it, which
   * takes room as `wide` does.
   */
  readonly kind?: 'n' | 'wide' | 'text' | 'pick' | 'act' | undefined
  cell(item: Item, at: number): Content
}

/** Makes a column. */
export function column<Item>(head: Content, cell: Column<Item>['cell'], kind?: Column<Item>['kind']): Column<Item> {
  return { head, cell, kind }
}

/** Makes a column of amounts or counts. */
export function amounts<Item>(head: Content, cell: Column<Item>['cell']): Column<Item> {
  return column(markup`<span class="n">${head}</span>`, cell, 'n')
}

/** Makes the attributes of a column's cells: on a phone each cell has the head of its column beside it, where people see one. */
function attributesOf<Item>({ head, kind }: Column<Item>): Html {
  const label = kind === 'pick' || kind === 'wide' ? null : visibleText(head)
  return markup`${kind && markup` class="${kind}"`}${label && markup` data-label="${label}"`}`
}

/** Writes a table that is a list of cards on a phone, unless its head has fields; without items, the text in its place. */
export function table<Item>(
  caption: Content,
  items: readonly Item[],
  columns: readonly (Column<Item> | false)[],
  empty: Content = null,
): Html {
  if (items.length === 0) return markup`<p class="empty">${empty}</p>`
  const present = columns.filter((one) => one !== false)
  const attributes = present.map(attributesOf)
  const cellOf = ({ kind, cell }: Column<Item>, item: Item, at: number) => {
    const content = cell(item, at)
    if (kind === 'act') return markup`<div class="acts">${content}</div>`
    return kind === 'n' && typeof content === 'number' ? groupDigits(content) : content
  }
  const head = markup`${present.map((one) => markup`<th scope="col">${one.head}</th>`)}`
  const kind = head.text.includes('<select') ? 'scroll' : 'scroll list'
  return markup`<div class="${kind}" role="group" aria-label="${caption}" tabindex="0">
    <table>
      <thead>
        <tr>
          ${head}
        </tr>
      </thead>
      <tbody>
        ${items.map((item, at) => markup`<tr>${present.map((one, i) => markup`<td${attributes[i]}>${cellOf(one, item, at)}</td>`)}</tr>`)}
      </tbody>
    </table>
  </div>`
}

/** Writes facts by name, those without a value left out. */
export function facts(entries: readonly (readonly [label: Content, value: Content])[]): Html {
  const entriesWithValue = entries.filter(
    ([, value]) => value !== null && value !== undefined && value !== '' && value !== false,
  )
  return markup`<dl class="facts">
    ${entriesWithValue.map(
      ([label, value]) =>
        markup`<div>
          <dt>${label}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`
}

/** Writes a section with its heading; in one with `data-keys`, keys go through the items of its list. */
export function section(view: View, id: string, heading: MessageKey, content: Content, more: Content = null): Html {
  return markup`<section aria-labelledby="${id}"${more}>
    <h2 id="${id}">${view.t(heading)}</h2>
    ${content}
  </section>`
}
