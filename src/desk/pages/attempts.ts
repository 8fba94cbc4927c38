/** Attempts to take payments by providers: those that wait for people, all of them, one of them, and the actions on it. */
import { isSameActor } from '../../domain/actor.js'
import { abandoned, type Attempt, attemptStatuses, isLiving } from '../../domain/attempts/attempt.js'
import type { AttemptEvent } from '../../domain/attempts/event.js'
import { attemptNotFound, paymentNotFound } from '../../domain/not-found.js'
import { isPaymentError, PaymentError } from '../../errors.js'
import type { Reply } from '../../http/reply.js'
import type { HospitalPayments } from '../../service.js'
import {
  abandonForm,
  attemptColumns,
  attemptLine,
  attemptState,
  attemptUrl,
  checkForm,
  doneWithAttempt,
  instructionsOf,
  startOfForm,
  versionOf,
} from '../parts/attempts.js'
import { choiceFilter, type Filter } from '../parts/filters.js'
import { choice } from '../parts/forms.js'
import { historySection } from '../parts/history.js'
import { bdi, type Content, markup } from '../parts/html.js'
import { type ListPage, listRoutes } from '../parts/list-page.js'
import type { DoneKey } from '../parts/done.js'
import { pageReply, refusalAlone, seeOther } from '../parts/page.js'
import { paymentPage } from '../parts/payment-page.js'
import { paymentReferences } from '../parts/payments.js'
import { refusalOf } from '../parts/problem.js'
import { amounts, type Column, column, facts, section, table } from '../parts/tables.js'
import { anyPage, type View } from '../parts/view.js'
import { Form } from '../request/form.js'
import type { DeskRequest, DeskRoute } from '../route.js'

type AttemptsQuery = NonNullable<Parameters<HospitalPayments['attempts']['list']>[0]>

/** The provider, one of those that the service has, or one that it had. */
const providerFilter: Filter = {
  name: 'provider',
  write(view, chosen) {
    const names = new Set([...view.providers.keys(), ...(chosen === '' ? [] : [chosen])])
    const options = [...names].map((name) => [name, name] as const)
    return choice(view.t('attempt.provider'), 'provider', [['', view.t('filter.any')], ...options], chosen)
  },
}

/** Makes the columns of attempts those of items that have one. */
function columnsOf<Item extends { readonly attempt: Attempt }>(columns: readonly Column<Attempt>[]): Column<Item>[] {
  return columns.map(({ cell, ...one }) => ({ ...one, cell: ({ attempt }, at) => cell(attempt, at) }))
}

/** Writes the attempts that wait for people, above the list of all. */
async function waiting(view: View): Promise<Content> {
  const { unknown, paidOpen, paidAgain, living } = await view.attemptsForPeople()
  const paid = [...paidOpen, ...paidAgain].map(({ attempt }) => attempt)
  const referenceOf = await paymentReferences(view, [...unknown, ...paid, ...living])
  const part = (id: string, heading: 'attempts.unknown' | 'attempts.living', attempts: readonly Attempt[]) =>
    attempts.length > 0 &&
    section(view, id, heading, [
      markup`<p class="muted">${view.t(`${heading}Hint`)}</p>`,
      table(view.t(heading), attempts, [
        ...attemptColumns(view, referenceOf),
        // Of those whose outcome is not known nothing is asked any more.
        ...(heading === 'attempts.living'
          ? [
              column<Attempt>(
                view.t('attempt.nextCheckAt'),
                ({ nextCheckAt }) => nextCheckAt !== null && view.instant(nextCheckAt),
              ),
            ]
          : []),
      ]),
    ])
  const openPart = (id: string, heading: 'attempts.paidOpen' | 'attempts.paidAgain', items: typeof paidOpen) =>
    items.length > 0 &&
    section(view, id, heading, [
      markup`<p class="muted">${view.t(`${heading}Hint`)}</p>`,
      table(view.t(heading), items, [
        ...columnsOf<(typeof items)[number]>(attemptColumns(view, referenceOf)),
        amounts(view.t('line.open'), ({ open, currency }) => view.money(open, currency)),
        column(view.t('line.title'), ({ attempt: { account }, lineKey }) => attemptLine(view, { account, lineKey })),
      ]),
    ])
  return markup`<div data-keys>
    ${part('unknown', 'attempts.unknown', unknown)} ${openPart('paid-open', 'attempts.paidOpen', paidOpen)}
    ${openPart('paid-again', 'attempts.paidAgain', paidAgain)} ${part('living', 'attempts.living', living)}
  </div>`
}

