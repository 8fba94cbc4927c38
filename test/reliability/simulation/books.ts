/** The books of lines and refunds, written down a second time from events alone, and held against what is stored. */
import type { AccountLine, Payment, Refund, StoredEvent } from 'hospital-payments'
import type { FinanceRepository } from 'hospital-payments/repository'
import { Ledger } from '../../domain/reconciliation/support/ledger.js'
import { demand } from './invariants.js'
import { RefundBooks } from './refund-books.js'

/** Lines, payments and refunds of the step before: a history is read again where its version is another one. */
export class Books {
  readonly ledger = new Ledger()
  readonly payments = new Map<string, readonly StoredEvent[]>()
  readonly refunds = new RefundBooks()
}

/** All that is stored now. */
export interface StoredRows {
  readonly lines: readonly AccountLine[]
  readonly payments: readonly Payment[]
  readonly refunds: readonly Refund[]
}

/** Returns the version of its payment that an event made. */
function versionOf({ data }: StoredEvent): number | null {
  return 'refundId' in data ? data.paymentVersion : data.version
}

function checkPayment(payment: Payment, events: readonly StoredEvent[], proved: bigint, refunds: RefundBooks): void {
  const { id, amount, amountReconciled, amountRefundPending, amountRefunded, amountWrittenOff, version, status } =
    payment
  demand(BigInt(amountReconciled) === proved, 'a payment that is proved otherwise than lines allocate to it')
  const cancelation = events.find(({ type, reason }) => type === 'payment.expired' && reason !== null)
  demand(
    payment.canceledAt === (cancelation?.createdAt ?? null),
    'a payment that was canceled at another time than its history has',
  )
  demand(amountReconciled <= amount, 'a payment that is proved for more than it is')
  demand(events.length === version && events.every((event, i) => versionOf(event) === i + 1), 'a gap in a history')
  const last = events.findLast(({ data }) => !('refundId' in data))
  demand(last?.data.status === status, 'a payment that is not as its history ends')
  const { requested, pending, succeeded } = refunds.ofPayment(id)
  demand(amountRefundPending === requested + pending, 'a payment that reserves other money than its refunds')
  demand(amountRefunded === succeeded, 'a payment that gave back other money than its refunds')
  const givenBack = amountRefundPending + amountRefunded
  demand(givenBack <= amount - amountWrittenOff, 'more given back than was paid')
  const isUnpaid = status === 'expired' || status === 'failed'
  demand(givenBack === 0 || status === 'succeeded' || isUnpaid, 'money given back of a payment for which none came')
  const ofRefunds = events.flatMap(({ id, data }) => ('refundId' in data ? [id] : []))
  demand(ofRefunds.join() === refunds.eventsOfPayment(id).join(), 'events of refunds that its payment lacks, or others')
}

/**
 * Checks and returns what is stored: with fresh books everything, with those of the step before only what it changed.
 */
export async function checkLedger(
  repository: FinanceRepository,
  { ledger, payments, refunds }: Books = new Books(),
): Promise<StoredRows> {
  const proved = new Map<string, bigint>()
  const lines = await repository.pageLines({ limit: 1000 })
  refunds.clearAllocations()
  for (const line of lines) {
    const known = ledger.eventsOf(line.key).length
    if (known !== line.version) {
      const events = await repository.lineHistory(line.key)
      demand(events.length === line.version, 'a line whose version is not the number of its events')
      for (const [i, event] of events.entries()) {
        demand(event.version === i + 1 && event.lineKey === line.key, 'a gap in the history of a line')
        if (i >= known) ledger.add(line, event)
      }
    }
  }
  for (const line of lines) {
    let shared = 0n
    for (const [target, amount] of ledger.allocationsOf(line.key)) {
      shared += amount
      const { to, paymentId, refundId } = JSON.parse(target) as { to: string; paymentId?: string; refundId?: string }
      if (to === 'payment' && line.direction === 'credit')
        proved.set(paymentId!, (proved.get(paymentId!) ?? 0n) + amount)
      if (to === 'refund' && amount !== 0n) refunds.allocation(line, refundId!, amount)
    }
    const stored = line.allocations.reduce((sum, { amount }) => sum + BigInt(amount), 0n)
    demand(shared === BigInt(line.allocated) && stored === shared, 'allocations that are not those of the history')
    demand(line.allocated >= 0 && line.allocated <= line.amount, 'a line that allocates more than it has')
    demand((line.status === 'settled') === (line.allocated === line.amount), 'a status that does not follow')
  }
  for (const { moved, payment, refund, category, line, open } of ledger.days())
    demand(payment + refund + category + line + open === moved, 'a day that does not tie out')
  const storedRefunds = await refunds.check(repository)
  const storedPayments = await repository.page({ by: 'createdAt', direction: 'asc', limit: 1000 })
  const receipts = new Set<string>()
  for (const payment of storedPayments) {
    let events = payments.get(payment.id)
    if (events?.length !== payment.version) payments.set(payment.id, (events = await repository.history(payment.id)))
    checkPayment(payment, events, proved.get(payment.id) ?? 0n, refunds)
    if (payment.providerTransactionId === undefined) continue
    const receipt = `${payment.channel} ${payment.providerTransactionId.toLowerCase()}`
    demand(!receipts.has(receipt), 'one receipt for two payments')
    receipts.add(receipt)
  }
  const givenBack = new Map<string, number>()
  for (const { lineKey, givenBack: part } of storedPayments.flatMap((payment) => payment.undoneAllocations ?? [])) {
    givenBack.set(lineKey, (givenBack.get(lineKey) ?? 0) + part)
  }
  for (const line of lines) {
    demand(
      line.givenBack === (givenBack.get(line.key) ?? 0),
      'a line of which another amount was given back than payments say',
    )
  }
  return { lines, payments: storedPayments, refunds: storedRefunds }
}
