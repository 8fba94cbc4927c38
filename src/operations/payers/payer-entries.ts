/** The entries of payers' statements that are stored in the writes that they are of. */
import type { StateChange } from '../../domain/payments/state-change.js'
import type { Refund } from '../../domain/refunds/refund.js'
import type { Waiver } from '../../domain/waivers/waiver.js'
import type { RowEntry } from '../../repository/aggregates/port.js'
import { payerEntries } from '../../repository/aggregates/payer-entries.js'
import { newRow } from '../../repository/aggregates/rows.js'
import type { Change } from '../../repository/port.js'
import type { Context } from '../context.js'
import { changesToStore } from '../payments/changes.js'

function allocationEntry({ payment, former, evidence }: StateChange, { event }: Change): RowEntry[] {
  const { id: paymentId, customer, currency } = payment
  const amount = payment.amountReconciled - former.amountReconciled
  if (customer?.id === undefined || amount === 0) return []
  const lineKey = evidence?.kind === 'statement' ? evidence.lineKey : null
  const { id, createdAt: at } = event
  return [
    newRow(payerEntries, { id, payerId: customer.id, at, kind: 'allocation', paymentId, lineKey, amount, currency }),
  ]
}

/** Turns a decision about lines into what the port stores, with the entries of the payers whose bills they pay. */
export function paymentsToStore(
  context: Pick<Context, 'ids' | 'referencePolicy'>,
  steps: readonly StateChange[],
  actor: string | null,
): { readonly changes: readonly Change[]; readonly rows: readonly RowEntry[] } {
  const changes = changesToStore(context, steps, actor)
  return { changes, rows: steps.flatMap((step, i) => allocationEntry(step, changes[i]!)) }
}

/** Makes the entry of a new waiver; none where the payer of its bill is not known. */
export function waiverEntry(
  { id, createdAt: at, paymentId, amount, currency }: Waiver,
  payerId: string | undefined,
): RowEntry[] {
  return payerId === undefined
    ? []
    : [newRow(payerEntries, { id, payerId, at, kind: 'waiver', paymentId, lineKey: null, amount, currency })]
}

/** Makes the entry of a new refund; none where its payer is not known. */
export function refundEntry(
  { id, createdAt: at, paymentId, lineKey, amount, currency }: Refund,
  payerId: string | null | undefined,
): RowEntry[] {
  return payerId
    ? [newRow(payerEntries, { id, payerId, at, kind: 'refund', paymentId, lineKey, amount, currency })]
    : []
}
