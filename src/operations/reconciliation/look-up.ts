import type { AccountLine } from '../../domain/reconciliation/account-line.js'
import type { MarkKind } from '../../domain/reconciliation/line-key.js'
import type { Payment } from '../../domain/payments/payment.js'
import { maxKeys } from '../../repository/checks.js'
import type { FinanceRepository } from '../../repository/finance-port.js'
import type { PaymentRepository } from '../../repository/port.js'
import type { Refund } from '../../domain/refunds/refund.js'
import type { RefundKeys } from '../../repository/refund-port.js'
import { findRefunds } from '../refunds/find-refunds.js'

function* parts(keys: readonly string[]): Generator<readonly string[]> {
  for (let start = 0; start < keys.length; start += maxKeys) yield keys.slice(start, start + maxKeys)
}

const none = { references: [], providerTransactionIds: [], lineKeys: [] } as const

/** Every payment with one of these references or transactions, by as many look-ups as they need. */
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

/** Those of these lines that are stored whole. */
export async function findAccountLines(finance: FinanceRepository, keys: readonly string[]): Promise<AccountLine[]> {
  const found: AccountLine[] = []
  for (const part of parts(keys)) found.push(...(await finance.findLines(part)))
  return found
}

/** Every line that was stored with one of these marks. */
export async function findMarkedLines(finance: FinanceRepository, kind: MarkKind, marks: readonly string[]) {
  const found: { mark: string; line: AccountLine }[] = []
  for (const part of parts([...new Set(marks)])) found.push(...(await finance.markedLines(kind, part)))
  return found
}

/** Which of these lines count already, whole or as a key alone. */
export async function findLines({ lookup }: PaymentRepository, keys: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const lineKeys of parts(keys)) for (const { key } of (await lookup({ ...none, lineKeys })).lines) found.push(key)
  return found
}

/** Every refund with one of the keys, by as many look-ups as they need. */
export async function findRefundsOf(finance: FinanceRepository, keys: Partial<RefundKeys>): Promise<Refund[]> {
  const found = new Map<string, Refund>()
  for (const [name, wanted] of Object.entries(keys)) {
    for (const part of parts(wanted)) {
      for (const refund of await findRefunds(finance, { [name]: part })) found.set(refund.id, refund)
    }
  }
  return [...found.values()]
}
