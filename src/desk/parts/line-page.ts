/** The page of one statement line: its facts, the targets of its money, and the forms of every action on it. */
import { plusDays } from '../../domain/calendar.js'
import { maxLength } from '../../domain/limits.js'
import { amountOfRefunds } from '../../domain/payments/money-of-lines.js'
import type { Payment } from '../../domain/payments/payment.js'
import {
  type AccountLine,
  duplicateCategory,
  isUncounted,
  type LineEvent,
  openOfLine,
  refundableOfLine,
} from '../../domain/reconciliation/account-line.js'
import { lineNotFound } from '../../domain/not-found.js'
import { classOf } from '../../domain/reconciliation/matching.js'
import { mayComeBack } from '../../domain/refunds/prove-refund.js'
import type { Reply } from '../../http/reply.js'
import { cashSessionUrl } from './cash.js'
import { type CategoryCount, categoryCounts, categoryField } from './categories.js'
import { actionCard, field, hiddenField, question, reasonField, versionField } from './forms.js'
import { historySection } from './history.js'
import { bdi, type Content, type Html, markup } from './html.js'
import {
  eventText,
  isAsRulesDecided,
  isDeposit,
  lastAssignments,
  lineAmount,
  lineState,
  lineStatus,
  maxReferences,
  mayHavePayer,
  openMoney,
  reasonText,
  referencesOf,
  allocationTarget,
} from './lines.js'
import type { MessageKey } from './messages.js'
import { pageReply, refusalAlone } from './page.js'
import { payerLink } from './payers.js'
import { paymentState } from './payments.js'
import { giveBackForm, refundStatus } from './refunds.js'
import { amounts, column, facts, section, table } from './tables.js'
import { linePages, type View } from './view.js'
import { Form } from '../request/form.js'
import { allocationForm } from './allocation-form.js'

function setAsideForm(view: View, line: AccountLine, categories: readonly CategoryCount[], typed: Form): Html {
  const { key, version } = line
  return actionCard(view, {
    ...{ url: view.lineUrl(key, '/set-aside'), title: 'line.setAside', version },
    hint: view.t('line.setAsideHint', { amount: openMoney(view, line) }),
    fields: [hiddenField('open', openOfLine(line)), categoryField(view, categories, typed), reasonField(view, typed)],
  })
}

/** Writes the form that sets a possible duplicate aside: whole, and it never counts. */
function setAsideDuplicateForm(view: View, line: AccountLine, typed: Form): Html {
  const hidden = [hiddenField('open', openOfLine(line)), hiddenField('category', duplicateCategory)]
  return actionCard(view, {
    ...{ url: view.lineUrl(line.key, '/set-aside'), title: 'line.setAsideDuplicate', version: line.version },
    fields: [hidden, reasonField(view, typed)],
  })
}

/** Checks that a person may mark the line as stored already: nothing of its money is allocated, or was given back. */
function mayBeMarked({ status, allocations, givenBack, outcome }: AccountLine): boolean {
  return status === 'open' && allocations.length === 0 && givenBack === 0 && !isUncounted({ outcome })
}

function markDuplicateForm(view: View, { key, version }: AccountLine, typed: Form): Html {
  const fields = reasonField(view, typed, { isRequired: true })
  return actionCard(view, { url: view.lineUrl(key, '/mark-duplicate'), title: 'line.markDuplicate', version, fields })
}

function holdForm(view: View, line: AccountLine, typedInto: TypedInto): Html {
  const { key, version, held } = line
  const verb = held ? 'release' : 'hold'
  const isDecided = held && line.status === 'open' && isUncounted(line)
  return actionCard(view, {
    ...{ url: view.lineUrl(key, `/${verb}`), title: `line.${verb}`, version },
    hint: view.t(isDecided ? 'line.releaseDuplicateHint' : `line.${verb}Hint`),
    fields: reasonField(view, typedInto(verb)),
  })
}

function assignForm(view: View, { key, version, assignee }: AccountLine, typed: Form): Html {
  const value = typed.or('assignee', assignee ?? view.actor ?? '')
  const fields = field(view.t('line.assignee'), 'assignee', value, markup` maxlength="${maxLength.actor}"`)
  return actionCard(view, { url: view.lineUrl(key, '/assign'), title: 'line.assign', version, fields })
}

