/** Refunds: requested, approved by a second person, paid out, and shown. */
import { isSameActor } from '../../domain/actor.js'
import { refundNotFound } from '../../domain/not-found.js'
import {
  type Refund,
  type RefundReason,
  refundReasons,
  refundStatuses,
  type RefundStatus,
} from '../../domain/refunds/refund.js'
import { isPaymentError } from '../../errors.js'
import type { Reply } from '../../http/reply.js'
import type { HospitalPayments } from '../../service.js'
import { typedAmount } from '../parts/amounts.js'
import { actionCard, field, reasonField, restOf } from '../parts/forms.js'
import { choiceFilter, dayFilters } from '../parts/filters.js'
import { lineLink } from '../parts/lines.js'
import { type ListPage, listRoutes } from '../parts/list-page.js'
import { historySection } from '../parts/history.js'
import { bdi, type Content, type Html, markup } from '../parts/html.js'
import { pageReply, refusalAlone, seeOther } from '../parts/page.js'
import { refusalOf } from '../parts/problem.js'
import { type NamedRefund, namedRefunds, refundColumns, refundOf, refundStatus } from '../parts/refunds.js'
import { amounts, type Column, column, facts, section, table } from '../parts/tables.js'
import { actorOf, anyPage, type DeskScope, type View } from '../parts/view.js'
import { waiverColumns } from '../parts/waivers.js'
import { Form } from '../request/form.js'
import type { DeskRequest, DeskRoute } from '../route.js'
import { linePage } from '../parts/line-page.js'
import { paymentPage } from '../parts/payment-page.js'

type Refunds = HospitalPayments['refunds']
type RefundsQuery = Parameters<Refunds['totals']>[0]

function totalsSection(view: View, { items }: Awaited<ReturnType<Refunds['totals']>>): Html | null {
  if (items.length === 0) return null
  const columns: Column<(typeof items)[number]>[] = [
    column(view.t('form.reason'), ({ reason }) => view.t(`refund.reason.${reason}`)),
    column(view.t('payment.status'), ({ status }) => refundStatus(view, status)),
    amounts(view.t('today.count'), ({ count }) => count),
    amounts(view.t('form.amount'), ({ amount, currency }) => view.money(amount, currency)),
  ]
  return section(view, 'totals', 'reports.totals', table(view.t('reports.totals'), items, columns))
}

const refundList: ListPage<NamedRefund, RefundsQuery> = {
  path: '/refunds',
  section: 'refunds',
  scopes: anyPage,
  filters: [choiceFilter('status', 'payment.status', refundStatuses, 'refund.status'), ...dayFilters],
  empty: 'refunds.empty',
  async read({ view }, { limit, ...query }) {
    const { cursor: _, ...filter } = query as { cursor?: string }
    const { refunds } = view.payments
    const [page, totals] = await Promise.all([refunds.list({ ...query, limit }), refunds.totals(filter)])
    return { ...page, items: await namedRefunds(view, page.items), after: totalsSection(view, totals) }
  },
  columns: ({ view }) => refundColumns(view),
  csv: {
    label: 'refunds.csv',
    name: 'refunds',
    export: ({ payments }, filter, options) => payments.refunds.exportCsv({ ...filter, bom: true }, options),
  },
}

/** Writes the waivers that wait for a second person, beside the refunds; nothing where none waits. */
async function waiversToApprove(view: View): Promise<Content> {
  const page = await view.payments.waivers.list({ status: 'requested', limit: 50 })
  if (page.items.length === 0) return null
  return section(view, 'waivers', 'waivers.toApprove', [
    table(view.t('waivers.toApprove'), page.items, waiverColumns(view)),
    restOf(view, page, view.url('/waivers/to-approve')),
  ])
}

const approvalList: ListPage<NamedRefund, RefundsQuery> = {
  path: '/approvals',
  section: 'approvals',
  scopes: anyPage,
  hint: 'approvals.hint',
  caption: 'nav.refunds',
  filters: [],
  empty: 'approvals.empty',
  heading: 'today.refundsToApprove',
  async read({ view }, query) {
    const [page, after] = await Promise.all([
      view.payments.refunds.list({ ...query, status: 'requested' }),
      waiversToApprove(view),
    ])
    return { ...page, items: await namedRefunds(view, page.items), after }
  },
  columns: ({ view }) => refundColumns(view),
}

type Verb = 'approve' | 'reject' | 'cancel' | 'confirm' | 'fail'

interface Action {
  readonly scope: DeskScope
  /** The statuses that an action may change, and the status that it gives. */
  readonly from: readonly RefundStatus[]
  readonly to: RefundStatus
  /** True where the action takes a reason. */
  readonly hasReason: boolean
}

const actions: Readonly<Record<Verb, Action>> = {
  approve: { scope: 'refunds:approve', from: ['requested'], to: 'pending', hasReason: false },
  reject: { scope: 'refunds:approve', from: ['requested'], to: 'canceled', hasReason: true },
  confirm: { scope: 'refunds:settle', from: ['pending'], to: 'succeeded', hasReason: false },
  fail: { scope: 'refunds:settle', from: ['pending', 'succeeded'], to: 'failed', hasReason: true },
  cancel: { scope: 'refunds:request', from: ['requested', 'pending'], to: 'canceled', hasReason: true },
}

