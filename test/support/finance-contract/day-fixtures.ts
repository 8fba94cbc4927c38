import { closingHash } from '../../../src/domain/days/chain.js'
import type { ClosingRecord } from '../../../src/domain/days/closing.js'
import { lineMark, lineMarks, marksHash } from '../../../src/domain/days/line-mark.js'
import type { AccountLine } from '../../../src/domain/reconciliation/account-line.js'
import type { StoredReceipt } from '../../../src/domain/receipts/receipt.js'
import type { RowEntry } from '../../../src/repository/aggregates/port.js'
import { type ReceiptPart, receiptParts, receipts } from '../../../src/repository/aggregates/receipts.js'
import { newRow } from '../../../src/repository/aggregates/rows.js'
import type { StoredClosing } from '../../../src/repository/day-port.js'
import type { FinanceRepository } from '../../../src/repository/finance-port.js'
import { nextId } from '../../../src/testing/fixtures.js'

/**
 * Makes the next link of a chain, as the core would: the closing of a day without lines, unless overridden. It follows on
 * the link `after`, or is the first of its account.
 */
export function closingFixture(
  overrides: Partial<Omit<ClosingRecord, 'hash'>> = {},
  { after, lines = [] }: { after?: ClosingRecord; lines?: readonly AccountLine[] } = {},
): StoredClosing {
  const marks = lineMarks(lines.map(lineMark))
  const record: Omit<ClosingRecord, 'hash'> = {
    account: after?.account ?? 'cbe-1000123',
    day: '2026-11-20',
    sequence: (after?.sequence ?? 0) + 1,
    kind: 'closing',
    actor: 'amina',
    reason: null,
    createdAt: '2026-11-21T09:00:00.000Z',
    currencies: [],
    payments: [],
    refunds: [],
    timeZone: 'Africa/Addis_Ababa',
    linesHash: marksHash(marks),
    previousHash: after?.hash ?? null,
    ...overrides,
  }
  return { ...record, hash: closingHash(record), lines: marks }
}

/** A receipt of money of one payment, before it has its number, and the ordinal of its part. */
export interface NewReceipt extends Omit<StoredReceipt, 'number'> {
  readonly paymentId: string
  readonly ordinal: number
}

/** Makes what `issueReceipt` takes, of a payment that is new with each call. */
export function receiptFixture(overrides: Partial<NewReceipt> = {}): NewReceipt {
  const { paymentId = nextId('pay'), received = 100 } = overrides
  return {
    id: nextId('rcp'),
    paymentId,
    ordinal: 1,
    year: 2026,
    lineKey: null,
    received,
    currency: 'ETB',
    tendered: null,
    change: null,
    payerId: null,
    allocations: [{ paymentId, reference: 'INV-1', amount: received }],
    issuedAt: '2026-11-20T09:00:00.000Z',
    issuedBy: 'sara',
    copies: 0,
    version: 1,
    ...overrides,
  }
}

/** Returns what is stored of a receipt that has its number. */
export function numberedReceipt({ paymentId: _, ordinal: __, ...receipt }: NewReceipt, number: number): StoredReceipt {
  return { ...receipt, number }
}

/** Stores a receipt as the core does, and returns the one that its part of the payment has then. */
export async function issueReceipt(repository: FinanceRepository, receipt: NewReceipt): Promise<StoredReceipt> {
  const { id, paymentId, ordinal, received } = receipt
  const rows = [
    newRow(receipts, numberedReceipt(receipt, 0)),
    newRow(receiptParts, { paymentId, ordinal, receiptId: id, amount: received }),
  ]
  const answer = await repository.replace({ changes: [], lines: [], rows })
  const receiptId = answer.outcome === 'row_stale' ? (answer.stored!.row as ReceiptPart).receiptId : id
  const [stored] = await repository.findRows(receipts, 'id', [receiptId])
  return stored!.row
}

/** Finds the newest receipt of a payment. */
export async function receiptOfPayment(
  repository: FinanceRepository,
  paymentId: string,
): Promise<StoredReceipt | null> {
  const parts = await repository.findRows(receiptParts, 'paymentId', [paymentId])
  const [last] = parts.map(({ row }) => row).sort((a, b) => b.ordinal - a.ordinal)
  const [stored] = last ? await repository.findRows(receipts, 'id', [last.receiptId]) : []
  return stored?.row ?? null
}

/** Makes the entry of a print: one copy more than is stored. */
export function printEntry(receipt: StoredReceipt, changes: Partial<StoredReceipt> = {}): RowEntry {
  const { version, copies } = receipt
  const row = { ...receipt, copies: copies + 1, version: version + 1, ...changes }
  return { of: receipts, row, beside: null, expected: version, events: [] }
}

/** Reads a page of receipts, of a year or of all. */
export function pageReceipts(
  repository: FinanceRepository,
  { year, after, limit }: { year?: number; after?: Pick<StoredReceipt, 'year' | 'number'>; limit: number },
): Promise<readonly StoredReceipt[]> {
  const page = { direction: 'asc', limit } as const
  return repository.pageRows(
    receipts,
    year === undefined
      ? { ...page, list: 'number', after: after && [after.year, after.number] }
      : { ...page, list: 'ofYear', where: { year }, after: after && [after.number] },
  )
}
