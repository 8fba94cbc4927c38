import type { ReportItem } from '../../domain/report.js'
import type { Period } from '../../domain/calendar.js'
import type { Payment } from '../../domain/payments/payment.js'
import type { StateChange } from '../../domain/payments/state-change.js'
import type { PaymentRepository, ReplaceOutcome, ScanField } from '../../repository/port.js'
import { changesToStore } from '../payments/changes.js'
import type { Context } from '../context.js'

/** A payment of the period, and what statements have proved of it. */
export interface PaidPayment extends ReportItem {
  amountReconciled: number
}

/**
 * What a reconciliation reads and writes. An apply and a preview are the same work over other books: the preview's only
 * pretend to write, and remember what they would have written.
 */
export interface Books {
  /** Every payment with one of these references or transactions. */
  find(references: readonly string[], transactions: readonly string[]): Promise<readonly Payment[]>
  /** Which of these lines count already. */
  storedLines(keys: readonly string[]): Promise<readonly string[]>
  write(steps: readonly StateChange[], lineKey: string): Promise<ReplaceOutcome>
  /** In batches, in the order (paidAt, id). */
  paidIn(period: Period): AsyncIterable<readonly PaidPayment[]>
  /** What this run would have changed, where it only pretends; `null` where the storage knows. */
  readonly changes: PretendedChanges | null
}

interface PretendedChanges {
  /** The payment as it would be by now. */
  current(payment: Payment): Payment
  /** References of payments that would have been given one of these transactions. */
  referencesPaidBy(transactions: readonly string[]): string[]
  hasLine(key: string): boolean
}

/** The port's own limit. */
const mostKeys = 5000

function* parts(keys: readonly string[]): Generator<readonly string[]> {
  for (let start = 0; start < keys.length; start += mostKeys) yield keys.slice(start, start + mostKeys)
}

const none = { references: [], providerTransactionIds: [], lineKeys: [] } as const

/** As many look-ups as the keys need: the port takes a limited number at once. */
export async function findPayments(
  { lookup }: PaymentRepository,
  references: readonly string[],
  transactions: readonly string[],
): Promise<Payment[]> {
  const found = new Map<string, Payment>()
  const add = async (keys: Partial<Parameters<typeof lookup>[0]>) => {
    for (const payment of (await lookup({ ...none, ...keys })).payments) found.set(payment.id, payment)
  }
  for (const part of parts(transactions)) await add({ providerTransactionIds: part })
  for (const part of parts(references)) await add({ references: part })
  return [...found.values()]
}

export async function findLines({ lookup }: PaymentRepository, keys: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const lineKeys of parts(keys)) for (const { key } of (await lookup({ ...none, lineKeys })).lines) found.push(key)
  return found
}

const paidFields = ['id', 'reference', 'amount', 'currency', 'status', 'paidAt', 'amountReconciled'] as const

export async function* paidPayments({ scan }: PaymentRepository, period: Period): AsyncGenerator<PaidPayment[]> {
  const fields: readonly ScanField[] = paidFields
  for await (const rows of scan({ by: 'paidAt', ...period, fields })) {
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

/** The books as they are stored. */
export function storedBooks(context: Context, actor: string | null): Books {
  const { repository } = context
  return {
    find: (references, transactions) => findPayments(repository, references, transactions),
    storedLines: (keys) => findLines(repository, keys),
    write: (steps, lineKey) => repository.replace({ changes: changesToStore(context, steps, actor), lineKey }),
    paidIn: (period) => paidPayments(repository, period),
    changes: null,
  }
}
