/** Attempts, as pages show them, and the forms that start one, ask about it, and give it up. */
import { isSameActor } from '../../domain/actor.js'
import { abandoned, type Attempt, type AttemptStatus, isLiving } from '../../domain/attempts/attempt.js'
import type { AttemptEvent } from '../../domain/attempts/event.js'
import type { Provider } from '../../domain/attempts/provider.js'
import { openAmount } from '../../domain/payments/open-amount.js'
import type { Payment } from '../../domain/payments/payment.js'
import { isPaymentError, type PaymentErrorCode } from '../../errors.js'
import type { Form } from '../request/form.js'
import { typedAmount } from './amounts.js'
import type { DoneKey } from './done.js'
import { actionCard, choice, field, reasonField } from './forms.js'
import { bdi, type Content, type Html, markup } from './html.js'
import { lineLink, statusMark } from './lines.js'
import type { MessageKey } from './messages.js'
import { problem } from './problem.js'
import { amounts, type Column, column } from './tables.js'
import { actorOf, type View } from './view.js'

const kinds = {
  starting: 'wait',
  pending: 'wait',
  paid: 'good',
  failed: 'stop',
  unknown: 'stop',
} as const satisfies Record<AttemptStatus, string>

export function attemptStatus(view: View, status: AttemptStatus): Html {
  return statusMark(kinds[status], view.t(`attempt.status.${status}`))
}

export function attemptUrl(view: View, id: string, verb = ''): string {
  return view.url(`/attempts/${encodeURIComponent(id)}${verb}`)
}

/** The failures that are the library's own; all other codes are the provider's. */
const failures: Readonly<Record<string, MessageKey>> = {
  [abandoned]: 'attempt.wasAbandoned',
  provider_unavailable: 'attempt.wasUnavailable',
}

function failureText(view: View, code: string): Html {
  const key = failures[code]
  return key ? view.t(key) : markup`<code>${code}</code>`
}

/** Makes the columns of attempts; `referenceOf` gives the reference of a payment, and is left out on the page of that payment. */
export function attemptColumns(view: View, referenceOf?: (paymentId: string) => string): Column<Attempt>[] {
  return [
    column(
      view.t('attempt.startedAt'),
      ({ id, createdAt, createdBy }) =>
        markup`<a class="open" href="${attemptUrl(view, id)}">${view.instant(createdAt)}</a><small class="muted">${view.by(createdBy)}</small>`,
    ),
    ...(referenceOf === undefined
      ? []
      : [
          column<Attempt>(
            view.t('allocation.payment'),
            ({ paymentId }) => markup`<a href="${view.paymentUrl(paymentId)}">${bdi(referenceOf(paymentId))}</a>`,
          ),
        ]),
    column(view.t('attempt.provider'), ({ provider }) => bdi(provider)),
    amounts(view.t('form.amount'), ({ amount, currency }) => view.money(amount, currency)),
    column(
      view.t('payment.status'),
      ({ status, failure }) =>
        markup`${attemptStatus(view, status)}${failure && markup`<small class="muted">${failureText(view, failure.code)}</small>`}`,
    ),
  ]
}

/** Writes what becomes of an attempt by itself, or what a person can do. */
function nextStep(view: View, { status, nextCheckAt, failure, account }: Attempt): Content {
  switch (status) {
    case 'paid':
      return view.t('attempt.isPaid', { account: bdi(account) })
    case 'failed':
      return [
        view.t('attempt.isFailed', { failure: failureText(view, failure?.code ?? '') }),
        ' ',
        view.t(failure?.retry === true ? 'attempt.mayRetry' : 'attempt.noRetry'),
      ]
    default:
      return [
        view.t(`attempt.is.${status}`),
        ' ',
        nextCheckAt === null
          ? view.t('attempt.askedNoMore')
          : view.t('attempt.askedNext', { when: view.instant(nextCheckAt) }),
      ]
  }
}

/**
 * Writes the state of an attempt. With scripts, a page reads the state of a living attempt again by itself; `url` is the page's own.
 */
export function attemptState(view: View, attempt: Attempt, url: string): Html {
  return markup`<div class="said" id="attempt-state" ${isLiving(attempt) && markup` data-refresh="${url}"`}>
    <p>${attemptStatus(view, attempt.status)} ${nextStep(view, attempt)}</p>
  </div>`
}

