import { decideTake, type TakeAllocation } from '../../domain/cash/take.js'
import { isVoided } from '../../domain/cash/void.js'
import type { Payment } from '../../domain/payments/payment.js'
import type { Receipt } from '../../domain/receipts/receipt.js'
import type { AccountLine } from '../../domain/reconciliation/account-line.js'
import { PaymentError } from '../../errors.js'
import { notes } from '../../repository/aggregates/notes.js'
import { newRow } from '../../repository/aggregates/rows.js'
import type { FinanceRepository } from '../../repository/finance-port.js'
import type { Context } from '../context.js'
import { type CashKeyOptions, keyOptions, takeRequest, type TakeRequest } from '../input/cash-calls.js'
import { parse, parseOptions } from '../input/parse.js'
import { lineOf } from '../lines/find-lines.js'
import { readPaymentsToPay } from '../lines/payments-of-lines.js'
import { ordinalsOf, receiptOfLine, receiptToStore } from '../receipts/receipt-rows.js'
import { findReceipts, viewWith } from '../receipts/stored-receipts.js'
import { readAfterWrite } from '../read-after-write.js'
import { financeOf } from '../storage.js'
import { cashActor } from './people.js'
import { keyedCall } from '../request-key.js'
import { type MovementReads, storeMovement } from '../accounts/store-movement.js'

/** The result of a take. */
export interface TakeResult {
  readonly line: AccountLine
  /** The payments that the cash paid, as they are now, in the order of the allocations. */
  readonly payments: readonly Payment[]
  readonly receipt: Receipt
  /** `tendered` less the amount; `null` where it is not known what was handed over. */
  readonly change: number | null
}

/** Returns the keys of the lines whose allocations to these payments were taken back because their take was voided. */
async function voidedTakes(reads: MovementReads, payments: Iterable<Payment>): Promise<ReadonlySet<string>> {
  const keys = [...payments].flatMap(({ undoneAllocations = [] }) => undoneAllocations.map(({ lineKey }) => lineKey))
  const lines = keys.length > 0 ? await reads.linesOf([...new Set(keys)]) : new Map<string, AccountLine>()
  return new Set([...lines.values()].flatMap((line) => (isVoided(line) ? [line.key] : [])))
}

function paymentIdsOf(allocations: readonly { to?: string; paymentId?: string | undefined }[]): string[] {
  return allocations.flatMap(({ to = 'payment', paymentId }) => (to === 'payment' && paymentId ? [paymentId] : []))
}

async function receiptOf(context: Context, lineKey: string): Promise<Receipt> {
  const receipt = await receiptOfLine(context, lineKey)
  if (receipt) return receipt
  throw notStored()
}

function notStored(): PaymentError {
  const message = 'The receipt of a take is not stored: its row was deleted by hand. Restore it from a backup.'
  return new PaymentError('internal_error', message)
}

/** Reads the number of a receipt that was stored just now; its payments are known. */
async function newReceipt(finance: FinanceRepository, id: string, payments: ReadonlyMap<string, Payment>) {
  const stored = (await findReceipts(finance, [id])).get(id)
  if (stored) return viewWith(stored, payments, new Map())
  throw notStored()
}

const notRead =
  'The cash was taken, but its receipt could not be read again. Look at the payment, or repeat the call with its idempotency key.'

/** Reads what a take has stored, as the money is now. */
async function takenBefore(context: Context, lineKey: string): Promise<TakeResult> {
  const finance = financeOf(context)
  // The line first: of one that was archived the receipt is gone too.
  const line = await lineOf(finance, lineKey)
  const receipt = await receiptOf(context, lineKey)
  return {
    line,
    payments: await paymentsOf(finance, paymentIdsOf(receipt.allocations)),
    receipt,
    change: receipt.change,
  }
}

async function paymentsOf(finance: FinanceRepository, ids: readonly string[]): Promise<readonly Payment[]> {
  const payments = await Promise.all(ids.map((id) => finance.get(id)))
  return payments.filter((payment) => payment !== null)
}

export async function takeCash(context: Context, input: TakeRequest, options?: CashKeyOptions): Promise<TakeResult> {
  const request = parse(takeRequest, input)
  const { idempotencyKey } = parseOptions(keyOptions, options)
  const { sessionId, amount, paymentId, payerId, tendered, note, actor } = request
  const allocations = request.allocations as readonly TakeAllocation[] | undefined
  const keyed = keyedCall('cash', idempotencyKey, [
    'take',
    sessionId,
    amount,
    paymentId,
    allocations,
    payerId,
    tendered,
    note,
  ])
  const ids = paymentId === undefined ? paymentIdsOf(allocations ?? []) : [paymentId]
  const change = tendered === undefined ? null : tendered - amount
  /** The first decision takes it that a payment that nothing has changed yet has no receipt; a conflict shows where it has one. */
  let wasDecided = false
  return storeMovement<TakeResult>(context, {
    actor,
    keyed,
    answer: (lineKey) => takenBefore(context, lineKey),
    async decide(reads, origin) {
      const { finance, shownPayments } = reads
      const [session, read] = await Promise.all([
        reads.session(sessionId),
        readPaymentsToPay(finance, { ids, shownPayments }, context.referencePolicy),
      ])
      const receipted = wasDecided ? ids : ids.filter((id) => read.payments.get(id)?.version !== 1)
      const [ordinals] = await Promise.all([
        ordinalsOf(finance, receipted),
        reads.balance(session.account, session.currency),
      ])
      wasDecided = true
      const voided = await voidedTakes(reads, read.payments.values())
      const { line, ...write } = decideTake(
        { amount, paymentId, allocations, payerId },
        cashActor(context, request),
        { session, payments: read.payments, isVoided: (key) => voided.has(key) },
        origin,
        {
          now: origin.now,
          policy: context.referencePolicy,
          siblingsOf: read.siblingsOf,
          contested: reads.contested,
          isReceiptTaken: () => false,
        },
      )
      const paidIds = paymentIdsOf(line.allocations as readonly { to: string; paymentId?: string }[])
      const after = new Map([...read.payments, ...write.payments.map(({ payment }) => [payment.id, payment] as const)])
      const paid = paidIds.map((id) => after.get(id)!)
      const { id: receiptId, rows } = receiptToStore(
        context,
        {
          lineKey: line.key,
          currency: session.currency,
          received: amount,
          tendered: tendered ?? null,
          change,
          payerId: payerId ?? null,
          allocations: line.allocations.flatMap((allocation) =>
            allocation.to === 'payment'
              ? [{ payment: after.get(allocation.paymentId)!, amount: allocation.amount }]
              : [],
          ),
          at: origin.now,
          actor,
        },
        ordinals,
      )
      const noteRow =
        note === undefined
          ? []
          : [newRow(notes, { id: context.ids.note(), lineKey: line.key, text: note, actor, createdAt: origin.now })]
      return {
        write,
        rows: [...rows, ...noteRow],
        subject: line.key,
        stored: async () => ({
          line,
          payments: paid,
          receipt: await readAfterWrite(() => newReceipt(finance, receiptId, after), notRead),
          change,
        }),
      }
    },
  })
}
