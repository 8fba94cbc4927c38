/** Receipts as they are stored, and what they say now: their status follows from payments and lines. */
import type { Payment } from '../../domain/payments/payment.js'
import {
  isMoneyTakenBack,
  onlyPaymentOf,
  type Receipt,
  receiptOf,
  type ReceiptState,
  type StoredReceipt,
} from '../../domain/receipts/receipt.js'
import { PaymentError } from '../../errors.js'
import { type ReceiptPart, receiptParts, receipts } from '../../repository/aggregates/receipts.js'
import type { FinanceRepository } from '../../repository/finance-port.js'
import { findLines } from '../lines/find-lines.js'

/** Finds the parts that a payment has of receipts, oldest first. */
export async function partsOf(finance: FinanceRepository, paymentId: string): Promise<ReceiptPart[]> {
  const stored = await finance.findRows(receiptParts, 'paymentId', [paymentId])
  return stored.map(({ row }) => row).sort((a, b) => a.ordinal - b.ordinal)
}

/** Finds receipts by their ids; at most 5,000. */
export async function findReceipts(
  finance: FinanceRepository,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StoredReceipt>> {
  const stored = ids.length > 0 ? await finance.findRows(receipts, 'id', [...new Set(ids)]) : []
  return new Map(stored.map(({ row }) => [row.id, row]))
}

/** Finds the receipt of a number; `null` where none has it. */
export async function receiptOfNumber(
  finance: FinanceRepository,
  { year, number }: Pick<StoredReceipt, 'year' | 'number'>,
): Promise<StoredReceipt | null> {
  const bounds = { from: number, before: number + 1 }
  const [row] = await finance.pageRows(receipts, {
    list: 'ofYear',
    where: { year },
    direction: 'asc',
    limit: 1,
    ...bounds,
  })
  return row ?? null
}

const valid: ReceiptState = { status: 'valid', voidReason: null }

/** Reads the only payments of receipts as they are now, by id. Payments are never deleted. */
async function paymentsOf(
  finance: FinanceRepository,
  stored: readonly StoredReceipt[],
): Promise<ReadonlyMap<string, Payment>> {
  const single = stored.filter((receipt) => onlyPaymentOf(receipt) !== null)
  const ids = new Set(single.map(onlyPaymentOf))
  if (ids.size === 1) {
    const payment = await finance.get([...ids][0]!)
    return new Map(payment ? [[payment.id, payment]] : [])
  }
  const references = [...new Set(single.map(({ allocations }) => allocations[0]!.reference))]
  if (references.length === 0) return new Map()
  const { payments } = await finance.lookup({ references, providerTransactionIds: [], lineKeys: [] })
  return new Map(payments.map((payment) => [payment.id, payment]))
}

/** The reasons of voided lines, by their keys; other lines are left out. */
type Voided = ReadonlyMap<string, string | null>

/** Finds which lines of receipts were voided. */
export async function voidedLines(finance: FinanceRepository, stored: readonly StoredReceipt[]): Promise<Voided> {
  const keys = [...new Set(stored.flatMap(({ lineKey }) => lineKey ?? []))]
  const lines = [...(await findLines(finance, keys)).values()].filter(({ outcome }) => outcome === 'voided')
  if (lines.length === 0) return new Map()
  const events = await finance.lineHistories(lines.map(({ key }) => key))
  const reasons = new Map(events.map(({ lineKey, version, reason }) => [`${lineKey}\0${version}`, reason]))
  return new Map(lines.map(({ key, version }) => [key, reasons.get(`${key}\0${version}`) ?? null]))
}

function stateOf(lineKey: string | null, payment: Payment | null, voided: Voided): ReceiptState {
  if (lineKey !== null) {
    const reason = voided.get(lineKey)
    return reason === undefined ? valid : { status: 'void', voidReason: reason }
  }
  return payment && isMoneyTakenBack(payment) ? { status: 'void', voidReason: payment.statusReason ?? null } : valid
}

/**
 * Makes a receipt of what was read: one of the counter is void while its line is voided, another one while its payment is
 * reversed and the money was taken back.
 */
export function viewWith(stored: StoredReceipt, payments: ReadonlyMap<string, Payment>, voided: Voided): Receipt {
  const id = onlyPaymentOf(stored)
  const payment = id === null ? null : payments.get(id)
  if (payment === undefined) {
    const message = 'The payment of a receipt is not stored: its row was deleted by hand. Restore it from a backup.'
    throw new PaymentError('internal_error', message)
  }
  return receiptOf(stored, { payment, ...stateOf(stored.lineKey, payment, voided) })
}

/** Reads what receipts say now, in their order; at most 1,000. */
export async function viewsOf(finance: FinanceRepository, stored: readonly StoredReceipt[]): Promise<Receipt[]> {
  const voided = await voidedLines(finance, stored)
  const payments = await paymentsOf(finance, stored)
  return stored.map((receipt) => viewWith(receipt, payments, voided))
}

/** Reads what one receipt says now. */
export async function viewOf(finance: FinanceRepository, stored: StoredReceipt): Promise<Receipt> {
  return (await viewsOf(finance, [stored]))[0]!
}
