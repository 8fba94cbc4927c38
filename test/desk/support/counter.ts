/** A desk with a cashier at a window, bills, and a supervisor who signs in when a test says so. */
import type { CashSession, HospitalPaymentsOptions, Payment } from 'hospital-payments'
import type { DeskOptions, DeskScope } from 'hospital-payments/desk'
import { request } from '../../support/service.js'
import { textOf } from './outline.js'
import { deskOf, formsOf, type PageForm } from './desk.js'

export const cashierScopes: readonly DeskScope[] = ['cash:take', 'payments:read']
export const supervisorScopes: readonly DeskScope[] = ['cash:take', 'payments:read', 'cash:supervise']

/** Returns the words of the refusal on a page. */
export const alertOf = (page: string) => textOf(/<div role="alert"[^>]*>[\s\S]*?<\/div>/.exec(page)?.[0] ?? '')

/** Returns the form of a page whose address ends as `ending`. */
export function formTo(page: string, ending: string): PageForm {
  const form = formsOf(page).find(({ action }) => action.endsWith(ending))
  if (!form) throw new Error(`the page has no form to ${ending}`)
  return form
}

export function counterOf(options: Partial<DeskOptions> = {}, service: Partial<HospitalPaymentsOptions> = {}) {
  const desk = deskOf(options, service)
  const { payments, who, page, submit, follow } = desk
  let bills = 0
  const signIn = (actor: string, scopes: readonly DeskScope[] = cashierScopes) => {
    who.actor = actor
    who.scopes = [...scopes]
  }
  signIn('sara')
  return {
    ...desk,
    signIn,
    /** Signs the supervisor in. */
    supervise: () => signIn('lily', supervisorScopes),
    open: (more: Partial<Parameters<typeof payments.cash.open>[0]> = {}): Promise<CashSession> =>
      payments.cash.open({ point: 'window-1', currency: 'ETB', float: 50_000, actor: 'sara', ...more }),
    bill: (more: object = {}): Promise<Payment> =>
      payments.createPayment(
        request({ reference: `INV-${++bills}`, channel: 'cash', customer: { name: 'Abebe Kebede' }, ...more }),
      ),
    /** Takes cash for a bill by its form, and returns the page that follows. */
    async takeBy(bill: Payment, filled: Record<string, string>): Promise<string> {
      const form = formTo(await page(`/counter/bills/${bill.id}`), `/bills/${bill.id}`)
      const answer = await submit(form, filled)
      return answer.status === 303 ? follow(answer) : answer.text()
    },
  }
}
