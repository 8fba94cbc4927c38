import type { Period } from '../../domain/calendar.js'
import type { ReportItem } from '../../domain/report.js'
import type { Cell } from '../../repository/port.js'
import { paidFields, type RunRepository } from '../../repository/run-port.js'

/** A payment of the period, and the amounts of it that statements have proved and waivers pay. */
export interface PaidPayment extends ReportItem {
  amountReconciled: number
  amountWaived: number
  /** True for a payment of the time before this library. */
  isImported: boolean
}

/**
 * Reads the payments that were paid in the period, through all channels or through these, in batches, in the order (paidAt,
 * id).
 */
export async function* paidPayments(
  repository: RunRepository,
  { period, channels, signal }: { period: Period; channels: readonly string[] | null; signal: AbortSignal | null },
): AsyncGenerator<Iterable<PaidPayment>> {
  const query = { by: 'paidAt', ...period, ...(channels && { channels }), fields: paidFields } as const
  for await (const rows of repository.scan(query, signal ?? undefined)) yield paymentsOf(rows)
}

/** Makes the payments of a batch while they are read, so that no more than one of them waits in memory. */
function* paymentsOf(rows: Iterable<readonly Cell[]>): Generator<PaidPayment> {
  for (const row of rows) {
    const [paymentId, reference, amount, currency, status, paidAt, amountReconciled, amountWaived, imported] = row
    yield {
      paymentId: paymentId as string,
      reference: reference as string,
      amount: amount as number,
      currency: currency as string,
      status: status as PaidPayment['status'],
      paidAt: paidAt as string,
      amountReconciled: amountReconciled as number,
      amountWaived: amountWaived as number,
      isImported: imported === true,
    }
  }
}