function payerForm(view: View, { key, version, payerId }: AccountLine, typed: Form): Html {
  const fields = field(
    view.t('counter.payerId'),
    'payerId',
    typed.or('payerId', payerId ?? ''),
    markup` maxlength="64"`,
  )
  return actionCard(view, { url: view.lineUrl(key, '/payer'), title: 'line.setPayer', version, fields })
}

/** Writes the way to settle open money that came by the rows of a remittance. */
function remittanceLink(view: View, line: AccountLine): Content {
  if (!view.may('lines:write') || line.status !== 'open' || !mayHavePayer(line)) return null
  return markup`<a href="${view.lineUrl(line.key, '/remittance')}">${view.t('remittance.link')}</a>`
}

/** Reads the payments of a line's allocations, or returns `null` where there are more than a page reads. */
async function paymentsOfAllocations(view: View, { allocations }: AccountLine): Promise<Payment[] | null> {
  const ids = new Set(allocations.flatMap((allocation) => (allocation.to === 'payment' ? [allocation.paymentId] : [])))
  if (ids.size > maxReferences) return null
  const payments = await Promise.all([...ids].map((id) => view.payments.getPayment(id)))
  return payments.filter((payment) => payment !== null)
}

/** Checks that a statement, and not a confirmation, made the payment a paid one. */
async function isPaidByStatement(view: View, { id, status }: Payment): Promise<boolean> {
  if (status !== 'succeeded') return false
  const events = await view.payments.history(id)
  return events.findLast(({ type }) => type === 'payment.succeeded')?.evidence?.kind === 'statement'
}

/** The question about the payments of a line that is undone, with its answers. */
interface UndoQuestion {
  readonly key: MessageKey
  readonly answers: readonly UndoAnswer[]
}

export const undoAnswers = ['reverse', 'keep', 'otherwise'] as const
type UndoAnswer = (typeof undoAnswers)[number]

/**
 * Returns the question that an undo asks about the line's payments, with the answers that it takes, or `null` where there is
 * no choice. A debit's payment stays reversed, whatever the line is for afterwards.
 */
export async function undoQuestion(view: View, line: AccountLine): Promise<UndoQuestion | null> {
  if (line.direction === 'debit' || !line.allocations.some(({ to }) => to === 'payment')) return null
  const all = await paymentsOfAllocations(view, line)
  if (all === null) return { key: 'line.undoPayments', answers: undoAnswers }
  const payments = all.filter(({ status }) => status !== 'pending')
  const isGivenBack = payments.some((payment) => payment.status === 'reversed' || amountOfRefunds(payment) > 0)
  const isUnpaid = payments.some(({ status }) => status === 'expired' || status === 'failed')
  const isProved = (await Promise.all(payments.map((payment) => isPaidByStatement(view, payment)))).includes(true)
  if (!isGivenBack && (payments.length === 0 || (isUnpaid && !isProved))) return null
  return {
    key: isGivenBack ? 'line.undoGivenBack' : 'line.undoPayments',
    answers: [
      ...(isProved && !isGivenBack ? (['reverse'] as const) : []),
      'keep',
      ...(isUnpaid ? [] : (['otherwise'] as const)),
    ],
  }
}

/** The most allocations of which a person picks some to undo; of more, all are undone. */
const maxPicked = 50

/**
 * Returns the positions of the allocations that a person ticked, of those that the page showed; `undefined` where it offered no
 * choice, or all are ticked.
 */
export function pickedAllocations(form: Form): number[] | undefined {
  const count = Math.min(form.version('picks'), maxPicked)
  const picked = Array.from({ length: count }, (_, at) => at).filter((at) => form.has(`allocation.${at}`))
  return count > 0 && picked.length < count ? picked : undefined
}

/** Writes the choice of the allocations that are undone, all ticked at first; nothing where there is no choice. */
function allocationPicks(
  view: View,
  line: AccountLine,
  references: ReadonlyMap<string, string>,
  typed: Form,
): Html | null {
  const { allocations, currency, version } = line
  if (allocations.length < 2 || allocations.length > maxPicked) return null
  // What was ticked on an earlier version may stand at other positions now.
  const isKept = typed.has('picks') && typed.version() === version
  const isTicked = (at: number) => !isKept || typed.has(`allocation.${at}`)
  return markup`<fieldset>
    <legend>${view.t('line.undoWhich')}</legend>
    <input type="hidden" name="picks" value="${allocations.length}" />
    ${allocations.map(
      (allocation, at) =>
        markup`<label class="check"
          ><input type="checkbox" name="allocation.${at}" value="1"${isTicked(at) && markup` checked`} />
          ${allocationTarget(view, allocation, references)}: ${view.money(allocation.amount, currency)}</label
        >`,
    )}
  </fieldset>`
}