const verbs = Object.keys(actions) as readonly Verb[]

function actionForm(view: View, refund: Refund, verb: Verb, typed: Form): Html | null {
  const { scope, from, hasReason } = actions[verb]
  if (!view.may(scope) || !from.includes(refund.status)) return null
  // The person who requested it may not approve it: the button would only be refused.
  if (verb === 'approve' && isSameActor(refund.requestedBy ?? '', view.actor ?? ''))
    return markup`<div class="card"><h2>${view.t('refund.approve')}</h2><p class="muted">${view.t('refund.notYours')}</p></div>`
  return actionCard(view, {
    ...{ url: view.refundUrl(refund.id, `/${verb}`), title: `refund.${verb}`, version: refund.version },
    fields: [
      hasReason && reasonField(view, typed, { isRequired: true }),
      verb === 'confirm' && field(view.t('payment.receipt'), 'receipt', typed.get('receipt'), markup` maxlength="255"`),
    ],
    button: verb === 'approve' || verb === 'confirm' ? 'main' : 'stop',
  })
}

interface RefundPage {
  readonly status?: number
  readonly alert?: Content
  /** A form that was refused: its fields are as they were typed. */
  readonly typed?: { readonly into: Verb; readonly form: Form }
}

async function refundPage(view: View, id: string, { typed, ...more }: RefundPage = {}): Promise<Reply> {
  const alone = refusalAlone(view, anyPage, more)
  if (alone) return pageReply(view, alone)
  const stored = await view.payments.refunds.get(id)
  if (!stored) throw refundNotFound(id)
  const [events, named] = await Promise.all([view.payments.refunds.history(id), namedRefunds(view, [stored])])
  const refund = named[0]!
  const { amount, currency, reason, requestedBy, approvedBy, createdAt, paidAt, reference, returnedBy } = refund
  return pageReply(view, {
    ...more,
    title: `${view.word('refund.title')} ${reference}`,
    heading: markup`${view.t('refund.title')} ${bdi(reference)} ${refundStatus(view, refund.status)}`,
    section: 'refunds',
    body: [
      facts([
        [view.t('form.amount'), view.money(amount, currency)],
        [view.t('refund.of'), refundOf(view, refund)],
        [view.t('form.reason'), view.t(`refund.reason.${reason}`)],
        [view.t('refund.note'), refund.note !== undefined && markup`<span dir="auto">${refund.note}</span>`],
        [view.t('refund.payoutReference'), bdi(reference)],
        [view.t('refund.requestedBy'), view.by(requestedBy)],
        [view.t('refund.requestedAt'), view.instant(createdAt)],
        [view.t('refund.approvedBy'), approvedBy !== null && bdi(approvedBy)],
        [view.t('payment.paidAt'), paidAt !== null && view.instant(paidAt)],
        [view.t('payment.receipt'), refund.providerTransactionId !== undefined && bdi(refund.providerTransactionId)],
        [view.t('payment.proved'), view.money(refund.amountReconciled, currency)],
        [view.t('refund.returnedBy'), returnedBy !== null && lineLink(view, returnedBy)],
      ]),
      markup`<div class="cards">${verbs.map((verb) => actionForm(view, refund, verb, typed?.into === verb ? typed.form : new Form()))}</div>`,
      historySection(view, events, ({ type }) => view.t(`event.${type}`)),
    ],
  })
}

async function decide({ view, id, form }: DeskRequest, verb: Verb): Promise<Reply> {
  const { to, hasReason } = actions[verb]
  const { refunds } = view.payments
  const refund = await refunds.get(id)
  if (!refund) throw refundNotFound(id)
  const seen = form.version()
  const done = () => seeOther(view, { key: `done.refund.${verb}` }, view.refundUrl(id), anyPage)
  const typed = { into: verb, form }
  // The same form once more.
  if (refund.version === seen + 1 && refund.status === to) return done()
  if (refund.version !== seen) return refundPage(view, id, { status: 409, alert: view.t('refund.changed'), typed })
  const [reason, receipt] = [form.get('reason'), form.get('receipt')]
  try {
    if (verb === 'approve') await refunds.approve(id, actorOf(view))
    else if (verb === 'confirm')
      await refunds.confirm(id, { ...actorOf(view), ...(receipt !== '' && { providerTransactionId: receipt }) })
    else if (hasReason) await refunds[verb](id, { reason, ...actorOf(view) })
  } catch (error) {
    return refundPage(view, id, { ...refusalOf(view, error), typed })
  }
  return done()
}

/**
 * Returns the refund that the form's own change has made: the change after the version of the form. Returns `null` where
 * another change followed.
 */
