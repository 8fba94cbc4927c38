/** The books of refunds, from their events and the allocations of lines alone: as the contract has it, with nothing of the library. */
import type { AccountLine, Refund, RefundEvent } from 'hospital-payments'
import type { FinanceRepository } from 'hospital-payments/repository'
import { eventsOfRefund, pageRefunds } from '../../../src/operations/refunds/stored-refunds.js'
import { demand } from './invariants.js'

/** Written out here once more; an event without a step proves a payout that was reported, or takes the proof back. */
const steps = [
  ...['null requested', 'null pending', 'requested pending', 'requested canceled', 'pending succeeded'],
  ...['pending failed', 'pending canceled', 'succeeded failed', 'succeeded pending'],
  ...['succeeded succeeded', 'failed failed'],
]

interface Allocation {
  line: Pick<AccountLine, 'key' | 'direction'>
  amount: bigint
}

/** Checks a whole history: its order, its steps, and who agreed to it. */
function checkHistory(refund: Refund, events: readonly RefundEvent[]): void {
  demand(events.length === refund.version, 'a refund whose version is not the number of its events')
  let last: string | null = null
  for (const [i, { type, data, actor, reason }] of events.entries()) {
    const step = `${last} ${data.status}`
    demand(data.version === i + 1 && data.refundId === refund.id, 'a gap in the history of a refund')
    demand(steps.includes(step) && data.previousStatus === last, `a step of a refund that there is not: ${step}`)
    demand(type === `refund.${data.status}`, 'an event of a refund of another type')
    demand(data.amount === refund.amount && data.reference === refund.reference, 'a refund that became another')
    demand(data.paymentId === refund.paymentId && data.lineKey === refund.lineKey, 'a refund of other money')
    demand((data.paymentVersion === null) === (refund.paymentId === null), 'a refund without its payment')
    if (step === 'succeeded pending') demand(reason === 'match_undone', 'a payout undone for another reason')
    if (step === 'requested pending') {
      const { requestedBy, approvedBy } = refund
      demand(actor !== null && actor === approvedBy, 'a refund that another than its approver approved')
      demand(requestedBy !== null && requestedBy !== approvedBy, 'a refund that no second person approved')
    }
    last = data.status
  }
  demand(refund.status === last, 'a refund that is not as its history ends')
}

export class RefundBooks {
  private readonly histories = new Map<string, readonly RefundEvent[]>()
  private readonly allocations = new Map<string, Allocation[]>()
  private stored: readonly Refund[] = []

  clearAllocations(): void {
    this.allocations.clear()
  }

  allocation(line: Allocation['line'], refundId: string, amount: bigint): void {
    this.allocations.set(refundId, [...(this.allocations.get(refundId) ?? []), { line, amount }])
  }

  /** Sums of the refunds of a payment, by status. */
  ofPayment(paymentId: string): Record<Refund['status'], number> {
    const sums = { requested: 0, pending: 0, succeeded: 0, failed: 0, canceled: 0 }
    for (const { paymentId: of, status, amount } of this.stored) if (of === paymentId) sums[status] += amount
    return sums
  }

  /** Lists ids in the order in which they changed the payment. */
  eventsOfPayment(paymentId: string): string[] {
    return this.stored
      .filter((refund) => refund.paymentId === paymentId)
      .flatMap(({ id }) => this.histories.get(id)!)
      .sort((a, b) => a.data.paymentVersion! - b.data.paymentVersion!)
      .map(({ id }) => id)
  }

  /** Lists each step of each refund, and what it was proved by, to see which of them occurred. */
  trace(): string[] {
    return [...this.histories.values()].flat().map(({ data, evidence }) => {
      const { previousStatus, status, lineKey } = data
      return `refund${lineKey === null ? '' : ' of line'}: ${previousStatus} → ${status} by ${evidence?.kind ?? 'hand'}`
    })
  }

  async check(repository: FinanceRepository): Promise<readonly Refund[]> {
    this.stored = await pageRefunds(repository, { by: 'createdAt', limit: 100_000 })
    for (const refund of this.stored) {
      if (this.histories.get(refund.id)?.length !== refund.version) {
        const events = await eventsOfRefund(repository, refund)
        checkHistory(refund, events)
        this.histories.set(refund.id, events)
      }
      this.checkMoney(refund)
      this.allocations.delete(refund.id)
    }
    demand(this.allocations.size === 0, 'an allocation to a refund that there is not')
    return this.stored
  }

  private checkMoney({ id, status, lineKey, amount, amountReconciled, returnedBy, paidAt }: Refund): void {
    const allocations = this.allocations.get(id) ?? []
    demand(
      allocations.every((allocation) => allocation.amount === BigInt(amount)),
      'an allocation that is not the whole refund',
    )
    const ofLine = allocations.filter(({ line }) => line.key === lineKey)
    const payouts = allocations.filter(({ line }) => line.direction === 'debit')
    const returns = allocations.filter((allocation) => !ofLine.includes(allocation) && !payouts.includes(allocation))
    const isKept = lineKey !== null && (status === 'pending' || status === 'succeeded')
    demand(ofLine.length === (isKept ? 1 : 0), 'a refund that its line holds wrongly')
    demand(payouts.length <= 1, 'a refund that was paid out twice')
    demand(amountReconciled === payouts.length * amount, 'a refund that is proved otherwise than debits pay it')
    demand(payouts.length === 0 || status === 'succeeded' || status === 'failed', 'a payout of a refund that waits')
    demand(returns.length <= 1, 'a payout that came back twice')
    demand(returnedBy === (returns[0]?.line.key ?? null), 'a refund that names another credit than brought it back')
    demand(returns.length === 0 || status === 'failed', 'a payout that came back and counts')
    demand(status !== 'succeeded' || paidAt !== null, 'a payout without its time')
  }
}