function undoForm(
  view: View,
  line: AccountLine,
  { undo, picks, isOpen, typed }: { undo: UndoQuestion | null; picks: Html | null; isOpen: boolean; typed: Form },
): Html {
  const { key, version } = line
  const of = undo?.key === 'line.undoGivenBack' ? 'GivenBack' : ''
  const words = {
    reverse: 'line.undoReverse',
    keep: `line.undoKeep${of}`,
    otherwise: `line.undoOtherwise${of}`,
  } as const
  return markup`<details class="card"${(isOpen || typed.has('reason')) && markup` open`}>
    <summary${isOpen && markup` autofocus`}>${view.t(picks ? 'line.undoSome' : 'line.undo')}</summary>
    <form method="post" action="${view.lineUrl(key, '/unallocate')}">
      <p>${view.t(picks ? 'line.undoSomeHint' : 'line.undoHint')}</p>
      ${versionField(version)} ${picks}
      ${
        undo &&
        question(
          view.t(undo.key),
          'payments',
          undo.answers.map((answer) => [answer, view.t(words[answer])] as const),
          typed.get('payments'),
        )
      }
      ${reasonField(view, typed, { isRequired: true })}
      <div class="actions"><button class="stop">${view.t(picks ? 'line.undoSome' : 'line.undo')}</button></div>
    </form>
  </details>`
}

function allocationsTable(view: View, line: AccountLine, references: ReadonlyMap<string, string>): Html {
  return table(
    view.t('line.allocations'),
    line.allocations,
    [
      column(view.t('line.sharedTo'), (allocation) => allocationTarget(view, allocation, references), 'wide'),
      amounts(view.t('form.amount'), ({ amount }) => view.money(amount, line.currency)),
      column(view.t('line.sharedBy'), ({ by }) => view.t(`allocation.by.${by}`)),
    ],
    view.t('line.noAllocations'),
  )
}

async function historyOf(view: View, line: AccountLine, events: readonly LineEvent[]): Promise<Html> {
  const references = await referencesOf(
    view,
    events.flatMap(({ allocations }) => allocations),
  )
  const assigned = lastAssignments(events, new Map([[line.key, line]]))
  return historySection(
    view,
    events,
    (event) =>
      markup`${eventText(view, event, line, assigned)}${event.allocations.map((allocation) => markup`<br /><small>${allocationTarget(view, allocation, references)}: ${view.money(allocation.amount, line.currency)}</small>`)}`,
    (event) => reasonText(view, event),
  )
}

async function notesSection(view: View, line: AccountLine, typed: Form): Promise<Html> {
  const notes = await view.payments.lines.notes(line.key)
  return markup`<section aria-labelledby="notes">
    <h2 id="notes">${view.t('notes.title')}</h2>
    ${
      notes.length === 0
        ? markup`<p class="empty">${view.t('notes.empty')}</p>`
        : markup`<ol class="notes">
            ${notes.map(
              ({ text, actor, createdAt }) =>
                markup`<li>
                  <p dir="auto">${text}</p>
                  <small class="muted"
                    >${view.by(actor)}, ${view.instant(createdAt)}</small
                  >
                </li>`,
            )}
          </ol>`
    }
    ${
      view.may('lines:write') &&
      markup`<form method="post" action="${view.lineUrl(line.key, '/notes')}">
        ${versionField(line.version)}
        <label class="field"
          ><span>${view.t('notes.text')}</span><textarea name="text" rows="2" maxlength="2000" required>${typed.get('text')}</textarea>
        </label>
        <div class="actions"><button>${view.t('notes.add')}</button></div>
      </form>`
    }
  </section>`
}

/** Returns the part of a line that may be given back: its open money that was not given back through a payment. */
function refundableOf(line: AccountLine) {
  return { of: { lineKey: line.key }, version: line.version, max: refundableOfLine(line), currency: line.currency }
}

/**
 * Checks that the line is the money of a refund that it names and that no credit has brought back: it must not be given back
 * again.
 */
function bringsRefundBack({ amount, currency }: AccountLine, { payments, refunds }: Named): boolean {
  const isPayable = payments.some((payment) => classOf(payment) >= 0)
  return !isPayable && refunds.some((one) => mayComeBack(one) && one.amount === amount && one.currency === currency)
}

