/** The page of one payment, with all that is known of it. */
import { amountGivenBackUnproved, amountKeptUnpaid, amountRefundable } from '../../domain/payments/money-of-lines.js'
import { type Attempt, isLiving } from '../../domain/attempts/attempt.js'
import { paymentNotFound } from '../../domain/not-found.js'
import { hasFlag } from '../../domain/payments/flags.js'
import { openAmount } from '../../domain/payments/open-amount.js'
import type { Payment } from '../../domain/payments/payment.js'
import type { Reply } from '../../http/reply.js'
import type { HospitalPayments } from '../../service.js'
import { abandonForm, askForm, attemptColumns, attemptState, attemptUrl, checkForm, versionOf } from './attempts.js'
import { actionCard, field, firstOrAll, restOf } from './forms.js'
import { historySection } from './history.js'
import { bdi, type Content, type Html, markup } from './html.js'
import type { MessageKey } from './messages.js'
import { pageReply, refusalAlone } from './page.js'
import { payerLink } from './payers.js'
import { paymentColumns, paymentState } from './payments.js'
import { giveBackForm, refundsTable } from './refunds.js'
import { amounts, facts, section, table } from './tables.js'
import { anyPage, type View } from './view.js'
import { waiveForm, waiverColumns } from './waivers.js'
import { Form } from '../request/form.js'

/** Writes the statement lines that proved a payment, as its history names them. */
function provingLines(view: View, events: Awaited<ReturnType<HospitalPayments['history']>>): Content {
  const lines = new Map(
    events.flatMap(({ evidence }) => (evidence?.kind === 'statement' ? [[evidence.lineKey, evidence]] : [])),
  )
  const list = [...lines.values()].map(({ lineKey, account, valueDate }) => {
    const label = markup`${view.day(valueDate)} · <bdi>${account}</bdi>`
    return markup`<li>${view.sees('lines:read') ? markup`<a href="${view.lineUrl(lineKey)}">${label}</a>` : label}</li>`
  })
  return list.length === 0
    ? markup`<p class="empty">${view.t('payment.noLines')}</p>`
    : markup`<ul class="plain">
        ${list}
      </ul>`
}

/**
 * Writes the sums of a payment: asked, proved, missing; in the words of a payment that still waits for money, or of one that
 * was paid.
 */
function sums(view: View, payment: Payment): Html {
  const { status, amount, currency, amountReconciled, amountWrittenOff, amountWaived } = payment
  const { amountRefundPending, amountRefunded } = payment
  const isPart = status === 'pending' && hasFlag(payment, 'under_paid')
  const missing = Math.max(openAmount(payment), 0)
  const entries: [MessageKey, number][] = [
    ['payment.asked', amount],
    ...(amountWaived > 0 ? [['payment.waived', amountWaived] as [MessageKey, number]] : []),
    [isPart ? 'payment.came' : 'payment.proved', amountReconciled],
    ...(amountWrittenOff > 0 ? [['payment.writtenOff', amountWrittenOff] as [MessageKey, number]] : []),
    [isPart ? 'payment.missing' : 'payment.open', missing],
    ['payment.refunded', amountRefunded],
    ...(amountRefundPending > 0 ? [['payment.refunding', amountRefundPending] as [MessageKey, number]] : []),
  ]
  return markup`<dl class="sums">
    ${entries.map(
      ([name, minor]) =>
        markup`<div>
          <dt>${view.t(name)}</dt>
          <dd>${view.money(minor, currency)}</dd>
        </div>`,
    )}
  </dl>`
}

/** Writes why money of a payment waits for people. */
function waitingOf(view: View, payment: Payment): Content {
  const reasons = [
    ['payment.keptUnpaid', amountKeptUnpaid(payment)],
    ['payment.givenBackUnproved', amountGivenBackUnproved(payment)],
  ] as const
  const waiting = reasons.filter(([, minor]) => minor > 0)
  if (waiting.length === 0) return null
  return markup`<div class="said">
    ${waiting.map(([name, minor]) => markup`<p>${view.t(name, { amount: view.money(minor, payment.currency) })}</p>`)}
  </div>`
}

