/** Waivers: asked for, granted by a second person, revoked, and shown. */
import { isSameActor } from '../../domain/actor.js'
import { paymentNotFound, waiverNotFound } from '../../domain/not-found.js'
import type { Payment } from '../../domain/payments/payment.js'
import { type Waiver, waiverStatuses, type WaiverStatus } from '../../domain/waivers/waiver.js'
import { isPaymentError, PaymentError } from '../../errors.js'
import type { Reply } from '../../http/reply.js'
import type { HospitalPayments } from '../../service.js'
import { typedAmount } from '../parts/amounts.js'
import { choiceFilter, dayFilters, textFilter } from '../parts/filters.js'
import { actionCard, question, reasonField } from '../parts/forms.js'
import { historySection } from '../parts/history.js'
import { bdi, type Content, type Html, markup } from '../parts/html.js'
import { type ListPage, listRoutes } from '../parts/list-page.js'
import { pageReply, refusalAlone, seeOther } from '../parts/page.js'
import { paymentPage } from '../parts/payment-page.js'
import { refusalOf } from '../parts/problem.js'
import { lineLink } from '../parts/lines.js'
import { facts } from '../parts/tables.js'
import { anyPage, type DeskScope, type View } from '../parts/view.js'
import { waiverColumns, waiverStatus, waiverUrl } from '../parts/waivers.js'
import { Form } from '../request/form.js'
import type { DeskRequest, DeskRoute } from '../route.js'

type Waivers = HospitalPayments['waivers']
type WaiversQuery = NonNullable<Parameters<Waivers['list']>[0]>

const waiverList: ListPage<Waiver, WaiversQuery> = {
  path: '/waivers',
  section: 'waivers',
  scopes: anyPage,
  filters: [
    choiceFilter('status', 'payment.status', waiverStatuses, 'waiver.status'),
    textFilter('scheme', 'waiver.scheme'),
    ...dayFilters,
  ],
  empty: 'waivers.empty',
  read: ({ view }, query) => view.payments.waivers.list(query),
  columns: ({ view }) => waiverColumns(view),
  csv: {
    label: 'waivers.csv',
    name: 'waivers',
    export: ({ payments }, filter, options) => payments.waivers.exportCsv({ ...filter, bom: true }, options),
  },
}

const approvalList: ListPage<Waiver, WaiversQuery> = {
  path: '/waivers/to-approve',
  section: 'waivers',
  scopes: anyPage,
  title: 'waivers.toApprove',
  hint: 'waivers.toApproveHint',
  filters: [],
  empty: 'waivers.noneToApprove',
  read: ({ view }, query) => view.payments.waivers.list({ ...query, status: 'requested' }),
  columns: ({ view }) => waiverColumns(view),
}

/**
 * Returns the name of the reader, because another person has to approve what one asks for.
 *
 * @throws PaymentError `forbidden` where the reader has no name
 */
function personOf({ actor }: View): string {
  if (actor === null) throw new PaymentError('forbidden', 'A waiver needs a person: `authenticate` gave no actor.')
  return actor
}

type Verb = 'approve' | 'reject' | 'cancel' | 'revoke'

interface Action {
  readonly scope: DeskScope
  /** The status that an action changes, and the one that it gives. */
  readonly from: WaiverStatus
  readonly to: WaiverStatus
  /** Checks that the person is the one who may do it, or one of the others. */
  isFor(waiver: Waiver, actor: string): boolean
}

const isRequester = ({ requestedBy }: Waiver, actor: string) => isSameActor(requestedBy, actor)

const actions: Readonly<Record<Verb, Action>> = {
  approve: {
    ...{ scope: 'waivers:approve', from: 'requested', to: 'granted' },
    isFor: (waiver, actor) => !isRequester(waiver, actor),
  },
  reject: {
    ...{ scope: 'waivers:approve', from: 'requested', to: 'rejected' },
    isFor: (waiver, actor) => !isRequester(waiver, actor),
  },
  cancel: { scope: 'waivers:request', from: 'requested', to: 'canceled', isFor: isRequester },
  revoke: {
    ...{ scope: 'waivers:approve', from: 'granted', to: 'revoked' },
    isFor: (waiver, actor) => !isRequester(waiver, actor) && !isSameActor(waiver.decidedBy ?? '', actor),
  },
}