async function refundAfter(view: View, { paymentId, lineKey }: Origin, seen: number): Promise<Refund | null> {
  const { refunds, lines } = view.payments
  if (paymentId !== null) {
    const [refund] = (await refunds.list({ paymentId, limit: 1 })).items
    const [first] = refund ? await refunds.history(refund.id) : []
    return refund && first?.data.paymentVersion === seen + 1 ? refund : null
  }
  const next = (await lines.history(lineKey!)).find(({ version }) => version === seen + 1)
  const allocation = next?.type === 'line.allocated' ? next.allocations.find(({ to }) => to === 'refund') : undefined
  return allocation?.to === 'refund' ? refunds.get(allocation.refundId) : null
}

interface RefundFields {
  readonly amount: number
  readonly reason: RefundReason
  readonly note: string
}

/** Returns the refund that the same form has requested before, or `null`. */
async function requestedBefore(view: View, origin: Origin, seen: number, fields: RefundFields): Promise<Refund | null> {
  const refund = await refundAfter(view, origin, seen)
  const isSame =
    refund?.amount === fields.amount && refund.reason === fields.reason && refund.requestedBy === view.actor
  return isSame ? refund : null
}

/**
 * Requests a refund once, however often its form is sent. A refund of a line that was rejected has left the line as the form
 * shows it, so that the form may as well be a new one: it requests the refund anew.
 */
async function requestOnce(view: View, origin: Origin, seen: number, fields: RefundFields): Promise<Refund> {
  const { paymentId, lineKey } = origin
  const { refunds, lines } = view.payments
  const { note, ...same } = fields
  const target = paymentId !== null ? { paymentId } : { lineKey: lineKey! }
  const request = { ...target, ...same, ...(note !== '' && { note }) }
  const isChanged = async (key: string) => (await lines.get(key))?.version !== seen
  const form = `desk:${paymentId ?? lineKey}:${seen}:${fields.amount}:${fields.reason}`
  for (let time = 1; ; time++) {
    const idempotencyKey = time === 1 ? form : `${form}:${time}`
    try {
      const refund = await refunds.create(request, { idempotencyKey, ...actorOf(view) })
      if (refund.status !== 'canceled' || lineKey === null || (await isChanged(lineKey))) return refund
    } catch (error) {
      // The same refund with another note. Where no refund waits for approval and the line is unchanged, it was rejected too.
      if (!isPaymentError(error, 'idempotency_conflict') || lineKey === null) throw error
      if ((await waitsForApproval(view, lineKey)) || (await isChanged(lineKey))) throw error
    }
  }
}

/** Checks that a refund of the line is requested that no one has approved or rejected yet. */
async function waitsForApproval({ payments }: View, lineKey: string): Promise<boolean> {
  let cursor: string | undefined
  do {
    const page = await payments.refunds.list({ status: 'requested', limit: 500, cursor })
    if (page.items.some((refund) => refund.lineKey === lineKey)) return true
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  return false
}

interface Origin {
  readonly paymentId: string | null
  readonly lineKey: string | null
}

async function create({ view, form }: DeskRequest): Promise<Reply> {
  const origin: Origin = { paymentId: form.get('paymentId') || null, lineKey: form.get('lineKey') || null }
  const { paymentId, lineKey } = origin
  const { payments } = view
  const of =
    paymentId !== null
      ? await payments.getPayment(paymentId)
      : lineKey !== null
        ? await payments.lines.get(lineKey)
        : null
  const typed = { into: 'refund', form } as const
  const again = (status: number, alert: Content) =>
    paymentId !== null
      ? paymentPage(view, paymentId, { status, alert, typed })
      : linePage(view, lineKey ?? '', { status, alert, typed })
  if (!of) return again(404, null)
  const seen = form.version()
  const amount = typedAmount(form.get('amount'), of.currency)
  if (amount === null) return again(400, view.t('form.badAmount'))
  const reason = refundReasons.find((one) => one === form.get('reason'))
  if (!reason) return again(400, view.t('refund.chooseReason'))
  const fields = { amount, reason, note: form.get('note') }
  const done = ({ id }: Refund) => seeOther(view, { key: 'done.refund.create' }, view.refundUrl(id), anyPage)
  if (of.version !== seen) {
    const before = of.version === seen + 1 ? await requestedBefore(view, origin, seen, fields) : null
    if (before) return done(before)
    return again(409, view.t(paymentId === null ? 'error.line_changed' : 'payment.changed'))
  }
  try {
    return done(await requestOnce(view, origin, seen, fields))
  } catch (error) {
    const { status, alert } = refusalOf(view, error)
    return again(status, alert)
  }
}

export const refundRoutes: readonly DeskRoute[] = [
  ...listRoutes(refundList),
  ...listRoutes(approvalList),
  { method: 'POST', path: '/refunds', scopes: ['refunds:request'], run: create },
  { method: 'GET', path: '/refunds/{refundId}', scopes: anyPage, run: ({ view, id }) => refundPage(view, id) },
  ...verbs.map((verb): DeskRoute => ({
    method: 'POST',
    path: `/refunds/{refundId}/${verb}`,
    scopes: [actions[verb].scope],
    run: (request) => decide(request, verb),
  })),
]