const attemptList: ListPage<{ readonly attempt: Attempt; readonly reference: string }, AttemptsQuery> = {
  path: '/attempts',
  section: 'attempts',
  scopes: anyPage,
  heading: 'attempts.all',
  filters: [choiceFilter('status', 'payment.status', attemptStatuses, 'attempt.status'), providerFilter],
  empty: 'attempts.empty',
  // Who filters or goes on looks for one of all.
  top: ({ view, query }) =>
    ['status', 'provider', 'cursor'].some((name) => query.get(name) !== '') ? null : waiting(view),
  async read({ view }, query) {
    const { items, nextCursor } = await view.payments.attempts.list(query)
    const referenceOf = await paymentReferences(view, items)
    return { items: items.map((attempt) => ({ attempt, reference: referenceOf(attempt.paymentId) })), nextCursor }
  },
  columns: ({ view, items }) => {
    const references = new Map(items.map(({ attempt, reference }) => [attempt.paymentId, reference]))
    return columnsOf(attemptColumns(view, (paymentId) => references.get(paymentId) ?? paymentId))
  },
}

interface AttemptPage {
  readonly status?: number
  readonly alert?: Content
  /** The form that gives the attempt up, where it was refused; `isForced`: with the tick that forces it. */
  readonly abandon?: { readonly typed: Form; readonly isForced: boolean }
}

/** Reads an attempt with its history. @throws PaymentError `attempt_not_found` */
async function attemptOf(view: View, id: string): Promise<{ attempt: Attempt; events: readonly AttemptEvent[] }> {
  const { attempts } = view.payments
  const events = await attempts.history(id)
  const attempt = await attempts.get(id)
  if (!attempt) throw attemptNotFound(id)
  return { attempt, events }
}

async function attemptPage(view: View, id: string, { abandon, ...more }: AttemptPage = {}): Promise<Reply> {
  const alone = refusalAlone(view, anyPage, more)
  if (alone) return pageReply(view, alone)
  const { attempt, events } = await attemptOf(view, id)
  const payment = await view.payments.getPayment(attempt.paymentId)
  const { lineKey } = attempt
  const line = lineKey === null ? null : await view.payments.lines.get(lineKey)
  // A line with its code may have paid it on another account.
  const money = { ...attempt, account: line?.account ?? attempt.account }
  const { paymentId, provider, account, amount, currency, createdAt, createdBy, updatedAt, checks } = attempt
  const { nextCheckAt } = attempt
  const reference = payment?.reference ?? paymentId
  const version = versionOf(events)
  return pageReply(view, {
    ...more,
    title: `${view.word('attempt.title')} ${provider} ${reference}`,
    heading: markup`${view.t('attempt.title')} ${bdi(provider)} ${bdi(reference)}`,
    section: 'attempts',
    body: [
      attemptState(view, money, attemptUrl(view, id)),
      facts([
        [view.t('form.amount'), view.money(amount, currency)],
        [view.t('allocation.payment'), markup`<a href="${view.paymentUrl(paymentId)}">${bdi(reference)}</a>`],
        [view.t('payment.payer'), payment?.customer?.name !== undefined && bdi(payment.customer.name)],
        [view.t('attempt.provider'), bdi(provider)],
        [view.t('line.account'), bdi(account)],
        [view.t('attempt.startedAt'), view.instant(createdAt)],
        [view.t('attempt.startedBy'), view.by(createdBy)],
        [view.t('attempt.changedAt'), view.instant(updatedAt)],
        [view.t('attempt.checks'), checks],
        [view.t('attempt.nextCheckAt'), nextCheckAt !== null && view.instant(nextCheckAt)],
        [view.t('payment.instructions'), isLiving(attempt) && instructionsOf(attempt)],
        [view.t('line.title'), attemptLine(view, money)],
      ]),
      markup`<div class="cards">${checkForm(view, attempt, version)}${abandonForm(view, attempt, version, abandon ?? { typed: new Form() })}</div>`,
      historySection(
        view,
        events,
        ({ type }) => view.t(`event.${type}`),
        undefined,
        events.some(({ data }) => data.failureCode !== null) &&
          column(
            view.t('attempt.code'),
            ({ data }) => data.failureCode !== null && markup`<code>${data.failureCode}</code>`,
          ),
      ),
    ],
  })
}