/** Writes what the provider says to the payer, with the link to a page to pay at. */
export function instructionsOf({ instructions }: Attempt): Content {
  if (instructions === null) return null
  const message = markup`<span dir="auto">${instructions.message}</span>`
  if (instructions.type === 'ussd') return [message, ' ', markup`<code>${instructions.code}</code>`]
  if (instructions.type === 'qr') return [message, ' ', markup`<code>${instructions.payload}</code>`]
  if (instructions.type !== 'redirect') return message
  const { url } = instructions
  // A link of another sort than a page would run in the desk.
  return [
    message,
    ' ',
    /^https?:\/\//i.test(url) ? markup`<a href="${url}" rel="noreferrer">${bdi(url)}</a>` : markup`<code>${url}</code>`,
  ]
}

/** Returns the providers that take a currency. */
function providersOf({ providers }: View, currency: string): Provider[] {
  return [...providers.values()].filter(({ limits }) => limits?.currencies?.includes(currency) ?? true)
}

/** Writes the form that asks a payer by a provider; `null` where nothing can be asked for. The phone is typed, never taken from the payment. */
export function askForm(view: View, payment: Payment, url: string, typed: Form): Html | null {
  const { version, currency, status, attemptId } = payment
  const open = openAmount(payment)
  const providers = providersOf(view, currency)
  if (status !== 'pending' || open <= 0 || attemptId !== null || providers.length === 0) return null
  if (!view.may('attempts:write')) return null
  const [first] = providers
  const names = providers.map(({ name }) => [name, name] as const)
  const chosen = typed.or('provider', providers.length === 1 ? first!.name : '')
  const amount = typed.or('amount', view.decimal(open, currency).replaceAll(',', ''))
  const returnUrl = typed.get('returnUrl')
  return actionCard(view, {
    ...{ url, title: 'attempt.start', version },
    hint: view.t('attempt.startHint', { amount: view.money(open, currency) }),
    fields: [
      choice(
        view.t('attempt.provider'),
        'provider',
        names.length === 1 ? names : [['', view.t('form.choose')], ...names],
        chosen,
        markup` required`,
      ),
      field(
        view.t('attempt.phone'),
        'phone',
        typed.get('phone'),
        markup` type="tel" inputmode="tel" maxlength="32" placeholder="+254712345678"`,
      ),
      field(view.t('form.amount'), 'amount', amount, markup` inputmode="decimal" required`),
      markup`<details ${returnUrl !== '' && markup` open`}>
        <summary>${view.t('attempt.page')}</summary>
        ${field(view.t('attempt.returnUrl'), 'returnUrl', returnUrl, markup` type="url" maxlength="2048"`)}
      </details>`,
    ],
    button: 'main',
  })
}

/** A refusal of a start, as a page shows it. */
export interface StartRefusal {
  readonly status: number
  readonly alert: Content
}

/** Writes what a provider takes, for an amount that it does not take. */
function limitsText(view: View, { limits = {} }: Provider, currency: string): Content {
  const { wholeUnits, min, max } = limits
  return [
    view.t('attempt.limits'),
    wholeUnits === true && [' ', view.t('attempt.wholeUnits')],
    min !== undefined && [' ', view.t('attempt.least', { amount: view.money(min, currency) })],
    max !== undefined && [' ', view.t('attempt.most', { amount: view.money(max, currency) })],
  ]
}

function startRefusalOf(view: View, error: unknown, payment: Payment, name: string): StartRefusal {
  if (!isPaymentError(error)) throw error
  const { currency } = payment
  const provider = view.providers.get(name)
  const refused = (alert: Content): StartRefusal => ({ status: error.httpStatus, alert })
  if (isPaymentError(error, 'provider_unavailable')) return refused(view.t('error.provider_unavailable'))
  if (error.httpStatus >= 500) throw error
  if (isPaymentError(error, 'attempt_conflict')) return refused(conflictText(view, error.details.attempt))
  if (isPaymentError(error, 'unsupported_currency')) return refused(view.t('attempt.currency', { currency }))
  const issues = isPaymentError(error, 'invalid_request') ? error.details.issues : []
  if (issues.some(({ path }) => path === 'phone')) return refused(view.t('attempt.badPhone'))
  if (issues.some(({ path }) => path === 'returnUrl')) return refused(view.t('attempt.badReturnUrl'))
  if (provider && issues.some(({ path }) => path === 'amount')) return refused(limitsText(view, provider, currency))
  return refused(problem(view, error, undefined, { provider: 'attempt.provider' }))
}

