/** The actions of a person on one statement line. */
import { lineNotFound } from '../../domain/not-found.js'
import { isPaymentError } from '../../errors.js'
import type { Reply } from '../../http/reply.js'
import type { DoneKey } from '../parts/done.js'
import { linePage, pickedAllocations, undoAnswers, undoQuestion } from '../parts/line-page.js'
import { type Content, markup } from '../parts/html.js'
import { eventText, lastAssignments } from '../parts/lines.js'
import { seeOther } from '../parts/page.js'
import { refusalOf, refusedQuery } from '../parts/problem.js'
import { actorOf, linePages, type View } from '../parts/view.js'
import type { Form } from '../request/form.js'
import type { DeskRequest, DeskRoute } from '../route.js'
import { isShownAgain, Mistyped, readAllocations, searchFields } from '../parts/allocation-form.js'
import { hasNewCategory, typedCategory } from '../parts/categories.js'

/** Writes the changes since the page was loaded, with their actors. */
async function changedSince(view: View, key: string, shownVersion: number): Promise<Content> {
  if (!view.sees(...linePages)) return view.t('error.line_changed')
  const line = await view.payments.lines.get(key)
  if (!line) return view.t('error.line_changed')
  const events = await view.payments.lines.history(key)
  const assigned = lastAssignments(events, new Map([[key, line]]))
  const since = events.filter(({ version }) => version > shownVersion)
  return [
    markup`<p><strong>${view.t('error.line_changed')}</strong> ${view.t('line.changedHint')}</p>`,
    markup`<ul>
      ${since.map((event) => markup`<li>${view.t('line.changedBy', { what: eventText(view, event, line, assigned), actor: view.by(event.actor), when: view.instant(event.createdAt) })}</li>`)}
    </ul>`,
  ]
}

/** Checks that an undo was refused because it must have an answer about its payments. */
function asksOfPayments(error: unknown): boolean {
  return (
    isPaymentError(error, 'invalid_request') &&
    error.details.issues.some(({ path }) => path === 'payments' || path === 'paidOtherwise')
  )
}

async function undoAsks(view: View, key: string): Promise<Content> {
  const line = view.sees(...linePages) ? await view.payments.lines.get(key) : null
  const undo = line && (await undoQuestion(view, line))
  return view.t('line.undoAsks', { question: view.t(undo?.key ?? 'line.undoPayments') })
}

/** The last part of the paths of actions. */
type Verb =
  'payer' | 'allocate' | 'set-aside' | 'mark-duplicate' | 'unallocate' | 'hold' | 'release' | 'assign' | 'notes'

/** Does an action, or shows the line with the reason why it was refused. */
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
    const { status, alert } = refusalOf(view, error, 'line_not_found')
    const words = isPaymentError(error, 'line_changed')
      ? await changedSince(view, id, expectedVersion)
      : asksOfPayments(error)
        ? await undoAsks(view, id)
        : alert
    return linePage(view, id, { status, alert: words, typed: { into: verb, form } })
  }
  return seeOther(view, { key: done }, view.lineUrl(id), linePages)
}

/**
 * Answers with the form filled in, or with the results of a search; where the search is refused, with all other fields as they were
 * typed.
 */
async function filledPage(view: View, id: string, form: Form): Promise<Reply> {
  try {
    return await linePage(view, id, { typed: { into: 'allocate', form } })
  } catch (error) {
    const typed = { into: 'allocate', form: form.without(...searchFields) }
    return linePage(view, id, { status: 400, alert: refusedQuery(view, error), typed })
  }
}

