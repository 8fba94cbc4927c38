/** Cash sessions and their movements, as pages show them. */
import { mayUseSession } from '../../domain/cash/movement.js'
import { isVoided } from '../../domain/cash/void.js'
import type { CashSession } from '../../domain/cash/session.js'
import { sessionNotFound } from '../../domain/not-found.js'
import { isPaymentError } from '../../errors.js'
import { bdi, type Content, type Html, markup } from './html.js'
import { statusMark } from './lines.js'
import type { MessageKey } from './messages.js'
import { receiptNumber } from './receipt-paper.js'
import { problem, refusalOf } from './problem.js'
import { amounts, type Column, column, table } from './tables.js'
import { cashierOf, type View } from './view.js'

/** The most sessions of one person that are open at once. */
const maxOpen = 50

/** Reads the open sessions of the reader, newest first. */
export async function openSessionsOf(view: View): Promise<readonly CashSession[]> {
  const { actor } = cashierOf(view)
  const { items } = await view.payments.cash.list({ actor, status: 'open', limit: maxOpen })
  return items
}

/** Returns true where the reader may see a session. */
export function maySee(view: View, session: CashSession): boolean {
  const { actor, supervisor } = cashierOf(view)
  return mayUseSession(session, { actor, isSupervisor: supervisor })
}

/**
 * Reads a session that the reader may see.
 *
 * @throws PaymentError `session_not_found` also for the session of another cashier
 */
export async function sessionOf(view: View, id: string): Promise<CashSession> {
  const session = await view.payments.cash.get(id)
  if (!session || !maySee(view, session)) throw sessionNotFound(id)
  return session
}

/** Writes a session in a line: its point, its currency, and since when it is open. */
export function sessionLine(view: View, { point, currency, openedAt }: CashSession): Html {
  return view.t('session.line', { point: bdi(point), currency: bdi(currency), since: view.instant(openedAt) })
}

/** Returns the balance of an open session's account, as its sums give it; of a closed one, what was counted. */
export function balanceOf({ float, received, paidOut, sent, counted }: CashSession): number {
  return counted ?? float + received - paidOut - sent
}

export function takeUrl(view: View, lineKey: string, verb = ''): string {
  return view.url(`/counter/takes/${encodeURIComponent(lineKey)}${verb}`)
}

export type SessionMovement = Awaited<ReturnType<View['movementsOf']>>[number]

/** Returns the words for the kind of a movement. */
function kindOf({ line, receipt }: SessionMovement): MessageKey {
  const { direction, outcome, version } = line
  // The counter-line of a void never changes; what was voided has changed.
  if (isVoided(line)) return version === 1 ? 'movement.counter' : 'movement.voided'
  switch (outcome) {
    case 'in_transit':
      return 'movement.sent'
    case 'transfer_received':
      return 'movement.received'
    case 'set_aside':
      return 'movement.counted'
    case 'refund_paid':
      return 'movement.refund'
    default:
      if (direction === 'debit') return 'movement.paidOut'
      return receipt?.allocations.length === 0 ? 'movement.deposit' : 'movement.take'
  }
}

function wordsOf(view: View, movement: SessionMovement): Html {
  const kind = kindOf(movement)
  return kind === 'movement.voided' ? statusMark('stop', view.t(kind)) : view.t(kind)
}

/** Checks that a movement was decided by a count: its amount would name what the drawer was expected to hold. */
export function isOfCount({ line }: SessionMovement): boolean {
  return line.outcome === 'set_aside'
}

function purposeOf({ line, receipt }: SessionMovement): Content {
  if (line.transferTo !== null)
    return [bdi(line.transferTo), line.reference !== undefined && [' ', bdi(line.reference)]]
  const references = receipt?.allocations.map(({ reference }) => reference) ?? []
  const { payerId = null } = receipt ?? {}
  const texts = [...references, ...(payerId === null ? [] : [payerId])]
  if (texts.length > 0) return texts.map((text, at) => [at > 0 && ', ', bdi(text)])
  const [first] = line.allocations
  return first?.to === 'category' ? markup`<code>${first.category}</code>` : line.reference && bdi(line.reference)
}

/** Writes movements of a session, each receipt with a link; `more` are further columns. */
export function movementsTable(
  view: View,
  movements: readonly SessionMovement[],
  ...more: readonly Column<SessionMovement>[]
): Html {
  return table(
    view.t('session.movements'),
    movements,
    [
      column(view.t('history.when'), ({ line }) => view.instant(line.createdAt)),
      column(view.t('history.what'), (movement) => [
        wordsOf(view, movement),
        movement.actor !== null && markup`<small class="muted">${bdi(movement.actor)}</small>`,
      ]),
      column(view.t('session.purpose'), purposeOf),
      amounts(view.t('form.amount'), ({ line }) =>
        view.money(line.direction === 'debit' ? -line.amount : line.amount, line.currency),
      ),
      column(
        view.t('receipt.title'),
        ({ line, receipt }) =>
          receipt &&
          (view.sees('cash:take', 'payments:read')
            ? markup`<a class="open" href="${takeUrl(view, line.key)}">${receiptNumber(receipt)}</a>`
            : receiptNumber(receipt)),
      ),
      ...more,
    ],
    view.t('session.noMovements'),
  )
}

/** The labels that fields have at the counter alone. */
const labels = { to: 'send.to' } as const

/** Returns the refusal of a call at the counter, in the words of the counter. */
export function cashRefusal(view: View, error: unknown): ReturnType<typeof refusalOf> {
  const { status } = refusalOf(view, error)
  const lead = isPaymentError(error, 'self_approval')
    ? view.t('cash.selfApproval')
    : isPaymentError(error, 'forbidden')
      ? view.t('cash.forbidden')
      : undefined
  return { status, alert: problem(view, error, lead, labels) }
}
