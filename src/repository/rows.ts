import type { Payment } from '../domain/payments/payment.js'
import type { Cell, Filter, ScanField } from './port.js'

/** A payment's field as a cell of a scan. */
export function cellOf(payment: Payment, field: ScanField): Cell {
  if (field === 'customerName') return payment.customer?.name ?? null
  if (field === 'customerPhone') return payment.customer?.phone ?? null
  return payment[field] ?? null
}

export function matches(payment: Payment, { by, from, before, reference, statuses, channels }: Filter): boolean {
  const at = payment[by]
  if (at === null || (from !== undefined && at < from) || (before !== undefined && at >= before)) return false
  if (reference !== undefined && payment.reference !== reference) return false
  return (!statuses || statuses.includes(payment.status)) && (!channels || channels.includes(payment.channel))
}