function askAgainForm(view: View, payment: Payment, typed: Form): Content {
  const { id, version, status, amount, currency } = payment
  if (!view.may('payments:write') || !['failed', 'expired', 'reversed'].includes(status)) return null
  const value = typed.or('amount', view.decimal(amount, currency))
  const fields = field(view.t('form.amount'), 'amount', value, markup` inputmode="decimal" class="amount"`)
  return actionCard(view, { url: view.paymentUrl(id, '/ask-again'), title: 'payment.askAgain', version, fields })
}

const receiptUrl = (view: View, { id }: Payment) => view.url(`/receipts/${encodeURIComponent(id)}`)

function receiptLink(view: View, payment: Payment): Content {
  return markup`<p class="actions"><a href="${receiptUrl(view, payment)}">${view.t('receipt.show')}</a></p>`
}

function issueForm(view: View, payment: Payment): Content {
  const { version, status } = payment
  if (status !== 'succeeded' || !view.may('payments:write')) return null
  return actionCard(view, { url: receiptUrl(view, payment), title: 'receipt.issue', version })
}

/** A living attempt of a payment, and its version as people see it. */
interface LivingAttempt {
  readonly attempt: Attempt
  readonly version: number
}

async function livingAttemptOf({ payments }: View, { attemptId }: Payment): Promise<LivingAttempt | null> {
  if (attemptId === null) return null
  const version = versionOf(await payments.attempts.history(attemptId))
  const attempt = await payments.attempts.get(attemptId)
  return attempt && isLiving(attempt) ? { attempt, version } : null
}

/** Writes the state of a living attempt, and what it keeps from being done with the payment. */
function livingState(view: View, { attempt }: LivingAttempt): Html {
  const { id, paymentId, provider, amount, currency, createdAt } = attempt
  return section(view, 'attempt', 'attempt.living', [
    attemptState(view, attempt, view.paymentUrl(paymentId)),
    markup`<p>
      ${view.t('attempt.asks', { provider: bdi(provider), amount: view.money(amount, currency), when: view.instant(createdAt) })}
      <a href="${attemptUrl(view, id)}">${view.t('attempt.toAttempt')}</a>
    </p>`,
    markup`<p class="muted">${view.t('attempt.holds')}</p>`,
  ])
}

interface PaymentPage {
  /** True where its lists are whole, however long they are. */
  readonly isAll?: boolean
  readonly status?: number
  readonly alert?: Content
  /** A form that was refused: its fields are as they were typed. */
  readonly typed?: { readonly into: 'refund' | 'ask-again' | 'waiver' | 'attempt'; readonly form: Form }
}