async function allocate(request: DeskRequest): Promise<Reply> {
  const { view, id, form } = request
  const typed = { into: 'allocate', form }
  if (isShownAgain(form)) return filledPage(view, id, form)
  const line = await view.payments.lines.get(id)
  if (!line) throw lineNotFound(id)
  const allocations = await readAllocations(view, line, form)
  if (allocations instanceof Mistyped) return linePage(view, id, { status: 400, alert: allocations.alert, typed })
  if (allocations.length === 0) return linePage(view, id, { status: 400, alert: view.t('line.nothingChosen'), typed })
  const categories = allocations.flatMap((allocation) => (allocation.to === 'category' ? [allocation.category] : []))
  const hasNew = await hasNewCategory(view, categories)
  return change(request, 'allocate', hasNew ? 'done.allocated_new' : 'done.allocated', (seen) =>
    view.payments.lines.allocate(id, { ...seen, allocations }),
  )
}

async function setAside(request: DeskRequest): Promise<Reply> {
  const { view, id, form } = request
  const category = typedCategory(form)
  const typed = { into: 'set-aside', form }
  if (category === '') return linePage(view, id, { status: 400, alert: view.t('form.chooseCategory'), typed })
  const allocation = { to: 'category', category, amount: form.version('open') } as const
  const done = (await hasNewCategory(view, [category])) ? 'done.set_aside_one_new' : 'done.set_aside_one'
  return change(request, 'set-aside', done, (seen) =>
    view.payments.lines.allocate(id, { ...seen, allocations: [allocation] }),
  )
}

async function unallocate(request: DeskRequest): Promise<Reply> {
  const { view, id, form } = request
  const allocations = pickedAllocations(form)
  if (allocations?.length === 0)
    return linePage(view, id, { status: 400, alert: view.t('line.nothingPicked'), typed: { into: 'unallocate', form } })
  const answer = undoAnswers.find((one) => one === form.get('payments'))
  const decision = answer === 'otherwise' ? ({ payments: 'keep', paidOtherwise: true } as const) : { payments: answer }
  return change(request, 'unallocate', 'done.undone', ({ reason = '', ...seen }) =>
    view.payments.lines.unallocate(id, { ...seen, reason, ...decision, ...(allocations && { allocations }) }),
  )
}

function assign(request: DeskRequest): Promise<Reply> {
  const { view, id, form } = request
  const assignee = form.get('assignee')
  return change(request, 'assign', 'done.assigned', (seen) =>
    view.payments.lines.assign(id, { ...seen, assignee: assignee === '' ? null : assignee }),
  )
}

function setPayer(request: DeskRequest): Promise<Reply> {
  const { view, id, form } = request
  const payerId = form.get('payerId')
  return change(request, 'payer', 'done.payer_set', ({ expectedVersion, actor }) =>
    view.payments.lines.setPayer(id, {
      expectedVersion,
      payerId: payerId === '' ? null : payerId,
      ...(actor !== undefined && { actor }),
    }),
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

/** Shows the page of a line; a link to its undo opens that form. */
function showLine({ view, id, query }: DeskRequest): Promise<Reply> {
  return linePage(view, id, { isUndone: query.has('undo') })
}

const action = (verb: Verb, run: DeskRoute['run']): DeskRoute => ({
  method: 'POST',
  path: `/lines/{lineKey}/${verb}`,
  scopes: ['lines:write'],
  run,
})

export const lineRoutes: readonly DeskRoute[] = [
  { method: 'GET', path: '/lines/{lineKey}', scopes: linePages, run: showLine },
  action('allocate', allocate),
  action('set-aside', setAside),
  action('unallocate', unallocate),
  action('hold', (request) =>
    change(request, 'hold', 'done.held', (seen) => request.view.payments.lines.hold(request.id, seen)),
  ),
  action('release', (request) =>
    change(request, 'release', 'done.released', (seen) => request.view.payments.lines.release(request.id, seen)),
  ),
  action('mark-duplicate', (request) =>
    change(request, 'mark-duplicate', 'done.marked_duplicate', ({ reason = '', ...seen }) =>
      request.view.payments.lines.markDuplicate(request.id, { ...seen, reason }),
    ),
  ),
  action('assign', assign),
  action('notes', note),
  { method: 'POST', path: '/lines/{lineKey}/payer', scopes: ['payers:write'], run: setPayer },
]
