import type { Period } from '../../domain/calendar.js'
import type { ReportItem } from '../../domain/report.js'
import type { PaymentRepository, ScanField } from '../../repository/port.js'

/** A payment of the period, and the amount of it that statements have proved. */
export interface PaidPayment extends ReportItem {
  amountReconciled: number
}

const paidFields = ['id', 'reference', 'amount', 'currency', 'status', 'paidAt', 'amountReconciled'] as const

/**
 * Reads the payments that were paid in the period, through all channels or through these, in batches, in the order (paidAt,
 * id).
 */
export async function* paidPayments(
  { scan }: PaymentRepository,
  { period, channels, signal }: { period: Period; channels: readonly string[] | null; signal: AbortSignal | null },
): AsyncGenerator<PaidPayment[]> {
  const fields: readonly ScanField[] = paidFields
  const query = { by: 'paidAt', ...period, ...(channels && { channels }), fields } as const
  for await (const rows of scan(query, signal ?? undefined)) {
    yield rows.map(([paymentId, reference, amount, currency, status, paidAt, amountReconciled]) => ({
      paymentId: paymentId as string,
      reference: reference as string,
      amount: amount as number,
      currency: currency as string,
      status: status as PaidPayment['status'],
      paidAt: paidAt as string,
      amountReconciled: amountReconciled as number,
    }))
  }
}
