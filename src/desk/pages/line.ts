/** One statement line: what it is, what its money went to, and everything that a person does with it. */
import { longest } from '../../domain/limits.js'
import { type BankLine, openOfLine, refundableOfLine } from '../../domain/reconciliation/bank-line.js'
import { lineNotFound } from '../../domain/reconciliation/line-refusals.js'
import { isPaymentError, type PaymentError } from '../../errors.js'
import type { Reply } from '../../http/reply.js'
import type { DoneKey } from '../parts/done.js'
import { amountCell, facts, field, question, row, table, versionField } from '../parts/forms.js'
import { bdi, type Content, type Html, markup } from '../parts/html.js'
import {
  isAsRulesSaid,
  lineAmount,
  lineState,
  lineStatus,
  openMoney,
  referencesOf,
  shareTarget,
} from '../parts/lines.js'
import type { MessageKey } from '../parts/messages.js'
import { pageReply, refusalAlone, seeOther } from '../parts/page.js'
import { paymentStatus } from '../parts/payments.js'
import { giveBackForm, refundStatus } from '../parts/refunds.js'
import { linePages, type View } from '../parts/view.js'
import { Form } from '../request/form.js'
import type { DeskRequest, DeskRoute } from '../route.js'
import { problem } from './error.js'
import { actorOf } from './lines.js'
import { Mistyped, readShares, searchOf, shareForm } from './share-form.js'

function setAsideForm(view: View, line: BankLine, typed: Form): Html {
  return markup`<form class="card" method="post" action="${view.lineUrl(line.key, '/set-aside')}">
    <h2>${view.t('line.setAside')}</h2>
    <p class="muted">${view.t('line.setAsideHint', { amount: openMoney(view, line) })}</p>
    ${versionField(line.version)}
    <input type="hidden" name="open" value="${openOfLine(line)}" />
    ${field(view.t('form.category'), 'category', typed.get('category'), markup` required pattern="[a-z0-9_.\\-]{1,64}" title="${view.t('form.categoryRule')}" list="categories"`)}
    ${field(view.t('form.reason'), 'reason', typed.get('reason'), markup` maxlength="500"`)}
    <div class="actions"><button>${view.t('line.setAside')}</button></div>
  </form>`
}

function holdForm(view: View, { key, version, held }: BankLine, typedInto: TypedInto): Html {
  const verb = held ? 'release' : 'hold'
  const reason = typedInto(verb).get('reason')
  return markup`<form class="card" method="post" action="${view.lineUrl(key, `/${verb}`)}">
    <h2>${view.t(`line.${verb}`)}</h2>
    <p class="muted">${view.t(`line.${verb}Hint`)}</p>
    ${versionField(version)} ${field(view.t('form.reason'), 'reason', reason, markup` maxlength="500"`)}
    <div class="actions"><button>${view.t(`line.${verb}`)}</button></div>
  </form>`
}

function assignForm(view: View, { key, version, assignee }: BankLine, typed: Form): Html {
  return markup`<form class="card" method="post" action="${view.lineUrl(key, '/assign')}">
    <h2>${view.t('line.assign')}</h2>
    <p class="muted">${view.t('line.assignHint')}</p>
    ${versionField(version)}
    ${field(view.t('line.assignee'), 'assignee', typed.or('assignee', assignee ?? view.actor ?? ''), markup` maxlength="${longest.actor}"`)}
    <div class="actions"><button>${view.t('line.assign')}</button></div>
  </form>`
}

function undoForm(view: View, { key, version, shares, direction }: BankLine, typed: Form): Html {
  // A debit's payment stays reversed, whatever becomes of the line.
  const asks = direction === 'credit' && shares.some(({ to }) => to === 'payment')
  return markup`<details class="card"${typed.has('reason') && markup` open`}>
    <summary>${view.t('line.undo')}</summary>
    <form method="post" action="${view.lineUrl(key, '/unallocate')}">
      <p>${view.t('line.undoHint')}</p>
      ${versionField(version)}
      ${
        asks &&
        question(
          view.t('line.undoPayments'),
          'payments',
          [
            ['reverse', view.t('line.undoReverse')],
            ['keep', view.t('line.undoKeep')],
          ],
          typed.get('payments'),
        )
      }
      ${field(view.t('form.reason'), 'reason', typed.get('reason'), markup` required maxlength="500"`)}
      <div class="actions"><button class="stop">${view.t('line.undo')}</button></div>
    </form>
  </details>`
}

