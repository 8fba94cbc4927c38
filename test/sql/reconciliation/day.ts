/** A day's bills of a hospital and its bank's statement: every ten bills hold one of each trouble. */
import type { HospitalPayments, Payment, PaymentRepository, StatementLine } from 'hospital-payments'
import { collect, contents, request } from '../../support/service.js'

export const source = 'cbe-1000'
export const options = {
  source,
  period: { from: '2026-11-20', to: '2026-11-20' },
  apply: true,
  actor: 'finance',
} as const
const amount = 150_000
const referenceOf = (bill: number) => `BILL-${String(bill).padStart(5, '0')}`

/** Some are pending still, others expired, failed, or confirmed at the desk. */
export async function issueBills(payments: HospitalPayments, count: number): Promise<void> {
  for (let bill = 0; bill < count; bill++) {
    const { id } = await payments.createPayment(request({ reference: referenceOf(bill), amount }))
    if (bill % 10 === 2) await payments.expirePayment(id)
    if (bill % 10 === 3) await payments.failPayment(id, { reason: 'declined' })
    if (bill % 10 === 4) await payments.confirmPayment(id, { providerTransactionId: `TX-${bill}` })
  }
}

/** Without names of the bank's: lines are told apart by what they say. */
export function statementOf(count: number): StatementLine[] {
  const lines: StatementLine[] = []
  const add = (line: Partial<StatementLine>) =>
    lines.push({
      row: lines.length + 1,
      direction: 'credit',
      amount,
      currency: 'ETB',
      valueDate: '2026-11-20',
      ...line,
    })
  for (let bill = 0; bill < count; bill++) {
    const reference = referenceOf(bill)
    switch (bill % 10) {
      case 0: // Two equal instalments.
        add({ reference, amount: amount / 2 })
        add({ reference, amount: amount / 2 })
        break
      case 4:
        add({ providerTransactionId: `TX-${bill}` })
        break
      case 5: // Paid twice.
        add({ narration: `Transfer (${reference})` })
        add({ narration: `Transfer (${reference})` })
        break
      case 6:
        add({ reference, amount: amount + 1 })
        break
      case 7: // One transfer for this bill and the next.
        add({ narration: `${reference}, ${referenceOf(bill + 1)}`, amount: 2 * amount })
        break
      case 8:
        break
      case 9:
        add({ direction: 'debit', reference })
        add({ currency: 'USD', reference })
        break
      default:
        add({ reference, bookedAt: '2026-11-20T08:00:00.000Z' })
    }
  }
  return lines
}

export interface Books {
  reference: string
  status: Payment['status']
  amountReconciled: number
  told: string[]
}

/** What is stored, without what differs from run to run: ids, and times of the clock. */
export async function booksOf(repository: PaymentRepository): Promise<Books[]> {
  const stored = await contents(repository)
  return stored
    .map(({ payment: { reference, status, amountReconciled, version }, events }) => {
      const versions = events.map(({ data }) => data.version)
      if (versions.join() !== Array.from({ length: version }, (_, i) => i + 1).join())
        throw new Error(`the history of ${reference} has gaps`)
      if (events.at(-1)!.data.amountReconciled !== amountReconciled || events.at(-1)!.data.status !== status)
        throw new Error(`the history of ${reference} is not its state`)
      const told = events.map(({ type, evidence }) =>
        evidence?.kind === 'statement' ? `${type} row ${evidence.row}: ${evidence.amount}` : type,
      )
      return { reference, status, amountReconciled, told }
    })
    .sort((a, b) => (a.reference < b.reference ? -1 : 1))
}

export async function apply(payments: HospitalPayments, lines: readonly StatementLine[]) {
  return collect(payments.reconcile(lines, options))
}
