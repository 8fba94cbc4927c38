/** The state in which people and imports left a storage, without ids, times and the import, which differ from run to run. */
import type { Refund } from 'hospital-payments'
import type { FinanceRepository } from 'hospital-payments/repository'
import { eventsOfRefund, scanRefunds } from '../../../../src/operations/refunds/stored-refunds.js'
import type { Allocation } from '../../../../src/domain/reconciliation/account-line.js'
import { stateOf } from '../../../reconciliation-storage/support/stored-state.js'
import { pageReceipts } from '../../../support/finance-contract/day-fixtures.js'
import { notesOf } from '../../../support/finance-contract/line-steps.js'
import { collect, contents } from '../../../support/service.js'

/** Describes refunds with their histories. */
async function refundsOf(repository: FinanceRepository, refunds: readonly Refund[]): Promise<string[]> {
  const states: string[] = []
  for (const refund of refunds) {
    const { reference, status, amount, amountReconciled, lineKey, version } = refund
    const events = await eventsOfRefund(repository, refund)
    const history = events.map(({ type, actor, reason }) => [type, actor, reason].join(' '))
    states.push(JSON.stringify([reference, status, amount, amountReconciled, lineKey, version, history]))
  }
  return states.sort()
}

/** Describes payments, refunds and lines with their histories, closings and receipts, each as a text. */
export async function settledState(repository: FinanceRepository): Promise<string[]> {
  const references = new Map((await contents(repository)).map(({ payment }) => [payment.id, payment.reference]))
  const refunds = (await collect(scanRefunds(repository, { by: 'createdAt' }))).flat()
  const payouts = new Map(refunds.map(({ id, reference }) => [id, reference]))
  const textOf = (allocation: Allocation) =>
    JSON.stringify({
      ...allocation,
      ...(allocation.to === 'payment' && { paymentId: references.get(allocation.paymentId) }),
      ...(allocation.to === 'refund' && { refundId: payouts.get(allocation.refundId) }),
    })
  const lines: string[] = []
  for (const line of (await collect(repository.scanLines({}))).flat()) {
    const { key, status, outcome, held, allocated, version, assignee, allocations, narration } = line
    const events = await repository.lineHistory(key)
    const history = events.map(({ type, actor, reason, allocations }) =>
      [type, actor, reason, ...allocations.map(textOf)].join(' '),
    )
    const notes = (await notesOf(repository, key)).map(({ text }) => text)
    lines.push(
      JSON.stringify([
        key,
        status,
        outcome,
        held,
        allocated,
        version,
        assignee,
        narration,
        allocations.map(textOf),
        history,
        notes,
      ]),
    )
  }
  const closings = await repository.pageClosings({ limit: 10_000 })
  const receipts = await pageReceipts(repository, { limit: 10_000 })
  return [
    ...(await stateOf(repository)),
    ...(await refundsOf(repository, refunds)),
    ...lines.sort(),
    // Without hashes: they are of the ids of refunds too, which differ by run.
    ...closings.map(({ day, sequence, kind }) => [day, sequence, kind].join(' ')),
    ...receipts.map(({ year, number, allocations: [part] }) =>
      [year, number, references.get(part!.paymentId)].join(' '),
    ),
  ]
}