async function sharesTable(view: View, line: BankLine): Promise<Html> {
  const references = await referencesOf(view, line.shares)
  return table(
    view.t('line.shares'),
    [view.t('line.sharedTo'), view.t('form.amount'), view.t('line.sharedBy')],
    line.shares.map(
      (share) =>
        markup`<tr>
          <td class="wide">${shareTarget(view, share, references)}</td>
          ${amountCell(view.money(share.amount, line.currency))}
          <td>${view.t(`share.by.${share.by}`)}</td>
        </tr>`,
    ),
    view.t('line.noShares'),
  )
}

async function historyTable(view: View, line: BankLine): Promise<Html> {
  const events = await view.payments.lines.history(line.key)
  const references = await referencesOf(
    view,
    events.flatMap(({ shares }) => shares),
  )
  // Only the last assignment is known by name: it is the line's.
  const assigned = events.findLast(({ type }) => type === 'line.assigned')
  const assignee = line.assignee === null ? view.t('line.noOne') : bdi(line.assignee)
  return table(
    view.t('history.title'),
    [view.t('history.when'), view.t('history.who'), view.t('history.what'), view.t('form.reason')],
    events
      .toReversed()
      .map(({ id, createdAt, actor, type, reason, shares }) =>
        row(
          view.instant(createdAt),
          actor === null ? view.t('history.byRule') : bdi(actor),
          markup`${id === assigned?.id ? view.t('line.assignedTo', { assignee }) : view.t(`event.${type}`)}${shares.map((share) => markup`<br /><small>${shareTarget(view, share, references)}: ${view.money(share.amount, line.currency)}</small>`)}`,
          reason !== null && bdi(reason),
        ),
      ),
    view.t('history.empty'),
  )
}

