import { closingHash } from '../../../src/domain/days/chain.js'
import type { ClosingRecord } from '../../../src/domain/days/closing.js'
import { lineMark, lineMarks, marksHash } from '../../../src/domain/days/line-mark.js'
import type { AccountLine } from '../../../src/domain/reconciliation/account-line.js'
import { receipts, type StoredReceipt } from '../../../src/repository/aggregates/receipts.js'
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

type NewReceipt = Omit<StoredReceipt, 'number'>

/** Makes what `issueReceipt` takes, of a payment that is new with each call. */
export function receiptFixture(overrides: Partial<NewReceipt> = {}): NewReceipt {
  const paymentId = overrides.paymentId ?? nextId('pay')
  return { year: 2026, issuedAt: '2026-11-20T09:00:00.000Z', issuedBy: 'sara', ...overrides, paymentId }
}

/** Stores a receipt as the core does, and returns the one that its payment has then. */
export async function issueReceipt(repository: FinanceRepository, receipt: NewReceipt): Promise<StoredReceipt> {
  const row = newRow(receipts, { ...receipt, number: 0 })
  const answer = await repository.replace({ changes: [], lines: [], rows: [row] })
  if (answer.outcome === 'row_stale') return answer.stored!.row as StoredReceipt
  return (await receiptOfPayment(repository, receipt.paymentId))!
}

export async function receiptOfPayment(
  repository: FinanceRepository,
  paymentId: string,
): Promise<StoredReceipt | null> {
  const [stored] = await repository.findRows(receipts, 'paymentId', [paymentId])
  return stored?.row ?? null
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