/** Writes that an attempt holds the payment, with the link to it. */
function conflictText(view: View, attemptId: string): Content {
  const text = view.t('error.attempt_conflict')
  return view.sees('reports:read')
    ? [text, ' ', markup`<a href="${attemptUrl(view, attemptId)}">${view.t('attempt.toAttempt')}</a>`]
    : text
}

/**
 * Returns true where the same form may have started an attempt before: the version after the one that it showed is the start of an
 * attempt of this reader, which the provider took.
 */
async function isStartOfForm(view: View, payment: Payment, seen: number): Promise<boolean> {
  const { payments, actor } = view
  if (payment.version <= seen) return false
  const next = (await payments.history(payment.id)).find(({ data }) => data.version === seen + 1)
  if (next?.type !== 'payment.attempt_started') return false
  const { items } = await payments.attempts.list({ paymentId: payment.id, limit: 100 })
  const started = items.find(({ createdAt }) => createdAt === next.createdAt)
  return (
    started !== undefined &&
    started.failure?.code !== ('provider_unavailable' satisfies PaymentErrorCode) &&
    isSameActor(started.createdBy ?? '', actor ?? '')
  )
}

/** Starts the attempt of a form, once, however often it is sent. */
export async function startOfForm(view: View, payment: Payment, form: Form): Promise<Attempt | StartRefusal> {
  const seen = form.version()
  const [provider, phone, returnUrl] = [form.get('provider'), form.get('phone'), form.get('returnUrl')]
  if (provider === '') return { status: 400, alert: view.t('attempt.noProvider') }
  const amount = typedAmount(form.get('amount'), payment.currency)
  if (amount === null) return { status: 400, alert: view.t('form.badAmount') }
  if (payment.version !== seen && !(await isStartOfForm(view, payment, seen)))
    return { status: 409, alert: view.t('payment.changed') }
  try {
    const typed = { ...(phone !== '' && { phone }), ...(returnUrl !== '' && { returnUrl }) }
    const request = { paymentId: payment.id, provider, amount, ...typed, ...actorOf(view) }
    return await view.payments.attempts.start(request, { idempotencyKey: `desk:attempt:${payment.id}:${seen}` })
  } catch (error) {
    return startRefusalOf(view, error, payment, provider)
  }
}

/** Returns the words for an attempt after an action on it. */
export function doneWithAttempt({ status }: Attempt, action: 'start' | 'check'): DoneKey {
  return status === 'paid' || status === 'failed' ? `done.attempt.${status}` : `done.attempt.${action}`
}

/** Writes the form that asks the provider at once; `null` for a paid attempt, which nothing changes. */
export function checkForm(view: View, { id, status }: Attempt, version: number): Html | null {
  if (status === 'paid' || !view.may('attempts:write')) return null
  return actionCard(view, { url: attemptUrl(view, id, '/check'), title: 'attempt.check', version })
}

/** Returns the version of an attempt that people see: polls change nothing of it. */
export function versionOf(events: readonly AttemptEvent[]): number {
  return events.at(-1)?.data.version ?? 0
}

/** Writes the form by which a person gives a living attempt up; with the tick that forces it where it was refused without. */
export function abandonForm(
  view: View,
  attempt: Attempt,
  version: number,
  { typed, isForced = false }: { readonly typed: Form; readonly isForced?: boolean },
): Html | null {
  if (!isLiving(attempt) || !view.may('attempts:write')) return null
  return actionCard(view, {
    ...{ url: attemptUrl(view, attempt.id, '/abandon'), title: 'attempt.abandon', version },
    fields: [
      reasonField(view, typed, { isRequired: true }),
      isForced &&
        markup`<label class="check"
          ><input type="checkbox" name="force" value="1" ${typed.has('force') && markup` checked`} />
          ${view.t('attempt.force')}</label
        >`,
    ],
    button: 'stop',
  })
}

/** Writes a line of an attempt's money, with the link to it where the reader may see it. */
export function attemptLine(view: View, { lineKey, account }: Pick<Attempt, 'lineKey' | 'account'>): Content {
  return lineKey !== null && lineLink(view, lineKey, bdi(account))
}