async function notesSection(view: View, line: BankLine, typed: Form): Promise<Html> {
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
                    >${actor === null ? view.t('history.byRule') : bdi(actor)}, ${view.instant(createdAt)}</small
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

/** What of a line may be given back: what is open, and was not given back through a payment. */
function givenBackOf(line: BankLine) {
  return { of: { lineKey: line.key }, version: line.version, most: refundableOfLine(line), currency: line.currency }
}

interface LinePage {
  readonly status?: number
  readonly alert?: Content
  /** A form that was refused, or searched from: its fields are as they were typed. */
  readonly typed?: { readonly into: string; readonly form: Form }
}

/** What was typed into the form of a verb. */
type TypedInto = (verb: string) => Form

const untyped = new Form()

/** As many of what a line names are linked; the others stand in the search. */
const maxNamed = 20

/** The payments and refunds that a line names, each with what it is now. */
function namedList(view: View, { payments, refunds }: Named): Html | null {
  const links = [
    ...payments.map(
      (payment) =>
        markup`<li>${view.t('share.payment')} <a href="${view.paymentUrl(payment.id)}">${bdi(payment.reference)}</a> ${view.money(payment.amount, payment.currency)} ${paymentStatus(view, payment)}</li>`,
    ),
    ...refunds.map(
      (refund) =>
        markup`<li>${view.t('share.refund')} <a href="${view.refundUrl(refund.id)}">${bdi(refund.reference)}</a> ${view.money(refund.amount, refund.currency)} ${refundStatus(view, refund.status)}</li>`,
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

/** What the rules say of an open line, with what it names; of a settled one, what settled it. */
function saidOf(view: View, line: BankLine, named: Named | null): Html {
  const why = isAsRulesSaid(line)
    ? view.t(`why.${line.outcome}` as MessageKey)
    : view.t(line.status === 'open' ? 'line.takenBackHint' : 'line.settledHint')
  return markup`<div class="said"><p><strong>${lineState(view, line)}</strong> ${why}</p>${named && namedList(view, named)}</div>`
}

/** The line as it is now. */
export async function linePage(view: View, key: string, page: LinePage = {}): Promise<Reply> {
  const { status, alert, typed } = page
  const alone = refusalAlone(view, linePages, page)
  if (alone) return pageReply(view, alone)
  const line = await view.payments.lines.get(key)
  if (!line) throw lineNotFound(key)
  const typedInto: TypedInto = (verb) => (typed?.into === verb ? typed.form : untyped)
  const mayWrite = view.may('lines:write')
  const isOpen = line.status === 'open'
  const importer = line.importId
  const named = isOpen ? await view.namedBy(line.key) : null
  const [shares, history, notes, allocating] = await Promise.all([
    sharesTable(view, line),
    historyTable(view, line),
    notesSection(view, line, typedInto('notes')),
    mayWrite && isOpen ? shareForm(view, line, named?.refunds ?? [], typedInto('allocate')) : null,
  ])
  return pageReply(view, {
    ...(status !== undefined && { status }),
    alert,
    done: view.done({ assignee: line.assignee === null ? view.t('line.noOne') : bdi(line.assignee) }),
    title: `${view.word('line.title')} ${line.valueDate}, ${line.source}, ${view.decimal(line.direction === 'debit' ? -line.amount : line.amount, line.currency)} ${line.currency}`,
    heading: markup`${view.t('line.title')}
      <span class="money-head">${lineAmount(view, line)}</span> ${lineStatus(view, line)}`,
    section: 'lines',
    body: [
      facts([
        [view.t('line.valueDate'), view.day(line.valueDate)],
        [view.t('line.bookedAt'), line.bookedAt !== null && view.instant(line.bookedAt)],
        [view.t('line.source'), bdi(line.source)],
        [view.t('line.direction'), view.t(`direction.${line.direction}`)],
        [view.t('line.reference'), line.reference !== undefined && bdi(line.reference)],
        [view.t('line.receipt'), line.providerTransactionId !== undefined && bdi(line.providerTransactionId)],
        [view.t('line.narration'), line.narration !== undefined && markup`<span dir="auto">${line.narration}</span>`],
        [view.t('line.open'), openMoney(view, line)],
        [view.t('line.assignee'), line.assignee !== null && bdi(line.assignee)],
        [
          view.t('line.import'),
          importer !== null &&
            markup`<a href="${view.url(`/imports/${encodeURIComponent(importer)}`)}"
              >${view.t('line.importRow', { row: line.row })}</a
            >`,
        ],
      ]),
      saidOf(view, line, named),
      allocating,
      markup`<section aria-labelledby="shares">
        <h2 id="shares">${view.t('line.shares')}</h2>
        ${shares}${mayWrite && line.shares.length > 0 && undoForm(view, line, typedInto('unallocate'))}
      </section>`,
      markup`<div class="cards">${[
        mayWrite && isOpen && setAsideForm(view, line, typedInto('set-aside')),
        refundableOfLine(line) > 0 &&
          line.direction === 'credit' &&
          giveBackForm(view, givenBackOf(line), typedInto('refund')),
        mayWrite && assignForm(view, line, typedInto('assign')),
        mayWrite && holdForm(view, line, typedInto),
      ]}</div>`,
      notes,
      markup`<section aria-labelledby="history">
        <h2 id="history">${view.t('history.title')}</h2>
        ${history}
      </section>`,
    ],
  })
}

/** What happened since the page was loaded, by whom. */
async function changedSince(view: View, key: string, seen: number): Promise<Content> {
  if (!view.sees(...linePages)) return view.t('error.line_changed')
  const events = await view.payments.lines.history(key)
  const since = events.filter(({ version }) => version > seen)
  return [
    markup`<p><strong>${view.t('error.line_changed')}</strong> ${view.t('line.changedHint')}</p>`,
    markup`<ul>
      ${since.map(({ type, actor, createdAt }) => markup`<li>${view.t('line.changedBy', { what: view.t(`event.${type}`), actor: actor === null ? view.t('history.byRule') : bdi(actor), when: view.instant(createdAt) })}</li>`)}
    </ul>`,
  ]
}

/** Whether an undo was refused because it must say what its payments are then. */
function asksOfPayments(error: PaymentError): boolean {
  return isPaymentError(error, 'invalid_request') && error.details.issues.some(({ path }) => path === 'payments')
}

/** The last part of the paths of actions. */
type Verb = 'allocate' | 'set-aside' | 'unallocate' | 'hold' | 'release' | 'assign' | 'notes'

/** Does what was asked, or shows the line as it is with what is wrong. */
async function change(
  { view, id, form }: DeskRequest,
  verb: Verb,
  done: DoneKey,
  act: (seen: { expectedVersion: number; actor?: string; reason?: string }) => Promise<unknown>,
): Promise<Reply> {
  const expectedVersion = form.version()
  const reason = form.get('reason')
  try {
    await act({ expectedVersion, ...actorOf(view), ...(reason !== '' && { reason }) })
  } catch (error) {
    if (!isPaymentError(error) || error.httpStatus >= 500 || error.code === 'line_not_found') throw error
    const alert =
      error.code === 'line_changed'
        ? await changedSince(view, id, expectedVersion)
        : asksOfPayments(error)
          ? view.t('line.undoAsks')
          : problem(view, error)
    return linePage(view, id, { status: error.httpStatus, alert, typed: { into: verb, form } })
  }
  return seeOther(view, { key: done }, view.lineUrl(id), linePages)
}

async function allocate(request: DeskRequest): Promise<Reply> {
  const { view, id, form } = request
  const typed = { into: 'allocate', form }
  if (searchOf(form) !== null) return linePage(view, id, { typed })
  const line = await view.payments.lines.get(id)
  if (!line) throw lineNotFound(id)
  const shares = await readShares(view, line, form)
  if (shares instanceof Mistyped) return linePage(view, id, { status: 400, alert: shares.alert, typed })
  if (shares.length === 0) return linePage(view, id, { status: 400, alert: view.t('line.nothingChosen'), typed })
  return change(request, 'allocate', 'done.allocated', (seen) => view.payments.lines.allocate(id, { ...seen, shares }))
}

function setAside(request: DeskRequest): Promise<Reply> {
  const { view, id, form } = request
  const share = { to: 'category', category: form.get('category'), amount: form.version('open') } as const
  return change(request, 'set-aside', 'done.set_aside_one', (seen) =>
    view.payments.lines.allocate(id, { ...seen, shares: [share] }),
  )
}

async function unallocate(request: DeskRequest): Promise<Reply> {
  const { view, id, form } = request
  const payments = (['reverse', 'keep'] as const).find((one) => one === form.get('payments'))
  return change(request, 'unallocate', 'done.undone', ({ reason = '', ...seen }) =>
    view.payments.lines.unallocate(id, { ...seen, reason, ...(payments && { payments }) }),
  )
}

function assign(request: DeskRequest): Promise<Reply> {
  const { view, id, form } = request
  const assignee = form.get('assignee')
  return change(request, 'assign', 'done.assigned', (seen) =>
    view.payments.lines.assign(id, { ...seen, assignee: assignee === '' ? null : assignee }),
  )
}

function note(request: DeskRequest): Promise<Reply> {
  const { view, id, form } = request
  // Browsers send line ends as CR LF.
  const text = form.get('text').replaceAll('\r\n', '\n')
  const { lines } = view.payments
  return change(request, 'notes', 'done.noted', async () => {
    // The same form once more.
    const last = (await lines.notes(id)).at(-1)
    if (last?.text !== text || last.actor !== view.actor) await lines.note(id, { text, ...actorOf(view) })
  })
}

const action = (verb: Verb, run: DeskRoute['run']): DeskRoute => ({
  method: 'POST',
  path: `/lines/{lineKey}/${verb}`,
  scopes: ['lines:write'],
  run,
})

export const lineRoutes: readonly DeskRoute[] = [
  { method: 'GET', path: '/lines/{lineKey}', scopes: linePages, run: ({ view, id }) => linePage(view, id) },
  action('allocate', allocate),
  action('set-aside', setAside),
  action('unallocate', unallocate),
  action('hold', (request) =>
    change(request, 'hold', 'done.held', (seen) => request.view.payments.lines.hold(request.id, seen)),
  ),
  action('release', (request) =>
    change(request, 'release', 'done.released', (seen) => request.view.payments.lines.release(request.id, seen)),
  ),
  action('assign', assign),
  action('notes', note),
]
