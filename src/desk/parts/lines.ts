/** Statement lines, as pages show them. */
import {
  type AccountLine,
  isUncounted,
  type LineEvent,
  openOfLine,
  type StoredAllocation,
} from '../../domain/reconciliation/account-line.js'
import { isWaiverAccount } from '../../domain/accounts/account-kind.js'
import { duplicateReasons } from '../../domain/reconciliation/duplicates.js'
import { bdi, type Content, type Html, markup } from './html.js'
import type { MessageKey } from './messages.js'
import { linePages, type View } from './view.js'

export function statusMark(kind: 'good' | 'wait' | 'stop' | 'plain', label: Content): Html {
  return markup`<span class="mark ${kind}">${label}</span>`
}

export function lineStatus(view: View, { status, held }: AccountLine): Html {
  const mark =
    status === 'settled'
      ? statusMark('good', view.t('line.status.settled'))
      : statusMark('wait', view.t('line.status.open'))
  return markup`${mark}${held && markup` ${statusMark('stop', view.t('line.held'))}`}`
}

/** Writes the amount of a line; a debit with a minus, and in words for screen readers. */
export function lineAmount(view: View, { amount, currency, direction }: AccountLine): Html {
  return direction === 'debit'
    ? markup`<span class="debit"
        ><span class="sr">${view.t('direction.debit')} </span>${view.money(-amount, currency)}</span
      >`
    : view.money(amount, currency)
}

/**
 * Returns the ids of the events of some lines that are the last assignment of their line, and so have the name that the line
 * has.
 */
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

/** Writes an event of a line, with the person that it was assigned to where that is known. */
export function eventText(view: View, { id, type }: LineEvent, line: AccountLine, last: ReadonlySet<string>): Html {
  if (!last.has(id)) return view.t(`event.${type}`)
  return view.t('line.assignedTo', { assignee: line.assignee === null ? view.t('line.noOne') : bdi(line.assignee) })
}

/** The desk's words for the reasons of the rules; a reason that a person gave stays as it is. */
const doubts: Readonly<Record<string, MessageKey>> = Object.fromEntries(
  Object.entries(duplicateReasons).map(([name, text]) => [text, `doubt.${name as keyof typeof duplicateReasons}`]),
)

/** Writes the reason of a change: as a person gave it, or in the words of the desk. */
export function reasonText(view: View, { type, reason }: LineEvent): Content {
  if (reason === null) return null
  const key = type === 'line.imported' ? doubts[reason] : undefined
  return key ? view.t(key) : bdi(reason)
}

/** The outcomes of rules that settle a line; where such a line is open, a person took the money back. */
const settling = ['matched', 'confirmed', 'under_paid', 'refund_paid', 'set_aside'] as const

/** Checks that the decision of the rules still stands: a person may have settled the line since, or taken back its money. */
export function isAsRulesDecided({ status, outcome, allocations }: AccountLine): boolean {
  const isSettling = (settling as readonly string[]).includes(outcome)
  return status === 'open' ? !isSettling : isSettling && allocations.every(({ by }) => by === 'rule')
}

/** Checks that a person may name the payer of the line: it is money that came, and no waiver or possible duplicate. */
export function mayHavePayer({ direction, account, outcome, status }: AccountLine): boolean {
  const isDoubted = status === 'open' && isUncounted({ outcome })
  return direction === 'credit' && !isWaiverAccount(account) && !isDoubted
}

/** Checks that open money of the line is a payer's deposit: cash of a payer that pays no bill yet. */
export function isDeposit({ status, direction, payerId }: AccountLine): boolean {
  return status === 'open' && direction === 'credit' && payerId !== null
}

/** Writes what a line's money is for at present: the decision of the rules, or else the targets of its allocations. */
export function lineState(view: View, line: AccountLine): Html {
  const { status, outcome, allocations } = line
  if (isDeposit(line)) return view.t('deposit.state')
  if (isAsRulesDecided(line)) return view.t(`outcome.${outcome}`)
  if (status === 'open') return view.t('line.takenBack')
  const targets = allocations.map((allocation) =>
    allocation.to === 'category'
      ? markup`${view.t('allocation.category')} <code>${allocation.category}</code>`
      : view.t(allocation.to === 'line' ? 'allocation.lineSettled' : `allocation.${allocation.to}`),
  )
  const distinct = new Map(targets.map((target) => [target.text, target]))
  return markup`${[...distinct.values()].map((target, i) => [i > 0 && ', ', target])}`
}

/** Writes the texts of a line: its reference, its narration, its receipt, its payer. */
export function lineText({ reference, narration, providerTransactionId, payerId }: AccountLine): Html {
  const texts = [reference, narration, providerTransactionId, payerId ?? ''].filter(
    (text) => text !== undefined && text !== '',
  )
  return markup`${[...new Set(texts)].map((text, i) => markup`<span class="${i === 0 ? 'first' : 'more'}">${bdi(text!)}</span>`)}`
}

export function openMoney(view: View, line: AccountLine): Html {
  return view.money(openOfLine(line), line.currency)
}

/** Writes the target of an allocation; a payment by its reference, where that is known. */
export function allocationTarget(
  view: View,
  allocation: StoredAllocation | Omit<StoredAllocation, 'by'>,
  references: ReadonlyMap<string, string>,
): Html {
  const target = allocation as StoredAllocation
  switch (target.to) {
    case 'payment':
      return markup`<span>${view.t('allocation.payment')}</span>
        <a href="${view.paymentUrl(target.paymentId)}">${bdi(references.get(target.paymentId) ?? target.paymentId)}</a>`
    case 'refund':
      return markup`<span>${view.t('allocation.refund')}</span>
        <a href="${view.url(`/refunds/${encodeURIComponent(target.refundId)}`)}">${bdi(target.refundId)}</a>`
    case 'line':
      return markup`${view.t('allocation.line')} <a href="${view.lineUrl(target.lineKey)}">${view.t('allocation.otherLine')}</a>`
    case 'category': {
      const { ruleId } = target
      const rule =
        ruleId &&
        markup` <a href="${view.url(`/rules/${encodeURIComponent(ruleId)}`)}">${view.t('allocation.byRule')}</a>`
      return markup`${view.t('allocation.category')} <code>${target.category}</code>${rule}`
    }
  }
}

export const maxReferences = 50

/** Reads the references of the payments that allocations are for, the first `maxReferences` of them. */
export async function referencesOf(
  view: View,
  allocations: readonly { readonly to: string; readonly paymentId?: string | undefined }[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [
    ...new Set(allocations.flatMap(({ to, paymentId }) => (to === 'payment' && paymentId ? [paymentId] : []))),
  ]
  const payments = await Promise.all(ids.slice(0, maxReferences).map((id) => view.payments.getPayment(id)))
  return new Map(payments.flatMap((payment) => (payment ? [[payment.id, payment.reference]] : [])))
}

/** Writes the name of a line, with a link where the reader may see it. */
export function lineLink(view: View, lineKey: string, named: Content = view.t('line.title')): Content {
  return view.sees(...linePages) ? markup`<a href="${view.lineUrl(lineKey)}">${named}</a>` : named
}