interface LinePage {
  readonly status?: number
  readonly alert?: Content
  /** True where the form that undoes allocations stands open. */
  readonly isUndone?: boolean
  /** A form that was refused, or searched from: its fields are as they were typed. */
  readonly typed?: { readonly into: string; readonly form: Form }
}

/** The fields that were typed into the form of a verb. */
type TypedInto = (verb: string) => Form

const untyped = new Form()

/** The most payments and refunds that a line names and the page links; the search has the others. */
const maxNamed = 20

/** Writes the payments and refunds that a line names, each with its status. */
function namedList(view: View, { payments, refunds }: Named): Html | null {
  const links = [
    ...payments.map(
      (payment) =>
        markup`<li>${view.t('allocation.payment')} <a href="${view.paymentUrl(payment.id)}">${bdi(payment.reference)}</a> ${view.money(payment.amount, payment.currency)} ${paymentState(view, payment)}</li>`,
    ),
    ...refunds.map(
      (refund) =>
        markup`<li>${view.t('allocation.refund')} <a href="${view.refundUrl(refund.id)}">${bdi(refund.reference)}</a> ${view.money(refund.amount, refund.currency)} ${refundStatus(view, refund.status)}</li>`,
    ),
  ]
  if (links.length === 0) return null
  return markup`<p>${view.t('line.names')}</p>
    <ul class="plain">
      ${links.slice(0, maxNamed)}
    </ul>
    ${links.length > maxNamed && markup`<p class="muted">${view.t('list.shown', { count: maxNamed })}</p>`}`
}

type Named = Awaited<ReturnType<View['namedBy']>>

/**
 * Writes the decision of the rules on an open line, with the payments and refunds that it names; of a settled line, what
 * settled it.
 */
function decisionText(view: View, line: AccountLine, mentions: Named | null, events: readonly LineEvent[]): Html {
  const why = isDeposit(line)
    ? view.t('deposit.why')
    : isAsRulesDecided(line)
      ? view.t(`why.${line.outcome}` as MessageKey)
      : view.t(line.status === 'open' ? 'line.takenBackHint' : 'line.settledHint')
  const isDoubted = line.status === 'open' && isUncounted(line)
  return markup`<div class="said"><p><strong>${lineState(view, line)}</strong> ${why}</p>${isDoubted && doubtOf(view, line, events)}${mentions && namedList(view, mentions)}</div>`
}

/** The most days between a line and one that repeats it, but for lines that a bank sent much later. */
const daysBetween = 7

/** Writes why the line may be stored already, with the link to the line that it may repeat. */
function doubtOf(view: View, line: AccountLine, events: readonly LineEvent[]): Html {
  const { direction, currency, amount, valueDate } = line
  const cause = events.findLast(({ type }) => type === 'line.imported' || type === 'line.marked_duplicate')
  const reason = cause && reasonText(view, cause)
  const near = {
    ...{ status: 'all', direction, currency, amount: view.decimal(amount, currency).replaceAll(',', '') },
    ...{ from: plusDays(valueDate, -daysBetween), to: plusDays(valueDate, daysBetween) },
  }
  return markup`${reason && markup`<p>${view.t('line.doubt')} ${reason}</p>`}
    <p><a href="${view.url('/lines', near)}">${view.t('line.alike', { days: daysBetween })}</a></p>`
}

/** Writes the id of the cash session of a line; supervisors open it. */
function sessionLink(view: View, id: string): Html {
  return view.sees('cash:supervise') ? markup`<a href="${cashSessionUrl(view, id)}">${id}</a>` : bdi(id)
}

/** Writes the links to other ways to settle a line. */
function otherWays(view: View, line: AccountLine): Content {
  const links = [remittanceLink(view, line), ruleLink(view, line)].filter((link) => link !== null)
  return links.length > 0 && markup`<p class="actions">${links.map((link) => [link, ' '])}</p>`
}

/** Writes the link by which a person makes a rule of what was decided for a line, where the service has rules. */
function ruleLink(view: View, { key, status }: AccountLine): Content {
  if (!view.may('lines:write') || !('rules' in view.payments)) return null
  const words = status === 'open' ? 'line.allLikeIt' : 'line.remember'
  return markup`<a href="${view.url('/rules/new', { line: key })}">${view.t(words)}</a>`
}