async function start({ view, id, form }: DeskRequest): Promise<Reply> {
  const payment = await view.payments.getPayment(id)
  if (!payment) throw paymentNotFound(id)
  const started = await startOfForm(view, payment, form)
  if ('alert' in started) return paymentPage(view, id, { ...started, typed: { into: 'attempt', form } })
  return seeOther(view, { key: doneWithAttempt(started, 'start') }, attemptUrl(view, started.id), anyPage)
}

async function check({ view, id }: DeskRequest): Promise<Reply> {
  try {
    const attempt = await view.payments.attempts.check(id)
    return seeOther(view, { key: doneWithAttempt(attempt, 'check') }, attemptUrl(view, id), anyPage)
  } catch (error) {
    return attemptPage(view, id, refusalOf(view, error, 'attempt_not_found'))
  }
}

/**
 * Returns the name of the reader, because history says who gave an attempt up.
 *
 * @throws PaymentError `forbidden` where the reader has no name
 */
function personOf({ actor }: View): string {
  if (actor === null) throw new PaymentError('forbidden', 'This needs a person: `authenticate` gave no actor.')
  return actor
}

/** Returns true where the same form gave the attempt up before. */
function isAbandonedBy({ status, failure }: Attempt, events: readonly AttemptEvent[], actor: string): boolean {
  const end = events.findLast(({ type }) => type === 'attempt.abandoned')
  return status === 'failed' && failure?.code === abandoned && isSameActor(end?.actor ?? '', actor)
}

async function abandon({ view, id, form }: DeskRequest): Promise<Reply> {
  const { attempt, events } = await attemptOf(view, id)
  const actor = personOf(view)
  const done = (key: DoneKey) => seeOther(view, { key }, attemptUrl(view, id), anyPage)
  if (isAbandonedBy(attempt, events, actor)) return done('done.attempt.abandoned')
  const again = (status: number, alert: Content, isForced = false) =>
    attemptPage(view, id, { status, alert, abandon: { typed: form, isForced } })
  if (form.version() !== versionOf(events)) return again(409, view.t('attempt.changed'))
  const force = form.get('force') === '1'
  try {
    const ended = await view.payments.attempts.abandon(id, { reason: form.get('reason'), actor, force })
    const isGivenUp = ended.failure?.code === abandoned
    return done(
      isGivenUp ? 'done.attempt.abandoned' : ended.status === 'paid' ? 'done.attempt.paid' : 'done.attempt.failed',
    )
  } catch (error) {
    if (isPaymentError(error, 'attempt_conflict'))
      return again(error.httpStatus, view.t(force ? 'attempt.isBeingAsked' : 'attempt.mayStillPay'), true)
    const { status, alert } = refusalOf(view, error, 'attempt_not_found')
    return again(status, alert, force)
  }
}

export const attemptRoutes: readonly DeskRoute[] = [
  ...listRoutes(attemptList),
  { method: 'GET', path: '/attempts/{attemptId}', scopes: anyPage, run: ({ view, id }) => attemptPage(view, id) },
  { method: 'POST', path: '/payments/{paymentId}/attempts', scopes: ['attempts:write'], run: start },
  { method: 'POST', path: '/attempts/{attemptId}/check', scopes: ['attempts:write'], run: check },
  { method: 'POST', path: '/attempts/{attemptId}/abandon', scopes: ['attempts:write'], run: abandon },
]