const verbs = Object.keys(actions) as readonly Verb[]

function actionForm(view: View, waiver: Waiver, payment: Payment | null, verb: Verb, typed: Form): Html | null {
  const { scope, from, isFor } = actions[verb]
  if (!view.may(scope) || waiver.status !== from) return null
  // The button of a person who must not decide would only be refused.
  if (!isFor(waiver, view.actor ?? ''))
    return verb === 'approve' || verb === 'revoke'
      ? markup`<div class="card"><h2>${view.t(`waiver.${verb}`)}</h2><p class="muted">${view.t('waiver.notYours')}</p></div>`
      : null
  const answers = [['reverse', view.t('waiver.revokeReverse')]] as const
  return actionCard(view, {
    ...{ url: waiverUrl(view, waiver.id, `/${verb}`), title: `waiver.${verb}`, version: waiver.version },
    fields: [
      verb === 'revoke' &&
        payment?.status === 'succeeded' &&
        question(view.t('waiver.revokePaid'), 'payments', answers, typed.get('payments')),
      verb !== 'approve' && reasonField(view, typed, { isRequired: true }),
    ],
    button: verb === 'approve' ? 'main' : 'stop',
  })
}

interface WaiverPage {
  readonly status?: number
  readonly alert?: Content
  /** A form that was refused: its fields are as they were typed. */
  readonly typed?: { readonly into: Verb; readonly form: Form }
}

async function waiverPage(view: View, id: string, { typed, ...more }: WaiverPage = {}): Promise<Reply> {
  const alone = refusalAlone(view, anyPage, more)
  if (alone) return pageReply(view, alone)
  const waiver = await view.payments.waivers.get(id)
  if (!waiver) throw waiverNotFound(id)
  const [events, payment] = await Promise.all([
    view.payments.waivers.history(id),
    view.payments.getPayment(waiver.paymentId),
  ])
  const { amount, currency, reference, paymentId, scheme, reason, note, requestedBy, createdAt } = waiver
  const { decidedBy, decidedAt, revokedBy, revokedAt, lineKey } = waiver
  const typedInto = (verb: Verb) => (typed?.into === verb ? typed.form : new Form())
  return pageReply(view, {
    ...more,
    title: `${view.word('waiver.title')} ${reference}`,
    heading: markup`${view.t('waiver.title')} ${bdi(reference)} ${waiverStatus(view, waiver.status)}`,
    section: 'waivers',
    body: [
      facts([
        [view.t('form.amount'), view.money(amount, currency)],
        [view.t('allocation.payment'), markup`<a href="${view.paymentUrl(paymentId)}">${bdi(reference)}</a>`],
        [view.t('payment.payer'), payment?.customer?.name !== undefined && bdi(payment.customer.name)],
        [view.t('waiver.scheme'), markup`<code>${scheme}</code>`],
        [view.t('waiver.reason'), markup`<code>${reason}</code>`],
        [view.t('refund.note'), note !== undefined && markup`<span dir="auto">${note}</span>`],
        [view.t('refund.requestedBy'), bdi(requestedBy)],
        [view.t('refund.requestedAt'), view.instant(createdAt)],
        [view.t('waiver.decidedBy'), decidedBy !== null && bdi(decidedBy)],
        [view.t('waiver.decidedAt'), decidedAt !== null && view.instant(decidedAt)],
        [view.t('waiver.grant'), lineKey !== null && [lineLink(view, lineKey), ' ', bdi(`waiver.${scheme}`)]],
        [view.t('waiver.revokedBy'), revokedBy !== null && bdi(revokedBy)],
        [view.t('waiver.revokedAt'), revokedAt !== null && view.instant(revokedAt)],
      ]),
      markup`<div class="cards">${verbs.map((verb) => actionForm(view, waiver, payment, verb, typedInto(verb)))}</div>`,
      historySection(view, events, ({ type }) => view.t(`event.${type}`)),
    ],
  })
}

/** Returns the refusal of an action on waivers: of a person who must not decide in words of waivers. */
function refusalOfWaiver(view: View, error: unknown): { readonly status: number; readonly alert: Content } {
  const refusal = refusalOf(view, error)
  const isPersons = isPaymentError(error, 'self_approval') || isPaymentError(error, 'forbidden')
  return isPersons ? { ...refusal, alert: view.t('waiver.notYours') } : refusal
}

