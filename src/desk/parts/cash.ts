/** The paths of the supervisor's pages, and what they share. */
import { type Html, markup } from './html.js'
import { reasonField } from './forms.js'
import type { Form } from '../request/form.js'
import type { View } from './view.js'
import { isCashAccount } from '../../domain/accounts/account-kind.js'
import type { AccountLine } from '../../domain/reconciliation/account-line.js'

export function cashSessionUrl(view: View, id: string, verb = ''): string {
  return view.url(`/cash/sessions/${encodeURIComponent(id)}${verb}`)
}

export function transferUrl(view: View, lineKey: string, verb = ''): string {
  return view.url(`/cash/transfers/${encodeURIComponent(lineKey)}${verb}`)
}

export function movementUrl(view: View, lineKey: string, verb = ''): string {
  return view.url(`/cash/movements/${encodeURIComponent(lineKey)}${verb}`)
}

/** Writes the fields by which a supervisor accepts a count that differs. */
export function acceptFields(view: View, typed: Form): Html {
  return markup`<label class="check"
      ><input type="checkbox" name="accept" value="1" ${typed.has('accept') && markup` checked`} />
      ${view.t('receive.accept')}</label
    >${reasonField(view, typed)}`
}

/** The most transfers on their way that a page lists. */
export const maxOnItsWay = 500

/** Reads the cash on its way, at most `maxOnItsWay` transfers. */
export async function cashOnItsWay({ payments }: View): Promise<readonly AccountLine[]> {
  return (await payments.lines.list({ outcome: 'in_transit', status: 'open', limit: maxOnItsWay })).items
}

/** Checks that the amount of cash on its way is shown: who receives cash counts it without knowing the amount. */
export function isAmountShown({ transferTo }: AccountLine): boolean {
  return !isCashAccount(transferTo ?? '')
}
