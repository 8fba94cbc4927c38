/** Payers, as pages show and link them. */
import { bdi, type Content, markup } from './html.js'
import { payerPages, type View } from './view.js'

export function payerUrl(view: View, id: string, verb = ''): string {
  return view.url(`/payers/${encodeURIComponent(id)}${verb}`)
}

/** Writes the id of a payer, with a link to the payer's page where the reader may see it. */
export function payerLink(view: View, id: string): Content {
  return view.sees(...payerPages) ? markup`<a href="${payerUrl(view, id)}">${bdi(id)}</a>` : bdi(id)
}
