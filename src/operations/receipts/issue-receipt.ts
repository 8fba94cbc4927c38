import { isPaymentId } from '../../domain/id.js'
import type { Payment } from '../../domain/payments/payment.js'
import { paymentNotFound } from '../../domain/not-found.js'
import { amountReceived } from '../../domain/receipts/amount-received.js'
import type { Receipt, StoredReceipt } from '../../domain/receipts/receipt.js'
import { PaymentError } from '../../errors.js'
import type { FinanceRepository } from '../../repository/finance-port.js'
import type { Context } from '../context.js'
import { receipts } from '../../repository/aggregates/receipts.js'
import * as field from '../input/fields.js'
import { findLines } from '../lines/find-lines.js'
import { eventsOf } from '../lines/payments-of-lines.js'
import { parse, parseOptions } from '../input/parse.js'
import type { ActorOption } from '../input/payment-calls.js'
import { type Decision, storeChanges } from '../payments/store-changes.js'
import { readAfterWrite } from '../read-after-write.js'
import { financeOf } from '../storage.js'
import { receiptToStore } from './receipt-rows.js'
import { findReceipts, partsOf, viewOf, viewWith, voidedLines } from './stored-receipts.js'

const issueOptions = field.object({ actor: field.actor.optional() })
const idArgument = field.object({ id: field.text })

/** A receipt that a decision found, or the id of the one that it stores. */
type Issued = { readonly receipt: Receipt } | { readonly id: string }

export async function issueReceipt(context: Context, id: string, options?: ActorOption): Promise<Receipt> {
  parse(idArgument, { id })
  const { actor = null } = parseOptions(issueOptions, options)
  const finance = financeOf(context)
  if (!isPaymentId(id)) throw paymentNotFound(id)
  const issued = await storeChanges<Issued>(context, {
    decide: () => decide(context, finance, { id, actor }),
    learn: async () => undefined,
    maxRetries: () => maxRetries,
    log: { message: 'Another receipt was stored first; a receipt is decided again.', fields: { paymentId: id } },
    gaveUp: 'Write conflict with other receipts of this payment; nothing was stored. Try again.',
  })
  if ('receipt' in issued) return issued.receipt
  const stored = (await readAfterWrite(() => findReceipts(finance, [issued.id]), notRead)).get(issued.id)
  if (!stored) {
    throw new PaymentError(
      'internal_error',
      'The receipt is not stored: its row was deleted by hand. Restore it from a backup.',
    )
  }
  // Reversed meanwhile: what is printed says so.
  return readAfterWrite(() => viewOf(finance, stored), notRead)
}

/** The message where a receipt has its number and cannot be read again. */
const notRead = 'The receipt was issued, but could not be read again. Issue it again: it keeps its number.'

/** The tries to store a receipt: each round one of the callers who came at once stores his. */
const maxRetries = 16

/**
 * Decides what of a payment has no receipt yet. Parts and lines are read before the payment: a receipt that comes in
 * between is a conflict, and a movement that is voided in between leaves too little here, never too much.
 */
async function decide(
  context: Context,
  finance: FinanceRepository,
  { id, actor }: { readonly id: string; readonly actor: string | null },
): Promise<Decision<Issued>> {
  const parts = await partsOf(finance, id)
  const ids = parts.map(({ receiptId }) => receiptId)
  const rows = await findReceipts(finance, ids)
  const voided = await voidedLines(finance, [...rows.values()])
  const payment = await finance.get(id)
  if (!payment) throw paymentNotFound(id)
  const views = parts.map(({ amount, receiptId }) => ({
    amount,
    receipt: viewWith(rows.get(receiptId)!, new Map([[id, payment]]), voided),
  }))
  const covered = views.reduce((sum, { amount, receipt }) => (receipt.status === 'void' ? sum : sum + amount), 0)
  const drawn = await drawnDeposits(finance, payment)
  const amount = amountReceived(payment) - covered - drawn.reduce((sum, part) => sum + part.amount, 0)
  const last = views.at(-1)?.receipt ?? (await receiptOfDeposit(finance, drawn))
  if (amount <= 0) {
    if (last) return { result: { receipt: last } }
    throw nothingReceived(payment)
  }
  const receipt = receiptToStore(
    context,
    {
      lineKey: null,
      currency: payment.currency,
      received: amount,
      tendered: null,
      change: null,
      payerId: null,
      allocations: [{ payment, amount }],
      drawn: drawn.map(({ receipt: { number }, amount: part }) => ({
        paymentId: id,
        reference: payment.reference,
        amount: part,
        receiptNumber: number,
      })),
      at: context.now(),
      actor,
    },
    new Map([[id, parts.at(-1)?.ordinal ?? 0]]),
  )
  return {
    store: () => finance.replace({ changes: [], lines: [], rows: receipt.rows }),
    stored: () => ({ id: receipt.id }),
  }
}

/** A part of a payment that a deposit paid, which has a receipt of its own. */
interface DrawnDeposit {
  readonly receipt: StoredReceipt
  /** Minor units of the payment. */
  readonly amount: number
}

/** Finds what lines with receipts of their own pay of a payment beside the parts that those receipts state of it. */
async function drawnDeposits(finance: FinanceRepository, { id }: Payment): Promise<DrawnDeposit[]> {
  const events = await eventsOf(finance, [id])
  const keys = new Set(events.flatMap(({ evidence }) => (evidence?.kind === 'statement' ? [evidence.lineKey] : [])))
  if (keys.size === 0) return []
  const stored = await finance.findRows(receipts, 'lineKey', [...keys])
  const lines = await findLines(
    finance,
    stored.flatMap(({ row }) => row.lineKey ?? []),
  )
  return stored.flatMap(({ row }) => {
    const paid = amountOf(id, lines.get(row.lineKey!)?.allocations ?? [])
    const amount = paid - amountOf(id, row.allocations)
    return amount > 0 ? [{ receipt: row, amount }] : []
  })
}

/** Sums the allocations to a payment, in minor units. */
function amountOf(
  id: string,
  allocations: readonly { readonly paymentId?: string | undefined; readonly amount: number }[],
): number {
  return allocations.reduce((sum, { paymentId, amount }) => (paymentId === id && amount > 0 ? sum + amount : sum), 0)
}

/** Reads the receipt of the deposit that was drawn last; nothing where none was. */
async function receiptOfDeposit(
  finance: FinanceRepository,
  drawn: readonly DrawnDeposit[],
): Promise<Receipt | undefined> {
  const youngest = drawn
    .map(({ receipt }) => receipt)
    .sort((a, b) => a.year - b.year || a.number - b.number)
    .at(-1)
  return youngest && viewOf(finance, youngest)
}

function nothingReceived({ id, status }: Payment): PaymentError {
  return new PaymentError(
    'invalid_transition',
    `Only a payment for which money came gets a receipt; this one is ${status}. Nothing was issued.`,
    {
      details: { paymentId: id, from: status, to: 'succeeded' },
    },
  )
}
