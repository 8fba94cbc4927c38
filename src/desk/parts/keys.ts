/** The keys of lists, as a page names them to people who ask. */
import { type Html, markup } from './html.js'
import type { View } from './view.js'

const keys = [
  ['j', 'keys.down'],
  ['k', 'keys.up'],
  ['x', 'keys.tick'],
  [null, 'keys.open'],
  ['a', 'keys.accept'],
  ['u', 'keys.undo'],
  ['/', 'keys.search'],
  ['?', 'keys.help'],
] as const

/** Writes the table of keys with its button; without scripts there are no keys, and neither is shown. */
export function keysHelp(view: View): Html {
  return markup`<p class="no-print keys"><button type="button" class="link" data-help hidden>${view.t('keys.title')}</button></p>
    <dialog id="keys" aria-labelledby="keys-title">
      <h2 id="keys-title">${view.t('keys.title')}</h2>
      <dl>
        ${keys.map(([key, words]) => markup`<dt><code>${key ?? view.t('keys.enter')}</code></dt><dd>${view.t(words)}</dd>`)}
      </dl>
      <p><button type="button" data-close>${view.t('keys.close')}</button></p>
    </dialog>`
}
