/** The calls that pay a bill, of which the processes are given the number alone, and the service that they go to. */
import type { HospitalPayments, Payment, StatementLine } from 'hospital-payments'
import { type SqlDatabase, sqlRepository } from 'hospital-payments/sql'
import { request, testService } from '../../support/service.js'

export function serviceOver(
  database: SqlDatabase,
  options: { tenant: string; timeoutMs: number; clock?: () => number },
): HospitalPayments {
  const { tenant, timeoutMs, clock = () => Date.now() } = options
  const repository = sqlRepository(database, { dialect: database.dialect, tenant, timeoutMs })
  const random = (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes))
  return testService({ repository, clock, random }).payments
}

/** Names a bill: its reference, and the idempotency key of its payment, the same in all processes. */
export const nameOf = (bill: number) => `INV-${bill}`

const transactionOf = (bill: number) => `TX-${bill}`

export function create(payments: HospitalPayments, bill: number): Promise<Payment> {
  return payments.createPayment(request({ reference: nameOf(bill) }), { idempotencyKey: nameOf(bill) })
}

export function confirm(payments: HospitalPayments, bill: number, id: string): Promise<Payment> {
  return payments.confirmPayment(id, { providerTransactionId: transactionOf(bill) })
}

/** Applies the bank's statement of these bills, a line each, and returns how many of the lines changed a payment. */
export async function reconcile(payments: HospitalPayments, bills: readonly number[]): Promise<number> {
  const lines: StatementLine[] = bills.map((bill, i) => ({
    row: i + 2,
    lineId: `line of ${nameOf(bill)}`,
    direction: 'credit',
    amount: request().amount,
    currency: request().currency,
    valueDate: new Date().toISOString().slice(0, 10),
    reference: nameOf(bill),
    providerTransactionId: transactionOf(bill),
  }))
  let applied = 0
  for await (const item of payments.reconcile(lines, { account: 'bank', apply: true }))
    if (item.kind === 'line' && item.applied) applied++
  return applied
}
