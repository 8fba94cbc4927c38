/** How statement lines are shown. */
import {
  type AccountLine,
  type LineEvent,
  openOfLine,
  type StoredAllocation,
} from '../../domain/reconciliation/account-line.js'
import { duplicateReasons } from '../../domain/reconciliation/duplicates.js'
import { bdi, type Content, type Html, markup } from './html.js'
import type { MessageKey } from './messages.js'
import type { View } from './view.js'

export function statusMark(kind: 'good' | 'wait' | 'stop' | 'plain', label: Content): Html {
  return markup`<span class="mark ${kind}">${label}</span>`
}

export function lineStatus(view: View, { status, held }: AccountLine): Html {
  const own =
    status === 'settled'
      ? statusMark('good', view.t('line.status.settled'))
      : statusMark('wait', view.t('line.status.open'))
  return markup`${own}${held && markup` ${statusMark('stop', view.t('line.held'))}`}`
}

/** A debit with a minus, in words besides. */
export function lineAmount(view: View, { amount, currency, direction }: AccountLine): Html {
  return direction === 'debit'
    ? markup`<span class="debit"
        ><span class="sr">${view.t('direction.debit')} </span>${view.money(-amount, currency)}</span
      >`
    : view.money(amount, currency)
}

/** Which assignments are known by name, of events of some lines: the last one of each, which its line has. */
export function lastAssignments(
  events: readonly LineEvent[],
  lines: ReadonlyMap<string, AccountLine>,
): ReadonlySet<string> {
  const last = new Map<string, string>()
  for (const { id, type, lineKey, version } of events) {
    if (type === 'line.assigned' && version <= (lines.get(lineKey)?.version ?? 0)) last.set(lineKey, id)
  }
  return new Set(last.values())
}

/** What happened to a line, and whom it was assigned to where that is known. */
export function eventText(view: View, { id, type }: LineEvent, line: AccountLine, last: ReadonlySet<string>): Html {
  if (!last.has(id)) return view.t(`event.${type}`)
  return view.t('line.assignedTo', { assignee: line.assignee === null ? view.t('line.noOne') : bdi(line.assignee) })
}

/** The words that the desk has for the reasons of the rules; what people gave stays as it is. */
const doubts: Readonly<Record<string, MessageKey>> = Object.fromEntries(
  Object.entries(duplicateReasons).map(([name, text]) => [text, `doubt.${name as keyof typeof duplicateReasons}`]),
)

/** Why a line changed: as people gave it, or in the words of the desk. */
export function reasonText(view: View, { type, reason }: LineEvent): Content {
  if (reason === null) return null
  const key = type === 'line.imported' ? doubts[reason] : undefined
  return key ? view.t(key) : bdi(reason)
}

/** Answers of rules that settled a line; where it is open, a person took them back. */
const settling = ['matched', 'confirmed', 'under_paid', 'refund_paid', 'set_aside'] as const

/** Whether what the rules said of a line is still so: a person may have settled it since, or taken back what settled it. */
export function isAsRulesSaid({ status, outcome, allocations }: AccountLine): boolean {
  const isSettling = (settling as readonly string[]).includes(outcome)
  return status === 'open' ? !isSettling : isSettling && allocations.every(({ by }) => by === 'rule')
}

/** What a line's money is for as it is now: what the rules say, or else what it went to. */
export function lineState(view: View, line: AccountLine): Html {
  const { status, outcome, allocations } = line
  if (isAsRulesSaid(line)) return view.t(`outcome.${outcome}`)
  if (status === 'open') return view.t('line.takenBack')
  const targets = allocations.map((allocation) =>
    allocation.to === 'category'
      ? markup`${view.t('allocation.category')} <code>${allocation.category}</code>`
      : view.t(allocation.to === 'line' ? 'allocation.lineSettled' : `allocation.${allocation.to}`),
  )
  const distinct = new Map(targets.map((target) => [target.text, target]))
  return markup`${[...distinct.values()].map((target, i) => [i > 0 && ', ', target])}`
}

/** What the line says of itself, shortest first. */
export function lineText({ reference, narration, providerTransactionId }: AccountLine): Html {
  const texts = [reference, narration, providerTransactionId].filter((text) => text !== undefined && text !== '')
  return markup`${[...new Set(texts)].map((text, i) => markup`<span class="${i === 0 ? 'first' : 'more'}">${bdi(text!)}</span>`)}`
}

export function openMoney(view: View, line: AccountLine): Html {
  return view.money(openOfLine(line), line.currency)
}

/** What one allocation is for; payments by their reference, where it is known. */
export function allocationTarget(
  view: View,
  allocation: StoredAllocation | Omit<StoredAllocation, 'by'>,
  references: ReadonlyMap<string, string>,
): Html {
  const one = allocation as StoredAllocation
  switch (one.to) {
    case 'payment':
      return markup`${view.t('allocation.payment')}
        <a href="${view.paymentUrl(one.paymentId)}">${bdi(references.get(one.paymentId) ?? one.paymentId)}</a>`
    case 'refund':
      return markup`${view.t('allocation.refund')}
        <a href="${view.url(`/refunds/${encodeURIComponent(one.refundId)}`)}">${bdi(one.refundId)}</a>`
    case 'line':
      return markup`${view.t('allocation.line')} <a href="${view.lineUrl(one.lineKey)}">${view.t('allocation.otherLine')}</a>`
    case 'category':
      return markup`${view.t('allocation.category')} <code>${one.category}</code>`
  }
}

export const maxReferences = 50

/** The references of the payments that shares are for. */
export async function referencesOf(
  view: View,
  allocations: readonly { readonly to: string; readonly paymentId?: string | undefined }[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [
    ...new Set(allocations.flatMap(({ to, paymentId }) => (to === 'payment' && paymentId ? [paymentId] : []))),
  ]
  const found = await Promise.all(ids.slice(0, maxReferences).map((id) => view.payments.getPayment(id)))
  return new Map(found.flatMap((payment) => (payment ? [[payment.id, payment.reference]] : [])))
}