async function decide({ view, id, form }: DeskRequest, verb: Verb): Promise<Reply> {
  const { waivers } = view.payments
  const waiver = await waivers.get(id)
  if (!waiver) throw waiverNotFound(id)
  const seen = form.version()
  const done = () => seeOther(view, { key: `done.waiver.${verb}` }, waiverUrl(view, id), anyPage)
  const typed = { into: verb, form }
  // The same form once more.
  if (waiver.version === seen + 1 && waiver.status === actions[verb].to) return done()
  if (waiver.version !== seen) return waiverPage(view, id, { status: 409, alert: view.t('waiver.changed'), typed })
  const actor = personOf(view)
  const reason = form.get('reason')
  const isReversed = form.get('payments') === 'reverse'
  try {
    if (verb === 'approve') await waivers.approve(id, { actor })
    else if (verb === 'revoke') await waivers.revoke(id, { reason, actor, ...(isReversed && { payments: 'reverse' }) })
    else await waivers[verb](id, { reason, actor })
  } catch (error) {
    return waiverPage(view, id, { ...refusalOfWaiver(view, error), typed })
  }
  return done()
}

/** The fields of a request that make it the same one. */
interface WaiverFields {
  readonly paymentId: string
  readonly amount: number
  readonly scheme: string
  readonly reason: string
}

/** Returns the waiver that the same form has asked for before, or `null`. */
async function requestedBefore(
  { payments, actor }: View,
  { paymentId, amount, scheme, reason }: WaiverFields,
  seen: number,
): Promise<Waiver | null> {
  const { items } = await payments.waivers.list({ paymentId, limit: 10 })
  for (const waiver of items) {
    const isSame = waiver.amount === amount && waiver.scheme === scheme && waiver.reason === reason
    if (!isSame || !isSameActor(waiver.requestedBy, actor ?? '')) continue
    const [first] = await payments.waivers.history(waiver.id)
    if (first?.data.paymentVersion === seen + 1) return waiver
  }
  return null
}

/** Asks for a waiver once, however often its form is sent. */
async function request({ view, form }: DeskRequest): Promise<Reply> {
  const paymentId = form.get('paymentId')
  const payment = await view.payments.getPayment(paymentId)
  if (!payment) throw paymentNotFound(paymentId)
  const again = (status: number, alert: Content) =>
    paymentPage(view, paymentId, { status, alert, typed: { into: 'waiver', form } })
  const seen = form.version()
  const amount = typedAmount(form.get('amount'), payment.currency)
  if (amount === null) return again(400, view.t('form.badAmount'))
  const [scheme, reason, note] = [form.get('scheme'), form.get('reason'), form.get('note')]
  const fields = { paymentId, amount, scheme, reason }
  const done = ({ id, status }: Waiver) =>
    seeOther(view, { key: `done.waiver.${status === 'granted' ? 'approve' : 'request'}` }, waiverUrl(view, id), anyPage)
  const before = payment.version === seen ? null : await requestedBefore(view, fields, seen)
  if (before) return done(before)
  if (payment.version !== seen) return again(409, view.t('payment.changed'))
  const actor = personOf(view)
  try {
    const idempotencyKey = `desk:waive:${paymentId}:${seen}`
    return done(
      await view.payments.waivers.request({ ...fields, ...(note !== '' && { note }) }, { actor, idempotencyKey }),
    )
  } catch (error) {
    const { status, alert } = refusalOf(view, error)
    return again(status, alert)
  }
}

export const waiverRoutes: readonly DeskRoute[] = [
  ...listRoutes(waiverList),
  // Before the path of one waiver, of which its last part could be the id.
  ...listRoutes(approvalList),
  { method: 'POST', path: '/waivers', scopes: ['waivers:request'], run: request },
  { method: 'GET', path: '/waivers/{waiverId}', scopes: anyPage, run: ({ view, id }) => waiverPage(view, id) },
  ...verbs.map((verb): DeskRoute => ({
    method: 'POST',
    path: `/waivers/{waiverId}/${verb}`,
    scopes: [actions[verb].scope],
    run: (deskRequest) => decide(deskRequest, verb),
  })),
]
