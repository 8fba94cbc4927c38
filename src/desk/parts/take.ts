/** Cash that is taken at the counter: the fields of its form, and the take with the print of its receipt. */
import type { CashSession } from '../../domain/cash/session.js'
import { typedAmount } from './amounts.js'
import type { Done } from './done.js'
import { choice, field, hiddenField } from './forms.js'
import { type Content, type Html, markup } from './html.js'
import { sessionLine } from './sessions.js'
import { cashierOf, type View } from './view.js'
import type { Form } from '../request/form.js'

/** Writes the way to open a session, which has the focus. */
export function sessionNeeded(view: View, words: Content): Html | null {
  if (!view.may('cash:take')) return null
  return markup`<div class="alert" role="note">
    <p>${words} <a href="${view.url('/counter/session')}" autofocus>${view.t('session.open')}</a></p>
  </div>`
}

/** Writes the sessions in which the reader takes cash. */
export function sessionsInUse(view: View, sessions: readonly CashSession[]): Html {
  return markup`<p class="muted">
    ${sessions.map((session) => markup`${sessionLine(view, session)} `)}<a href="${view.url('/counter/session')}"
      >${view.t('nav.session')}</a
    >
  </p>`
}

/** Writes the choice of a session, hidden where there is only one. */
export function sessionField(view: View, sessions: readonly CashSession[], typed: Form): Html {
  const [only] = sessions
  if (sessions.length === 1) return hiddenField('session', only!.id)
  const options = sessions.map(({ id, point, currency }) => [id, `${point} ${currency}`] as const)
  return choice(view.t('nav.session'), 'session', options, typed.get('session'))
}

interface MoneyFields {
  /** The amount that is filled in. */
  readonly amount: string
  readonly focus: 'amount' | 'tendered' | null
}

/** Writes the fields of an amount, and of the cash that is handed over. */
export function moneyFields(view: View, typed: Form, { amount, focus }: MoneyFields): Html {
  const attributes = (name: string) =>
    markup` inputmode="decimal" class="amount" data-${name} ${name === focus && markup` autofocus`}`
  return markup`<div class="grid">
    ${field(view.t('form.amount'), 'amount', typed.or('amount', amount), markup`required ${attributes('amount')}`)}
    ${field(view.t('receipt.tendered'), 'tendered', typed.get('tendered'), attributes('tendered'))}
  </div>`
}

/** Writes the buttons of a take; Enter takes and prints. */
export function takeButtons(view: View): Html {
  return markup`<div class="actions">
    <button class="main">${view.t('counter.takeAndPrint')}</button>
    <button name="unprinted" value="1">${view.t('counter.take')}</button>
    <span class="change" data-change hidden>${view.t('receipt.change')} <output></output></span>
  </div>`
}

/** A form of the counter that the desk itself refuses, in words. */
export class CounterRefusal extends Error {
  constructor(readonly alert: Content) {
    super('a form of the counter was refused')
  }
}

/** The money of a take, in minor units. */
interface TakenMoney {
  readonly amount: number
  readonly tendered?: number
}

/**
 * Reads the amount and the cash given.
 *
 * @throws CounterRefusal
 */
export function readMoney(view: View, form: Form, currency: string): TakenMoney {
  const amount = typedAmount(form.get('amount'), currency)
  if (amount === null) throw new CounterRefusal(view.t('form.badAmount'))
  const text = form.get('tendered')
  if (text === '') return { amount }
  const tendered = typedAmount(text, currency)
  if (tendered === null) throw new CounterRefusal(view.t('form.badAmount'))
  if (tendered < amount) throw new CounterRefusal(view.t('counter.tenderedShort'))
  return { amount, tendered }
}

/** A take of a form: its money, its session, its bill, and the key by which a form that is sent twice takes once. */
interface TakeOfForm extends TakenMoney {
  readonly sessionId: string
  readonly paymentId?: string
  readonly idempotencyKey: string
}

/** Takes cash, and counts the first print of its receipt where the form does not leave it out. Returns the key of the line. */
export async function takeOfForm(
  view: View,
  form: Form,
  { idempotencyKey, ...money }: TakeOfForm,
): Promise<{ readonly lineKey: string; readonly done: Done }> {
  const { cash, receipts } = view.payments
  const payerId = form.get('payerId')
  const person = cashierOf(view)
  const { line, receipt } = await cash.take(
    { ...money, ...person, ...(payerId !== '' && { payerId }) },
    { idempotencyKey },
  )
  const { number, year, copies } = receipt
  const done = (key: Done['key']) => ({ lineKey: line.key, done: { key } })
  if (form.has('unprinted')) return done('done.taken')
  if (copies > 0) return done('done.printedBefore')
  await receipts.print(number, year, { actor: person.actor })
  return done('done.printed')
}