function factsOf(view: View, line: AccountLine): Html {
  const { importId } = line
  return facts([
    [view.t('line.valueDate'), view.day(line.valueDate)],
    [view.t('line.bookedAt'), line.bookedAt !== null && view.instant(line.bookedAt)],
    [view.t('line.account'), bdi(line.account)],
    [view.t('line.direction'), view.t(`direction.${line.direction}`)],
    [view.t('line.reference'), line.reference !== undefined && bdi(line.reference)],
    [view.t('line.receipt'), line.providerTransactionId !== undefined && bdi(line.providerTransactionId)],
    [view.t('line.narration'), line.narration !== undefined && markup`<span dir="auto">${line.narration}</span>`],
    [view.t('counter.payerId'), line.payerId !== null && payerLink(view, line.payerId)],
    [view.t('line.session'), line.sessionId !== null && sessionLink(view, line.sessionId)],
    [view.t(isDeposit(line) ? 'deposit.open' : 'line.open'), openMoney(view, line)],
    [view.t('line.assignee'), line.assignee !== null && bdi(line.assignee)],
    [
      view.t('line.import'),
      importId !== null &&
        markup`<a href="${view.url(`/imports/${encodeURIComponent(importId)}`)}"
          >${view.t('line.importRow', { row: line.row })}</a
        >`,
    ],
  ])
}

/** Answers with the page of a line as it is at present. */
export async function linePage(view: View, key: string, page: LinePage = {}): Promise<Reply> {
  const { status, alert, typed, isUndone = false } = page
  const alone = refusalAlone(view, linePages, page)
  if (alone) return pageReply(view, alone)
  const line = await view.payments.lines.get(key)
  if (!line) throw lineNotFound(key)
  const typedInto: TypedInto = (verb) => (typed?.into === verb ? typed.form : untyped)
  const mayWrite = view.may('lines:write')
  const isOpen = line.status === 'open'
  const isDoubted = isOpen && isUncounted(line)
  const mayUndo = mayWrite && line.allocations.length > 0
  const [named, events] = await Promise.all([
    isOpen ? view.namedBy(line.key) : null,
    view.payments.lines.history(line.key),
  ])
  const maySettle = mayWrite && isOpen && !isDoubted
  const categories = maySettle ? await categoryCounts(view) : []
  const allocate = () => allocationForm(view, line, named?.refunds ?? [], categories, typedInto('allocate'))
  const [references, history, notes, allocating, undo] = await Promise.all([
    referencesOf(view, line.allocations),
    historyOf(view, line, events),
    notesSection(view, line, typedInto('notes')),
    maySettle ? allocate() : null,
    mayUndo ? undoQuestion(view, line) : null,
  ])
  return pageReply(view, {
    ...(status !== undefined && { status }),
    alert,
    done: view.done({ assignee: line.assignee === null ? view.t('line.noOne') : bdi(line.assignee) }),
    title: `${view.word('line.title')} ${line.valueDate}, ${line.account}, ${view.decimal(line.direction === 'debit' ? -line.amount : line.amount, line.currency)} ${line.currency}`,
    heading: markup`${view.t('line.title')}
      <span class="money-head">${lineAmount(view, line)}</span> ${lineStatus(view, line)}`,
    section: 'lines',
    body: markup`<div class="split">
      <div>
        ${[
          decisionText(view, line, named, events),
          otherWays(view, line),
          allocating,
          section(view, 'allocations', 'line.allocations', [
            allocationsTable(view, line, references),
            mayUndo &&
              undoForm(view, line, {
                undo,
                picks: allocationPicks(view, line, references, typedInto('unallocate')),
                isOpen: isUndone,
                typed: typedInto('unallocate'),
              }),
          ]),
          markup`<div class="cards">${[
            mayWrite && isDoubted && holdForm(view, line, typedInto),
            mayWrite && isDoubted && setAsideDuplicateForm(view, line, typedInto('set-aside')),
            maySettle && setAsideForm(view, line, categories, typedInto('set-aside')),
            refundableOfLine(line) > 0 &&
              line.direction === 'credit' &&
              !(named && bringsRefundBack(line, named)) &&
              giveBackForm(view, refundableOf(line), typedInto('refund')),
            view.may('payers:write') && mayHavePayer(line) && payerForm(view, line, typedInto('payer')),
            mayWrite && assignForm(view, line, typedInto('assign')),
            mayWrite && !isDoubted && holdForm(view, line, typedInto),
            mayWrite && mayBeMarked(line) && markDuplicateForm(view, line, typedInto('mark-duplicate')),
          ]}</div>`,
        ]}
      </div>
      <div class="side">${[factsOf(view, line), notes, history]}</div>
    </div>`,
  })
}
