/** A service with a payer's bills, and lines that are the payer's deposit. */
import type { AccountLine, HospitalPaymentsOptions, Payment, StatementLine } from 'hospital-payments'
import type { FinanceRepository } from 'hospital-payments/repository'
import { counter } from '../../lines/support/counter.js'

export const payerId = 'MRN-1042'

/** Makes a counter with the calls that tests of payers repeat. */
export function purse(overrides: Partial<HospitalPaymentsOptions> & { repository?: FinanceRepository } = {}) {
  const desk = counter(overrides)
  const { payments } = desk
  let bills = 0
  return {
    ...desk,
    billOf: (amount: number, id: string | null = payerId, more: object = {}): Promise<Payment> =>
      desk.bill({ amount, reference: `INV-${++bills}`, ...(id !== null && { customer: { id } }), ...more }),
    /** Stores a credit whose money is a payer's. */
    async deposit(amount: number, stated: Partial<StatementLine> = {}, id: string = payerId): Promise<AccountLine> {
      const { key, version } = await desk.line({ amount, ...stated })
      return payments.lines.setPayer(key, { payerId: id, expectedVersion: version })
    },
    apply: (paymentId: string, amount?: number, id: string = payerId) =>
      payments.payers.apply({ payerId: id, paymentId, actor: 'sara', ...(amount !== undefined && { amount }) }),
    sums: async (id: string = payerId) => (await payments.payers.get(id)).currencies,
  }
}
