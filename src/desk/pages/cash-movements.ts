/** Movements of cash that a supervisor decides: a transfer that is received or taken back, and a movement that is voided. */
import { isSameActor } from '../../domain/actor.js'
import { isCashAccount } from '../../domain/accounts/account-kind.js'
import type { CashSession } from '../../domain/cash/session.js'
import { isVoidable } from '../../domain/cash/void.js'
import { lineNotFound } from '../../domain/not-found.js'
import { type AccountLine, isOnItsWay } from '../../domain/reconciliation/account-line.js'
import { isPaymentError } from '../../errors.js'
import type { Reply } from '../../http/reply.js'
import { typedCount } from '../parts/amounts.js'
import { acceptFields, cashSessionUrl, movementUrl, transferUrl } from '../parts/cash.js'
import { actionCard, field, hiddenField, reasonField } from '../parts/forms.js'
import { bdi, type Content, type Html, markup } from '../parts/html.js'
import { pageReply, refusalAlone, seeOther } from '../parts/page.js'
import { cashRefusal, movementsTable, type SessionMovement } from '../parts/sessions.js'
import { facts } from '../parts/tables.js'
import { cashierOf, cashPages, type View } from '../parts/view.js'
import { Form } from '../request/form.js'
import type { DeskRequest, DeskRoute } from '../route.js'

type Verb = 'receive' | 'recall' | 'void'

interface MovementPage {
  readonly status?: number
  readonly alert?: Content
  /** A form that was refused: its fields are as they were typed. */
  readonly typed?: { readonly into: Verb; readonly form: Form }
  /** True where a count was refused because it differs, so that it may be accepted. */
  readonly differs?: boolean
}

async function movementOf(view: View, lineKey: string): Promise<SessionMovement> {
  const movement = await view.movement(lineKey)
  if (!movement) throw lineNotFound(lineKey)
  return movement
}

/** Reads the session that is open where cash arrives; it must be the one that receives it. */
async function receivingSession(view: View, { transferTo, currency }: AccountLine): Promise<CashSession | null> {
  const point = (transferTo ?? '').slice('cash.'.length)
  if (!/^[a-z0-9_.-]{1,40}$/.test(point)) return null
  const { items } = await view.payments.cash.list({ point, status: 'open', limit: 100 })
  return items.find((session) => session.currency === currency) ?? null
}

/** Writes the count of cash that arrives; nothing names what was sent. */
async function receiveForm(view: View, line: AccountLine, typed: Form, differs: boolean): Promise<Html> {
  const session = await receivingSession(view, line)
  const count = field(
    view.t('session.counted'),
    'counted',
    typed.get('counted'),
    markup` inputmode="decimal" class="amount" required`,
  )
  return actionCard(view, {
    url: transferUrl(view, line.key, '/receive'),
    title: 'receive.button',
    fields: [
      session && hiddenField('session', session.id),
      count,
      (differs || typed.has('accept')) && acceptFields(view, typed),
    ],
    button: 'main',
  })
}

async function transferForms(view: View, { line, actor }: SessionMovement, page: MovementPage): Promise<Content> {
  if (!view.may('cash:supervise')) return null
  if (!isOnItsWay(line)) return markup`<p class="empty">${view.t('transfer.settled')}</p>`
  const session = line.sessionId === null ? null : await view.payments.cash.get(line.sessionId)
  const senders = [actor, session?.openedBy ?? null]
  if (senders.some((sender) => sender !== null && isSameActor(sender, view.actor ?? '')))
    return markup`<p class="empty">${view.t('cash.selfApproval')}</p>`
  const typedInto = (verb: Verb) => (page.typed?.into === verb ? page.typed.form : new Form())
  const isOfCash = isCashAccount(line.transferTo ?? '')
  return markup`<div class="cards">
    ${isOfCash ? await receiveForm(view, line, typedInto('receive'), page.differs ?? false) : markup`<p class="empty">${view.t('transfer.ofBank')}</p>`}
    ${actionCard(view, {
      url: transferUrl(view, line.key, '/recall'),
      title: 'cash.recall',
      fields: reasonField(view, typedInto('recall'), { isRequired: true }),
      button: 'stop',
    })}
  </div>`
}

async function transferPage(view: View, key: string, page: MovementPage = {}): Promise<Reply> {
  const { typed: _, differs: __, ...refusal } = page
  const alone = refusalAlone(view, cashPages, refusal)
  if (alone) return pageReply(view, alone)
  const movement = await movementOf(view, key)
  const { line, actor } = movement
  const { account, transferTo, reference, createdAt, amount, currency } = line
  return pageReply(view, {
    ...refusal,
    title: view.word('transfer.title'),
    section: 'cash',
    body: [
      facts([
        [view.t('cash.from'), bdi(account)],
        [view.t('send.to'), bdi(transferTo ?? '')],
        [view.t('cash.sent'), view.instant(createdAt)],
        [view.t('receive.sender'), view.by(actor)],
        [view.t('line.reference'), reference !== undefined && bdi(reference)],
        [
          view.t('form.amount'),
          (!isOnItsWay(line) || !isCashAccount(transferTo ?? '')) && view.money(amount, currency),
        ],
      ]),
      await transferForms(view, movement, page),
    ],
  })
}

