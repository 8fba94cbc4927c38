/** Lines of which release 0.1 stored the key alone: the histories of their payments hold what is known of them. */
import { derivedEventId } from '../id.js'
import type { Evidence, PaymentEvent } from '../payments/event.js'
import {
  type BankLine,
  importedLine,
  lineEvent,
  type LineEvent,
  type LineShare,
  type StoredOutcome,
} from './bank-line.js'

type StatementEvidence = Extract<Evidence, { kind: 'statement' }>

/** A line, and the one event that it would have been stored with. */
export interface ImportedLine {
  readonly line: BankLine
  readonly event: LineEvent
}

interface Proof {
  event: PaymentEvent
  evidence: StatementEvidence
}

/** What this line proved, and not what was taken back later; a payment that a success replaced has no evidence of it. */
function proofsOf(key: string, events: readonly PaymentEvent[]): Proof[] {
  return events.flatMap((event) => {
    const { type, evidence } = event
    const isProof = type === 'payment.succeeded' || type === 'payment.reconciled'
    return isProof && evidence?.kind === 'statement' && evidence.lineKey === key ? [{ event, evidence }] : []
  })
}

/** What the rules said of a line that wrote these events. */
function outcomeOf(proofs: readonly Proof[]): StoredOutcome {
  if (proofs.some(({ event: { data } }) => data.amountReconciled < data.amount)) return 'under_paid'
  return proofs.every(({ event }) => event.type === 'payment.reconciled') ? 'matched' : 'confirmed'
}

/**
 * The first version of a line that is stored as its key alone, always the same: a settled credit without reference and
 * narration, which the next run over its statement fills in. `events` are those of all payments that its key names; `null`
 * where one of them has none any more, or none is of the line.
 */
export function lineOfKey(
  { key, paymentIds }: { readonly key: string; readonly paymentIds: readonly string[] },
  events: readonly PaymentEvent[],
): ImportedLine | null {
  const known = new Set(events.map(({ data }) => data.paymentId))
  const proofs = proofsOf(key, events)
  const [first] = proofs
  if (!first || !paymentIds.every((id) => known.has(id))) return null
  const { event, evidence } = first
  const { source, row, valueDate, providerTransactionId } = evidence
  const shares = proofs.map(({ event: { data }, evidence: { amount } }): LineShare => {
    return { to: 'payment', paymentId: data.paymentId, amount }
  })
  const stated = {
    row,
    direction: 'credit',
    amount: shares.reduce((sum, { amount }) => sum + amount, 0),
    currency: event.data.currency,
    valueDate,
    ...(providerTransactionId !== null && { providerTransactionId }),
  } as const
  const origin = { key, source, importId: null, line: stated }
  const change = importedLine(origin, outcomeOf(proofs), shares, event.createdAt)
  const id = derivedEventId(event.id, `line.imported ${key}`)
  return { line: change.line, event: lineEvent(change, { id, actor: event.actor }) }
}
