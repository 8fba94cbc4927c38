import type { PositionRule } from '../../domain/cursor.js'
import { isPaymentId } from '../../domain/id.js'
import { type Receipt, receiptOf } from '../../domain/receipts/receipt.js'
import type { Page } from '../../domain/report.js'
import { PaymentError } from '../../errors.js'
import { allAtMost } from '../../internal/all-at-most.js'
import { receipts, type StoredReceipt } from '../../repository/aggregates/receipts.js'
import type { FinanceRepository } from '../../repository/finance-port.js'
import type { Context } from '../context.js'
import { receiptsQuery, type ReceiptsQuery } from '../input/day-calls.js'
import { parseOptions } from '../input/parse.js'
import { readRows } from '../paging.js'
import { financeOf } from '../storage.js'

/** The number of payments that are read at a time. */
const paymentsAtOnce = 8

export async function storedReceipt(finance: FinanceRepository, paymentId: string): Promise<StoredReceipt | null> {
  const [stored] = await finance.findRows(receipts, 'paymentId', [paymentId])
  return stored?.row ?? null
}

/** Reads the payment of a receipt as it is now; payments are never deleted. */
async function withPayment(finance: FinanceRepository, stored: StoredReceipt): Promise<Receipt> {
  const payment = await finance.get(stored.paymentId)
  if (payment) return receiptOf(payment, stored)
  throw new PaymentError('internal_error', 'The payment of a receipt is not stored; the tables were changed by hand.')
}

export async function getReceipt(context: Context, paymentId: string): Promise<Receipt | null> {
  const finance = financeOf(context)
  const stored = isPaymentId(paymentId) ? await storedReceipt(finance, paymentId) : null
  return stored && withPayment(finance, stored)
}

const receiptPosition: PositionRule = {
  length: 'YYYY'.length,
  isPosition: ({ at, id }) => /^[1-9]\d{3}$/.test(at) && /^[1-9]\d{0,14}$/.test(id),
}

export async function listReceipts(context: Context, query?: ReceiptsQuery): Promise<Page<Receipt>> {
  const { year, cursor, limit } = parseOptions(receiptsQuery, query)
  const finance = financeOf(context)
  const page = await readRows<StoredReceipt>({
    query: JSON.stringify(['receipts.list', year]),
    cursor,
    limit,
    rule: receiptPosition,
    positionOf: (receipt) => ({ at: String(receipt.year), id: String(receipt.number) }),
    read: (after, limit) =>
      finance.pageRows(
        receipts,
        year === undefined
          ? {
              list: 'number',
              direction: 'asc',
              after: after && [Number(after.at), Number(after.id)],
              limit,
            }
          : {
              list: 'ofYear',
              where: { year },
              direction: 'asc',
              after: after && [Number(after.id)],
              limit,
            },
      ),
  })
  const items = await allAtMost(
    paymentsAtOnce,
    page.items.map((stored) => () => withPayment(finance, stored)),
  )
  return { items, nextCursor: page.nextCursor }
}