async function voidForm(view: View, { line, actor }: SessionMovement, typed: Form): Promise<Content> {
  const session = line.sessionId === null ? null : await view.payments.cash.get(line.sessionId)
  if (!session || !view.may('cash:supervise')) return null
  if (session.status === 'closed' || !isVoidable(line)) return markup`<p class="empty">${view.t('cash.cannotVoid')}</p>`
  const isOwn = [session.openedBy, actor].some((person) => person !== null && isSameActor(person, view.actor ?? ''))
  if (isOwn) return markup`<p class="empty">${view.t('cash.selfApproval')}</p>`
  const fields = reasonField(view, typed, { isRequired: true })
  return actionCard(view, { url: movementUrl(view, line.key, '/void'), title: 'cash.void', fields, button: 'stop' })
}

async function movementPage(view: View, key: string, page: MovementPage = {}): Promise<Reply> {
  const { typed, differs: _, ...refusal } = page
  const alone = refusalAlone(view, cashPages, refusal)
  if (alone) return pageReply(view, alone)
  const movement = await movementOf(view, key)
  const { sessionId } = movement.line
  return pageReply(view, {
    ...refusal,
    title: view.word('cash.movement'),
    section: 'cash',
    body: [
      movementsTable(view, [movement]),
      await voidForm(view, movement, typed?.form ?? new Form()),
      sessionId !== null &&
        markup`<p class="actions"><a href="${cashSessionUrl(view, sessionId)}">${view.t('cash.toSession')}</a></p>`,
    ],
  })
}

async function receive({ view, id, form }: DeskRequest): Promise<Reply> {
  const typed = { into: 'receive', form } as const
  const { line } = await movementOf(view, id)
  const counted = typedCount(form.get('counted'), line.currency)
  if (counted === null) return transferPage(view, id, { status: 400, alert: view.t('form.badAmount'), typed })
  const [reason, sessionId] = [form.get('reason'), form.get('session')]
  try {
    await view.payments.cash.receive({
      lineKey: id,
      counted,
      accept: form.has('accept'),
      ...(sessionId !== '' && { sessionId }),
      ...(reason !== '' && { reason }),
      ...cashierOf(view),
    })
  } catch (error) {
    const differs = isPaymentError(error, 'transfer_differs')
    const { status, alert } = cashRefusal(view, error)
    return transferPage(view, id, { status, alert: differs ? view.t('receive.differs') : alert, typed, differs })
  }
  return seeOther(view, { key: 'done.session.receive' }, view.url('/cash'), cashPages)
}

async function recall({ view, id, form }: DeskRequest): Promise<Reply> {
  const typed = { into: 'recall', form } as const
  const reason = form.get('reason')
  if (reason === '') return transferPage(view, id, { status: 400, alert: view.t('cash.reasonMissing'), typed })
  try {
    await view.payments.cash.recall({ lineKey: id, reason, ...cashierOf(view) })
  } catch (error) {
    return transferPage(view, id, { ...cashRefusal(view, error), typed })
  }
  return seeOther(view, { key: 'done.recalled' }, view.url('/cash'), cashPages)
}

async function voidMovement({ view, id, form }: DeskRequest): Promise<Reply> {
  const typed = { into: 'void', form } as const
  const reason = form.get('reason')
  if (reason === '') return movementPage(view, id, { status: 400, alert: view.t('cash.reasonMissing'), typed })
  try {
    const { line } = await view.payments.cash.void({ lineKey: id, reason, ...cashierOf(view) })
    return seeOther(view, { key: 'done.voided' }, cashSessionUrl(view, line.sessionId ?? ''), cashPages)
  } catch (error) {
    return movementPage(view, id, { ...cashRefusal(view, error), typed })
  }
}

const action = (path: string, run: DeskRoute['run']): DeskRoute => ({ method: 'POST', path, scopes: cashPages, run })

export const cashMovementRoutes: readonly DeskRoute[] = [
  {
    method: 'GET',
    path: '/cash/transfers/{lineKey}',
    scopes: cashPages,
    run: ({ view, id }) => transferPage(view, id),
  },
  action('/cash/transfers/{lineKey}/receive', receive),
  action('/cash/transfers/{lineKey}/recall', recall),
  {
    method: 'GET',
    path: '/cash/movements/{lineKey}',
    scopes: cashPages,
    run: ({ view, id }) => movementPage(view, id),
  },
  action('/cash/movements/{lineKey}/void', voidMovement),
]
