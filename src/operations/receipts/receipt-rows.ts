/** The rows of a new receipt, for the write that stores its money. */
import { dayOf } from '../../domain/calendar.js'
import type { Instant, Payment } from '../../domain/payments/payment.js'
import type { Receipt, ReceiptAllocation, StoredReceipt } from '../../domain/receipts/receipt.js'
import type { RowEntry } from '../../repository/aggregates/port.js'
import { receiptParts, receipts } from '../../repository/aggregates/receipts.js'
import { newRow } from '../../repository/aggregates/rows.js'
import type { FinanceRepository } from '../../repository/finance-port.js'
import type { Context } from '../context.js'
import { financeOf } from '../storage.js'
import { viewOf } from './stored-receipts.js'

/** A receipt to be stored, before it has its number. */
export interface NewReceipt extends Pick<StoredReceipt, 'lineKey' | 'currency' | 'received' | 'tendered' | 'change'> {
  readonly payerId: string | null
  /** Each payment once, with its part of the money. */
  readonly allocations: readonly { readonly payment: Payment; readonly amount: number }[]
  /** The payments that deposits paid before, with the numbers of their receipts. */
  readonly drawn?: readonly ReceiptAllocation[]
  readonly at: Instant
  readonly actor: string | null
}

/**
 * Makes the rows of a receipt and its parts; the write gives it the next number of its year. `ordinals` has the last
 * ordinal of each payment, as `ordinalsOf` reads it: where the write meets `row_stale` of `receiptParts`, another receipt
 * of that payment came first, and the ordinals are read again.
 */
export function receiptToStore(
  { ids, timeZone }: Pick<Context, 'ids' | 'timeZone'>,
  { allocations, drawn = [], at, actor, ...receipt }: NewReceipt,
  ordinals: ReadonlyMap<string, number>,
): { readonly id: string; readonly rows: readonly RowEntry[] } {
  const id = ids.receipt()
  const row: StoredReceipt = {
    id,
    year: Number(dayOf(at, timeZone).slice(0, 4)),
    number: 0,
    allocations: [
      ...allocations.map(({ payment, amount }) => ({ paymentId: payment.id, reference: payment.reference, amount })),
      ...drawn,
    ],
    issuedAt: at,
    issuedBy: actor,
    copies: 0,
    version: 1,
    ...receipt,
  }
  const parts = allocations.map(({ payment, amount }) =>
    newRow(receiptParts, {
      paymentId: payment.id,
      ordinal: (ordinals.get(payment.id) ?? 0) + 1,
      receiptId: id,
      amount,
    }),
  )
  return { id, rows: [newRow(receipts, row), ...parts] }
}

/** Reads the last ordinal of each payment that has parts of receipts; at most 5,000 payments. */
export async function ordinalsOf(
  finance: FinanceRepository,
  paymentIds: readonly string[],
): Promise<Map<string, number>> {
  const ordinals = new Map<string, number>()
  const parts = paymentIds.length > 0 ? await finance.findRows(receiptParts, 'paymentId', paymentIds) : []
  for (const { row } of parts) ordinals.set(row.paymentId, Math.max(row.ordinal, ordinals.get(row.paymentId) ?? 0))
  return ordinals
}

/** Finds the receipt of a movement at the counter, by the key of its line; `null` where it has none. */
export async function receiptOfLine(context: Context, lineKey: string): Promise<Receipt | null> {
  const finance = financeOf(context)
  const [stored] = await finance.findRows(receipts, 'lineKey', [lineKey])
  return stored ? viewOf(finance, stored.row) : null
}
