/** Numbered receipts over a database. */
import type { ReceiptStorage, StoredReceipt } from '../../../repository/receipt-port.js'
import type { SqlContext } from '../context.js'
import type { Deadline, SqlRow, SqlStatement } from '../database.js'
import { DatabaseFault } from '../fault.js'
import { instant, text, textOrNull } from '../row.js'

function receiptOf([paymentId, year, number, issuedAt, issuedBy]: SqlRow): StoredReceipt {
  return {
    number: Number(number),
    year: Number(year),
    paymentId: text(paymentId),
    issuedAt: instant(issuedAt),
    issuedBy: textOrNull(issuedBy),
  }
}

async function receiptBy(
  { database }: SqlContext,
  statement: SqlStatement,
  deadline: Deadline,
): Promise<StoredReceipt | null> {
  const [row] = await database.read(statement, deadline)
  return row ? receiptOf(row) : null
}

/** Issues a receipt; `false` where the year has no number yet to rise from. */
async function wasIssued(
  { database, receipts }: SqlContext,
  receipt: Omit<StoredReceipt, 'number'>,
  deadline: Deadline,
): Promise<boolean> {
  try {
    return (await database.write(receipts.issue(receipt), deadline)).committed
  } catch (fault) {
    // The payment has a receipt by now, and the number was not taken.
    if (fault instanceof DatabaseFault && fault.kind === 'duplicate') return true
    throw fault
  }
}

/**
 * Rejects with the fault of a read that follows the write: the number may have been taken, so it is not the fault of a
 * call that stored nothing.
 */
function failWritten(fault: unknown): never {
  if (!(fault instanceof DatabaseFault)) throw fault
  const { kind, cause, isTimeout, wasReused } = fault
  throw new DatabaseFault(kind, cause, { isTimeout, wasReused, mayBeStored: true })
}

/**
 * Issues a receipt. It reads first, so that a call that is repeated, in whatever process, changes nothing and waits for
 * no lock.
 */
async function issueReceipt(context: SqlContext, receipt: Omit<StoredReceipt, 'number'>): Promise<StoredReceipt> {
  const { database, receipts } = context
  const { paymentId, year } = receipt
  return context.attempt(async ({ deadline }) => {
    const earlierReceipt = await receiptBy(context, receipts.ofPayment(paymentId), deadline)
    if (earlierReceipt) return earlierReceipt
    if (!(await wasIssued(context, receipt, deadline))) {
      await database.write([receipts.begin(year)], deadline)
      await wasIssued(context, receipt, deadline)
    }
    const storedReceipt = await receiptBy(context, receipts.ofPaymentNow(paymentId), deadline).catch(failWritten)
    if (!storedReceipt) throw new DatabaseFault('contention', undefined)
    return storedReceipt
  })
}

export function receiptFunctions(context: SqlContext): ReceiptStorage {
  return {
    issueReceipt: (receipt) => issueReceipt(context, receipt),
    getReceipt: (paymentId) =>
      context.attempt(({ deadline }) => receiptBy(context, context.receipts.ofPayment(paymentId), deadline)),
    async pageReceipts(query) {
      if (query.limit < 1) return []
      return (await context.read(context.receipts.page(query))).map(receiptOf)
    },
  }
}