export async function paymentPage(
  view: View,
  id: string,
  { typed, isAll = false, ...more }: PaymentPage = {},
): Promise<Reply> {
  const alone = refusalAlone(view, anyPage, more)
  if (alone) return pageReply(view, alone)
  const typedInto = (name: string) => (typed?.into === name ? typed.form : new Form())
  const payment = await view.payments.getPayment(id)
  if (!payment) throw paymentNotFound(id)
  const [receipt, events, refunds, waivers, attempts, siblings, living] = await Promise.all([
    view.payments.receipts.get(id),
    view.payments.history(id),
    firstOrAll(isAll, (cursor) => view.payments.refunds.list({ paymentId: id, limit: 50, cursor })),
    firstOrAll(isAll, (cursor) => view.payments.waivers.list({ paymentId: id, limit: 50, cursor })),
    firstOrAll(isAll, (cursor) => view.payments.attempts.list({ paymentId: id, limit: 50, cursor })),
    firstOrAll(isAll, (cursor) => view.payments.findByReference(payment.reference, { limit: 50, cursor })),
    livingAttemptOf(view, payment),
  ])
  const { currency, customer } = payment
  const free = amountRefundable(payment)
  const whole = view.url(`/payments/${encodeURIComponent(id)}`, { all: '1' })
  const others = siblings.items.filter((other) => other.id !== id)
  return pageReply(view, {
    ...more,
    title: `${view.word('payment.title')} ${payment.reference}`,
    heading: markup`${view.t('payment.title')} ${bdi(payment.reference)} ${paymentState(view, payment)}`,
    section: 'payments',
    body: [
      sums(view, payment),
      waitingOf(view, payment),
      living && livingState(view, living),
      facts([
        [view.t('payment.payer'), customer?.name !== undefined && bdi(customer.name)],
        [view.t('payer.id'), customer?.id !== undefined && payerLink(view, customer.id)],
        [view.t('payment.phone'), customer?.phone !== undefined && bdi(customer.phone)],
        [view.t('payment.channel'), bdi(payment.channel)],
        [view.t('payment.receipt'), payment.providerTransactionId !== undefined && bdi(payment.providerTransactionId)],
        [view.t('payment.createdAt'), view.instant(payment.createdAt)],
        [view.t('payment.expiresAt'), payment.expiresAt !== null && view.instant(payment.expiresAt)],
        [view.t('payment.canceledAt'), payment.canceledAt !== null && view.instant(payment.canceledAt)],
        [view.t('payment.paidAt'), payment.paidAt !== null && view.instant(payment.paidAt)],
        [view.t('payment.reversedAt'), payment.reversedAt !== null && view.instant(payment.reversedAt)],
        [view.t('payment.statusReason'), payment.statusReason !== undefined && bdi(payment.statusReason)],
        [view.t('payment.description'), payment.description !== undefined && bdi(payment.description)],
        [view.t('payment.instructions'), markup`<span dir="auto">${payment.instructions.message}</span>`],
        ...Object.entries(payment.metadata ?? {}).map(([name, value]) => [bdi(name), bdi(value)] as const),
      ]),
      section(view, 'lines', 'payment.lines', provingLines(view, events)),
      receipt !== null && receiptLink(view, payment),
      markup`<div class="cards">${askForm(view, payment, view.paymentUrl(id, '/attempts'), typedInto('attempt'))}${living && checkForm(view, living.attempt, living.version)}${living && abandonForm(view, living.attempt, living.version, { typed: new Form() })}${askAgainForm(view, payment, typedInto('ask-again'))}${receipt === null && issueForm(view, payment)}${waiveForm(view, payment, typedInto('waiver'))}${free > 0 && giveBackForm(view, { of: { paymentId: id }, version: payment.version, max: free, currency }, typedInto('refund'))}</div>`,
      refunds.items.length > 0 &&
        section(view, 'refunds', 'payment.refunds', [
          refundsTable(view, refunds.items, null),
          restOf(view, refunds, whole),
        ]),
      waivers.items.length > 0 &&
        section(view, 'waivers', 'nav.waivers', [
          table(view.t('nav.waivers'), waivers.items, waiverColumns(view)),
          restOf(view, waivers, whole),
        ]),
      attempts.items.length > 0 &&
        section(view, 'attempts', 'nav.attempts', [
          table(view.t('nav.attempts'), attempts.items, attemptColumns(view)),
          restOf(view, attempts, whole),
        ]),
      others.length > 0 &&
        section(view, 'others', 'payment.others', [
          table(view.t('payment.others'), others, paymentColumns(view)),
          restOf(view, siblings, whole),
        ]),
      historySection(
        view,
        events,
        ({ type }) => view.t(`event.${type}`),
        undefined,
        amounts(
          view.t('payment.proved'),
          ({ data }) => 'amountReconciled' in data && view.money(data.amountReconciled, data.currency),
        ),
      ),
    ],
  })
}
